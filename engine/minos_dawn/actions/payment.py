"""Costs after discounts, and the temps a seat may spend on what is left. GEN-4, DEV-3 to DEV-7, BUILD-3, BUILD-16"""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.game import Now
from engine.minos_dawn.actions.asking import DawnChoice
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import good_option, reason
from engine.minos_dawn.state.changes import pay_coins, spend_temps
from engine.minos_dawn.state.holdings import Holdings
from engine.minos_dawn.state.state import NONE, DawnState


class Bill(msgspec.Struct, frozen=True):
    """What is left to pay: `main` coins and, for a new ship, `side` coins of its first space; `off` comes off the sum.

    `slots` are a decree's icons that no good fills, for one temp each; `main_good` and `side_good` are the types
    of which any number of temps reduce the one or the other.
    """

    main: int
    side: int = 0
    off: int = 0
    slots: tuple[int, ...] = ()
    main_good: int = NONE
    side_good: int = NONE

    @property
    def due(self) -> int:
        """Coins to pay now. GEN-4: never below 0."""
        return max(0, self.main + self.side - self.off)

    def useful(self, temps: Sequence[int]) -> list[int]:
        """Types of temps that would still save something. DEV-6, BUILD-3, Q-54"""
        if not self.due:
            return []
        types = [good for good in self.slots if temps[good] and self.main]
        if self.main_good != NONE and self.main and temps[self.main_good]:
            types.append(self.main_good)
        if self.side_good != NONE and self.side and temps[self.side_good]:
            types.append(self.side_good)
        return sorted(set(types))

    def less(self, good: int) -> "Bill":
        """The bill after a temp of that type was spent on it."""
        discounts = the_box().content.player_board.discounts
        if good in self.slots:
            slots = list(self.slots)
            slots.remove(good)
            return msgspec.structs.replace(self, main=max(0, self.main - discounts.card), slots=tuple(slots))
        if good == self.main_good:
            coins: int = getattr(discounts, GOODS[good]).coins
            return msgspec.structs.replace(self, main=max(0, self.main - coins))
        return msgspec.structs.replace(self, side=max(0, self.side - discounts.herb.coins))

    def least(self, temps: Sequence[int]) -> int:
        """Coins due once every useful temp is spent."""
        bill, left = self, list(temps)
        useful = bill.useful(left)
        while useful:
            left[useful[0]] -= 1
            bill = bill.less(useful[0])
            useful = bill.useful(left)
        return bill.due


def can_pay(holdings: Holdings, bill: Bill, surcharge: int = 0) -> bool:
    """GEN-3: whether a cost can be paid in full, temps counted."""
    if bill.due + surcharge <= holdings.coins:
        return True
    return bill.least(holdings.temps) + surcharge <= holdings.coins


def settle_bill(state: DawnState, now: Now[DawnState], seat: Seat, bill: Bill, thing: str) -> None:
    """Pay `bill` for `thing`; the seat is asked about temps where any would save something."""
    if bill.useful(state.players[seat].temps):
        now.then(Pay(seat, bill, thing))
    else:
        pay_coins(state, now, seat, bill.due, thing)


class Pay(DawnChoice, frozen=True, tag="Pay"):
    """DEV-6, BUILD-3: temps, one by one, or coins for all that is left. Q-40: nothing else in between."""

    bill: Bill
    thing: str
    rule: ClassVar[str] = "DEV-6"

    def options(self, state: DawnState) -> list[Option]:
        player = state.players[self.seat]
        options = [good_option("temp", good) for good in self.bill.useful(player.temps)]
        if player.coins >= self.bill.due:
            options.append(Option("pay", Message("minos_dawn.option.pay", {"count": self.bill.due})))
        return options

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.pay", {"count": self.bill.due, "reason": reason(self.thing)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        """A temp goes back to the supply at once, GOOD-8."""
        if key == "pay":
            pay_coins(state, now, self.seat, self.bill.due, self.thing)
            return
        good = GOODS.index(key.removeprefix("temp:"))
        spend_temps(state, now, self.seat, good, 1, self.thing)
        settle_bill(state, now, self.seat, self.bill.less(good), self.thing)
