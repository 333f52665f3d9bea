"""Undo is free back to the last reveal. Going back further needs the agreement of all others."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision
from engine.kernel.game import Programs
from sessions.lobby.lobby import LobbyOptions
from sessions.play.replaying import replay
from sessions.records.log import Answered, Retracted
from sessions.refusals import NoProposal, NothingToUndo, ProposalRefused, ProposalStands, StalePress, UndoClosed
from sessions.session import Session
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, SOLITARY_ORCHARD, SessionFixture, can_undo, is_repeated


def pick_quietly(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Return a random answer that reveals nothing."""
    keys = [option.key for option in decision.options if option.key not in ("draw", "tree:1")]
    return (keys[chance.below("player", len(keys))],)


DICING = replace(ORCHARD, programs=Programs({"greedy": pick_quietly}))
"""The toy game with a standard policy that picks a random answer without a reveal."""


async def at_turn(fixture: SessionFixture, session: Session) -> int:
    """Play until a turn begins. Return its user."""
    while session.pending[0].rule != "TURN-1":
        await fixture.step(session)
    return fixture.user_asked(session)


async def test_the_last_answer_is_undone_and_asked_again(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    digest, decision, epoch = session.reader.timeline.digest(), session.reader.decision_of(user), session.table.epoch
    assert decision is not None
    assert not can_undo(session, user)
    await session.play.answer(user, ("preserve",), fixture.press())
    assert can_undo(session, user)

    await session.undo.take_back(user, fixture.press())

    assert session.reader.timeline.digest() == digest
    assert session.reader.decision_of(user) == decision
    assert session.table.epoch == epoch + 1
    with pytest.raises(StalePress):
        await session.play.answer(user, ("pass",), fixture.press(), epoch=epoch, decision=decision.id)


async def test_undo_appends_to_the_log_and_survives_a_restart(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    moved = await session.play.answer(user, ("preserve",), fixture.press())
    press = fixture.press()
    undone = await session.undo.take_back(user, press)
    digest, number, table = session.reader.timeline.digest(), session.number, session.table

    (entry,) = await fixture.store.log.entries(table.id, undone.first, undone.last)
    assert entry.action == Retracted((moved.first,))
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert (session.reader.timeline.digest(), session.number, session.table) == (digest, number, table)
    assert await is_repeated(session, session.undo.take_back(user, press))
    assert session.number == number


async def test_all_answers_of_a_chain_are_undone_together(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    digest = session.reader.timeline.digest()
    chain = {"TURN-1": ("preserve",), "PRESERVE-1": ("fruit:0",)}
    moved = await session.play.answer_chain(user, lambda decision: chain.get(decision.rule), fixture.press())
    assert not moved.revealed
    await session.undo.take_back(user, fixture.press())
    assert session.reader.timeline.digest() == digest


async def test_a_reveal_cannot_be_undone_freely(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    moved = await session.play.answer(user, ("draw",), fixture.press())
    assert moved.revealed
    assert not can_undo(session, user)
    with pytest.raises(UndoClosed) as refused:
        await session.undo.take_back(user, fixture.press())
    assert refused.value.why == "revealed"


async def test_an_answer_by_another_seat_ends_free_undo(fixture: SessionFixture) -> None:
    session = await fixture.game()
    with pytest.raises(NothingToUndo):
        await session.undo.take_back(ALICE, fixture.press())
    await session.play.answer(ALICE, ("tree:0",), fixture.press())
    assert can_undo(session, ALICE)
    session = await fixture.game(BOB, CAROL, channel=2)
    await session.play.answer(ALICE, ("tree:0",), fixture.press())
    await session.play.answer(BOB, ("tree:1",), fixture.press())

    assert not can_undo(session, ALICE)
    with pytest.raises(UndoClosed) as refused:
        await session.undo.take_back(ALICE, fixture.press())
    assert refused.value.why == "other"
    await session.undo.take_back(BOB, fixture.press())
    assert not can_undo(session, ALICE)


async def test_standing_orders_of_other_seats_survive_an_undo(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    other = BOB if user == ALICE else ALICE
    await session.play.answer(user, ("preserve",), fixture.press())
    await session.play.order(other, "STAND-1", ("scarecrow:on",), fixture.press())
    seat = session.reader.seat_of(other)
    assert seat is not None
    assert can_undo(session, user)

    await session.undo.take_back(user, fixture.press())

    assert session.pending[0].rule == "TURN-1"
    assert session.reader.timeline.position.state.scarecrows[seat]
    digest = session.reader.timeline.digest()
    await fixture.restart()
    assert (await fixture.sessions.at(CHANNEL)).reader.timeline.digest() == digest


async def test_the_same_undos_are_possible_after_a_restart(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    while session.pending:
        before = {user: can_undo(session, user) for user in (ALICE, BOB, CAROL)}
        line = [entry.number for entry in session.reader.timeline.undo.moves]
        await fixture.restart()
        session = await fixture.sessions.at(CHANNEL)
        assert {user: can_undo(session, user) for user in (ALICE, BOB, CAROL)} == before
        assert [entry.number for entry in session.reader.timeline.undo.moves] == line
        await fixture.play(session, 3)


async def test_an_undone_answer_does_not_change_the_next_draw(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    await session.play.answer(user, ("preserve",), fixture.press())
    await session.undo.take_back(user, fixture.press())
    await session.play.answer(user, ("draw",), fixture.press())
    drawn = session.reader.timeline.position.state.baskets

    twin = await fixture.game(options={"crows": False}, channel=2)
    for entry in await fixture.store.log.entries(session.table.id, 1, 100):
        if entry.number <= 1 or entry.seat is None or not hasattr(entry.action, "keys") or twin.number >= 30:
            continue
        if entry.action.keys == ("preserve",):
            continue
        await twin.play.answer(twin.table.sitters[entry.seat].user, entry.action.keys, fixture.press())
    assert twin.reader.timeline.position.state.baskets == drawn


async def test_a_reveal_is_undone_if_everyone_agrees(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(fixture, session)
    digest, epoch = session.reader.timeline.digest(), session.table.epoch
    await session.play.answer(user, ("draw",), fixture.press())
    others = [other for other in (ALICE, BOB, CAROL) if other != user]

    with pytest.raises(NoProposal):
        await session.proposals.consent(others[0], fixture.press())
    await session.undo.propose(user, fixture.press())
    await session.proposals.consent(others[0], fixture.press())
    assert session.reader.timeline.digest() != digest
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await session.proposals.consent(others[1], fixture.press())

    assert session.reader.timeline.digest() == digest
    assert session.table.epoch == epoch + 1
    assert session.table.proposal is None
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.reader.timeline.digest() == digest
    await fixture.play(session)
    assert session.table.status == "over"


async def test_a_proposal_ends_when_someone_refuses_or_answers(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(fixture, session)
    other = BOB if user == ALICE else ALICE
    await session.undo.propose(user, fixture.press())
    await session.proposals.consent(other, fixture.press(), agrees=False)
    assert session.table.proposal is None

    await fixture.step(session)
    await session.undo.propose(user, fixture.press())
    await fixture.step(session)
    assert session.table.proposal is None
    with pytest.raises(NoProposal):
        await session.proposals.consent(other, fixture.press())


async def test_an_agreed_undo_can_go_far_back_and_be_repeated(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False, "goal": 12})
    digests = [session.reader.timeline.digest()]
    for _ in range(20):
        await fixture.step(session)
        digests.append(session.reader.timeline.digest())
    for _ in range(5):
        await session.undo.propose(ALICE, fixture.press())
        await session.proposals.consent(BOB, fixture.press())
        assert session.reader.timeline.digest() in digests
        digests = digests[: digests.index(session.reader.timeline.digest()) + 1]
        await fixture.restart()
        session = await fixture.sessions.at(CHANNEL)
        assert session.reader.timeline.digest() == digests[-1]
    await fixture.play(session)
    assert session.table.status == "over"


async def test_an_agreed_undo_cancels_later_standing_orders(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    other = BOB if user == ALICE else ALICE
    digest = session.reader.timeline.digest()
    await session.play.answer(user, ("draw",), fixture.press())
    await session.play.order(other, "STAND-1", ("scarecrow:on",), fixture.press())
    await fixture.step(session)
    await session.undo.propose(user, fixture.press())
    while session.reader.timeline.digest() != digest:
        await session.proposals.consent(other, fixture.press())
        if session.table.proposal is None and session.reader.timeline.digest() != digest:
            await session.undo.propose(user, fixture.press())

    await session.play.order(other, "STAND-1", ("scarecrow:on",), fixture.press())
    await fixture.play(session, 4)
    await session.undo.propose(user, fixture.press())
    await session.proposals.consent(other, fixture.press())
    log = await fixture.store.log.entries(session.table.id, 1, 1000)
    assert replay(session.reader.game, log).departed_at is None
    await fixture.restart()
    assert (await fixture.sessions.at(CHANNEL)).reader.timeline.digest() == session.reader.timeline.digest()


async def test_a_solo_player_cannot_undo_a_reveal(tmp_path: Path) -> None:
    fixture = await SessionFixture.begin(tmp_path / "alone.db", SOLITARY_ORCHARD)
    session = await fixture.lobby()
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(seats_wanted=1))
    await session.lobby.start(ALICE, fixture.press())
    while can_undo(session, ALICE) or not session.number > 1:
        await fixture.step(session)

    number = session.number
    for attempt in (session.undo.take_back, session.undo.propose):
        with pytest.raises(UndoClosed) as refused:
            await attempt(ALICE, fixture.press())
        assert refused.value.why == "revealed"
    assert (session.number, session.table.proposal) == (number, None)
    await fixture.close()


async def test_a_second_press_on_the_same_undo_changes_nothing(fixture: SessionFixture) -> None:
    """Both presses carry the same epoch and wait for the table at the same time."""
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    await session.play.answer(user, ("preserve",), fixture.press())
    before = session.reader.timeline.digest()
    await session.play.answer(user, ("fruit:0",), fixture.press())
    epoch = session.table.epoch

    first, second = await asyncio.gather(
        session.undo.take_back(user, fixture.press(), epoch=epoch),
        session.undo.take_back(user, fixture.press(), epoch=epoch),
        return_exceptions=True,
    )

    assert isinstance(second, StalePress)
    assert not isinstance(first, BaseException)
    assert session.reader.timeline.digest() == before


async def test_every_press_must_carry_the_current_epoch(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    await session.leaving.concede(CAROL, fixture.press())
    before = session.table, session.number
    for attempt in (
        lambda: session.lobby.join(CAROL, "Carol", fixture.press(), epoch=0),
        lambda: session.lobby.leave(ALICE, fixture.press(), epoch=0),
        lambda: session.lobby.start(ALICE, fixture.press(), epoch=0),
        lambda: session.lobby.configure(ALICE, fixture.press(), epoch=0),
        lambda: session.leaving.close(ALICE, fixture.press(), is_moderator=True, epoch=0),
        lambda: session.play.order(ALICE, "STAND-1", ("scarecrow:on",), fixture.press(), epoch=0),
        lambda: session.undo.take_back(ALICE, fixture.press(), epoch=0),
        lambda: session.undo.propose(ALICE, fixture.press(), epoch=0),
        lambda: session.proposals.propose("end", ALICE, fixture.press(), epoch=0),
        lambda: session.proposals.consent(ALICE, fixture.press(), epoch=0),
        lambda: session.leaving.concede(ALICE, fixture.press(), epoch=0),
    ):
        with pytest.raises(StalePress):
            await attempt()
    assert (session.table, session.number) == before


async def test_a_vote_counts_only_for_the_proposal_shown_with_it(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(fixture, session)
    one, other = (each for each in (ALICE, BOB, CAROL) if each != user)
    await session.undo.propose(user, fixture.press())
    shown = session.table.proposal
    assert shown is not None
    await session.proposals.consent(one, fixture.press(), agrees=False, proposal=shown.id)
    await session.proposals.propose("end", one, fixture.press())
    now = session.table.proposal

    for agrees in (True, False):
        with pytest.raises(StalePress):
            await session.proposals.consent(other, fixture.press(), agrees, proposal=shown.id)
    assert session.table.proposal == now
    assert session.table.status == "running"


async def test_a_refused_proposal_can_be_repeated_after_the_next_answer(fixture: SessionFixture) -> None:
    """Otherwise someone could ping people again and again by proposing and refusing."""
    session = await fixture.game(BOB, CAROL, options={"crows": False})
    user = await at_turn(fixture, session)
    await session.undo.propose(user, fixture.press())
    for again in (session.undo.propose, partial(session.proposals.propose, "end")):
        with pytest.raises(ProposalStands):
            await again(user, fixture.press())
    await session.proposals.consent(user, fixture.press(), agrees=False)
    for again in (session.undo.propose, partial(session.proposals.propose, "end")):
        with pytest.raises(ProposalRefused):
            await again(user, fixture.press())
    await fixture.step(session)
    await session.undo.propose(user, fixture.press())
    assert session.table.proposal is not None


async def leave_to_bob(fixture: SessionFixture, *others: int) -> Session:
    """Let Alice leave a game. Return the game, in which only Bob and `others` must pick a fruit."""
    session = await fixture.game(BOB, *others, options={"crows": False, "goal": 12})
    await session.leaving.concede(ALICE, fixture.press(), plays="standard")
    if not others:
        await session.leaving.play_on(BOB, fixture.press())
    return session


async def test_autopilots_agree_to_an_undo_back_to_the_last_reveal(fixture: SessionFixture) -> None:
    """There is no other person to ask, and the board calls the autopilot a computer player."""
    session = await leave_to_bob(fixture)
    asked, digest, epoch = session.pending, session.reader.timeline.digest(), session.table.epoch
    with pytest.raises(NothingToUndo):
        await session.undo.take_back(BOB, fixture.press())
    await session.play.answer(BOB, ("tree:1",), fixture.press())
    assert [decision.rule for decision in session.pending] == ["TURN-1"], "the computer has had its turn"
    assert not can_undo(session, BOB)

    await session.undo.take_back(BOB, fixture.press())

    assert (session.pending, session.reader.timeline.digest(), session.table.epoch) == (asked, digest, epoch + 1)
    log = await fixture.store.log.entries(session.table.id, 1, session.number)
    assert replay(session.reader.game, log).departed_at is None
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.reader.timeline.digest() == digest
    await session.play.answer(BOB, ("tree:1",), fixture.press())
    await session.play.answer(BOB, ("pass",), fixture.press())  # this reveals a new round
    number = session.number
    with pytest.raises(UndoClosed) as closed:
        await session.undo.take_back(BOB, fixture.press())
    assert (closed.value.why, session.number) == ("revealed", number)


async def test_at_a_practice_table_autopilots_agree_to_undo(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, options={"crows": False})
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(practice=True))
    await session.lobby.start(ALICE, fixture.press())
    await session.leaving.concede(ALICE, fixture.press())
    await session.leaving.play_on(BOB, fixture.press())
    await session.play.answer(BOB, ("tree:1",), fixture.press())
    digest = session.reader.timeline.digest()
    await session.play.answer(BOB, ("pass",), fixture.press())
    assert session.reader.timeline.digest() != digest

    await session.undo.take_back(BOB, fixture.press())

    assert session.reader.timeline.digest() == digest


async def test_an_undo_never_goes_back_before_a_player_left(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    await session.play.answer(BOB, ("tree:1",), fixture.press())
    await session.leaving.concede(ALICE, fixture.press())
    await session.leaving.play_on(BOB, fixture.press())
    with pytest.raises(UndoClosed) as closed:
        await session.undo.take_back(BOB, fixture.press())
    assert closed.value.why == "seats"


async def test_an_undo_needs_remaining_players_but_not_autopilots(fixture: SessionFixture) -> None:
    session = await leave_to_bob(fixture, CAROL)
    digest = session.reader.timeline.digest()
    await session.play.answer(BOB, ("tree:1",), fixture.press())
    await session.play.answer(CAROL, ("tree:2",), fixture.press())
    await session.play.answer(BOB, ("draw",), fixture.press())
    with pytest.raises(UndoClosed):
        await session.undo.take_back(BOB, fixture.press())
    turn = session.reader.timeline.digest()
    await session.undo.propose(BOB, fixture.press())
    assert session.reader.timeline.digest() == turn
    await session.proposals.consent(CAROL, fixture.press())
    assert [decision.rule for decision in session.pending] == ["TURN-1"]
    await session.undo.propose(BOB, fixture.press())
    await session.proposals.consent(CAROL, fixture.press())
    assert session.reader.timeline.digest() == digest


async def test_an_autopilot_answers_the_same_after_an_undo(tmp_path: Path) -> None:
    """Otherwise a solo player could undo until they like the autopilot's answer."""
    fixture = await SessionFixture.begin(tmp_path / "dicing.db", DICING)
    session = await leave_to_bob(fixture)
    answers = set()
    for _ in range(12):
        number = session.number
        await session.play.answer(BOB, ("tree:1",), fixture.press())
        entries = await fixture.store.log.entries(session.table.id, number + 1, session.number)
        answers.add(tuple(entry.action.keys for entry in entries if isinstance(entry.action, Answered)))
        await session.undo.take_back(BOB, fixture.press())
    assert len(answers) == 1
    await fixture.close()


async def test_an_undo_of_the_same_answers_ends_the_proposal(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"crows": False})
    user = await at_turn(fixture, session)
    await fixture.step(session, lambda _: ("preserve",))
    await session.undo.propose(user, fixture.press())
    proposal = session.table.proposal
    assert proposal is not None

    await session.undo.take_back(user, fixture.press())
    with pytest.raises(NoProposal):
        await session.proposals.consent(BOB if user == ALICE else ALICE, fixture.press(), proposal=proposal.id)

    log = await fixture.store.log.entries(session.table.id, 1, 1000)
    assert replay(session.reader.game, log).departed_at is None
