"""When resources can be sold: one table for SELL-03 and PASS-08."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.kernel.decision import Decision, Option
from engine.kernel.steps import Choice
from engine.minerva.actions.buying import BuyAssistant
from engine.minerva.actions.selling import SELL, Sell
from engine.minerva.content.words import plain
from engine.minerva.effects.conversions import Repeat, Swap
from engine.minerva.effects.interpreter import ChooseKinds, ChooseSide, NameCulture
from engine.minerva.effects.specials import LiftTile, PickForBaths, RemoveFromCity, SetDown, TakeFromPile
from engine.minerva.phases.building import LayBuilding, LayResidence
from engine.minerva.phases.residences import ChooseDirection, PlaceAssistant
from engine.minerva.phases.turn import TakeTurn
from engine.minerva.state.state import MinervaState

Fits: TypeAlias = Callable[[MinervaState, Any, Decision], bool]


def never(state: MinervaState, question: Choice[MinervaState], decision: Decision) -> bool:
    """Allow no sale during another sale or an effect. SELL-03"""
    return False


def beside_a_choice(state: MinervaState, question: Choice[MinervaState], decision: Decision) -> bool:
    """Before any real choice. A single answer is given without asking, as money wouldn't change it. SELL-03"""
    return len(decision.options) > 1


def where_it_pays(state: MinervaState, question: TakeTurn | BuyAssistant | Repeat | Swap, decision: Decision) -> bool:
    """Even before a single answer, while a sale could pay for something. SELL-03, SELL-05"""
    return len(decision.options) > 1 or question.could_pay_more(state)


SALES: Mapping[type[Choice[Any]], Fits] = {
    **dict.fromkeys((TakeTurn, BuyAssistant, Repeat, Swap), where_it_pays),
    **dict.fromkeys((ChooseDirection, ChooseKinds, ChooseSide, NameCulture, PlaceAssistant), beside_a_choice),
    **dict.fromkeys((LiftTile, PickForBaths, RemoveFromCity, TakeFromPile), beside_a_choice),
    **dict.fromkeys((LayBuilding, LayResidence, Sell, SetDown), never),
}

SALE = (plain(SELL),)


def asides(state: MinervaState, question: Choice[MinervaState], decision: Decision) -> tuple[Option, ...]:
    """The sale as an aside, for any seat with resources, even one that has passed. SELL-01, PASS-08"""
    if not any(state.players[decision.seat].resources):
        return ()
    return SALE if SALES[type(question)](state, question, decision) else ()
