"""Fights: the battle a step starts, its duels one after the other, and what their loser loses. FIGHT, ASYNC"""

from functools import cache

from engine.kernel.decision import Answer, Decision, Message, Seat
from engine.kernel.steps import Choice, Happening, Now
from engine.minos_classic.actions.orders import dice_to_reroll
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.files import SHIP
from engine.minos_classic.content.words import die_option
from engine.minos_classic.state.ending import SURVIVOR, finish
from engine.minos_classic.state.facts import BattleBegan, DuelWon, FightDiceRolled, PlayerEliminated
from engine.minos_classic.state.measures import defenders, fight_value
from engine.minos_classic.state.ownership import lift, put
from engine.minos_classic.state.state import NO_ORDER, Battle, ClassicState, SeatState


def begin_battle(table: ClassicState, now: Now[ClassicState], kind: str, origin: int, space: int) -> None:
    """A piece of the seat on turn, already lifted off the board, fights its way onto `space`. FIGHT-1, ASYNC-1

    FIGHT-19, ASYNC-8: the steps of the battle lie above the menu, so nothing else is asked until it is over.
    """
    box, attacker = the_box(), table.turn.seat
    against = defenders(table, box, attacker, space)
    seat, defending, _ = against[0]
    table.battle = Battle(attacker, kind, origin, space, seat, defending)
    names = box.space_ids
    now.emit(BattleBegan(attacker, kind, names[origin], names[space], seat, len(against)))
    now.then(OpenDuel())


def open_battle(table: ClassicState) -> Battle:
    """The battle that a step of this chapter belongs to."""
    assert table.battle is not None
    return table.battle


def roll_in_fight(table: ClassicState, now: Now[ClassicState], rolled: tuple[int, ...], ring: bool) -> None:
    """The side whose half of the duel it is rolls these of its dice (0 to 5), for a ring or not. FIGHT-9, FIGHT-10"""
    box, battle = the_box(), open_battle(table)
    seat = battle.defender if battle.is_defending else battle.attacker
    dice = battle.defence_dice if battle.is_defending else battle.attack_dice
    if ring:
        spend_ring(table, table.players[seat])
        battle.defence_rings += battle.is_defending
    name = "defence" if battle.is_defending else "attack"
    for die, side in zip(rolled, now.roll(name, len(rolled), box.sides), strict=True):
        dice[die] = box.faces[die][side]
    shown = tuple(dice)
    now.emit(FightDiceRolled(seat, battle.duel, not battle.is_defending, shown, rolled, fight_value(shown), ring))


def spend_ring(table: ClassicState, player: SeatState) -> None:
    """RINGS-5: a spent ring returns to the supply."""
    player.rings -= 1
    table.rings_in_supply += 1


class OpenDuel(Happening[ClassicState], frozen=True, tag="OpenDuel"):
    """ASYNC-2: the attacker's first roll, all six dice and free. FIGHT-7, FIGHT-9"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        """FIGHT-8: the attacker completes his rolls before the defender's first."""
        box, battle = the_box(), open_battle(state)
        battle.duel += 1
        battle.attack_dice, battle.defence_dice = [""] * box.dice, []
        battle.is_defending, battle.defence_rings = False, 0
        battle.defender, battle.defending_kind, _ = defenders(state, box, battle.attacker, battle.space)[0]
        roll_in_fight(state, now, tuple(range(box.dice)), ring=False)
        now.then(RerollAttack(), RollDefence(), SettleDuel())


