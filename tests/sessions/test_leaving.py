"""Leaving a running game: the autopilot, the last player, and newcomers."""

from pathlib import Path

import pytest

from sessions.lobby.lobby import LobbyOptions
from sessions.lobby.seats import SILENT_MS
from sessions.play.replaying import replay
from sessions.play.table_log import UNKNOWN, holders_at
from sessions.records.departures import last_one
from sessions.records.log import Answered, Conceded, Ended, Entry, Ordered, Reseated
from sessions.refusals import (
    AlreadySeated,
    EndNeedsConsent,
    HeldAnotherSeat,
    NoFreeSeat,
    NotLeftAlone,
    NotOwner,
    NotSeated,
    OtherServer,
    SeatIsOpen,
    TableOver,
    TableSuspended,
)
from tests.sessions.fixture import (
    ALICE,
    BOB,
    CAROL,
    CHANNEL,
    DAVE,
    EAGER,
    GUILD,
    SOLITARY_ORCHARD,
    SessionFixture,
    can_undo,
    is_repeated,
)


async def test_the_autopilot_answers_in_the_same_change_as_conceding(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    moved = await session.leaving.concede(BOB, fixture.press())
    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)

    assert [type(entry.action) for entry in entries[:2]] == [Ordered, Conceded]
    assert [
        entry.seat for entry in entries[1:] if isinstance(entry.action, Answered) and entry.action.by_autopilot
    ] == [1]
    with pytest.raises(NotSeated):
        await session.play.answer(BOB, ("tree:0",), fixture.press())
    while session.pending:
        assert 1 not in {decision.seat for decision in session.pending}
        await fixture.step(session)
    assert session.table.ended == "finished"


