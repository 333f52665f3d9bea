"""The game asks about every order or extra action that could change the outcome. Q-62, GEN-8, EXTRA-2

`python -m tests.engine.minos_dawn.every_moment --turns 12000` plays many more turns.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.kernel.decision import Decision, Option
from engine.kernel.steps import Choice
from engine.minos_dawn.effects.interpreter import OrderEffects
from engine.minos_dawn.game import GAME, DawnAsides
from engine.minos_dawn.state.state import DawnState
from tests.engine.minos_dawn.every_moment import find_missed

TURNS = 250


def test_q_62_skipping_questions_loses_no_outcome() -> None:
    assert [str(turn) for turn in find_missed(TURNS) if turn is not None] == []


class HastyAsides(DawnAsides):
    """A planted fault: the asides offer no extra actions between effects."""

    def offer(self, state: DawnState, question: Choice[DawnState], decision: Decision) -> Sequence[Option]:
        return () if isinstance(question, OrderEffects) else super().offer(state, question, decision)


def test_q_62_a_missing_offer_of_extra_actions_is_detected() -> None:
    assert any(turn is not None for turn in find_missed(TURNS, game=replace(GAME, asides=HastyAsides())))
