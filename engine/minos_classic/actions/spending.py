"""Spending dice: income, rings, and the pools of movement and building points. INCOME, RINGS, MOVE-1, BUILD-1"""

from functools import cache

from engine.kernel.decision import Answer, Decision, Message, Option
from engine.kernel.steps import Choice, Now
from engine.minos_classic.actions.dice import read_combination, spend_decision, use_dice, worth
from engine.minos_classic.content.box import BUILDERS, GULLS, INCOME, RINGS, the_box
from engine.minos_classic.state import facts as f
from engine.minos_classic.state.state import ClassicState


class SpendDice(Choice[ClassicState], frozen=True, tag="SpendDice"):
    """Choose unused dice for one kind of action (a number of `box.KINDS`). DICE-7, RINGS-2"""

    kind: int

    def decisions(self, state: ClassicState) -> list[Decision]:
        return [spend_decision(state, self.kind)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        dice = read_combination(answer.keys[0])
        if self.kind == RINGS and _can_buy(state, worth(RINGS, dice)):
            now.then(BuyRings(answer.keys[0]))
        else:
            _spend(state, now, self.kind, dice)


def _spend(state: ClassicState, now: Now[ClassicState], kind: int, dice: f.Combination) -> None:
    """Spend the dice. Income can only follow other income: anything else closes it. INCOME-2, INCOME-3"""
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
        now.emit(f.MovementGained(turn.seat, dice, amount, turn.movement))
    else:
        assert kind == BUILDERS
        turn.building += amount
        now.emit(f.BuildingGained(turn.seat, dice, amount, turn.building))


def _pay_income(table: ClassicState, now: Now[ClassicState], dice: f.Combination, multiple: int) -> None:
    """Pay a multiple of the marker, possibly 0. The bank can always pay. INCOME-1, INCOME-4, GEN-3"""
    player = table.on_turn
    talents = multiple * player.marker
    player.talents += talents
    now.emit(f.IncomePaid(table.turn.seat, dice, multiple, player.marker, talents))


def _take_rings(table: ClassicState, now: Now[ClassicState], dice: f.Combination, due: int) -> None:
    """Take free rings while the supply lasts. They are kept without limit. RINGS-1, RINGS-3"""
    rings = min(due, table.rings_in_supply)
    table.on_turn.rings += rings
    table.rings_in_supply -= rings
    now.emit(f.RingsGained(table.turn.seat, dice, rings, due - rings))


def _can_buy(table: ClassicState, free: int) -> int:
    """The rings that the seat on turn can buy after taking `free` rings from the supply. RINGS-6"""
    price = the_box().content.costs.ring.talents
    return max(0, min(table.on_turn.talents // price, table.rings_in_supply - free))


class BuyRings(Choice[ClassicState], frozen=True, tag="BuyRings"):
    """Choose how many rings to buy along with `dice`, which is "" in games of version 1. RINGS-2"""

    dice: str = ""

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Ask only if at least one ring can be bought, and never in a battle. RINGS-4"""
        most = _can_buy(state, worth(RINGS, read_combination(self.dice)) if self.dice else 0)
        if most == 0:
            return []
        price = the_box().content.costs.ring.talents
        options = tuple([_buy_option(rings, rings * price) for rings in range(most + 1)])
        return [Decision(state.turn.seat, "RINGS-2", Message("minos_classic.prompt.buy", {"count": price}), options)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
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
        now.emit(f.RingsBought(state.turn.seat, rings, talents))


@cache
def _buy_option(rings: int, talents: int) -> Option:
    if rings == 0:
        return Option("buy:0", Message("minos_classic.choice.buy_none"))
    price = Message("minos_classic.worth.talents", {"count": talents})
    return Option(f"buy:{rings}", Message("minos_classic.choice.buy", {"count": rings, "talents": price}))
