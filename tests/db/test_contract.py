"""Every kind of store keeps the promises of `sessions.store.Store`."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from db.queries import is_carried_out
from engine.kernel.rules import Placing
from sessions.records.clock import Absence, Due, Quiet, Schedule, SeatClock
from sessions.records.league import Correction, Entrant, League, Match, Round
from sessions.records.log import Answered, Entry, Reseated, Retracted, Snapshot
from sessions.records.person import ANY_PACE, WAITS_MS, Notice, Person, Report, Seasons, Server, Waiting, Watcher
from sessions.records.table import LiveMessage, Post, Seating, Sitter, Table
from sessions.refusals import StorageUnavailable, TableExists, TooManyTables
from sessions.store import Damaged, Handled, Overtaken, Quotas, RematchExists, Write
from tests.databases import DATABASES
from tests.sessions.fixture import ALICE, BOB, CHANNEL, SessionFixture

pytestmark = pytest.mark.xdist_group("postgresql")

LARGE = 2**62 + 1
"""Larger than any id that Discord will assign for a long time."""
AT = 1_700_000_000_000


def table(channel: int = 1, owner: int = ALICE, **changes: Any) -> Table:
    sitters = (Sitter(0, owner, "Alice"), Sitter(1, BOB, "Ďábel 🐂 \u202e"))
    opened = Table(
        id=0, guild=LARGE, channel=channel, game="orchard", version=1, owner=owner, language="cs", created_at=AT,
        changed_at=AT, options={"goal": 12, "crows": False, "side": "left"}, seats_wanted=2, sitters=sitters,
        seating=Seating(), pace="slow",
    )  # fmt: skip
    return replace(opened, **changes)


async def open_table(stored: SessionFixture, interaction: int = 1, quotas: Quotas | None = None, **of: Any) -> Table:
    """Open a table with a board waiting to be posted."""
    post = Post(interaction, 0, 1, "board", f"nonce {interaction}", AT, users=(ALICE, LARGE))
    kept, posts = await stored.store.tables.open(
        table(**of), interaction, quotas or Quotas(), (post,), Due(0, "lobby", AT)
    )
    assert [(each.id, each.table) for each in posts] == [(interaction, kept.id)]
    return kept


def answer_entry(number: int, interaction: int, part: int = 0, seat: int = 0, at: int = AT) -> Entry:
    return Entry(
        number, seat, Answered(number, ("tree:0",), b"\x00facts\xff", False), f"digest {number}", interaction, part, at
    )


async def log(stored: SessionFixture, of: int) -> list[int]:
    return [entry.number for entry in await stored.store.log.entries(of, 1, 1000)]


async def test_a_table_is_read_back_as_it_was_stored(stored: SessionFixture) -> None:
    first, second = await open_table(stored), await open_table(stored, 2, channel=LARGE)

    assert (first.id, second.id) == (1, 2)
    assert await stored.store.tables.by_id(1) == first
    assert await stored.store.tables.at(LARGE) == second
    assert await stored.store.tables.by_id(3) is None
    assert await stored.store.tables.of_user(BOB) == [first, second]
    assert await stored.store.tables.in_guild(LARGE) == [first, second]
    assert await stored.store.log.done_by(2) == (2, [])
    assert await stored.store.clocks.due() == [Due(1, "lobby", AT), Due(2, "lobby", AT)]
    await stored.restart()
    assert await stored.store.tables.by_id(1) == first


async def test_a_refused_table_is_not_stored(stored: SessionFixture) -> None:
    over = await open_table(stored, status="over", ended="finished")
    await open_table(stored, 2)
    with pytest.raises(TableExists) as there:
        await open_table(stored, 3)
    assert there.value.table == 2
    with pytest.raises(Overtaken):
        await open_table(stored, 2, channel=2)
    with pytest.raises(TooManyTables) as many:
        await open_table(stored, 4, Quotas(per_user=1), channel=2)
    assert many.value.whose == "user"
    with pytest.raises(TooManyTables) as many:
        await open_table(stored, 4, Quotas(per_guild=1), channel=2, owner=BOB)
    assert many.value.whose == "guild"
    with pytest.raises(TooManyTables) as many:
        await stored.store.tables.check_quotas(table(0), Quotas(per_user=1))
    assert many.value.whose == "user"
    rematch = await open_table(stored, 5, channel=2, rematch_of=over.id)
    with pytest.raises(RematchExists) as known:
        await open_table(stored, 6, channel=3, rematch_of=over.id)
    assert known.value.table == rematch.id
    assert [kept.id for kept in await stored.store.tables.of_user(ALICE)] == [2, 3]


async def test_a_write_is_stored_completely_or_not_at_all(stored: SessionFixture) -> None:
    kept = await open_table(stored)
    running = replace(kept, status="running", epoch=3, sitters=kept.sitters[:1], commitment="hash")
    message = LiveMessage(1, "board", 1, LARGE, AT, 1, 1, {"city-é.png": LARGE})
    write = Write(
        1, row=running, entries=(answer_entry(1, 11), answer_entry(2, 11, part=1)),
        snapshot=Snapshot(1, 1, b"\x00\xff", True),
        posts=(Post(12, 1, 1, "hand", "nonce", AT, users=(ALICE,)),), settled=(1,), messages=(message,),
        clocks=(SeatClock(1, 0, ALICE, 1, since=AT, counted_at=AT, left=5),), due=(Due(1, "vote", AT),),
        undone=((1, "lobby"),), schedules=(Schedule(ALICE, "Europe/Prague", Quiet(60, 420), 24),), alive_at=AT,
    )  # fmt: skip
    await stored.store.commit(write)

    async def found() -> list[object]:
        store = stored.store
        return [
            await store.tables.resume(1), await store.log.entries(1, 1, 9), await store.log.done_by(11),
            await store.posts.waiting(), await store.posts.live_messages(1), await store.clocks.clocks(),
            await store.clocks.due(), await store.people.schedules(), await store.clocks.mark("alive"),
            await store.tables.of_user(BOB),
        ]  # fmt: skip

    before = await found()
    assert before[1:3] == [list(write.entries), (1, list(write.entries))]
    assert before[4:9] == [[message], list(write.clocks), list(write.due), list(write.schedules), AT]
    assert before[9] == []
    with pytest.raises(Overtaken):
        await stored.store.commit(
            replace(write, row=kept, entries=(answer_entry(2, 13),), posts=(), due=(Due(1, "vote", 9),), alive_at=9)
        )
    assert await found() == before


async def test_only_one_of_two_conflicting_writers_is_stored(stored: SessionFixture) -> None:
    """Two writers, in one process or in two, conflict over the entry's number or over the interaction."""
    await open_table(stored)
    await open_table(stored, 2, channel=2)
    rival = await stored.rival()
    for number, mine, its in ((1, 21, 31), (2, 22, 32), (3, 23, 33)):
        writes = [Write(1, entries=(answer_entry(number, mine),)), Write(1, entries=(answer_entry(number, its),))]
        done = await asyncio.gather(
            stored.store.commit(writes[0]), rival.store.commit(writes[1]), return_exceptions=True
        )
        assert sorted(map(repr, done)) == ["None", "Overtaken()"]
    same = [Write(which, entries=(answer_entry(10 + which, 44),)) for which in (1, 2)]
    done = await asyncio.gather(stored.store.commit(same[0]), rival.store.commit(same[1]), return_exceptions=True)
    assert sorted(map(repr, done)) == ["None", "Overtaken()"]
    handled = Write(1, handled=Handled(55, 1, AT))
    done = await asyncio.gather(stored.store.commit(handled), rival.store.commit(handled), return_exceptions=True)
    assert sorted(map(repr, done)) == ["None", "Overtaken()"]
    assert (await log(stored, 1))[:3] == [1, 2, 3]
    await rival.close()