class RerollAttack(Choice[ClassicState], frozen=True, tag="RerollAttack"):
    """ASYNC-3: the attacker rolls again for a ring, or stands. FIGHT-10, FIGHT-11"""

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Asked while he has a ring and a die that does not show scales."""
        battle = open_battle(state)
        return _reroll_decisions(state, battle.attacker, battle.attack_dice, -1)

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        """No die named: he stands."""
        if answer.keys:
            roll_in_fight(state, now, _named(answer), ring=True)
            now.then(self)


class RollDefence(Happening[ClassicState], frozen=True, tag="RollDefence"):
    """ASYNC-4: the defender's first roll, knowing the attacker's result. FIGHT-8, FIGHT-9"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        """HOUSE-4: whoever left a standing order is not asked; the engine carries it out. ASYNC-11"""
        box, battle = the_box(), open_battle(state)
        battle.is_defending = True
        battle.defence_dice = [""] * box.dice
        roll_in_fight(state, now, tuple(range(box.dice)), ring=False)
        if state.players[battle.defender].order == NO_ORDER:
            now.then(RerollDefence())
            return
        while rerolled := ordered_reroll(state):
            roll_in_fight(state, now, rerolled, ring=True)


def ordered_reroll(table: ClassicState) -> tuple[int, ...]:
    """The dice (0 to 5) that the defender's standing order rolls again now; none where it stands or is off. HOUSE-4

    None either while the attacker rolls, when the defender has no dice yet.
    """
    battle = open_battle(table)
    defender, dice = table.players[battle.defender], tuple(battle.defence_dice)
    may_roll = defender.rings > 0 and battle.defence_rings < defender.order
    is_behind = fight_value(dice) < fight_value(tuple(battle.attack_dice))
    return dice_to_reroll(dice) if may_roll and is_behind else ()


class RerollDefence(Choice[ClassicState], frozen=True, tag="RerollDefence"):
    """ASYNC-5: the defender, who is not on turn, rolls again for a ring, or stands. ASYNC-9, FIGHT-10, FIGHT-11

    An order left while he is asked counts from the next duel on; of this one he is asked until he answers. HOUSE-4
    ASYNC-10: the clocks are the table's. ASYNC-12: answers carry the number of the decision, which tells duels apart.
    """

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Asked while he is behind, has a ring and a die that does not show scales. ASYNC-14"""
        battle = open_battle(state)
        target = fight_value(tuple(battle.attack_dice))
        if fight_value(tuple(battle.defence_dice)) >= target:
            return []
        return _reroll_decisions(state, battle.defender, battle.defence_dice, target)

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        """No die named: he stands."""
        if answer.keys:
            roll_in_fight(state, now, _named(answer), ring=True)
            now.then(self)


def _reroll_decisions(table: ClassicState, seat: Seat, dice: list[str], target: int) -> list[Decision]:
    """`target` is the value to reach, -1 for the attacker, who does not know it."""
    rings = table.players[seat].rings
    locked = the_box().content.dice.fight.locked_faces
    options = tuple([die_option(number, face) for number, face in enumerate(dice, 1) if face not in locked])
    if not rings or not options:
        return []
    prompt = reroll_prompt(fight_value(tuple(dice)), target, rings)
    return [Decision(seat, "FIGHT-10", prompt, options, at_least=0, at_most=len(options))]


@cache
def reroll_prompt(value: int, target: int, rings: int) -> Message:
    """Asks for dice to roll again; `count` is the rings left."""
    if target < 0:
        return Message("minos_classic.prompt.attack", {"value": value, "count": rings})
    return Message("minos_classic.prompt.defence", {"value": value, "target": target, "count": rings})


def _named(answer: Answer) -> tuple[int, ...]:
    return tuple(sorted([int(key.removeprefix("die:")) - 1 for key in answer.keys]))


class SettleDuel(Happening[ClassicState], frozen=True, tag="SettleDuel"):
    """ASYNC-6, ASYNC-7: the higher value wins, a tie is the defender's; the loser's piece leaves the board. FIGHT-14"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        """FIGHT-6: the attacker goes on until it is beaten or no defender is left; then the turn goes on. FIGHT-18

        FIGHT-16: the winner stands on `space`. FIGHT-17: a terrain whose last defender is beaten changes its owner.
        """
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
    """FIGHT-15: a beaten piece goes into its owner's reserve. FIGHT-20: whose last one it was is out."""
    player = table.players[seat]
    if kind == SHIP:
        player.ships_in_reserve += 1
    else:
        player.guards_in_reserve += 1
    if player.ships or player.guards:
        return
    table.rings_in_supply += player.rings
    player.talents, player.rings, player.is_out = 0, 0, True
    now.emit(PlayerEliminated(seat))
