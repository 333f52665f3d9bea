"""Dice: rolling, combining and spending them. DICE, INCOME, RINGS, MOVE-1, BUILD-1"""

from functools import cache

from engine.kernel.decision import Answer, Argument, Decision, Message, Option
from engine.kernel.steps import Choice, Now
from engine.minos_classic.content.box import BUILDERS, GULLS, INCOME, KINDS, RINGS, the_box
from engine.minos_classic.content.records import JOKER, STAR
from engine.minos_classic.content.words import die_option, kind_prompt, plain_option
from engine.minos_classic.state import facts as f
from engine.minos_classic.state.facts import Combination
from engine.minos_classic.state.state import ClassicState, Spent, Turn, named_dice


def roll_dice(table: ClassicState, now: Now[ClassicState], rolled: tuple[int, ...]) -> None:
    """Roll the action dice numbered `rolled`, 0 to 5. The last roll counts. DICE-1, DICE-2, DICE-5, GEN-5"""
    box, turn = the_box(), table.turn
    for die, side in zip(rolled, now.roll("action", len(rolled), box.dice.sides), strict=True):
        turn.dice[die] = box.dice.faces[die][side]
    turn.rolls += 1
    turn.is_rolling = turn.rolls < box.content.dice.set.rolls_max
    now.emit(f.DiceRolled(turn.seat, turn.rolls, tuple(turn.dice), rolled))


class KeepDice(Choice[ClassicState], frozen=True, tag="KeepDice"):
    """Choose the dice to keep. The others are rolled. Keeping all dice ends the rolling. DICE-3, DICE-5, DICE-4"""

    def decisions(self, state: ClassicState) -> list[Decision]:
        turn = state.turn
        if not turn.is_rolling:
            return []
        rolls_left = the_box().content.dice.set.rolls_max - turn.rolls
        options = tuple([die_option(number, face) for number, face in enumerate(turn.dice, 1)])
        return [Decision(turn.seat, "DICE-3", _keep_prompt(rolls_left), options, at_least=0, at_most=len(options))]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        kept = {int(key.removeprefix("die:")) - 1 for key in answer.keys}
        rolled = tuple([die for die in range(len(state.turn.dice)) if die not in kept])
        if rolled:
            roll_dice(state, now, rolled)
            now.then(self)
        else:
            state.turn.is_rolling = False


@cache
def _keep_prompt(rolls_left: int) -> Message:
    return Message("minos_classic.prompt.keep", {"count": rolls_left})


def unused_faces(turn: Turn) -> list[str]:  # DICE-6
    return [face for face, is_used in zip(turn.dice, turn.used, strict=True) if not is_used]


@cache
def _combinations(
    natural: int, jokers: int, stars: int, before: tuple[int, int, int], scope: str
) -> tuple[Combination, ...]:
    """Every combination that may follow `before`, most dice first, natural faces before jokers. DICE-9 to DICE-11"""
    found = [
        Combination(n, j, s)
        for n in range(natural, -1, -1)
        for j in range(jokers + 1)
        for s in range(stars + 1)
        if n + j >= 1 and s <= n + j and _is_within(scope, Combination(n, j, s), before)
    ]
    return tuple(sorted(found, key=lambda c: (-(c.natural + c.jokers), c.jokers, -c.stars)))


def _is_within(scope: str, dice: Combination, before: tuple[int, int, int]) -> bool:
    """Return whether a combination is within the limits for jokers and stars. DICE-10, HOUSE-5"""
    limits = the_box().content.dice
    if scope == "per_group":
        most_jokers, most_stars = limits.joker.max_per_combination, limits.star.max_per_combination
        return dice.jokers <= most_jokers and dice.stars <= most_stars
    natural, jokers, stars = before[0] + dice.natural, before[1] + dice.jokers, before[2] + dice.stars
    groups = max(1, natural) if scope == "anchored" else 1
    return jokers <= groups * limits.joker.max_per_combination and stars <= groups * limits.star.max_per_combination


def combinations(table: ClassicState, kind: int, free: list[str]) -> tuple[Combination, ...]:
    """Every set of the unused dice `free` that may be spent on `kind` now. DICE-7, DICE-8, DICE-14"""
    natural, jokers = free.count(the_box().dice.kind_faces[kind]), free.count(JOKER)
    if natural + jokers == 0:
        return ()
    spent = table.turn.spent[kind]
    before = (spent.natural, spent.jokers, spent.stars)
    return _combinations(natural, jokers, free.count(STAR), before, table.scope)


def worth(kind: int, dice: Combination) -> int:
    """The worth of `dice` for `kind`: a multiple for income, rings, or points. DICE-12"""
    box = the_box()
    return box.dice.kind_bases[kind] * (dice.natural + dice.jokers) + box.dice.kind_stars[kind] * dice.stars


