"""Lists of 30 tables take no more queries than a list of one table, in every store."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, event

import sessions.sessions
from cogs.delivery.live_messages import CONTROL
from sandbox.driver import Actor
from sandbox.parts import PATIENCE_S
from sandbox.world import GUILD_ID
from sessions.lobby.lobby import LobbyOptions
from sessions.records.table import LiveMessage
from sessions.store import Quotas, Write
from sessions.time.due_work import Passes
from tests.databases import DATABASES, KINDS, WHY_NOT, is_installed
from tests.db.test_contract import AT, LARGE, answer_entry, open_table
from tests.senders import silence
from tests.sessions.fixture import BOB, SessionFixture, in_memory
from tests.wire.evening import Wired, wired

pytestmark = pytest.mark.xdist_group("postgresql")


@contextmanager
def queries() -> Iterator[list[str]]:
    """Record the queries sent to any database during the block."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_tables_and_their_messages_take_few_queries(stored: SessionFixture) -> None:
    store, counted = stored.store, []
    for number in range(1, 31):
        kept = await open_table(stored, number, channel=number, owner=number)
        await store.posts.keep_message(LiveMessage(kept.id, "control", number, 900 + number, AT))
        if number in (1, 30):
            with queries() as sent:
                of_user, in_guild = await store.tables.of_user(BOB), await store.tables.in_guild(LARGE)
                messages = await store.posts.live_messages(*(table.id for table in of_user))
            assert [table.id for table in of_user] == [table.id for table in in_guild] == list(range(1, number + 1))
            assert [table.sitters[0].user for table in of_user] == list(range(1, number + 1))
            assert [message.message for message in messages] == [900 + each for each in range(1, number + 1)]
            counted.append(len(sent))

    assert counted == [7, 7]


async def test_a_recently_read_table_is_not_read_again(stored: SessionFixture) -> None:
    sessions = stored.sessions
    kept = await open_table(stored)
    session = await sessions.by_id(kept.id)
    (row,) = await sessions.store.tables.of_user(BOB)
    sessions.is_shared = True

    with queries() as known:
        assert await sessions.by_id(row.id, row.revision) is session
    with queries() as changed:
        assert await sessions.by_id(row.id, row.revision + 1) is session

    assert (len(known), len(changed)) == (0, 1)


async def test_tables_read_together_equal_tables_read_one_by_one(stored: SessionFixture) -> None:
    for channel in (1, 2, 3):
        await stored.game(channel=channel)
    await stored.store.commit(Write(1, entries=(answer_entry(2, 7),)))
    await stored.store.commit(Write(2, row=replace((await stored.sessions.by_id(2)).table, status="suspended")))
    DATABASES.do(stored.path, lambda wire: wire.exec_driver_sql("UPDATE entries SET deed = '' WHERE table_id = 1"))
    await stored.restart()
    rows = [each for number in (1, 2, 3) if (each := await stored.store.tables.by_id(number)) is not None]

    found = await stored.sessions.all_of([*rows, replace(rows[0], id=9)])

    assert [session.table.id for session in found] == [1, 2, 3], "the last table no longer exists"
    assert (found[0].table.status, found[0].table.reason) == ("suspended", "damaged")
    assert found[2].pending
    assert found == [await stored.sessions.by_id(number) for number in (1, 2, 3)]