async def test_an_impossible_write_does_not_fail_others_in_its_batch(stored: SessionFixture) -> None:
    await open_table(stored)
    numbers = [1, 2, 3, 3, 4, 5]
    done = await asyncio.gather(
        *(stored.store.commit(Write(1, entries=(answer_entry(n, 60 + at),))) for at, n in enumerate(numbers)),
        return_exceptions=True,
    )
    assert [isinstance(each, Overtaken) for each in done] == [False, False, False, True, False, False]
    assert await log(stored, 1) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("stored", ["postgresql"], indirect=True)
async def test_two_processes_open_tables_simultaneously(stored: SessionFixture) -> None:
    rival = await stored.rival()
    await asyncio.gather(*(open_table(each, 70 + at, channel=at) for at, each in enumerate([stored, rival] * 3)))
    assert [kept.id for kept in await rival.store.tables.in_guild(LARGE)] == [1, 2, 3, 4, 5, 6]
    done = await asyncio.gather(
        *(open_table(each, 80 + at, channel=9) for at, each in enumerate([stored, rival])), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in done) == ["Table", "TableExists"]
    await rival.close()


async def test_snapshots_are_deleted_and_replaced(stored: SessionFixture) -> None:
    kept = await open_table(stored)
    for number in (1, 4, 9):
        await stored.store.commit(Write(1, snapshot=Snapshot(number, 1, bytes([number]), number < 9)))
    await stored.store.commit(Write(1, snapshot=Snapshot(4, 2, b"again", True)))

    found = await stored.store.tables.resume(1)
    assert found is not None
    assert (found.table, found.entries) == (kept, ())
    assert found.snapshot == Snapshot(4, 2, b"again", True)
    assert found.newest == Snapshot(9, 1, b"\x09", False)
    assert await stored.store.log.snapshot_before(1, 4) == Snapshot(1, 1, b"\x01", True)
    await stored.store.commit(Write(1, cut=4))
    assert await stored.store.log.snapshot_before(1, 1000) == Snapshot(1, 1, b"\x01", True)
    assert await stored.store.log.snapshot_before(1, 1) is None


