"""The sale of resources. SELL"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Message, Option
from engine.kernel.steps import Now
from engine.minerva.actions.asking import MinervaChoice
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import RESOURCES
from engine.minerva.state.facts import Sold
from engine.minerva.state.state import MinervaState

SELL = "sell"


class Sell(MinervaChoice, frozen=True, tag="Sell"):
    """SELL-01: one kind at a time, any number of it. SELL-04: resources only. PASS-08: also of who has passed."""

    rule: ClassVar[str] = "SELL-01"

    def options(self, state: MinervaState) -> list[Option]:
        """Every number of every kind held."""
        return [
            sale_option(kind, count)
            for kind, held in enumerate(state.players[self.seat].resources)
            for count in range(1, held + 1)
        ]

    def prompt(self, state: MinervaState) -> Message:
        return Message("minerva.prompt.sell")

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        """SELL-02: it is no action, and what was asked is asked again."""
        _, kind, count = key.split(":")
        player, number = state.players[self.seat], int(count)
        player.resources[RESOURCES.index(kind)] -= number
        player.denarii += number * the_box().constants.sale_denarii
        now.emit(Sold(self.seat, kind, number))


@cache
def sale_option(kind: int, count: int) -> Option:
    """The option to sell a number of tokens of one resource, such as `sell:wood:2`."""
    name = RESOURCES[kind]
    return Option(f"sell:{name}:{count}", Message(f"minerva.option.sell.{name}", {"count": count}))
