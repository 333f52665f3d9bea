"""Spending dice: income, combat rings, and the pools of movement and building points. INCOME, RINGS, MOVE-1, BUILD-1"""

from functools import cache

from engine.kernel.decision import Answer, Decision, Message, Option
from engine.kernel.game import Choice, Now
from engine.minos_classic.box import BUILDERS, GULLS, INCOME, RINGS, the_box
from engine.minos_classic.dice import read_combination, spend_decision, use_dice, worth
from engine.minos_classic.facts import BuildingGained, Combination, IncomePaid, MovementGained, RingsBought, RingsGained
from engine.minos_classic.state import Table


class SpendDice(Choice[Table], frozen=True):
    """DICE-7: a combination of unused dice goes to one kind of action (a number of `box.KINDS`)."""

    kind: int

    def decisions(self, state: Table) -> list[Decision]:
        """One option for each distinct combination."""
        return [spend_decision(state, self.kind)]

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """INCOME-2: dice spent on anything but income close it. INCOME-3: more income may follow income."""
        dice = read_combination(answer.keys[0])
        use_dice(state, self.kind, dice)
        amount = worth(self.kind, dice)
        turn = state.turn
        if self.kind == INCOME:
            _pay_income(state, now, dice, amount)
            return
        turn.is_income_open = False
        if self.kind == RINGS:
            _take_rings(state, now, dice, amount)
        elif self.kind == GULLS:
            turn.movement += amount
            now.tell(MovementGained(turn.seat, dice, amount, turn.movement))
        else:
            assert self.kind == BUILDERS
            turn.building += amount
            now.tell(BuildingGained(turn.seat, dice, amount, turn.building))


def _pay_income(table: Table, now: Now[Table], dice: Combination, multiple: int) -> None:
    """INCOME-1: multiple times the marker; INCOME-4: which may be nothing. GEN-3: the bank always can pay."""
    player = table.on_turn
    talents = multiple * player.marker
    player.talents += talents
    now.tell(IncomePaid(table.turn.seat, dice, multiple, player.marker, talents))


def _take_rings(table: Table, now: Now[Table], dice: Combination, due: int) -> None:
    """RINGS-1: free rings, as far as the supply goes. RINGS-3: kept from turn to turn, without limit."""
    rings = min(due, table.rings_in_supply)
    table.on_turn.rings += rings
    table.rings_in_supply -= rings
    now.tell(RingsGained(table.turn.seat, dice, rings, due - rings))
    now.then(BuyRings())


class BuyRings(Choice[Table], frozen=True):
    """RINGS-2: whoever spent an arrow, or a joker as one, may buy any number of rings. RINGS-6: from the supply."""

    def decisions(self, state: Table) -> list[Decision]:
        """Asked if at least one ring can be bought; RINGS-4: a battle never asks it."""
        price = the_box().content.costs.ring.talents
        most = min(state.on_turn.talents // price, state.rings_in_supply)
        if most == 0:
            return []
        options = tuple([_buy_option(rings, rings * price) for rings in range(most + 1)])
        return [Decision(state.turn.seat, "RINGS-2", Message("classic.prompt.buy", {"count": price}), options)]

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """The talents go to the bank."""
        rings = int(answer.keys[0].removeprefix("buy:"))
        if rings == 0:
            return
        talents = rings * the_box().content.costs.ring.talents
        player = state.on_turn
        player.talents -= talents
        player.rings += rings
        state.rings_in_supply -= rings
        now.tell(RingsBought(state.turn.seat, rings, talents))


@cache
def _buy_option(rings: int, talents: int) -> Option:
    if rings == 0:
        return Option("buy:0", Message("classic.choice.buy_none"))
    price = Message("classic.worth.talents", {"count": talents})
    return Option(f"buy:{rings}", Message("classic.choice.buy", {"count": rings, "talents": price}))