async def test_the_log_can_be_read_from_either_end(stored: SessionFixture) -> None:
    await open_table(stored)
    taken_over = Entry(3, 1, Reseated(BOB, LARGE, "Žofie"), "digest 3", 0, 0, AT)
    undone = Entry(4, None, Retracted((1, 2)), "digest 4", 93, 0, AT)
    entries = (answer_entry(1, 91), answer_entry(2, 92), taken_over, undone)
    await stored.store.commit(Write(1, entries=entries))

    assert await stored.store.log.entries(1, 2, 3) == list(entries[1:3])
    assert await stored.store.log.newest_entries(1, 2) == list(entries[2:])
    assert await stored.store.log.seat_changes(1) == [taken_over]
    assert await stored.store.log.done_by(94) is None


async def test_unreadable_data_affects_only_its_table(stored: SessionFixture) -> None:
    kept = await open_table(stored)
    await open_table(stored, 2, channel=2)
    await stored.store.commit(Write(1, row=replace(kept, status="running"), entries=(answer_entry(1, 7),)))
    DATABASES.do(stored.path, lambda connection: connection.exec_driver_sql("UPDATE entries SET deed = ''"))

    with pytest.raises(Damaged):
        await stored.store.tables.resume(1)
    assert await stored.store.tables.resume_all(1, 2, 3) == {2: await stored.store.tables.resume(2)}
    suspended = await stored.store.tables.suspend_unread(1)
    assert (suspended.status, suspended.reason) == ("suspended", "damaged")
    assert await stored.store.tables.by_id(1) == suspended
    assert (await stored.store.tables.resume(2)) is not None


async def test_a_finished_table_that_cannot_be_read_stays_finished(stored: SessionFixture) -> None:
    over = await open_table(stored, status="over", ended="finished")
    assert await stored.store.tables.suspend_unread(over.id) == over
    assert await stored.store.tables.by_id(over.id) == over


async def test_the_log_shows_whether_a_write_was_carried_out(stored: SessionFixture) -> None:
    """Writes of one transaction are carried out together, so the first one with a trace decides."""
    await open_table(stored)
    answered, settled = Write(1, entries=(answer_entry(1, 71),)), Write(1, settled=(1,))
    refused = Write(1, handled=Handled(72, 1, AT))
    await stored.store.commit(answered)
    await stored.store.commit(refused)

    def is_there(*writes: Write) -> bool | None:
        return DATABASES.do(stored.path, lambda connection: is_carried_out(connection, writes))

    assert is_there(answered)
    assert is_there(settled, answered)
    assert is_there(refused)
    assert is_there(settled) is None, "it left no trace"
    assert is_there(Write(1, entries=(answer_entry(1, 73),))) is False, "another write has this number"
    assert is_there(Write(1, handled=Handled(74, 1, AT))) is False


