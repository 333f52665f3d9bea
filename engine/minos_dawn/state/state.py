"""The whole state of a game. Components are ids. Seats, regions, goods and tracks are numbers."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.state.rival import Rival

NOBODY = -1
FREE, BLOCKED = -1, -2
"""The values of a vase's place without a marker (FREE), and of a place not used in games for two (BLOCKED)."""
NONE = -1

CATEGORIES = ("play", "farms", "regions", "battles", "resources", "area", "palace", "board")
"""The categories of VP, in the order of the score sheet. END-2"""
PLAY, BATTLES = map(CATEGORIES.index, ("play", "battles"))


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die in a row."""

    seat: Seat
    colour: int
    """An index into COLOURS."""
    value: int
    mark: int = NONE
    """The row of the rival's Wild die. SOLO-DICE-8"""


class Site(msgspec.Struct, frozen=True):
    """A city or farm site that a seat has reserved, and later holds. PROG-11, PROG-12"""

    structure: str
    region: int
    seat: Seat


class SeatState(msgspec.Struct):
    """One seat's holdings."""

    coins: int
    weaponry: int
    vp: int
    reserves: int
    supply: int
    warriors: list[int]
    """The number of warriors in each region."""
    tracks: list[int]
    goods: list[int]
    temps: list[int]
    ships: list[int]
    """The space of the ship on each route, 0 for no ship."""
    hand: list[str]
    area: list[str]
    palace: list[str]
    cities: list[int]
    towers: list[int]
    farms: list[int]
    bonus_tiles: list[str]
    sea_tiles: list[str]
    scored: list[int]
    """The sum of VP in each category."""
    card: str = ""
    ability: int = NONE
    income: int = 0
    noted: int = 0
    """VP to score at every later scoring. Q-41"""
    at_end: int = 0
    """VP to score at the end."""
    early_temp: int = NONE
    """SA2's gain that the seat has named for the next round, like `early_good`, or NONE."""
    early_good: int = NONE
    exchange_lock: int = 0
    """1 after giving coins for weaponry, 2 after the reverse, 0 if both exchanges are allowed. Q-53"""


class Turn(msgspec.Struct):
    """The action turn in progress."""

    seat: Seat
    row: int
    space: int
    """Counts from 0."""
    value: int
    colour: int
    points: int
    acts_as: int
    """The row of its AP, or NONE for unspent Wild AP."""
    due: list[str]
    extras: list[str]
    has_benefit: bool
    has_age2_draw: bool
    is_used: bool = False
    """True if the space has been used or forfeited, so that the seat can no longer forfeit it. ACT-5"""
    is_forfeited: bool = False
    has_declined: bool = False
    """True if the seat couldn't pay for any decree and nothing has happened since. DEV-12"""


class Sealed(msgspec.Struct):
    """A seat's secret answers in a simultaneous step."""

    stage: int = 0
    """The part that the seat is asked about now."""
    cards: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    """While the seat drafts, its wishes."""
    temps: tuple[int, ...] = ()
    tracks: tuple[int, ...] = ()
    sites: tuple[Site, ...] = ()
    regions: tuple[int, ...] = ()
    has_declared: bool = False
    exchanges: bool = False


class DawnState(msgspec.Struct, omit_defaults=True):
    """The whole game between two answers. Lists by region are indexed by the region's number, from 1. In `first`, dice,
    `cities`, `farms` and `places`, the number RIVAL means the opponent in a solo game."""

    round: int
    first: Seat
    phase: str
    age: int
    category: int
    players: list[SeatState]
    decks: list[list[str]]
    """A pile per age, drawn from its end."""
    discards: list[list[str]]
    """A pile per age."""
    offer: list[str]
    boxed: list[str]
    """Cards that left the game with Age I, unseen by anyone."""
    retired: list[str]
    """The other cards that left the game with Age I."""
    in_payment: str
    """A decree being paid for."""
    stacks: list[int]
    goods_pile: list[int]
    """Drawn from the end."""
    temps: list[int]
    foundations: list[str]
    sea: list[tuple[str, ...]]
    """A stack for each region, its visible tile last."""
    sea_box: list[str]
    cities: list[int]
    towers: list[int]
    farms: list[int]
    routes: list[str]
    blue: list[tuple[str, ...]]
    red: list[tuple[str, ...]]
    vases: list[str]
    places: list[list[int]]
    """The seat with a marker on each place of each vase."""
    claimed: list[tuple[int, ...]]
    window: list[int]
    """The best place of each vase that was free when the simultaneous step began."""
    claims: list[tuple[int, ...]]
    """The seats that met each vase's condition during the simultaneous step."""
    action_bonus: str
    pool: list[str]
    rows: list[list[Die | None]]
    turn: Turn | None
    sealed: list[Sealed]
    opened: tuple[Sealed, ...]
    """The answers of the last revealed step."""
    owed: list[int]
    held: list[Site]
    carrying: Seat
    """The seat that carries out its advances."""
    setup_cards: list[str]
    setup_abilities: list[int]
    picked_first: Seat
    rival: Rival | None = None
    """The opponent in a solo game."""

    def turn_order(self) -> list[Seat]:
        """Return the seats clockwise from the holder of the First Player marker."""
        seats = len(self.players)
        return [(self.first + place) % seats for place in range(seats)]

    def is_turn_of(self, seat: Seat) -> bool:
        return self.turn is not None and self.turn.seat == seat

    @property
    def sides(self) -> int:
        """The number of seats, plus one for the rival in a solo game. SOLO-GEN-1"""
        return len(self.players) + (self.rival is not None)

    def is_rival(self, side: Seat | None) -> bool:
        """Return whether `side` is the rival. In games without him, the same number is the second seat."""
        return self.rival is not None and side == RIVAL


def rival_of(state: DawnState) -> Rival:
    assert state.rival is not None
    return state.rival


def turn_of(state: DawnState) -> Turn:
    assert state.turn is not None
    return state.turn


def take_sea_tile(state: DawnState, region: int) -> str:
    """Take the visible tile of a region. The tile below becomes visible. MAP-10"""
    *below, tile = state.sea[region]
    state.sea[region] = tuple(below)
    return tile


def has_space(state: DawnState, row: int) -> bool:  # INV-8, DRAFT-5
    return len(state.rows[row]) < len(the_box().layouts[len(state.players)].rows[row])


def place_die(state: DawnState, row: int, die: Die) -> int:
    """Place a die after all lower or equal dice and before all higher ones. Return its space, from 0. DRAFT-6"""
    dice = state.rows[row]
    space = space_for(dice, die.value)
    dice.insert(space, die)
    return space


class Valued(Protocol):
    @property
    def value(self) -> int:
        """The number of pips."""


def space_for(dice: Sequence[Valued | None], value: int) -> int:
    """Return the space (from 0) that a die of that value takes in a row with these dice. DRAFT-6"""
    return len([other for other in dice if other is not None and other.value <= value])


def dice_of(state: DawnState, seat: Seat) -> list[tuple[int, int, Die]]:
    """Return the dice that a seat or RIVAL still has in the rows, each with its row and space (from 0)."""
    return [
        (number, space, each)
        for number, dice in enumerate(state.rows)
        for space, each in enumerate(dice)
        if each is not None and each.seat == seat
    ]
