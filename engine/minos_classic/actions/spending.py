"""Spending dice: income, combat rings, and the pools of movement and building points. INCOME, RINGS, MOVE-1, BUILD-1"""

from functools import cache

from engine.kernel.decision import Answer, Decision, Message, Option
from engine.kernel.steps import Choice, Now
from engine.minos_classic.actions.dice import read_combination, spend_decision, use_dice, worth
from engine.minos_classic.content.box import BUILDERS, GULLS, INCOME, RINGS, the_box
from engine.minos_classic.state.facts import (
    BuildingGained,
    Combination,
    IncomePaid,
    MovementGained,
    RingsBought,
    RingsGained,
)
from engine.minos_classic.state.state import ClassicState


class SpendDice(Choice[ClassicState], frozen=True, tag="SpendDice"):
    """DICE-7: a combination of unused dice goes to one kind of action (a number of `box.KINDS`)."""

    kind: int

    def decisions(self, state: ClassicState) -> list[Decision]:
        """One option for each distinct combination."""
        return [spend_decision(state, self.kind)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        """RINGS-2: with dice for rings goes the number to buy, and it is named before any die is spent."""
        dice = read_combination(answer.keys[0])
        if self.kind == RINGS and _can_buy(state, worth(RINGS, dice)):
            now.then(BuyRings(answer.keys[0]))
        else:
            _spend(state, now, self.kind, dice)


def _spend(state: ClassicState, now: Now[ClassicState], kind: int, dice: Combination) -> None:
    """INCOME-2: dice spent on anything but income close it. INCOME-3: more income may follow income."""
    use_dice(state, kind, dice)
    amount = worth(kind, dice)
    turn = state.turn
    if kind == INCOME:
        _pay_income(state, now, dice, amount)
        return
    turn.is_income_open = False
    if kind == RINGS:
        _take_rings(state, now, dice, amount)
    elif kind == GULLS:
        turn.movement += amount
        now.emit(MovementGained(turn.seat, dice, amount, turn.movement))
    else:
        assert kind == BUILDERS
        turn.building += amount
        now.emit(BuildingGained(turn.seat, dice, amount, turn.building))


def _pay_income(table: ClassicState, now: Now[ClassicState], dice: Combination, multiple: int) -> None:
    """INCOME-1: multiple times the marker; INCOME-4: which may be nothing. GEN-3: the bank always can pay."""
    player = table.on_turn
    talents = multiple * player.marker
    player.talents += talents
    now.emit(IncomePaid(table.turn.seat, dice, multiple, player.marker, talents))


def _take_rings(table: ClassicState, now: Now[ClassicState], dice: Combination, due: int) -> None:
    """RINGS-1: free rings, as far as the supply goes. RINGS-3: kept from turn to turn, without limit."""
    rings = min(due, table.rings_in_supply)
    table.on_turn.rings += rings
    table.rings_in_supply -= rings
    now.emit(RingsGained(table.turn.seat, dice, rings, due - rings))


def _can_buy(table: ClassicState, free: int) -> int:
    """How many rings the seat on turn can buy beside `free` rings it takes for nothing. RINGS-6: from the supply."""
    price = the_box().content.costs.ring.talents
    return max(0, min(table.on_turn.talents // price, table.rings_in_supply - free))


class BuyRings(Choice[ClassicState], frozen=True, tag="BuyRings"):
    """RINGS-2: whoever spends an arrow, or a joker as one, may buy any number of rings at the same time.

    `dice` is the combination that is spent with the answer; "" where it was before (as games of version 1 stored it).
    """

    dice: str = ""

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Asked if at least one ring can be bought; RINGS-4: a battle never asks it."""
        most = _can_buy(state, worth(RINGS, read_combination(self.dice)) if self.dice else 0)
        if most == 0:
            return []
        price = the_box().content.costs.ring.talents
        options = tuple([_buy_option(rings, rings * price) for rings in range(most + 1)])
        return [Decision(state.turn.seat, "RINGS-2", Message("minos_classic.prompt.buy", {"count": price}), options)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        """The dice are spent, the talents go to the bank."""
        if self.dice:
            _spend(state, now, RINGS, read_combination(self.dice))
        rings = int(answer.keys[0].removeprefix("buy:"))
        if rings == 0:
            return
        talents = rings * the_box().content.costs.ring.talents
        player = state.on_turn
        player.talents -= talents
        player.rings += rings
        state.rings_in_supply -= rings
        now.emit(RingsBought(state.turn.seat, rings, talents))


@cache
def _buy_option(rings: int, talents: int) -> Option:
    if rings == 0:
        return Option("buy:0", Message("minos_classic.choice.buy_none"))
    price = Message("minos_classic.worth.talents", {"count": talents})
    return Option(f"buy:{rings}", Message("minos_classic.choice.buy", {"count": rings, "talents": price}))
