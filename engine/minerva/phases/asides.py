"""Answers that no question asks for: sales and standing orders. SELL-03, PASS-08, PASS-01, GAINASSIST-02, BUILD-01"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from engine.kernel.decision import Decision, Message, Option, Seat, seat_name
from engine.kernel.steps import Choice
from engine.minerva.actions.trading import SELL, BuyAssistant, Sell, orders_to_buy
from engine.minerva.content.box import the_box
from engine.minerva.content.words import amount, plain
from engine.minerva.effects.conversions import Repeat, Swap
from engine.minerva.effects.interpreter import ChooseKinds, ChooseSide, NameCulture
from engine.minerva.effects.specials import LiftTile, PickForBaths, RemoveFromCity, SetDown, TakeFromPile
from engine.minerva.phases.building import LayBuilding, LayResidence
from engine.minerva.phases.residences import ChooseDirection, PlaceAssistant
from engine.minerva.phases.turn import TakeTurn
from engine.minerva.phases.wishes import BUILD, PLACE, offer_wishes, set_wish
from engine.minerva.state.state import FEE, FIRST, MinervaState, SeatState, Wishes

Fits: TypeAlias = Callable[[MinervaState, Any, Decision], bool]


def never(state: MinervaState, question: Choice[MinervaState], decision: Decision) -> bool:
    """Refuse a sale during another sale, or while a cell for a tile is chosen. SELL-03"""
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
    """The private orders that `seat` may place now. Current orders change the options only once the wishes are full."""
    if state.is_solo or state.phase == "over":
        return []
    orders = []
    if state.phase == "main" and not state.players[seat].order:
        orders.append(_passing(state, seat))
    if state.round in the_box().content.assistants.rounds:
        orders.append(_buying(state.players[seat], seat))
    if state.phase == "main" and not state.players[seat].order:
        orders += offer_wishes(state, seat)
    return orders


def _passing(state: MinervaState, seat: Seat) -> Decision:
    """Offer an order to pass. Describe the current one, or why it has ended. PASS-01, PASS-04"""
    passes, wishes = state.players[seat].next_turn, state.players[seat].wishes
    ahead = next((other for other, player in enumerate(state.players) if player.order == 1), None)
    options: tuple[Option, ...] = (plain("passes:yes"), plain("passes:no"))
    if ahead is None:
        options += (plain(f"passes:{FEE}"), plain(f"passes:{FIRST}"))
    if passes == FIRST and ahead is not None:
        now = Message("minerva.order.beaten", {"seat": seat_name(ahead)})
    elif wishes.tiles:
        now = Message("minerva.order.builds")
    else:
        passes = False if isinstance(passes, Wishes) else passes
        now = plain(f"passes:{passes if isinstance(passes, str) else 'yes' if passes else 'no'}").label
    return Decision(seat, PASS, Message("minerva.prompt.passes", {"now": now}), options, private=True)


def _buying(player: SeatState, seat: Seat) -> Decision:
    """Offer an order to buy an assistant or not. Describe the current one. GAINASSIST-02, GAINASSIST-03"""
    order, prices = player.buys_none, orders_to_buy(player)
    options = (plain("buys:none"), plain("buys:ask"), *[Option(f"buys:{each}", _purchase(each)) for each in prices])
    if isinstance(order, str):
        now = _purchase(order, "minerva.option.buys.at" if order in prices else "minerva.order.dearer")
    else:
        now = plain("buys:none" if order else "buys:ask").label
    return Decision(seat, BUY, Message("minerva.prompt.buys_none", {"now": now}), options, private=True)


@cache
def _purchase(order: str, message: str = "minerva.option.buys.at") -> Message:
    coin, _, count = order.partition(":")
    return Message(message, {"price": amount(coin, int(count))})


def set_order(state: MinervaState, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
    player = state.players[seat]
    if rule == PASS:
        key = keys[0].removeprefix("passes:")
        player.next_turn = key if key in (FEE, FIRST) else key == "yes"
    elif rule in (BUILD, PLACE):
        set_wish(state, seat, keys[0])
    else:
        key = keys[0].removeprefix("buys:")
        player.buys_none = key if ":" in key else key == "none"
