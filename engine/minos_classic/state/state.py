"""The state of a game: holdings, pieces, stacks, the turn's dice and pools, an open battle."""

from functools import cache

import msgspec

from engine.kernel.decision import Message, Seat
from engine.minos_classic.content.box import Box, the_box
from engine.minos_classic.content.records import GUARD, JOKER, NOBODY, SHIP, STAR
from engine.minos_classic.state.facts import Combination

NO_ORDER = -1


class SeatState(msgspec.Struct):
    """One seat's holdings."""

    talents: int
    rings: int
    marker: int
    """Has no upper limit. VALUE-4"""
    ships_in_reserve: int
    guards_in_reserve: int
    ships: list[int]
    """The spaces of the seat's ships, ascending."""
    guards: list[int]
    """The spaces of the seat's guards, ascending."""
    is_out: bool = False
    order: int | str = NO_ORDER
    """The standing order: the most rings to spend in a duel, or NO_ORDER. `guard:3` counts for guards only. Such an
    order becomes `lost:ship` or `lost:guard` when the seat loses a piece. HOUSE-4"""


class Spent(msgspec.Struct, frozen=True):  # DICE-10
    natural: int = 0
    jokers: int = 0
    stars: int = 0


class Turn(msgspec.Struct):
    """The current turn. TURN-3"""

    seat: Seat
    rolls: int
    dice: list[str]
    used: list[bool]
    spent: list[Spent]
    movement: int = 0
    building: int = 0
    is_rolling: bool = True
    is_income_open: bool = True
    built: list[int] = []
    """The terrains built on this turn."""
    recruited: list[int] = []
    """The terrains that have recruited this turn."""


class Battle(msgspec.Struct):
    """An open battle. The attacking piece has left `origin` for `space`, and is on no space until the end. ASYNC-1"""

    attacker: Seat
    kind: str
    origin: int
    space: int
    defender: Seat
    """The seat that holds `space` or the other half of its terrain."""
    defending_kind: str
    duel: int = 0
    attack_dice: list[str] = []
    """Empty until they are rolled, like `defence_dice`."""
    defence_dice: list[str] = []
    is_defending: bool = False
    """True once the attacker has finished rolling."""
    defence_rings: int = 0
    """The rings spent in this duel. Standing orders limit their number. HOUSE-4"""


class ClassicState(msgspec.Struct):
    """The whole game between two answers."""

    round: int
    first: Seat
    turn: Turn
    players: list[SeatState]
    held: list[int]
    """For each space, the seat with pieces there, or NOBODY. Several seats may share the fish zone, so it always has
    NOBODY. MOVE-15"""
    stacks: list[tuple[str, ...]]
    """The buildings on each terrain, from the ground up."""
    supply: dict[str, int]
    rings_in_supply: int
    closed: list[int]
    scope: str
    same_site_twice: bool
    round_limit: int
    rounds_without_building: int = 0
    has_built_this_round: bool = False
    is_dead: bool = False
    battle: Battle | None = None
    ended: str = ""

    @property
    def on_turn(self) -> SeatState:
        return self.players[self.turn.seat]


def holder_of(table: ClassicState, box: Box, terrain: int) -> Seat:
    """The seat with pieces on that terrain, or NOBODY. OWN-1"""
    held = table.held
    on_site = held[box.sites[terrain]]
    return on_site if on_site != NOBODY else held[box.harbours[terrain]]


def own_terrains(table: ClassicState, seat: Seat) -> list[int]:  # OWN-1
    player, terrain_of = table.players[seat], the_box().terrain_of
    return sorted({terrain_of[space] for space in (*player.ships, *player.guards)} - {-1})


def defenders(table: ClassicState, box: Box, attacker: Seat, space: int) -> list[tuple[Seat, str, int]]:
    """The defenders at `space` in order, each as (seat, kind, space). FIGHT-4, FIGHT-5, FIGHT-21, MOVE-15"""
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
