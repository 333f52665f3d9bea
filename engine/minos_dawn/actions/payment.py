"""Paying bills with temps and coins. GEN-3, DEV-6, BUILD-3"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Argument, Message, Option, Seat
from engine.kernel.steps import Now
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import good, reason
from engine.minos_dawn.state.bills import Bill
from engine.minos_dawn.state.changes import pay, spend_temps
from engine.minos_dawn.state.measures import Holdings
from engine.minos_dawn.state.state import DawnState
from engine.minos_dawn.state.steps import DawnChoice


def can_pay(holdings: Holdings, bill: Bill, surcharge: int = 0) -> bool:  # GEN-3
    if bill.due + surcharge <= holdings.coins:
        return True
    return bill.least(holdings.temps) + surcharge <= holdings.coins


def settle_bill(state: DawnState, now: Now[DawnState], seat: Seat, bill: Bill, thing: str) -> None:
    if bill.useful(state.players[seat].temps):
        now.then(Pay(seat, bill, thing))
    else:
        pay(state, now, seat, "coins", bill.due, thing)


@cache
def _with_temp(number: int, saved: int) -> Option:
    blanks: dict[str, Argument] = {"good": good(number), "count": saved}
    return Option(f"temp:{GOODS[number]}", Message("minos_dawn.option.temp_less", blanks))


class Pay(DawnChoice, frozen=True, tag="Pay"):
    """Pay a bill: one temp at a time, then coins for the rest. Payments can't be interrupted. DEV-6, BUILD-3, Q-40"""

    bill: Bill
    thing: str
    rule: ClassVar[str] = "DEV-6"

    def options(self, state: DawnState) -> list[Option]:
        player = state.players[self.seat]
        bill = self.bill
        options = [_with_temp(number, bill.due - bill.less(number).due) for number in bill.useful(player.temps)]
        if player.coins >= self.bill.due:
            options.append(Option("pay", Message("minos_dawn.option.pay", {"count": self.bill.due})))
        return options

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.pay", {"count": self.bill.due, "reason": reason(self.thing)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:  # GOOD-8
        if key == "pay":
            pay(state, now, self.seat, "coins", self.bill.due, self.thing)
            return
        number = GOODS.index(key.removeprefix("temp:"))
        spend_temps(state, now, self.seat, number, 1, self.thing)
        settle_bill(state, now, self.seat, self.bill.less(number), self.thing)