def use_dice(table: ClassicState, kind: int, dice: Combination) -> None:  # DICE-6
    turn = table.turn
    for face, count in (
        (the_box().dice.kind_faces[kind], dice.natural),
        (JOKER, dice.jokers),
        (STAR, dice.stars),
    ):
        left = count
        for die, shown in enumerate(turn.dice):
            if left and shown == face and not turn.used[die]:
                turn.used[die] = True
                left -= 1
    spent = turn.spent[kind]
    turn.spent[kind] = Spent(spent.natural + dice.natural, spent.jokers + dice.jokers, spent.stars + dice.stars)


def combination_key(dice: Combination) -> str:
    parts = (("natural", dice.natural), ("joker", dice.jokers), ("star", dice.stars))
    return "+".join(f"{name}:{count}" for name, count in parts if count)


def read_combination(key: str) -> Combination:
    counts = {name: int(count) for name, _, count in (part.partition(":") for part in key.split("+"))}
    return Combination(counts.get("natural", 0), counts.get("joker", 0), counts.get("star", 0))


_WORTHS = {INCOME: "income", RINGS: "rings", GULLS: "movement", BUILDERS: "building"}


@cache
def combination_option(kind: int, dice: Combination, marker: int) -> Option:
    amount = worth(kind, dice) * (marker if kind == INCOME else 1)
    brings = Message(f"minos_classic.worth.{_WORTHS[kind]}", {"count": amount})
    blanks: dict[str, Argument] = {"dice": named_dice(kind, dice), "worth": brings}
    return Option(combination_key(dice), Message("minos_classic.choice.combination", blanks))


@cache
def spend_option(kind: int, found: tuple[Combination, ...], marker: int) -> Option:
    """The menu's option to spend dice on `kind`. If only one combination is possible, the option names it. TURN-2"""
    action = plain_option(KINDS[kind])
    return action if len(found) > 1 else Option(action.key, combination_option(kind, found[0], marker).label)


class SpendDice(Choice[ClassicState], frozen=True, tag="SpendDice"):
    """Choose unused dice for one kind of action, given by its number in `box.KINDS`. DICE-7, RINGS-2"""

    kind: int

    def decisions(self, state: ClassicState) -> list[Decision]:
        turn, kind = state.turn, self.kind
        marker = state.on_turn.marker if kind == INCOME else 0
        found = combinations(state, kind, unused_faces(turn))
        options = tuple([combination_option(kind, dice, marker) for dice in found])
        return [Decision(turn.seat, "DICE-7", kind_prompt(kind), options)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        dice = read_combination(answer.keys[0])
        if self.kind == RINGS and _can_buy(state, worth(RINGS, dice)):
            now.then(BuyRings(answer.keys[0]))
        else:
            _spend(state, now, self.kind, dice)


def _spend(state: ClassicState, now: Now[ClassicState], kind: int, dice: Combination) -> None:
    """Spend the dice. Any kind of action except income rules out income for the rest of the turn. INCOME-2, INCOME-3"""
    use_dice(state, kind, dice)
    amount, turn, player = worth(kind, dice), state.turn, state.on_turn
    if kind == INCOME:
        # INCOME-1, INCOME-4, GEN-3: a multiple of the marker's value, possibly 0. The bank can always pay.
        talents = amount * player.marker
        player.talents += talents
        now.emit(f.IncomePaid(turn.seat, dice, amount, player.marker, talents))
        return
    turn.is_income_open = False
    if kind == RINGS:
        # RINGS-1, RINGS-3: free rings while the supply lasts. A seat may keep any number of rings.
        rings = min(amount, state.rings_in_supply)
        player.rings += rings
        state.rings_in_supply -= rings
        now.emit(f.RingsGained(turn.seat, dice, rings, amount - rings))
    elif kind == GULLS:
        turn.movement += amount
        now.emit(f.MovementGained(turn.seat, dice, amount, turn.movement))
    else:
        assert kind == BUILDERS
        turn.building += amount
        now.emit(f.BuildingGained(turn.seat, dice, amount, turn.building))


def _can_buy(table: ClassicState, free: int) -> int:
    """The rings that the seat on turn can buy after taking `free` rings from the supply. RINGS-6"""
    price = the_box().content.costs.ring.talents
    return max(0, min(table.on_turn.talents // price, table.rings_in_supply - free))


class BuyRings(Choice[ClassicState], frozen=True, tag="BuyRings"):
    """Choose how many rings to buy on top of those that `dice` bring ("" in games of version 1). RINGS-2"""

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