async def test_ownership_passes_on_when_the_owner_leaves(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(ALICE, fixture.press())
    assert session.table.owner == BOB


async def test_the_game_waits_until_its_last_player_decides(fixture: SessionFixture) -> None:
    session = await fixture.game()
    press = fixture.press()
    moved = await session.leaving.concede(BOB, press)

    assert (session.table.status, session.table.reason, moved.is_over) == ("suspended", "alone", False)
    assert session.pending == []
    *_, entry = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert entry.action == Conceded(BOB, plays="nobody")
    (post,) = (post for post in await fixture.store.posts.waiting() if post.last == moved.last)
    assert (post.users, post.turn_passed) == ((ALICE,), True), "the player who is asked gets a ping"
    assert await is_repeated(session, session.leaving.concede(BOB, press))
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    before = session.table, session.number
    with pytest.raises(TableSuspended):
        await session.play.answer(ALICE, ("tree:0",), fixture.press())
    for user, why in ((BOB, SeatIsOpen), (DAVE, NotSeated)):
        with pytest.raises(why):
            await session.leaving.play_on(user, fixture.press())
        with pytest.raises(why):
            await session.leaving.end_alone(user, fixture.press())
    assert (session.table, session.number) == before

    ended = await session.leaving.end_alone(ALICE, fixture.press())

    assert ended.is_over
    assert (session.table.status, session.table.ended) == ("over", "conceded")
    assert last_one(session.table) is not None
    assert session.reader.result() is None
    assert fixture.sessions.context.seat_clocks.due == []
    with pytest.raises(TableOver):
        await session.play.answer(ALICE, ("tree:0",), fixture.press())
    with pytest.raises(NotLeftAlone):
        await session.leaving.play_on(ALICE, fixture.press())


async def test_continuing_gives_abandoned_seats_the_standard_policy(fixture: SessionFixture) -> None:
    fixture.games["orchard"] = EAGER
    await fixture.restart()
    session = await fixture.game(BOB, CAROL)
    while [(asked.seat, asked.rule) for asked in session.pending] != [(2, "TURN-1")]:
        await fixture.step(session)
    await session.leaving.concede(BOB, fixture.press(), plays="autopilot")
    await session.leaving.concede(CAROL, fixture.press(), plays="autopilot")
    number = session.number
    await session.leaving.play_on(ALICE, fixture.press())

    assert session.table.status == "running"
    assert fixture.sessions.context.seat_clocks.due_at(session.table.id, "alone") is None
    await fixture.play(session)
    entries = await fixture.store.log.entries(session.table.id, number + 1, session.number)
    played = {entry.seat for entry in entries if isinstance(entry.action, Answered) and entry.action.by_autopilot}
    keys = {entry.action.keys for entry in entries if isinstance(entry.action, Answered) and entry.seat != 0}
    assert played == {1, 2}
    assert ("pass",) not in keys
    assert session.table.ended == "finished"
    assert session.reader.result() is not None


async def test_a_newcomer_ends_the_wait_for_the_last_player(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.leaving.concede(ALICE, fixture.press())
    assert session.table.owner == BOB
    await session.lobby.join(ALICE, "Alice", fixture.press())

    assert (session.table.status, len(session.table.people)) == ("running", 2)
    assert session.table.seating.plays == ()
    assert fixture.sessions.context.seat_clocks.due_at(session.table.id, "alone") is None
    await fixture.play(session)
    assert session.table.ended == "finished"


async def test_a_last_player_silent_for_a_week_wins(fixture: SessionFixture) -> None:
    session = await fixture.game()
    asked_at = fixture.now
    await session.leaving.concede(BOB, fixture.press())
    due_at = fixture.sessions.context.seat_clocks.due_at(session.table.id, "alone")
    assert due_at is not None
    assert due_at - asked_at == SILENT_MS + 1000
    await session.leaving.end_undecided()
    assert (session.table.status, session.table.ended) == ("over", "conceded")
    with pytest.raises(NotLeftAlone):
        await session.leaving.end_undecided()
    past = await fixture.store.log.past_games(user=ALICE, game="orchard")
    assert [game.is_last_one for game in past] == [True]


async def test_a_seat_that_someone_left_can_be_taken_over(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    with pytest.raises(NoFreeSeat):
        await session.lobby.join(DAVE, "Dave", fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    with pytest.raises(AlreadySeated):
        await session.lobby.join(CAROL, "Carol", fixture.press())
    moved = await session.lobby.join(DAVE, "Dave", fixture.press())

    entry, _ = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert (entry.seat, entry.action) == (1, Reseated(DAVE, BOB, f"user {BOB}"))
    assert session.reader.seat_of(DAVE) == 1
    digest, table = session.reader.timeline.digest(), session.table
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert (session.reader.timeline.digest(), session.table) == (digest, table)
    await fixture.play(session)
    assert session.table.ended == "finished"


async def test_a_proposal_is_cancelled_when_someone_takes_over_a_seat(fixture: SessionFixture) -> None:
    """All players must agree, and the newcomer has not been asked."""
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(CAROL, fixture.press())
    await session.proposals.propose("end", ALICE, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    assert (session.table.status, session.table.proposal) == ("running", None)


async def test_an_undo_cannot_go_back_before_a_player_left(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.play.answer(ALICE, ("tree:0",), fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    assert not can_undo(session, ALICE)


async def test_an_owner_cannot_close_a_game_that_lost_its_channel(fixture: SessionFixture) -> None:
    """Otherwise an owner who is losing could delete the channel and then close the game. A moderator may close it, but
    takes last place if they play in it.
    """
    session = await fixture.game(BOB, CAROL)
    await session.place.lose_channel(session.table.channel)
    await fixture.restart()
    session = await fixture.sessions.by_id(session.table.id)
    for user, refusal in ((ALICE, TableSuspended), (BOB, TableSuspended)):
        with pytest.raises(refusal):
            await session.leaving.close(user, fixture.press())
    assert session.table.reason == "channel"

    await session.leaving.close(ALICE, fixture.press(), is_moderator=True)

    assert (session.table.status, session.table.ended) == ("over", "moderated")
    past = await fixture.store.log.past_games(guild=GUILD)
    assert {side.user: side.place for side in past if side.place} == {ALICE: 3}


async def test_a_table_that_lost_its_channel_continues_in_another(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.place.lose_channel(session.table.channel)
    assert session.pending == []
    await fixture.restart()
    session = await fixture.sessions.by_id(session.table.id)
    assert session.table.reason == "channel"

    await session.place.move_to(BOB, GUILD, 4242, fixture.press())
    assert (await fixture.sessions.at(4242)).table.id == session.table.id
    await fixture.play(session)
    assert session.table.status == "over"


async def test_a_former_player_may_take_only_their_own_seat(fixture: SessionFixture) -> None:
    """Someone who conceded has seen one hand and must not see another. The rule also holds after a restart."""
    session = await fixture.game(BOB, CAROL, DAVE)
    await session.leaving.concede(ALICE, fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(2001, "Erigone", fixture.press())
    assert session.reader.seat_of(2001) == 0
    await session.leaving.concede(2001, fixture.press())
    await session.lobby.join(BOB, "Bob", fixture.press())
    assert session.reader.seat_of(BOB) == 1

    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(2002, "Glaukos", fixture.press())
    assert session.reader.seat_of(2002) == 0
    await session.lobby.join(2003, "Minos", fixture.press())
    assert session.reader.seat_of(2003) == 1
    await session.leaving.concede(2002, fixture.press())
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    before = session.table, session.number
    with pytest.raises(HeldAnotherSeat):
        await session.lobby.join(BOB, "Bob", fixture.press())
    assert (session.table, session.number) == before
    await session.lobby.join(2001, "Erigone", fixture.press())
    assert session.reader.seat_of(2001) == 0


async def test_a_returning_player_keeps_the_former_name(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)

    async def sits_down(user: int, name: str) -> list[str]:
        distinct_name = lambda name, taken: name + "!" * (name in taken)  # noqa: E731
        await session.lobby.join(user, name, fixture.press(), tell_apart=distinct_name)
        return [sitter.name for sitter in session.table.sitters]

    await session.leaving.concede(BOB, fixture.press())
    assert await sits_down(BOB, f"user {BOB}") == ["Alice", f"user {BOB}", f"user {CAROL}"]
    await session.leaving.concede(BOB, fixture.press())
    assert await sits_down(BOB, "Alice") == ["Alice", "Alice!", f"user {CAROL}"]
    await session.leaving.concede(BOB, fixture.press())
    assert await sits_down(DAVE, "Alice!") == ["Alice", "Alice!!", f"user {CAROL}"]


async def test_owner_and_moderators_move_a_table_within_its_server(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    before = session.table
    for user, guild, is_moderator, why in (
        (BOB, GUILD, False, NotOwner),
        (DAVE, GUILD, False, NotOwner),
        (BOB, 6, True, OtherServer),
        (ALICE, 6, False, OtherServer),
        (ALICE, None, False, OtherServer),
    ):
        with pytest.raises(why):
            await session.place.move_to(user, guild, 4242, fixture.press(), is_moderator=is_moderator)
    assert session.table == before

    await session.place.move_to(ALICE, GUILD, 4242, fixture.press())
    await session.place.move_to(DAVE, GUILD, 4243, fixture.press(), is_moderator=True)
    assert (session.table.guild, session.table.channel) == (GUILD, 4243)


async def test_any_player_moves_a_lost_table_within_its_server(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.place.lose_channel(session.table.channel)
    with pytest.raises(NotOwner):
        await session.place.move_to(DAVE, GUILD, 4242, fixture.press())
    with pytest.raises(OtherServer):
        await session.place.move_to(CAROL, 6, 4242, fixture.press())
    await session.place.move_to(CAROL, GUILD, 4242, fixture.press())
    assert session.table.status == "running"


async def test_the_owner_cannot_end_a_running_game_alone(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    before = session.table, session.number
    for user in (ALICE, BOB, DAVE):
        with pytest.raises(EndNeedsConsent):
            await session.leaving.close(user, fixture.press())
    assert (session.table, session.number) == before


async def test_a_game_ended_by_consent_is_kept(fixture: SessionFixture) -> None:
    """The log says that it ended, the position is kept, and the game counts as ended early."""
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(CAROL, fixture.press())
    await fixture.step(session)
    digest, seats = session.reader.timeline.digest(), session.reader.timeline.position.settings.seats
    await session.proposals.propose("end", ALICE, fixture.press())
    assert session.table.status == "running"
    moved = await session.proposals.consent(BOB, fixture.press())

    assert (session.table.status, session.table.ended) == ("over", "agreed")
    (entry,) = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert (entry.seat, entry.action, entry.digest) == (0, Ended(BOB), digest)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert (session.reader.timeline.digest(), session.table.ended, seats) == (digest, "agreed", 3)
    assert [told.action for told in await session.reader.log.lines(None, 1, session.number)][-1] == "agreed"
    log = await fixture.store.log.entries(session.table.id, 1, 1000)
    assert replay(session.reader.game, log).departed_at is None
    past = [(await fixture.store.log.past_games(user=user, game="orchard"))[0] for user in (ALICE, BOB, CAROL)]
    assert [(each.is_cut_short, each.is_given_up) for each in past] == [(True, False), (True, False), (True, True)]


async def test_the_log_says_which_moderator_ended_the_game(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    moved = await session.leaving.close(DAVE, fixture.press(), is_moderator=True)

    assert moved.is_over
    assert (session.table.status, session.table.ended) == ("over", "moderated")
    (told,) = await session.reader.log.lines(None, moved.first, moved.last)
    assert (told.action, told.seat, told.user) == ("moderated", None, DAVE)
    with pytest.raises(TableOver):
        await session.leaving.close(DAVE, fixture.press(), is_moderator=True)


async def test_a_solo_player_can_end_the_game_alone(tmp_path: Path) -> None:
    fixture = await SessionFixture.begin(tmp_path / "alone.db", SOLITARY_ORCHARD)
    session = await fixture.lobby()
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(seats_wanted=1))
    await session.lobby.start(ALICE, fixture.press())
    await session.leaving.close(ALICE, fixture.press())
    assert (session.table.status, session.table.ended) == ("over", "agreed")
    await fixture.close()


async def test_each_entry_names_who_held_the_seat_then(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await fixture.play(session, 6)
    before = session.number
    await session.leaving.concede(BOB, fixture.press())
    taken_over = (await session.lobby.join(DAVE, "Dave", fixture.press())).first
    await fixture.play(session, 2)
    await session.leaving.concede(DAVE, fixture.press())
    back = (await session.lobby.join(BOB, "Bob again", fixture.press())).first

    for _ in range(2):
        names = {line.number: line.names[1] for line in await session.reader.log.lines(None, 1, session.number)}
        assert {names[number] for number in names if number <= before} == {f"user {BOB}"}
        assert names[before + 2] == f"user {BOB}", "a player who leaves is logged under their own name"
        assert names[taken_over] == "Dave"
        assert names[taken_over + 2] == "Dave"
        assert names[back] == "Bob again"
        await fixture.restart()
        session = await fixture.sessions.at(CHANNEL)


async def test_logs_of_older_versions_name_players_who_left(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    table = session.table
    changes = [Entry(5, 1, Conceded(BOB), "", 0, 0, 0), Entry(6, 1, Reseated(DAVE), "", 0, 0, 0)]

    assert holders_at(table, changes, 6)[1] == table.sitters[1].name
    assert holders_at(table, changes, 5)[1] == f"<@{BOB}>"
    assert holders_at(table, [changes[1]], 5)[1] == UNKNOWN