async def test_posts_are_kept_in_order_until_they_are_settled(stored: SessionFixture) -> None:
    await open_table(stored)
    more = tuple(Post(number, 1, 1, "board", f"n{number}", AT, 1, 2, (BOB,), True) for number in (LARGE, 5))
    await stored.store.commit(Write(1, posts=more))
    assert [post.id for post in await stored.store.posts.waiting()] == [1, 5, LARGE]
    later = replace(more[1], attempts=3, due_at=AT + 9)
    await stored.store.posts.settle([1], [later])
    assert await stored.store.posts.waiting() == [later, more[0]]
    assert await stored.store.posts.waiting_in(1) == [later, more[0]]
    assert await stored.store.posts.waiting_in(2) == []
    DATABASES.do(
        stored.path, lambda connection: connection.exec_driver_sql("UPDATE posts SET payload = '' WHERE id = 5")
    )
    assert await stored.store.posts.waiting() == [more[0]]
    await stored.store.posts.settle([LARGE], [])
    assert DATABASES.do(stored.path, lambda c: c.exec_driver_sql("SELECT count(*) FROM posts").scalar()) == 0


async def test_notices_are_kept_for_a_week_or_until_delivered(stored: SessionFixture) -> None:
    store, day_ms = stored.store, 24 * 3600 * 1000
    await open_table(stored)
    old, new = (Notice(LARGE + day, BOB, 1, "taken", AT + day * day_ms, LARGE) for day in (0, 3))
    await store.commit(Write(notices=(new, old, Notice(5, ALICE, 1, "played", AT))))
    assert await store.people.notices(BOB, 0) == [old, new]
    assert await store.people.notices(BOB, AT + 1) == [new]
    await store.starts.keep(AT + 7 * day_ms)
    assert await store.people.notices(BOB, 0) == [old, new]
    await store.starts.keep(AT + 7 * day_ms + 1)
    assert await store.people.notices(BOB, 0) == [new]
    await store.commit(Write(told=(new.id,)))
    assert await store.people.notices(BOB, 0) == []


async def test_settings_are_stored_and_changed(stored: SessionFixture) -> None:
    store = stored.store
    await open_table(stored)
    for person in (Person(LARGE), Person(LARGE, "fr", True, True, True)):
        await store.people.keep_person(person)
        assert await store.people.everyone() == [person]
    seasons = Seasons("quarter", ((1, LARGE), (LARGE, LARGE + 1)), LARGE + 1, LARGE + 2)
    full = Server(LARGE, "cs", (1, LARGE), 3, 4, 5, "slow", 2, 9, False, zone="Europe/Prague", seasons=seasons)
    for server in (Server(LARGE), full):
        await store.people.keep_server(server)
        assert await store.people.servers() == [server]
    for watcher in (Watcher(1, LARGE, 1), Watcher(1, LARGE, 2)):
        await store.people.keep_watcher(watcher)
        assert await store.people.watchers() == [watcher]
    await store.people.forget_watcher(1, LARGE)
    assert await store.people.watchers() == []
    for note in ("crows at dusk", "crows 🐦"):
        await store.people.keep_note(1, LARGE, note)
        assert await store.people.note(1, LARGE) == note
    await store.people.keep_note(1, LARGE, "")
    assert await store.people.note(1, LARGE) is None
    for value in ("a", "b"):
        await store.starts.keep_hash("commands", value)
        await store.clocks.keep_mark("alive", ord(value))
    assert await store.starts.hashes() == {"commands": "b"}
    assert await store.clocks.mark("alive") == ord("b")
    await store.clocks.keep_mark("alive", None)
    assert await store.clocks.mark("alive") is None
    absent = Schedule(LARGE, "Asia/Tokyo", None, 12, (Absence(AT, AT + 5),), AT)
    await store.commit(Write(schedules=(absent,)))
    assert await store.people.schedules() == [absent]


