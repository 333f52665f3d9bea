"""Fights: the battle that a step starts, its duels, the losses, and standing orders. FIGHT, ASYNC, HOUSE-4"""

from functools import cache

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.steps import Choice, Happening, Now
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import GUARD, SHIP
from engine.minos_classic.content.words import die_option
from engine.minos_classic.state.ending import SURVIVOR, finish
from engine.minos_classic.state.facts import BattleBegan, DuelWon, FightDiceRolled, PlayerEliminated
from engine.minos_classic.state.ownership import lift, put
from engine.minos_classic.state.state import NO_ORDER, Battle, ClassicState, defenders, fight_value


def begin_battle(table: ClassicState, now: Now[ClassicState], kind: str, origin: int, space: int) -> None:
    """Begin the battle for `space`. The attacking piece has already been lifted. FIGHT-1, FIGHT-19, ASYNC-1, ASYNC-8"""
    box, attacker = the_box(), table.turn.seat
    against = defenders(table, box, attacker, space)
    seat, defending, _ = against[0]
    table.battle = Battle(attacker, kind, origin, space, seat, defending)
    names = box.space_ids
    now.emit(BattleBegan(attacker, kind, names[origin], names[space], seat, len(against)))
    now.then(OpenDuel())


def open_battle(table: ClassicState) -> Battle:
    assert table.battle is not None
    return table.battle


def roll_in_fight(table: ClassicState, now: Now[ClassicState], rolled: tuple[int, ...], ring: bool) -> None:
    """Roll the dice `rolled` (0 to 5) for the side that rolls now. With `ring`, this costs a ring. FIGHT-9, FIGHT-10"""
    box, battle = the_box(), open_battle(table)
    seat = battle.defender if battle.is_defending else battle.attacker
    dice = battle.defence_dice if battle.is_defending else battle.attack_dice
    if ring:
        # RINGS-5: a spent ring returns to the supply.
        table.players[seat].rings -= 1
        table.rings_in_supply += 1
        battle.defence_rings += battle.is_defending
    name = "defence" if battle.is_defending else "attack"
    for die, side in zip(rolled, now.roll(name, len(rolled), box.dice.sides), strict=True):
        dice[die] = box.dice.faces[die][side]
    shown = tuple(dice)
    now.emit(FightDiceRolled(seat, battle.duel, not battle.is_defending, shown, rolled, fight_value(shown), ring))


class OpenDuel(Happening[ClassicState], frozen=True, tag="OpenDuel"):
    """Make the attacker's first roll, of all six dice and for free. ASYNC-2, FIGHT-7, FIGHT-9, FIGHT-8"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        box, battle = the_box(), open_battle(state)
        battle.duel += 1
        battle.attack_dice, battle.defence_dice = [""] * len(box.dice.faces), []
        battle.is_defending, battle.defence_rings = False, 0
        battle.defender, battle.defending_kind, _ = defenders(state, box, battle.attacker, battle.space)[0]
        roll_in_fight(state, now, tuple(range(len(box.dice.faces))), ring=False)
        now.then(RerollAttack(), RollDefence(), SettleDuel())


class RerollAttack(Choice[ClassicState], frozen=True, tag="RerollAttack"):
    """Ask the attacker to reroll for a ring or to stop. ASYNC-3, FIGHT-10, FIGHT-11"""

    def decisions(self, state: ClassicState) -> list[Decision]:
        battle = open_battle(state)
        return _reroll_decisions(state, battle.attacker, battle.attack_dice, -1)

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        if answer.keys:
            roll_in_fight(state, now, _dice_of(answer), ring=True)
            now.then(self)


class RollDefence(Happening[ClassicState], frozen=True, tag="RollDefence"):
    """Roll for the defender, and carry out a standing order. ASYNC-4, ASYNC-11, FIGHT-8, FIGHT-9, HOUSE-4"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        box, battle = the_box(), open_battle(state)
        battle.is_defending = True
        battle.defence_dice = [""] * len(box.dice.faces)
        roll_in_fight(state, now, tuple(range(len(box.dice.faces))), ring=False)
        if ordered_rings(state.players[battle.defender].order, battle.defending_kind) == NO_ORDER:
            now.then(RerollDefence())
            return
        while rerolled := ordered_reroll(state):
            roll_in_fight(state, now, rerolled, ring=True)


