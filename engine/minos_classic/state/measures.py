"""Counts the defenders of a battle and the value of its dice."""

from functools import cache

from engine.kernel.decision import Message, Seat
from engine.minos_classic.content.box import Box, the_box
from engine.minos_classic.content.records import GUARD, JOKER, NOBODY, SHIP, STAR
from engine.minos_classic.state.facts import Combination
from engine.minos_classic.state.state import ClassicState


def defenders(table: ClassicState, box: Box, attacker: Seat, space: int) -> list[tuple[Seat, str, int]]:
    """The defenders at `space` in order: seat, kind, space. FIGHT-4, FIGHT-5, FIGHT-21, MOVE-15"""
    players, held = table.players, table.held
    terrain = box.terrain_of[space]
    if terrain >= 0:
        harbour, site = box.harbours[terrain], box.sites[terrain]
        found: list[tuple[Seat, str, int]] = []
        if held[harbour] not in (NOBODY, attacker):
            found.append((held[harbour], SHIP, harbour))
        if held[site] not in (NOBODY, attacker):
            found += [(held[site], GUARD, site)] * players[held[site]].guards.count(site)
        return found
    if space == box.fish:
        clockwise = [(attacker + step) % len(players) for step in range(1, len(players))]
        return [(seat, SHIP, space) for seat in clockwise if space in players[seat].ships]
    if held[space] in (NOBODY, attacker):
        return []
    return [(held[space], SHIP if space in box.water else GUARD, space)]


@cache
def fight_value(dice: tuple[str, ...]) -> int:
    """The value of dice in a fight. A joker is not wild; each set counts four more. FIGHT-12, FIGHT-13"""
    fight = the_box().content.dice.fight
    sets = min(dice.count(face) for face in fight.combination.faces)
    return sum(fight.value[face] for face in dice) + fight.combination.bonus_over_sum * sets


@cache
def named_dice(kind: int, dice: Combination) -> tuple[Message, ...]:
    face = the_box().dice.kind_faces[kind]
    parts = ((face, dice.natural), (JOKER, dice.jokers), (STAR, dice.stars))
    return tuple(Message(f"minos_classic.dice.{name}", {"count": count}) for name, count in parts if count)