async def test_a_person_can_wait_for_several_games(stored: SessionFixture) -> None:
    queue, other = stored.store.queue, LARGE + 1
    old = Waiting(LARGE, 9, "Old", "orchard", 2, AT - WAITS_MS)
    await queue.join(old)
    assert await queue.waiting(LARGE, AT - 1) == [old]
    first = Waiting(LARGE, ALICE, "Alice", "orchard", 2, AT, ANY_PACE, 4)
    for wish in (first, Waiting(LARGE, BOB, "Bob", "orchard", 2, AT + 1), replace(first, guild=other)):
        await queue.join(wish)
    await queue.join(replace(first, game="vineyard", at=AT + 2))
    await queue.join(replace(first, seats=3, pace=None, most=3, at=AT + 3))
    waiting = await queue.waiting(LARGE, AT + 3)
    assert [(each.name, each.game, each.seats, each.pace, each.most, each.at - AT) for each in waiting] == [
        ("Alice", "orchard", 3, None, 3, 0),
        ("Bob", "orchard", 2, None, 0, 1),
        ("Alice", "vineyard", 2, "any", 4, 2),
    ], "a person who changes a wish keeps their place"
    assert await queue.leave(LARGE, [ALICE], "orchard") == 1
    assert await queue.leave(LARGE, [ALICE, BOB]) == 2
    assert await queue.leave(LARGE, [ALICE]) == 0
    assert await queue.guilds() == [other]


def league(number: int, guild: int = LARGE, **changes: Any) -> League:
    opened = League(
        number, guild, CHANNEL, ALICE, "Zimní liga 🐂", "orchard", 2, (2,), "swiss", AT, 7,
        entrants=(Entrant(ALICE, "Alice"), Entrant(LARGE, "Ďábel", has_left=True, group=1)),
        rounds_played=(Round(1, AT, AT + 1, (Match((ALICE, LARGE), 7, (1, 2), "game"),)),),
        corrections=(Correction(AT, BOB, 1, 0, (2, 1), (1, 2)),), done=frozenset({"announce:1"}),
    )  # fmt: skip
    return replace(opened, **changes)


async def test_a_league_is_read_back_as_it_was_stored(stored: SessionFixture) -> None:
    leagues = stored.store.leagues
    mine, over = league(LARGE + 1), league(LARGE, status="over")
    closed = league(9, guild=5, status="cancelled", done=frozenset({"end"}))
    for each in (mine, over, closed):
        assert await leagues.add(each) == each
    assert await leagues.add(replace(mine, name="twice")) == mine

    assert await leagues.by_id(LARGE + 1) == mine
    assert await leagues.by_id(4) is None
    assert await leagues.of_guild(LARGE) == [over, mine]
    assert await leagues.active() == [over, mine]
    await stored.restart()
    assert await stored.store.leagues.of_guild(5) == [closed]


async def test_only_one_of_two_conflicting_league_changes_is_stored(stored: SessionFixture) -> None:
    rival = await stored.rival()
    before = await stored.store.leagues.add(league(7))
    changed = [replace(before, name=name) for name in ("mine", "its")]
    done = await asyncio.gather(
        stored.store.leagues.keep(changed[0]), rival.store.leagues.keep(changed[1]), return_exceptions=True
    )
    (kept,) = [each for each in done if isinstance(each, League)]
    assert [type(each) for each in done if each is not kept] == [Overtaken]
    assert kept.revision == 1
    assert await rival.store.leagues.by_id(7) == kept
    await rival.close()


async def test_a_server_has_one_post_about_its_queue(stored: SessionFixture) -> None:
    queue = stored.store.queue
    assert await queue.post_of(LARGE) is None
    for message in (LARGE, LARGE + 5):
        await queue.keep_post(LARGE, (7, message))
    assert await queue.post_of(LARGE) == (7, LARGE + 5)
    assert await queue.guilds() == [LARGE]
    await queue.keep_post(LARGE, None)
    assert await queue.guilds() == []