def ordered_rings(order: int | str, kind: str) -> int:
    """Return the most rings that an order spends on a duel with that kind of piece, or NO_ORDER. HOUSE-4"""
    if isinstance(order, int):
        return order
    only, _, rings = order.partition(":")
    return int(rings) if only == kind else NO_ORDER


def ordered_reroll(table: ClassicState) -> tuple[int, ...]:
    """The dice (0 to 5) that the defender's standing order rerolls now, or (). HOUSE-4"""
    battle = open_battle(table)
    defender, dice = table.players[battle.defender], tuple(battle.defence_dice)
    may_roll = defender.rings > 0 and battle.defence_rings < ordered_rings(defender.order, battle.defending_kind)
    is_behind = fight_value(dice) < fight_value(tuple(battle.attack_dice))
    return dice_to_reroll(dice) if may_roll and is_behind else ()


class RerollDefence(Choice[ClassicState], frozen=True, tag="RerollDefence"):
    """Ask the defender, who is not on turn, to reroll for a ring or to stop.

    An order placed meanwhile counts from the next duel on (HOUSE-4). The table runs the clocks (ASYNC-10). Each duel's
    decisions have their own ids (ASYNC-12). ASYNC-5, ASYNC-9, FIGHT-10, FIGHT-11
    """

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Ask while the defender is behind and has a ring and a die that doesn't show scales. ASYNC-14"""
        battle = open_battle(state)
        target = fight_value(tuple(battle.attack_dice))
        if fight_value(tuple(battle.defence_dice)) >= target:
            return []
        return _reroll_decisions(state, battle.defender, battle.defence_dice, target)

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        if answer.keys:
            roll_in_fight(state, now, _dice_of(answer), ring=True)
            now.then(self)


def _reroll_decisions(table: ClassicState, seat: Seat, dice: list[str], target: int) -> list[Decision]:
    """`target` is the value to reach, or -1 for the attacker, who rolls first."""
    rings = table.players[seat].rings
    locked = the_box().content.dice.fight.locked_faces
    options = tuple([die_option(number, face) for number, face in enumerate(dice, 1) if face not in locked])
    if not rings or not options:
        return []
    prompt = reroll_prompt(fight_value(tuple(dice)), target, rings)
    return [Decision(seat, "FIGHT-10", prompt, options, at_least=0, at_most=len(options))]


@cache
def reroll_prompt(value: int, target: int, rings: int) -> Message:
    if target < 0:
        return Message("minos_classic.prompt.attack", {"value": value, "count": rings})
    return Message("minos_classic.prompt.defence", {"value": value, "target": target, "count": rings})


def _dice_of(answer: Answer) -> tuple[int, ...]:
    return tuple(sorted([int(key.removeprefix("die:")) - 1 for key in answer.keys]))


