"""A pause stops everybody's time until all agree to resume. A week of silence counts as agreement."""

import pytest

from sessions.clocks.seat_clocks import PAUSED, RESUME
from sessions.records.clock import DAY_MS, HOUR_MS, Due
from sessions.records.log import Reseated
from sessions.refusals import (
    AlreadySeated,
    EndNeedsConsent,
    NoFreeSeat,
    NotPaused,
    NotSeated,
    ProposalStands,
    SeatIsOpen,
    TableSuspended,
)
from sessions.session import Session
from sessions.store import Write
from tests.sessions.fixture import ALICE, BOB, CAROL, DAVE, SessionFixture
from tests.sessions.test_due_work import Time, time  # noqa: F401
from tests.sessions.test_paces import begin_vote, clock, start_with_pace


async def pause_waiting_game(fixture: SessionFixture, pace: str = "brisk") -> Session:
    """Return a paused game of three players with a pace. Before the pause, it waited only for Alice."""
    session = await start_with_pace(fixture, BOB, CAROL, pace=pace)
    await session.proposals.propose("pause", ALICE, fixture.press())
    for user in (BOB, CAROL):
        await session.proposals.consent(user, fixture.press())
    assert session.table.is_paused
    return session


async def test_a_proposal_to_pause_survives_an_answer(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture, BOB, CAROL)
    await session.proposals.propose("pause", BOB, fixture.press())
    with pytest.raises(ProposalStands):
        await session.proposals.propose("pause", CAROL, fixture.press())
    await session.proposals.consent(CAROL, fixture.press())
    await fixture.step(session)
    assert session.table.status == "running"
    await session.proposals.consent(ALICE, fixture.press())
    assert session.table.is_paused


async def test_a_pause_stops_time_and_keeps_the_bank(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture)
    full = clock(fixture, session).left
    await time.pass_(3 * HOUR_MS)
    await session.proposals.propose("pause", ALICE, fixture.press())
    for user in (BOB, CAROL):
        await session.proposals.consent(user, fixture.press())
    told = len(time.reminders())
    await time.pass_(20 * DAY_MS)
    await time.kill(away_ms=DAY_MS)
    session = await fixture.sessions.by_id(session.table.id)

    assert session.table.is_paused
    assert session.pending == []
    assert len(time.reminders()) == told
    with pytest.raises(TableSuspended):
        await session.play.answer(ALICE, (), fixture.press())
    await session.proposals.propose_resume(CAROL, fixture.press())
    for user in (BOB, ALICE):
        await session.proposals.consent(user, fixture.press())

    assert session.table.status == "running"
    assert [session.table.sitters[asked.seat].user for asked in session.pending] == [ALICE]
    assert clock(fixture, session).left / HOUR_MS == pytest.approx(full / HOUR_MS - 3, abs=0.02)
    await time.pass_(1000)
    resumed = [post for post in time.told if post.kind == "board"][-1]
    assert resumed.users == (ALICE,)


@pytest.mark.parametrize("is_refused", [False, True])
async def test_a_week_of_silence_ends_a_pause_unless_someone_objects(
    fixture: SessionFixture, time: Time, is_refused: bool  # noqa: F811
) -> None:  # fmt: skip
    session = await pause_waiting_game(fixture)
    await session.proposals.propose_resume(BOB, fixture.press())
    if is_refused:
        await session.proposals.consent(CAROL, fixture.press(), agrees=False)
    await time.pass_(7 * DAY_MS - HOUR_MS)
    assert session.table.is_paused
    await time.kill()
    session = await fixture.sessions.by_id(session.table.id)
    await time.pass_(2 * HOUR_MS)

    assert session.table.is_paused == is_refused
    assert [due.kind for due in fixture.sessions.context.seat_clocks.due] == [PAUSED] * is_refused
    if is_refused:
        # Resuming can be proposed again, although nobody has answered in between.
        await session.proposals.propose_resume(BOB, fixture.press())


