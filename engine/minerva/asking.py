"""Questions of one seat, with the sale of resources beside them. SELL"""

from functools import cache
from typing import ClassVar

from engine.kernel.asking import Question
from engine.kernel.decision import Answer, Message, Option
from engine.kernel.game import Now
from engine.minerva.box import the_box
from engine.minerva.facts import Sold
from engine.minerva.state import RESOURCES, Table
from engine.minerva.words import plain

SELL = "sell"


class Ask(Question[Table], frozen=True):
    """A question with the sale beside it. One option makes an answer; subclasses say what follows from its key."""

    may_sell: ClassVar[bool] = True
    """SELL-03, PASS-08: whether a sale is offered beside the options; not where an effect has begun."""

    def take(self, state: Table, now: Now[Table], key: str) -> None:
        """What follows from the option chosen."""
        raise NotImplementedError

    def is_worth_a_sale(self, state: Table, options: list[Option]) -> bool:
        """Whether the seat is asked where one option is left, because a sale could bring more. SELL-03"""
        return len(options) > 1

    def alongside(self, state: Table, options: list[Option]) -> list[Option]:
        """SELL-01: whoever holds resources may sell."""
        sells = self.may_sell and any(state.players[self.seat].resources) and self.is_worth_a_sale(state, options)
        return [plain(SELL)] if sells else []

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """The answer; or a sale, and the question again."""
        if answer.keys[0] == SELL:
            now.then(Sell(self.seat), self)
        else:
            self.take(state, now, answer.keys[0])


class Sell(Ask, frozen=True):
    """SELL-01: one kind at a time, any number of it. SELL-04: resources only. PASS-08: also of who has passed."""

    rule: ClassVar[str] = "SELL-01"
    may_sell: ClassVar[bool] = False

    def options(self, state: Table) -> list[Option]:
        """Every number of every kind held."""
        return [
            sale_option(kind, count)
            for kind, held in enumerate(state.players[self.seat].resources)
            for count in range(1, held + 1)
        ]

    def prompt(self, state: Table) -> Message:
        """What for."""
        return Message("minerva.prompt.sell")

    def take(self, state: Table, now: Now[Table], key: str) -> None:
        """SELL-02: it is no action, and what was asked is asked again."""
        _, kind, count = key.split(":")
        player, number = state.players[self.seat], int(count)
        player.resources[RESOURCES.index(kind)] -= number
        player.denarii += number * the_box().constants.sale_denarii
        now.tell(Sold(self.seat, kind, number))


@cache
def sale_option(kind: int, count: int) -> Option:
    """`sell:wood:2`."""
    name = RESOURCES[kind]
    return Option(f"sell:{name}:{count}", Message(f"minerva.option.sell.{name}", {"count": count}))