class SettleDuel(Happening[ClassicState], frozen=True, tag="SettleDuel"):
    """Settle the duel: the higher value wins, the defender wins ties. ASYNC-6, ASYNC-7, FIGHT-14"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        """Remove the losing piece and continue until one side is beaten. FIGHT-6, FIGHT-16, FIGHT-17, FIGHT-18"""
        box, battle = the_box(), open_battle(state)
        attack, defence = fight_value(tuple(battle.attack_dice)), fight_value(tuple(battle.defence_dice))
        space = box.space_ids[battle.space]
        if attack > defence:
            now.emit(DuelWon(battle.attacker, battle.defender, battle.defending_kind, space, attack, defence))
            _, _, stand = defenders(state, box, battle.attacker, battle.space)[0]
            lift(state, now, battle.defender, battle.defending_kind, stand)
            _lose_piece(state, now, battle.defender, battle.defending_kind)
            if defenders(state, box, battle.attacker, battle.space):
                now.then(OpenDuel())
            else:
                state.battle = None
                put(state, now, battle.attacker, battle.kind, battle.space)
        else:
            state.battle = None
            now.emit(DuelWon(battle.defender, battle.attacker, battle.kind, space, defence, attack))
            _lose_piece(state, now, battle.attacker, battle.kind)
        if sum(not player.is_out for player in state.players) == 1:
            finish(state, now, SURVIVOR)


def _lose_piece(table: ClassicState, now: Now[ClassicState], seat: Seat, kind: str) -> None:
    """Put a beaten piece into its owner's reserve. A player without pieces is out. FIGHT-15, FIGHT-20"""
    player = table.players[seat]
    if isinstance(player.order, str):  # HOUSE-4: the order was given for the pieces that the seat had.
        player.order = f"{LOST}:{kind}"
    if kind == SHIP:
        player.ships_in_reserve += 1
    else:
        player.guards_in_reserve += 1
    if player.ships or player.guards:
        return
    table.rings_in_supply += player.rings
    player.talents, player.rings, player.is_out = 0, 0, True
    now.emit(PlayerEliminated(seat))


ORDER = "HOUSE-4"
LOST = "lost"
MOST_RINGS = 12
"""Maximum number of rings that a standing order can allow. A duel hardly ever needs more."""
MOST_RINGS_OF_A_KIND = 5
"""Maximum number of rings that an order for one kind of piece can allow. All orders then fit in one select."""


@cache
def dice_to_reroll(dice: tuple[str, ...]) -> tuple[int, ...]:
    """The dice (0 to 5) to reroll: gulls and builds, else stars outside a set, else jokers outside a set. HOUSE-4"""
    idle = tuple(die for die, face in enumerate(dice) if face in ("gull", "build"))
    if idle:
        return idle
    sets = min(dice.count("arrow"), dice.count("joker"), dice.count("star"))
    for face in ("star", "joker"):
        outside = [die for die, shown in enumerate(dice) if shown == face][sets:]
        if outside:
            return tuple(outside)
    return ()


@cache
def _options() -> tuple[Option, ...]:
    off = Option("rings:off", Message("minos_classic.choice.order_off"))
    none = Option("rings:0", Message("minos_classic.choice.order_none"))
    limits = [
        Option(f"rings:{rings}", Message("minos_classic.choice.order", {"count": rings}))
        for rings in range(1, MOST_RINGS + 1)
    ]
    for kind in (GUARD, SHIP):
        for rings in range(1, MOST_RINGS_OF_A_KIND + 1):
            limits.append(Option(f"{kind}:{rings}", Message(f"minos_classic.choice.order_{kind}", {"count": rings})))
    return (off, none, *limits)


def offer_order(state: ClassicState, seat: Seat) -> list[Decision]:  # HOUSE-4
    if state.ended or state.players[seat].is_out:
        return []
    prompt = Message("minos_classic.prompt.order", {"now": _wording_of(state.players[seat].order)})
    return [Decision(seat, ORDER, prompt, _options(), private=True)]


def _wording_of(order: int | str) -> Message:
    """Describe a standing order, or what ended it."""
    if isinstance(order, str) and order.startswith(LOST):
        return Message(f"minos_classic.order.{order.replace(':', '_')}")
    key = order if isinstance(order, str) else "rings:off" if order == NO_ORDER else f"rings:{order}"
    return next(option.label for option in _options() if option.key == key)


def take_order(state: ClassicState, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
    kind, _, rings = keys[0].partition(":")
    if kind in (GUARD, SHIP):
        state.players[seat].order = keys[0]
    else:
        state.players[seat].order = NO_ORDER if rings == "off" else int(rings)