async def test_after_four_weeks_one_player_can_resume(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    """Otherwise one player could refuse to resume forever."""
    session = await pause_waiting_game(fixture)
    for _ in range(27):
        await session.proposals.propose_resume(BOB, fixture.press())
        await session.proposals.consent(CAROL, fixture.press(), agrees=False)
        await time.pass_(DAY_MS)
    await time.kill()
    session = await fixture.sessions.by_id(session.table.id)
    assert session.table.is_paused
    await time.pass_(DAY_MS + HOUR_MS)
    assert session.table.is_paused, "nobody has asked to resume, so the pause goes on"
    assert fixture.sessions.context.seat_clocks.due == []
    with pytest.raises(NotSeated):
        await session.proposals.propose_resume(DAVE, fixture.press())
    await session.proposals.propose_resume(BOB, fixture.press())

    assert session.table.status == "running"
    assert [session.table.sitters[asked.seat].user for asked in session.pending] == [ALICE]
    await time.pass_(1000)
    assert [post for post in time.told if post.kind == "board"][-1].users == (ALICE,)


async def test_a_proposal_to_resume_is_carried_out_after_four_weeks(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await pause_waiting_game(fixture)
    await time.pass_(26 * DAY_MS)
    await session.proposals.propose_resume(BOB, fixture.press())
    await time.pass_(2 * DAY_MS - HOUR_MS)
    assert session.table.is_paused
    await time.pass_(2 * HOUR_MS)
    assert session.table.status == "running"


async def test_only_all_players_together_can_pause_a_game(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await start_with_pace(fixture)
    with pytest.raises(NotPaused):
        await session.proposals.propose_resume(ALICE, fixture.press())
    with pytest.raises(NotSeated):
        await session.proposals.propose("pause", DAVE, fixture.press())
    await session.proposals.propose("pause", ALICE, fixture.press())
    for user in (BOB, CAROL):
        await session.proposals.consent(user, fixture.press())

    with pytest.raises(NotSeated):
        await session.proposals.propose_resume(DAVE, fixture.press())
    with pytest.raises(EndNeedsConsent):
        await session.leaving.close(ALICE, fixture.press())
    assert session.table.is_paused
    await session.leaving.close(DAVE, fixture.press(), is_moderator=True)
    assert (session.table.status, session.table.ended) == ("over", "moderated")
    assert await fixture.store.clocks.clocks() == []


async def test_a_game_without_pace_reminds_again_after_a_pause(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await pause_waiting_game(fixture, pace="none")
    assert await fixture.store.clocks.clocks() == []
    await time.pass_(10 * DAY_MS)
    assert time.reminders() == []
    await session.proposals.propose_resume(ALICE, fixture.press())
    for user in (BOB, CAROL):
        await session.proposals.consent(user, fixture.press())
    await time.pass_(25 * HOUR_MS)
    assert len(time.reminders(ALICE)) == 1


async def leave_and_pause(fixture: SessionFixture) -> Session:
    """Let Carol leave a game and the other two pause it. Return the game."""
    session = await start_with_pace(fixture, BOB, CAROL)
    await session.leaving.concede(CAROL, fixture.press())
    await session.proposals.propose("pause", ALICE, fixture.press())
    await session.proposals.consent(BOB, fixture.press())
    assert session.table.is_paused
    return session


@pytest.mark.parametrize("user", [CAROL, DAVE])
async def test_an_open_seat_can_be_taken_during_a_pause(
    fixture: SessionFixture, time: Time, user: int  # noqa: F811
) -> None:  # fmt: skip
    session = await leave_and_pause(fixture)
    assert session.table.has_open_seat
    with pytest.raises(SeatIsOpen):
        await session.proposals.propose_resume(CAROL, fixture.press())
    epoch, number = session.table.epoch, session.number
    moved = await session.lobby.join(user, f"user {user}", fixture.press())

    assert session.table.is_paused
    assert (session.reader.seat_of(user), session.pending) == (2, [])
    assert (moved.asked, session.table.epoch) == ((), epoch + 1)
    (entry, *orders) = await fixture.store.log.entries(session.table.id, number + 1, session.number)
    assert entry.action == Reseated(user, CAROL, f"user {CAROL}")
    assert bool(orders) is (user == DAVE), "the new player inherits no standing orders"
    with pytest.raises(AlreadySeated):
        await session.lobby.join(user, "again", fixture.press())
    with pytest.raises(NoFreeSeat):
        await session.lobby.join(2001, "Erigone", fixture.press())
    await time.kill()
    session = await fixture.sessions.by_id(session.table.id)
    await time.pass_(DAY_MS)
    assert time.reminders() == []
    await session.proposals.propose_resume(user, fixture.press())
    for other in (ALICE, BOB):
        await session.proposals.consent(other, fixture.press())
    assert session.table.status == "running"
    while session.pending[0].seat != 2:
        await fixture.step(session)
    assert clock(fixture, session, 2).user == user
    await fixture.play(session)
    assert session.table.ended == "finished"


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_player_with_an_open_seat_cannot_vote_on_resuming(
    fixture: SessionFixture, time: Time, agrees: bool  # noqa: F811
) -> None:  # fmt: skip
    session = await leave_and_pause(fixture)
    await session.proposals.propose_resume(ALICE, fixture.press())
    with pytest.raises(SeatIsOpen):
        await session.proposals.consent(CAROL, fixture.press(), agrees=agrees)
    with pytest.raises(NotSeated) as refused:
        await session.proposals.consent(DAVE, fixture.press(), agrees=agrees)
    assert not isinstance(refused.value, SeatIsOpen)


async def test_a_newcomer_during_a_pause_is_asked_to_resume(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    """The proposal stays open and keeps its deadline of one week."""
    session = await leave_and_pause(fixture)
    await session.proposals.propose_resume(ALICE, fixture.press())
    due_at = fixture.sessions.context.seat_clocks.due_at(session.table.id, RESUME)
    await session.lobby.join(CAROL, f"user {CAROL}", fixture.press())
    assert session.table.proposal is not None
    assert session.table.proposal.agreed == (0,)
    assert fixture.sessions.context.seat_clocks.due_at(session.table.id, RESUME) == due_at is not None
    await session.proposals.consent(BOB, fixture.press())
    assert session.table.is_paused
    await session.proposals.consent(CAROL, fixture.press())
    assert session.table.status == "running"


async def test_a_new_proposal_to_resume_does_not_inherit_a_deadline(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    """The old one is refused, and the new one made, while a pass handles another table's deadline."""
    session = await pause_waiting_game(fixture)
    await session.proposals.propose_resume(BOB, fixture.press())

    async def propose_again(due: Due, now: int) -> None:
        await fixture.sessions.context.commit(Write(undone=((due.table, due.kind),)))
        await session.proposals.consent(CAROL, fixture.press(), agrees=False)
        await session.proposals.propose_resume(BOB, fixture.press())

    time.work.handle("another", propose_again)
    soon = Due(session.table.id, "another", fixture.now)
    await fixture.sessions.context.commit(Write(due=(soon,)))
    fixture.now += 7 * DAY_MS
    await time.work.tick()

    assert session.table.is_paused
    await time.pass_(7 * DAY_MS - HOUR_MS)
    assert session.table.is_paused
    await time.pass_(2 * HOUR_MS)
    assert session.table.status == "running"


async def test_someone_whose_time_was_up_has_some_after_a_pause(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    """They agreed to the pause, so they are back. Otherwise the next pass would begin the vote again."""
    session = await begin_vote(fixture, time, BOB, CAROL)
    await session.proposals.propose("pause", BOB, fixture.press())
    for user in (CAROL, ALICE):
        await session.proposals.consent(user, fixture.press())
    assert session.table.is_paused
    await session.proposals.propose_resume(ALICE, fixture.press())
    for user in (BOB, CAROL):
        await session.proposals.consent(user, fixture.press())

    await time.pass_(HOUR_MS)

    assert session.table.vote is None
    assert clock(fixture, session).left == 2 * HOUR_MS, "as much as the turn would have added"
    assert [notice.news for notice in await fixture.store.people.notices(ALICE, 0)] == ["out_of_time"]
    await time.pass_(2 * HOUR_MS)
    assert session.table.vote is not None