@pytest.fixture(params=KINDS)
async def wired_bot(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot over a database of each kind. It reads a table only when it needs that table. It does no due work, which
    would add queries at any moment."""
    if request.param == "postgresql" and not is_installed():
        pytest.skip(WHY_NOT)
    monkeypatch.setattr(DATABASES, "kind", request.param)
    monkeypatch.setattr(sessions.sessions, "READ_AT_START", 0)
    monkeypatch.setattr(Passes, "start", lambda _: None)
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


async def restart(wired_bot: Wired) -> list[str]:
    """Restart the bot, and wait until it has restarted all clocks. Return the queries of the start."""
    await wired_bot.stop_bot()
    with queries() as sent:
        await wired_bot.start_bot()
        await wired_bot.sandbox.until(lambda: wired_bot.parts.client.services.due_work.is_running)
    return sent


async def under_way(wired_bot: Wired, number: int, people: list[Actor]) -> None:
    """Begin a game in a new channel, give some answers, and post a board."""
    parts, (first, second) = wired_bot.parts, people
    channel = wired_bot.sandbox.world.channels.new(GUILD_ID, f"table-{number}")
    others = [(second.id, second.name)]
    session = await parts.sessions.open(
        GUILD_ID,
        channel.id,
        first.id,
        first.name,
        "minos-classic",
        10 * number,
        LobbyOptions(seats_wanted=2, options={"first_seat": "first"}),
        others=others,
    )
    await session.lobby.start(first.id, 10 * number + 1)
    for place in range(2, 9):
        asked = next(person for person in people if session.reader.decision_of(person.id) is not None)
        decision = session.reader.decision_of(asked.id)
        assert decision is not None
        keys = tuple(
            option.key for option in session.reader.offers.as_shown(decision).options[: max(1, decision.at_least)]
        )
        await session.play.answer(asked.id, keys, 10 * number + place)
    message = LiveMessage(session.table.id, CONTROL, channel.id, 900 + number, AT, 1)
    await parts.store.posts.keep_message(message)


async def test_my_turns_needs_no_more_queries_for_thirty_tables(wired_bot: Wired) -> None:
    people, counted = [wired_bot.person(name) for name in ("Ariadne", "Theseus")], []
    for count in (1, 30):
        silence(wired_bot.parts.sessions.outbox)
        wired_bot.parts.sessions._quotas = Quotas(per_user=30)
        for number in range(1 if count == 1 else 2, count + 1):
            await under_way(wired_bot, number, people)
        posts = [post.id for post in await wired_bot.parts.store.posts.waiting()]
        await wired_bot.parts.store.posts.settle(posts, [])
        await restart(wired_bot)
        clocks = wired_bot.parts.sessions.context.seat_clocks
        asked = max(people, key=lambda person: len(clocks.asking(person.id)))
        lines = len(clocks.asking(asked.id))
        sessions = wired_bot.parts.sessions
        channels = [table.channel for table in await sessions.store.tables.of_user(asked.id)]
        assert in_memory(sessions, channels) == 0

        with queries() as sent:
            reply = await asked.command("/myturns", "agora")
            await wired_bot.parts.client.services.traffic.calm(PATIENCE_S)
            texts = [reply.text, *(each.text for each in reply.followups)]

        assert sum(text.count("https://discord.com/channels/") for text in texts) == lines
        counted.append(len([each for each in sent if "SELECT" in each.upper()]))

    assert in_memory(sessions, channels) == 30
    assert lines >= 15
    assert counted[0] == counted[1], counted


async def test_finding_seats_and_starting_need_no_more_queries_for_thirty_tables(wired_bot: Wired) -> None:
    owner, seeker = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    wired_bot.parts.sessions._quotas = Quotas(per_user=30)
    starting, finding = [], []
    for count in (1, 30):
        sessions = wired_bot.parts.sessions
        sessions._quotas = Quotas(per_user=30)
        silence(sessions.outbox)
        for number in range(1 if count == 1 else 2, count + 1):
            channel = wired_bot.sandbox.world.channels.new(GUILD_ID, f"lobby-{number}").id
            await sessions.open(GUILD_ID, channel, owner.id, owner.name, "minos-classic", 100 + number)
        posts = [post.id for post in await wired_bot.parts.store.posts.waiting()]
        await wired_bot.parts.store.posts.settle(posts, [])
        starting.append(len([each for each in await restart(wired_bot) if "SELECT" in each.upper()]))

        with queries() as sent:
            reply = await seeker.command("/table find", "agora")
            await wired_bot.parts.client.services.traffic.calm(PATIENCE_S)
        finding.append(len([each for each in sent if "SELECT" in each.upper()]))
        assert "minos" in reply.text.lower() or reply.followups

    assert finding[0] == finding[1], finding
    assert starting[0] == starting[1], starting
