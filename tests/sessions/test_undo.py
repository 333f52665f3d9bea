"""Undo: free down to the last reveal, further back only when all others agree."""

import asyncio
from pathlib import Path

import pytest

from sessions.records import Retracted
from sessions.refusals import NoProposal, NothingToUndo, ProposalRefused, ProposalStands, StalePress, UndoClosed
from sessions.replaying import replay
from sessions.session import Session
from tests.sessions.evening import ALICE, BOB, CAROL, CHANNEL, Evening, SolitaryOrchard


async def at_turn(evening: Evening, session: Session) -> int:
    """Play until a seat has its turn; who that is."""
    while session.pending[0].rule != "TURN-1":
        await evening.step(session)
    return evening.user_asked(session)


async def test_the_last_answer_is_taken_back_and_asked_again(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    digest, decision, epoch = session.reader.digest, session.decision_of(user), session.table.epoch
    assert decision is not None
    assert not session.reader.can_undo(user)
    await session.answer(user, ("preserve",), evening.press())
    assert session.reader.can_undo(user)

    await session.undo(user, evening.press())

    assert session.reader.digest == digest
    assert session.decision_of(user) == decision
    assert session.table.epoch == epoch + 1
    with pytest.raises(StalePress):
        await session.answer(user, ("pass",), evening.press(), epoch=epoch, decision=decision.id)


async def test_undo_appends_and_survives_a_restart(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    moved = await session.answer(user, ("preserve",), evening.press())
    press = evening.press()
    undone = await session.undo(user, press)
    digest, number, table = session.reader.digest, session.number, session.table

    (entry,) = await evening.store.entries(table.id, undone.first, undone.last)
    assert entry.action == Retracted((moved.first,))
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    assert (session.reader.digest, session.number, session.table) == (digest, number, table)
    assert (await session.undo(user, press)).repeated
    assert session.number == number


async def test_a_chain_is_taken_back_as_a_whole(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    digest = session.reader.digest
    chain = {"TURN-1": ("preserve",), "PRESERVE-1": ("fruit:0",)}
    moved = await session.answer_chain(user, lambda decision: chain.get(decision.rule), evening.press())
    assert not moved.revealed
    await session.undo(user, evening.press())
    assert session.reader.digest == digest


async def test_what_was_revealed_stays(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    moved = await session.answer(user, ("draw",), evening.press())
    assert moved.revealed
    assert not session.reader.can_undo(user)
    with pytest.raises(UndoClosed) as refused:
        await session.undo(user, evening.press())
    assert refused.value.why == "revealed"


async def test_another_seat_s_answer_closes_undo(evening: Evening) -> None:
    session = await evening.game()
    with pytest.raises(NothingToUndo):
        await session.undo(ALICE, evening.press())
    await session.answer(ALICE, ("tree:0",), evening.press())
    assert session.reader.can_undo(ALICE)
    session = await evening.game(BOB, CAROL, channel=2)
    await session.answer(ALICE, ("tree:0",), evening.press())
    await session.answer(BOB, ("tree:1",), evening.press())

    assert not session.reader.can_undo(ALICE)
    with pytest.raises(UndoClosed) as refused:
        await session.undo(ALICE, evening.press())
    assert refused.value.why == "other"
    await session.undo(BOB, evening.press())
    assert not session.reader.can_undo(ALICE)


async def test_another_seat_s_order_neither_closes_undo_nor_falls_with_it(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    other = BOB if user == ALICE else ALICE
    await session.answer(user, ("preserve",), evening.press())
    await session.order(other, "STAND-1", ("scarecrow:on",), evening.press())
    seat = session.seat_of(other)
    assert seat is not None
    assert session.reader.can_undo(user)

    await session.undo(user, evening.press())

    assert session.pending[0].rule == "TURN-1"
    assert session.timeline.position.state.scarecrows[seat]
    digest = session.reader.digest
    await evening.restart()
    assert (await evening.sessions.at(CHANNEL)).reader.digest == digest


async def test_undo_is_the_same_before_and_after_a_restart(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL)
    while session.pending:
        before = {user: session.reader.can_undo(user) for user in (ALICE, BOB, CAROL)}
        line = [entry.number for entry in session.timeline.moves]
        await evening.restart()
        session = await evening.sessions.at(CHANNEL)
        assert {user: session.reader.can_undo(user) for user in (ALICE, BOB, CAROL)} == before
        assert [entry.number for entry in session.timeline.moves] == line
        await evening.play(session, 3)


async def test_redoing_after_undo_draws_the_same(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    await session.answer(user, ("preserve",), evening.press())
    await session.undo(user, evening.press())
    await session.answer(user, ("draw",), evening.press())
    drawn = session.timeline.position.state.baskets

    twin = await evening.game(options={"crows": False}, channel=2)
    for entry in await evening.store.entries(session.table.id, 1, 100):
        if entry.number <= 1 or entry.seat is None or not hasattr(entry.action, "keys") or twin.number >= 30:
            continue
        if entry.action.keys == ("preserve",):
            continue
        await twin.answer(twin.table.sitters[entry.seat].user, entry.action.keys, evening.press())
    assert twin.timeline.position.state.baskets == drawn


async def test_with_everyone_s_consent_a_reveal_is_taken_back(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(evening, session)
    digest, epoch = session.reader.digest, session.table.epoch
    await session.answer(user, ("draw",), evening.press())
    others = [other for other in (ALICE, BOB, CAROL) if other != user]

    with pytest.raises(NoProposal):
        await session.consent(others[0], evening.press())
    await session.propose_undo(user, evening.press())
    await session.consent(others[0], evening.press())
    assert session.reader.digest != digest
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    await session.consent(others[1], evening.press())

    assert session.reader.digest == digest
    assert session.table.epoch == epoch + 1
    assert session.table.proposal is None
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    assert session.reader.digest == digest
    await evening.play(session)
    assert session.table.status == "over"


async def test_a_proposal_ends_when_someone_disagrees_or_plays_on(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(evening, session)
    other = BOB if user == ALICE else ALICE
    await session.propose_undo(user, evening.press())
    await session.consent(other, evening.press(), agrees=False)
    assert session.table.proposal is None

    await evening.step(session)
    await session.propose_undo(user, evening.press())
    await evening.step(session)
    assert session.table.proposal is None
    with pytest.raises(NoProposal):
        await session.consent(other, evening.press())


async def test_consent_can_go_back_far_and_again(evening: Evening) -> None:
    session = await evening.game(options={"crows": False, "goal": 12})
    digests = [session.reader.digest]
    for _ in range(20):
        await evening.step(session)
        digests.append(session.reader.digest)
    for _ in range(5):
        await session.propose_undo(ALICE, evening.press())
        await session.consent(BOB, evening.press())
        assert session.reader.digest in digests
        digests = digests[: digests.index(session.reader.digest) + 1]
        await evening.restart()
        session = await evening.sessions.at(CHANNEL)
        assert session.reader.digest == digests[-1]
    await evening.play(session)
    assert session.table.status == "over"


async def test_orders_given_since_fall_with_a_consented_undo(evening: Evening) -> None:
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    other = BOB if user == ALICE else ALICE
    digest = session.reader.digest
    await session.answer(user, ("draw",), evening.press())
    await session.order(other, "STAND-1", ("scarecrow:on",), evening.press())
    await evening.step(session)
    await session.propose_undo(user, evening.press())
    while session.reader.digest != digest:
        await session.consent(other, evening.press())
        if session.table.proposal is None and session.reader.digest != digest:
            await session.propose_undo(user, evening.press())

    await session.order(other, "STAND-1", ("scarecrow:on",), evening.press())
    await evening.play(session, 4)
    await session.propose_undo(user, evening.press())
    await session.consent(other, evening.press())
    log = await evening.store.entries(session.table.id, 1, 1000)
    assert replay(session.reader.game, log).departed_at is None
    await evening.restart()
    assert (await evening.sessions.at(CHANNEL)).reader.digest == session.reader.digest


async def test_alone_nobody_can_be_asked_and_what_was_revealed_stays(tmp_path: Path) -> None:
    evening = await Evening.begin(tmp_path / "alone.db", SolitaryOrchard())
    session = await evening.lobby()
    await session.configure(ALICE, evening.press(), seats_wanted=1)
    await session.start(ALICE, evening.press())
    while session.reader.can_undo(ALICE) or not session.number > 1:
        await evening.step(session)

    number = session.number
    for attempt in (session.undo, session.propose_undo):
        with pytest.raises(UndoClosed) as refused:
            await attempt(ALICE, evening.press())
        assert refused.value.why == "revealed"
    assert (session.number, session.table.proposal) == (number, None)
    await evening.close()


async def test_a_second_press_of_one_undo_takes_nothing_more_back(evening: Evening) -> None:
    """V9: both were made in the same epoch, and wait for the table at the same time."""
    session = await evening.game(options={"crows": False})
    user = await at_turn(evening, session)
    await session.answer(user, ("preserve",), evening.press())
    before = session.reader.digest
    await session.answer(user, ("fruit:0",), evening.press())
    epoch = session.table.epoch

    first, second = await asyncio.gather(
        session.undo(user, evening.press(), epoch=epoch),
        session.undo(user, evening.press(), epoch=epoch),
        return_exceptions=True,
    )

    assert isinstance(second, StalePress)
    assert not isinstance(first, BaseException)
    assert session.reader.digest == before


async def test_every_press_is_of_the_present_epoch(evening: Evening) -> None:
    session = await evening.game(BOB, CAROL, options={"crows": False})
    await session.concede(CAROL, evening.press())
    before = session.table, session.number
    for attempt in (
        lambda: session.join(CAROL, "Carol", evening.press(), epoch=0),
        lambda: session.leave(ALICE, evening.press(), epoch=0),
        lambda: session.start(ALICE, evening.press(), epoch=0),
        lambda: session.configure(ALICE, evening.press(), epoch=0),
        lambda: session.close(ALICE, evening.press(), is_moderator=True, epoch=0),
        lambda: session.order(ALICE, "STAND-1", ("scarecrow:on",), evening.press(), epoch=0),
        lambda: session.undo(ALICE, evening.press(), epoch=0),
        lambda: session.propose_undo(ALICE, evening.press(), epoch=0),
        lambda: session.propose_end(ALICE, evening.press(), epoch=0),
        lambda: session.consent(ALICE, evening.press(), epoch=0),
        lambda: session.concede(ALICE, evening.press(), epoch=0),
    ):
        with pytest.raises(StalePress):
            await attempt()
    assert (session.table, session.number) == before


async def test_a_vote_counts_for_the_proposal_that_was_shown_alone(evening: Evening) -> None:
    """V10"""
    session = await evening.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(evening, session)
    one, other = (each for each in (ALICE, BOB, CAROL) if each != user)
    await session.propose_undo(user, evening.press())
    shown = session.table.proposal
    assert shown is not None
    await session.consent(one, evening.press(), agrees=False, proposal=shown.id)
    await session.propose_end(one, evening.press())
    now = session.table.proposal

    for agrees in (True, False):
        with pytest.raises(StalePress):
            await session.consent(other, evening.press(), agrees, proposal=shown.id)
    assert session.table.proposal == now
    assert session.table.status == "running"


async def test_what_was_refused_is_not_proposed_again_before_the_next_answer(evening: Evening) -> None:
    """V11: whoever proposes and refuses in turn pings nobody twice."""
    session = await evening.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(evening, session)
    await session.propose_undo(user, evening.press())
    for again in (session.propose_undo, session.propose_end):
        with pytest.raises(ProposalStands):
            await again(user, evening.press())
    await session.consent(user, evening.press(), agrees=False)
    for again in (session.propose_undo, session.propose_end):
        with pytest.raises(ProposalRefused):
            await again(user, evening.press())
    await evening.step(session)
    await session.propose_undo(user, evening.press())
    assert session.table.proposal is not None
