"""One press can give several answers: combined options, and forced answers."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.kernel.decision import Decision
from engine.kernel.offering.offers import is_joined
from engine.kernel.refusals import Refusal, WrongNumber
from sessions.play.reader import Offers
from sessions.play.replaying import replay
from sessions.records.log import Answered
from sessions.session import Session
from tests.engine.changed import with_part
from tests.engine.kernel.potting import LONG_POTTING, POTTING, LongTurn, PottingTurn
from tests.sessions.fixture import CHANNEL, SessionFixture, is_repeated

POTTING_ORCHARD = with_part(POTTING, "rules", key="orchard")
"""The game of potting. The fixture plays it under the key of the toy game."""


@pytest.fixture
async def fixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SessionFixture]:
    monkeypatch.setattr("tests.engine.kernel.orchard.Turn", PottingTurn)
    opened = await SessionFixture.begin(tmp_path / "knossos.db", POTTING_ORCHARD)
    yield opened
    await opened.close()


async def at_turn(fixture: SessionFixture, fruit: int) -> tuple[Session, int]:
    """Play until the first seat has a turn and `fruit` kinds of fruit. Return session and user.

    No fruit is drawn between this turn and the next seat's.
    """
    session = await fixture.game(options={"crows": False})
    while True:
        seat = session.pending[0].seat
        kinds = set(session.reader.timeline.position.state.baskets[seat])
        if seat == 0 and session.pending[0].rule == "TURN-1" and len(kinds) == fruit:
            return session, fixture.user_asked(session)
        await fixture.step(session, lambda decision: pick(fixture, decision))


def pick(fixture: SessionFixture, decision: Decision) -> tuple[str, ...]:
    """Pick the first fruit for every seat, so some get none. Answer other single choices with the last option."""
    return (
        (decision.options[0 if decision.rule == "PICK-1" else -1].key,)
        if decision.at_most == 1
        else fixture.pick(decision)
    )


async def test_options_combined_in_advance_are_not_combined_again(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, user = await at_turn(fixture, fruit=2)
    asked = session.reader.decision_of(user)
    assert asked is not None
    shown = session.reader.offers.as_shown(asked)
    offers = Offers(session.reader)
    await offers.prepare(asked)
    monkeypatch.setattr("sessions.play.reader.offer", None)
    assert offers.as_shown(asked) == shown


async def test_each_answer_of_a_combined_option_is_stored_separately(fixture: SessionFixture) -> None:
    session, user = await at_turn(fixture, fruit=2)
    asked = session.reader.decision_of(user)
    assert asked is not None
    shown = session.reader.offers.as_shown(asked)
    assert is_joined(shown)
    digest = session.reader.timeline.digest()

    moved = await session.play.answer(user, ("preserve>fruit:1",), fixture.press(), decision=asked.id)

    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert [entry.action.keys for entry in entries if isinstance(entry.action, Answered)] == [
        ("preserve",),
        ("fruit:1",),
    ]
    assert len({entry.interaction for entry in entries}) == 1
    assert replay(session.reader.game, await fixture.store.log.entries(session.table.id, 1, 10_000)).departed_at is None

    await session.undo.take_back(user, fixture.press())
    assert session.reader.timeline.digest() == digest
    assert session.reader.decision_of(user) == asked


async def test_undoing_a_press_also_undoes_the_forced_answers_after_it(fixture: SessionFixture) -> None:
    session, user = await at_turn(fixture, fruit=1)
    digest = session.reader.timeline.digest()

    moved = await session.play.answer(user, ("preserve",), fixture.press())

    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert [entry.action.keys for entry in entries if isinstance(entry.action, Answered)] == [
        ("preserve",),
        ("fruit:0",),
    ]
    now = session.reader.decision_of(user)
    assert now is None or now.rule != "PRESERVE-1"
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await session.undo.take_back(user, fixture.press())
    assert session.reader.timeline.digest() == digest


async def test_forced_answers_complete_a_command_chain(fixture: SessionFixture) -> None:
    session, user = await at_turn(fixture, fruit=1)
    chain = {"TURN-1": ("preserve",)}

    moved = await session.play.answer_chain(user, lambda decision: chain.pop(decision.rule, None), fixture.press())

    entries = await fixture.store.log.entries(session.table.id, moved.first, moved.last)
    assert [entry.action.keys for entry in entries if isinstance(entry.action, Answered)] == [
        ("preserve",),
        ("fruit:0",),
    ]


LONG_ORCHARD = with_part(LONG_POTTING, "rules", key="orchard")
"""The game of long potting. The fixture plays it under the key of the toy game."""


@pytest.fixture
async def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SessionFixture]:
    monkeypatch.setattr("tests.engine.kernel.orchard.Turn", LongTurn)
    opened = await SessionFixture.begin(tmp_path / "knossos.db", LONG_ORCHARD)
    yield opened
    await opened.close()


async def test_combined_picks_are_logged_separately_and_undone_together(long: SessionFixture) -> None:
    session, user = await at_turn(long, fruit=2)
    asked = session.reader.decision_of(user)
    assert asked is not None
    digest, press = session.reader.timeline.digest(), long.press()

    moved = await session.play.answer(user, ("preserve>fruit:1", "pass"), press, decision=asked.id)

    entries = await long.store.log.entries(session.table.id, moved.first, moved.last)
    answers = [entry.action.keys for entry in entries if isinstance(entry.action, Answered)]
    assert answers == [("preserve",), ("fruit:1",), ("pass",)]
    assert replay(session.reader.game, await long.store.log.entries(session.table.id, 1, 10_000)).departed_at is None
    assert await is_repeated(session, session.play.answer(user, ("preserve>fruit:1", "pass"), press, decision=asked.id))

    await session.undo.take_back(user, long.press())
    assert session.reader.timeline.digest() == digest
    assert session.reader.decision_of(user) == asked


@pytest.mark.parametrize("keys", [("pass", "preserve>fruit:1"), ("preserve>fruit:1", "nothing")])
async def test_a_chain_refused_midway_changes_nothing(long: SessionFixture, keys: tuple[str, ...]) -> None:
    session, user = await at_turn(long, fruit=2)
    digest = session.reader.timeline.digest()

    with pytest.raises(Refusal):
        await session.play.answer(user, keys, long.press())

    assert session.reader.timeline.digest() == digest


async def test_a_question_that_takes_one_answer_refuses_several(fixture: SessionFixture) -> None:
    session, user = await at_turn(fixture, fruit=2)
    with pytest.raises(WrongNumber):
        await session.play.answer(user, ("preserve", "pass"), fixture.press())


async def test_offers_are_computed_once_per_answer(fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    session, user = await at_turn(fixture, 2)
    asked = session.reader.decision_of(user)
    assert asked is not None
    first = session.reader.offers.as_shown(asked)
    assert session.reader.offers.as_shown(asked) is first

    await session.play.answer(user, (first.options[-1].key,), fixture.press())
    again = session.pending[0]
    assert session.reader.offers.as_shown(again) is not first
    assert session.reader.offers.as_shown(again).id == again.id
