"""Selling resources, and gaining assistants after each round, starting with the last seat to pass. SELL, GAINASSIST"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Message, Option
from engine.kernel.steps import Happening, Now, SeatChoice, SeatHappening
from engine.minerva.content.box import the_box
from engine.minerva.content.records import AssistantPrice
from engine.minerva.content.terms import RESOURCES
from engine.minerva.content.words import amount, plain
from engine.minerva.state.changes import could_raise
from engine.minerva.state.facts import AssistantBought, Sold
from engine.minerva.state.state import MinervaState, SeatState

SELL = "sell"


class Sell(SeatChoice[MinervaState], frozen=True, tag="Sell"):
    """Sell any number of one kind of resource. Seats that have passed may sell too. SELL-01, SELL-04, PASS-08"""

    rule: ClassVar[str] = "SELL-01"
    asks: ClassVar[str] = "minerva.prompt.sell"

    def options(self, state: MinervaState) -> list[Option]:
        return [
            sale_option(kind, count)
            for kind, held in enumerate(state.players[self.seat].resources)
            for count in range(1, held + 1)
        ]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        """Sell the tokens. A sale is not an action, so the interrupted question is asked again. SELL-02"""
        _, kind, count = key.split(":")
        player, number = state.players[self.seat], int(count)
        player.resources[RESOURCES.index(kind)] -= number
        player.denarii += number * the_box().constants.sale_denarii
        now.emit(Sold(self.seat, kind, number))


@cache
def sale_option(kind: int, count: int) -> Option:
    name = RESOURCES[kind]
    return Option(f"sell:{name}:{count}", Message(f"minerva.option.sell.{name}", {"count": count}))


class GainAssistants(Happening[MinervaState], frozen=True, tag="GainAssistants"):
    """Offer an assistant to each seat after the main phase of rounds 1 to 5. GAINASSIST-01, GAINASSIST-02, SOLO-12"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Put the seats on the agenda, the one with the highest order tile first. GAINASSIST-03"""
        if state.round not in the_box().content.assistants.rounds:
            return
        state.phase = "assistants"
        seats = sorted(range(len(state.players)), key=lambda seat: -state.players[seat].order)
        now.then(*[OfferAssistant(seat) for seat in seats])


class OfferAssistant(SeatHappening[MinervaState], frozen=True, tag="OfferAssistant"):
    """Offer this seat an assistant unless its standing order declines or buys. GAINASSIST-02, GAINASSIST-03"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Ask anyway if the seat's order counted on another price, or if the seat can't pay."""
        order, question = state.players[self.seat].buys_none, BuyAssistant(self.seat)
        if order is True:
            return
        coin = order.partition(":")[0] if isinstance(order, str) else ""
        key = f"buy:{coin}"
        if order in orders_to_buy(state.players[self.seat]) and key in [o.key for o in question.options(state)]:
            now.reveal()  # Others now know of the order, so they must not be able to undo.
            question.take(state, now, key)
        else:
            now.then(question)


def orders_to_buy(player: SeatState) -> tuple[str, ...]:
    """Return the orders that buy the next assistant at its present price. GAINASSIST-05"""
    price = price_of(player)
    return (f"denarii:{price.denarii}", f"glory:{price.glory}") if price else ()


def price_of(player: SeatState) -> AssistantPrice | None:
    """The price of the next assistant, or None at the limit of assistants. GAINASSIST-04, GAINASSIST-06"""
    owned, prices = player.assistants_owned, the_box().prices
    return prices[owned] if owned < len(prices) else None


class BuyAssistant(SeatChoice[MinervaState], frozen=True, tag="BuyAssistant"):
    """Buy one assistant, paying only denarii or only glory tokens, or decline. GAINASSIST-03, GAINASSIST-05"""

    rule: ClassVar[str] = "GAINASSIST-03"

    def options(self, state: MinervaState) -> list[Option]:
        player = state.players[self.seat]
        price = price_of(player)
        if price is None:
            return []
        options = []
        if player.denarii >= price.denarii:
            options.append(_buy_option("denarii", price.denarii))
        if player.glory >= price.glory:
            options.append(_buy_option("glory", price.glory))
        if not options and not self.could_pay_more(state):
            return []
        return [*options, plain("decline")]

    def could_pay_more(self, state: MinervaState) -> bool:
        """Return whether the seat could pay in denarii after selling everything. SELL-05"""
        player = state.players[self.seat]
        price = price_of(player)
        return price is not None and could_raise(player, price.denarii)

    def prompt(self, state: MinervaState) -> Message:
        price = price_of(state.players[self.seat])
        assert price is not None
        return Message(
            "minerva.prompt.assistant",
            {"denarii": amount("denarii", price.denarii), "glory": amount("glory", price.glory)},
        )

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        """Pay and take the assistant. Glory tokens paid here no longer win glory tiles. GAINASSIST-07, GAINASSIST-08"""
        if key == "decline":
            return
        player = state.players[self.seat]
        price = price_of(player)
        assert price is not None
        if key == "buy:denarii":
            paid, player.denarii = price.denarii, player.denarii - price.denarii
        else:
            paid, player.glory = price.glory, player.glory - price.glory
        player.assistants += 1
        now.emit(AssistantBought(self.seat, key.removeprefix("buy:"), paid))


def _buy_option(what: str, count: int) -> Option:
    return Option(f"buy:{what}", Message("minerva.option.buy", {"price": amount(what, count)}))