async def test_a_report_is_stored_once(stored: SessionFixture) -> None:
    report = Report(0, AT, ALICE, LARGE, None, None, 0, None, None, 'The board is "stuck".')
    first = await stored.store.people.keep_report(report, 101)
    assert await stored.store.people.keep_report(report, 101) == first
    assert (await stored.store.people.keep_report(report, 102)).id == first.id + 1


async def test_the_tables_shown_last_are_listed_newest_first(stored: SessionFixture) -> None:
    store = stored.store
    for number in (1, 2, 3):
        kept = await open_table(stored, number, channel=number)
        if number < 3:
            await store.commit(Write(kept.id, row=replace(kept, status="running")))
        await store.posts.keep_message(LiveMessage(number, "board", number, 900 + number, AT + number))
    hand = LiveMessage(1, f"hand:{ALICE}", 1, 950, AT + 50)
    await store.posts.keep_message(hand)
    assert await store.posts.lately_shown(5) == [1, 2]
    assert await store.posts.lately_shown(1) == [1]
    assert [message.kind for message in await store.posts.live_messages(1)] == ["board", hand.kind]
    await store.posts.forget_message(1, hand.kind)
    assert await store.posts.lately_shown(5) == [2, 1]
    assert await store.clocks.without_clocks() == [1, 2]
    await store.commit(Write(2, clocks=(SeatClock(2, 0, ALICE, None, since=AT, counted_at=AT),)))
    assert await store.clocks.without_clocks() == [1]
    await store.commit(Write(2, stopped=((2, 0),)))
    assert await store.clocks.without_clocks() == [1, 2]


async def test_bot_starts_are_remembered_for_two_days(stored: SessionFixture) -> None:
    day = 24 * 3600 * 1000
    for at in (AT, AT, AT + day, AT + 3 * day):
        await stored.store.starts.keep(at)
    assert await stored.store.starts.since(0) == [AT + day, AT + 3 * day]
    assert await stored.store.starts.since(AT + 2 * day) == [AT + 3 * day]


async def test_a_finished_game_is_returned_with_turns_and_waits(stored: SessionFixture) -> None:
    kept = await open_table(stored)
    log = tuple(answer_entry(number, 200 + number, seat=number % 2, at=AT + 10 * number) for number in range(1, 6))
    await stored.store.commit(Write(1, row=replace(kept, status="running"), entries=log[:4]))
    over = replace(kept, status="over", ended="finished", changed_at=AT + 99, revision=1)
    results = (Placing(1, 1, 40), Placing(0, 2, 33))
    await stored.store.commit(Write(1, row=over, entries=log[4:], results=results, dealt=({"tree": "oak"}, {})))

    alice, bob = await stored.store.log.past_games(guild=LARGE, game="orchard")
    assert (alice.user, alice.place, alice.score, alice.rival, alice.turns, alice.waited_ms) == (
        ALICE,
        2,
        33,
        40,
        2,
        20,
    )
    assert (bob.user, bob.place, bob.score, bob.rival, bob.turns) == (BOB, 1, 40, 33, 3)
    assert alice.dealt == {"tree": "oak"}
    assert not alice.has_changed
    assert await stored.store.log.past_games(user=BOB) == [bob]
    assert await stored.store.log.past_games(game="minerva") == []


async def test_a_closed_store_refuses_everything(stored: SessionFixture) -> None:
    await open_table(stored)
    await stored.store.close()
    with pytest.raises(StorageUnavailable):
        await stored.store.commit(Write(1, entries=(answer_entry(1, 9),)))
    with pytest.raises(StorageUnavailable):
        await stored.store.tables.by_id(1)


async def test_reserved_connection_slots_are_spaced_apart(stored: SessionFixture) -> None:
    reserve = stored.store.starts.reserve

    turns = await asyncio.gather(*(reserve("identify 0", AT, 6000) for _ in range(3)))

    assert sorted(turns) == [0, 6000, 12_000]
    assert await reserve("identify 1", AT, 6000) == 0
    assert await reserve("identify 0", AT + 17_000, 6000) == 1000
    assert await reserve("identify 0", AT - 10**9, 6000) == 0  # This turn was reserved by a wrong clock.
