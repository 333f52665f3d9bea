"""The state of a game. Tiles are named by content ids, cells by column and row."""

from typing import NamedTuple

import msgspec

from engine.kernel.decision import Seat

FEE, FIRST = "fee", "first"
"""Standing orders to pass: once a turn costs a fee, or only while nobody else has passed. PASS-01, PASS-04"""


class Placed(msgspec.Struct, frozen=True):
    """A tile in a city. The Forum is at column 0, row 0 (SETUP-06); columns grow rightwards, rows downwards."""

    tile: str
    x: int
    y: int
    has_assistant: bool = False


class Wish(NamedTuple):
    """A tile to build while it costs at most `denarii`, including the fee for the turn. BUILD-03, PASS-04"""

    tile: str
    denarii: int


class Wishes(msgspec.Struct, frozen=True):
    """A standing order to build the first of some tiles that is on display. BUILD-01, BUILD-05"""

    tiles: tuple[Wish, ...] = ()
    place: tuple[int, int] | None = None
    """The cell to build on, if it is given."""
    ended: str = ""
    """The reason why the order ended, kept until the seat's next turn is over. `gone`: no tile is on display.
    `refilled`: a temple was revealed. `dearer`, `unpaid` and `placeless`: something changed for a tile."""
    because: str = ""
    """The temple or tile that ended the order, if any."""


NO_WISHES = Wishes()


class SeatState(msgspec.Struct, rename={"next_turn": "passes"}):
    """One seat's holdings."""

    denarii: int
    resources: list[int]
    residences: int
    """The residences in the supply."""
    city: list[Placed]
    """In the order of placement."""
    glory: int = 0
    assistants: int = 0
    """The assistants in hand."""
    removed: int = 0
    """The residences that have left the game. BLDG-20a"""
    culture_tiles: list[str] = []
    glory_tiles: list[str] = []
    order: int = 0
    """The order tile in front of the seat, or 0 before it passes in this round (solo: 1 after passing)."""
    next_turn: bool | str | Wishes = False
    """The standing order for this round. True: pass. FEE or FIRST: pass on that condition. Wishes: build one of them.
    False: ask. Stored as `passes`."""
    buys_none: bool | str = False
    """The standing order about assistants in this round: True to buy none, `denarii:2` to buy at that price, or False
    to be asked."""
    scored: tuple[int, ...] = ()
    """Final VP in the order of PARTS."""

    @property
    def assistants_owned(self) -> int:
        """The assistants in hand and on residences. GAINASSIST-04"""
        return self.assistants + sum(placed.has_assistant for placed in self.city)

    @property
    def wishes(self) -> Wishes:
        return self.next_turn if type(self.next_turn) is Wishes else NO_WISHES


class Turn(msgspec.Struct):
    seat: Seat
    points: list[int]
    """Culture points in the order of ARTS. They are lost when the turn ends. CULT-07"""
    act: str = ""
    """`build`, `residence`, `assistant` or `round_tile`; "" before the action is chosen."""
    tile: str = ""
    """The tile of the turn. Before `is_laid`, a building has already left the display, but a residence is still in the
    supply."""
    x: int = 0
    """The column of the tile once `is_laid`. `y` is its row."""
    y: int = 0
    is_laid: bool = False
    direction: str = ""
    """The direction of the line; "" until it is chosen."""
    line: list[tuple[int, int]] = []
    """The cells of the line, nearest first."""
    reached: int = 0
    """The number of cells reached, including the one being resolved."""


class MinervaState(msgspec.Struct):
    """The whole game between two answers."""

    round: int
    phase: str
    """`main`, `assistants` or `over`."""
    first: Seat
    """The seat that goes first in this round."""
    starter: Seat
    """The seat that went first in round 1. SETUP-13"""
    colon_mode: str
    players: list[SeatState]
    lots: list[tuple[str, ...]]
    """The buildable tiles other than temples: one tile each, or pairs in the solo game. A pair may include a round
    tile. SOLO-04"""
    deck: list[str]
    """Includes round tiles. Drawn from the end, like `temple_stack`."""
    aside: list[str]
    """Round tiles that were drawn."""
    temples: list[str]
    """The temples on display."""
    temple_stack: list[str]
    culture: list[tuple[str, ...]]
    """A pile for each category, its top last."""
    glory: list[str]
    """The tiles not yet contested."""
    boxed: list[str]
    """Tiles that have left the game: partners in the solo game, and glory tiles that nobody took."""
    turn: Turn | None = None

    @property
    def on_turn(self) -> Turn:
        assert self.turn is not None
        return self.turn

    @property
    def is_solo(self) -> bool:  # SOLO-03
        return len(self.players) == 1
