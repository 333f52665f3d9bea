"""Decides for each question whether the seat may first use an extra action or SA5's exchange. `is_fresh` means that the
question's effect is due but hasn't begun. Effects can be nested (decision 019). EXTRA-2, GEN-5, ABIL-SA5a"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from engine.kernel.decision import Decision, Option
from engine.kernel.steps import Choice
from engine.minos_dawn.actions.action_points import ActionPoints, PlayDecree, SpendWild, WildPoints
from engine.minos_dawn.actions.build import ReturnWarriors, TakeTile
from engine.minos_dawn.actions.cards import DiscardCards, DrawCards, PlaceInPalace, SellCards
from engine.minos_dawn.actions.choices import ChooseGood, ChooseRoute, ChooseTemp, ChooseTrack
from engine.minos_dawn.actions.expand import March, MoveTo, MoveWarriors, PlaceWarriors
from engine.minos_dawn.actions.extra import exchange_options, extra_options
from engine.minos_dawn.actions.payment import Pay
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.effects.feasibility import could_sway_effect
from engine.minos_dawn.effects.interpreter import ChooseEither, Convert, OrderEffects
from engine.minos_dawn.phases.setup import PickItem
from engine.minos_dawn.phases.turn import Act, RetrieveDie
from engine.minos_dawn.state.state import DawnState

HoldsUp: TypeAlias = Callable[[DawnState, Any, Decision], bool]


def next_effect(state: DawnState, question: OrderEffects, decision: Decision) -> bool:
    """Allow extra actions if several effects are left, or if an extra action could change the last one."""
    if not question.is_fresh:
        return False
    if len(decision.options) > 1:
        return True
    effects = the_box().effects[question.source]
    return could_sway_effect(state, decision.seat, effects[question.left[0]], question.holds_up)


class AsideRule(NamedTuple):
    """The options that are allowed before an answer."""

    extras: HoldsUp
    """Decides about extra actions in the seat's own turn. EXTRA-2"""
    exchange: bool
    """Allows SA5's exchange while the seat carries out its advances. ABIL-SA5a, PROG-10"""


IN_ONE_PIECE = AsideRule(lambda state, question, decision: False, exchange=False)
"""For parts of an act or payment in progress. Nothing may interrupt them. GEN-5, Q-40"""
UNDER_WAY = AsideRule(lambda state, question, decision: False, exchange=True)
"""For effects that have begun."""
DUE = AsideRule(lambda state, question, decision: question.is_fresh, exchange=True)
"""For effects that are due. Until they begin, an extra action may still earn what they cost. EXTRA-2"""

ASIDE_RULES: Mapping[type[Choice[Any]], AsideRule] = {
    # The action turn. The question `Act` lists the extra actions itself (ACT-7), and a seat can return to it from
    # the question `SpendWild`.
    **dict.fromkeys((RetrieveDie, Act, SpendWild), UNDER_WAY),
    # Effects that are due. EXTRA-2
    OrderEffects: AsideRule(next_effect, exchange=True),
    **dict.fromkeys((ChooseEither, Convert, PlayDecree, ActionPoints, WildPoints), DUE),
    **dict.fromkeys((PlaceInPalace, PlaceWarriors, MoveWarriors), DUE),
    # Gains that can't be declined. An extra action has the same result before or after them.
    **dict.fromkeys((ChooseTemp, ChooseGood, ChooseTrack, ChooseRoute, DrawCards, TakeTile), UNDER_WAY),
    # Acts and payments that have begun (GEN-5), and the choices before the first round (SETUP-15).
    **dict.fromkeys((MoveTo, ReturnWarriors, Pay, DiscardCards, March, SellCards, PickItem), IN_ONE_PIECE),
}
"""The options allowed before an answer, for each kind of question."""


def asides(state: DawnState, question: Choice[DawnState], decision: Decision) -> Sequence[Option]:
    """List the extra actions and exchanges that the seat may use before it answers. EXTRA-2, ABIL-SA5a"""
    seat, beside = decision.seat, ASIDE_RULES[type(question)]
    if state.carrying == seat:
        return exchange_options(state, seat) if beside.exchange else []
    if state.is_turn_of(seat) and beside.extras(state, question, decision):
        return extra_options(state, seat)
    return []
