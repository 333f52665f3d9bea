"""Substitutes: who may open an absent player's seat, and what a newcomer may do."""

import pytest

from sessions.records.clock import DAY_MS, Absence
from sessions.records.log import Conceded, Ordered, Reseated
from sessions.refusals import HeldAnotherSeat, NotSeated, ProposalStands, StillThere
from sessions.session import Session
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, SessionFixture, is_repeated
from tests.sessions.test_due_work import Time, time  # noqa: F401

WEEK_MS = 7 * 24 * 3600 * 1000


async def until_asked(fixture: SessionFixture, user: int) -> Session:
    """Return a game of Alice, Bob and Carol in which this user has a pending question."""
    session = await fixture.game(BOB, CAROL)
    for _ in range(20):
        if fixture.user_asked(session) == user:
            return session
        await fixture.step(session)
    raise AssertionError("never asked")


async def test_the_owner_can_open_a_seat_idle_for_a_week(fixture: SessionFixture) -> None:
    session = await until_asked(fixture, BOB)
    fixture.now += WEEK_MS - 60_000
    for by, user in ((ALICE, BOB), (ALICE, CAROL), (ALICE, ALICE), (BOB, BOB)):
        with pytest.raises(StillThere):
            await session.leaving.open_seat(by, user, fixture.press())
    with pytest.raises(NotSeated):
        await session.leaving.open_seat(DAVE, BOB, fixture.press())

    fixture.now += 60_000
    press = fixture.press()
    moved = await session.leaving.open_seat(ALICE, BOB, press)

    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert entries[1].action == Conceded(BOB, ALICE)
    assert session.reader.seat_of(BOB) is None
    assert session.table.status == "running"
    assert await is_repeated(session, session.leaving.open_seat(ALICE, BOB, press))
    [line] = [line for line in await session.reader.log.lines(None, 1, session.number) if line.action == "conceded"]
    assert (line.user, line.names[1]) == (ALICE, f"user {BOB}")


async def test_without_an_owner_a_majority_opens_a_silent_seat(fixture: SessionFixture) -> None:
    session = await until_asked(fixture, ALICE)
    await session.leaving.open_seat(BOB, ALICE, fixture.press(), is_gone=True)
    assert session.table.proposal is not None
    assert session.table.proposal.kind == "open"
    with pytest.raises(ProposalStands):
        await session.leaving.open_seat(CAROL, ALICE, fixture.press(), is_gone=True)

    await session.proposals.consent(CAROL, fixture.press())

    assert session.reader.seat_of(ALICE) is None
    assert session.table.owner == BOB


async def test_a_player_who_answers_or_objects_keeps_the_seat(fixture: SessionFixture) -> None:
    session = await until_asked(fixture, ALICE)
    await session.leaving.open_seat(BOB, ALICE, fixture.press(), is_gone=True)
    await session.proposals.consent(ALICE, fixture.press())  # Agreeing to open your own seat does not count as a vote.
    assert session.table.proposal is not None
    await session.proposals.consent(ALICE, fixture.press(), agrees=False)
    assert session.table.proposal is None
    await session.leaving.open_seat(CAROL, ALICE, fixture.press(), is_gone=True)
    await fixture.step(session)
    assert session.table.proposal is None
    assert session.reader.seat_of(ALICE) == 0


async def test_the_only_other_player_can_open_an_idle_seat(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.leaving.open_seat(BOB, ALICE, fixture.press(), is_gone=True)
    assert (session.table.status, session.table.owner) == ("running", BOB)
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await fixture.play(session)
    assert session.table.ended == "finished"


async def test_standing_orders_end_when_their_player_leaves(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.play.order(BOB, "STAND-1", ("scarecrow:on",), fixture.press())

    moved = await session.leaving.concede(BOB, fixture.press())

    assert not session.reader.timeline.position.state.scarecrows[1], "the autopilot has no standing orders"
    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert entries[0].action == Ordered("STAND-1", ("scarecrow:off",))
    digest = session.reader.timeline.digest()
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.reader.timeline.digest() == digest


async def test_standing_orders_are_cancelled_when_a_new_player_takes_over(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.play.order(BOB, "STAND-1", ("scarecrow:on",), fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(BOB, "Bob", fixture.press())

    await session.leaving.concede(BOB, fixture.press())
    moved = await session.lobby.join(DAVE, "Dave", fixture.press())

    assert not session.reader.timeline.position.state.scarecrows[1]
    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert [entry.action for entry in entries] == [
        Reseated(DAVE, BOB, "Bob"),
        Ordered("STAND-1", ("scarecrow:off",)),
    ]
    digest = session.reader.timeline.digest()
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.reader.timeline.digest() == digest
    await session.leaving.concede(CAROL, fixture.press())
    with pytest.raises(HeldAnotherSeat):
        await session.lobby.join(BOB, "Bob", fixture.press())


async def test_ownership_passes_to_the_player_seated_longest(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await session.leaving.concede(ALICE, fixture.press())
    assert session.table.owner == CAROL


async def test_absence_and_downtime_do_not_open_a_seat(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    session = await until_asked(fixture, BOB)
    await time.work.reschedule(BOB, absences=(Absence(fixture.now, fixture.now + 8 * DAY_MS),))
    await time.pass_(8 * DAY_MS)
    with pytest.raises(StillThere):
        await session.leaving.open_seat(ALICE, BOB, fixture.press())
    await time.kill(away_ms=8 * DAY_MS)
    session = await fixture.sessions.by_id(session.table.id)
    with pytest.raises(StillThere):
        await session.leaving.open_seat(ALICE, BOB, fixture.press())

    await time.pass_(7 * DAY_MS)
    await session.leaving.open_seat(ALICE, BOB, fixture.press())

    assert session.reader.seat_of(BOB) is None
