"""The sale of resources. SELL"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Message, Option
from engine.kernel.steps import Now, SeatChoice
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import RESOURCES
from engine.minerva.state.facts import Sold
from engine.minerva.state.state import MinervaState

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
