"""Answers that no question asks for: sales (SELL-03, PASS-08) and standing orders (PASS-01, GAINASSIST-02)."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from engine.kernel.decision import Decision, Message, Option, Seat
from engine.kernel.steps import Choice
from engine.minerva.actions.trading import SELL, BuyAssistant, Sell
from engine.minerva.content.box import the_box
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
    """Refuse a sale during another sale or an effect. SELL-03"""
    return False


def before_a_choice(state: MinervaState, question: Choice[MinervaState], decision: Decision) -> bool:
    """Allow a sale if several answers are legal. Money wouldn't change a forced answer. SELL-03"""
    return len(decision.options) > 1


def if_it_pays(state: MinervaState, question: TakeTurn | BuyAssistant | Repeat | Swap, decision: Decision) -> bool:
    """Allow a sale if it could pay for something, even if only one answer is legal now. SELL-03, SELL-05"""
    return len(decision.options) > 1 or question.could_pay_more(state)


SALES: Mapping[type[Choice[Any]], Fits] = {
    **dict.fromkeys((TakeTurn, BuyAssistant, Repeat, Swap), if_it_pays),
    **dict.fromkeys((ChooseDirection, ChooseKinds, ChooseSide, NameCulture, PlaceAssistant), before_a_choice),
    **dict.fromkeys((LiftTile, PickForBaths, RemoveFromCity, TakeFromPile), before_a_choice),
    **dict.fromkeys((LayBuilding, LayResidence, Sell, SetDown), never),
}

SALE = (plain(SELL),)


def asides(state: MinervaState, question: Choice[MinervaState], decision: Decision) -> tuple[Option, ...]:
    """Offer a sale to any seat with resources, even after it has passed. SELL-01, PASS-08"""
    if not any(state.players[decision.seat].resources):
        return ()
    return SALE if SALES[type(question)](state, question, decision) else ()


PASS, BUY = "PASS-01", "GAINASSIST-02"


def standing_orders(state: MinervaState, seat: Seat) -> list[Decision]:
    """The orders that `seat` may place now. They are private and don't depend on the seat's current orders."""
    if state.is_solo or state.phase == "over":
        return []
    orders = []
    if state.phase == "main" and not state.players[seat].order:
        orders.append(_order(seat, PASS))
    if state.round in the_box().content.assistants.rounds:
        orders.append(_order(seat, BUY))
    return orders


@cache
def _order(seat: Seat, rule: str) -> Decision:
    if rule == PASS:
        options = (plain("passes:yes"), plain("passes:no"))
        return Decision(seat, PASS, Message("minerva.prompt.passes"), options, private=True)
    options = (plain("buys:none"), plain("buys:ask"))
    return Decision(seat, BUY, Message("minerva.prompt.buys_none"), options, private=True)


def set_order(state: MinervaState, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
    player = state.players[seat]
    if rule == PASS:
        player.passes = keys == ("passes:yes",)
    else:
        player.buys_none = keys == ("buys:none",)
