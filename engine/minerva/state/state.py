"""The state of a game. Tiles are named by content ids, cells by column and row."""

from typing import NamedTuple

import msgspec

from engine.kernel.decision import Seat

FEE, FIRST = "fee", "first"
"""Standing orders to pass once a turn costs a fee, or only while nobody else has passed. PASS-01, PASS-04"""


class Placed(msgspec.Struct, frozen=True):
    """A tile in a city. The Forum is at column 0, row 0 (SETUP-06); columns grow rightwards, rows downwards."""

    tile: str
    x: int
    y: int
    has_assistant: bool = False


class Wish(NamedTuple):
    """A tile to build while it costs at most `denarii`, with the fee for the turn. BUILD-03, PASS-04"""

    tile: str
    denarii: int


class Wishes(msgspec.Struct, frozen=True):
    """A standing order to build the first of `tiles` that is on display, at `place` if it is given. BUILD-01, BUILD-05

    What ends it is kept in `ended` until the seat's next turn is over: `gone` (no tile is on display), `refilled` (the
    temple `because` was revealed), or a change that concerns the tile `because`: `dearer`, `unpaid` or `placeless`.
    """

    tiles: tuple[Wish, ...] = ()
    place: tuple[int, int] | None = None
    ended: str = ""
    because: str = ""


NO_WISHES = Wishes()


class SeatState(msgspec.Struct, rename={"next_turn": "passes"}):
    """One seat's holdings. `city` is in the order of placement.

    `residences` are in the supply, `removed` have left the game (BLDG-20a), `assistants` are in hand. `order` is the
    order tile in front of the seat, or 0 if it hasn't passed this round (solo: 1 after passing). `next_turn` (True to
    pass, FEE, FIRST, wishes, or False to be asked; `passes` in storage) and `buys_none` (True, `denarii:2` to buy at
    that price, or False to be asked) are standing orders until the round ends. `scored` are final VP in the order of
    PARTS.
    """

    denarii: int
    resources: list[int]
    residences: int
    city: list[Placed]
    glory: int = 0
    assistants: int = 0
    removed: int = 0
    culture_tiles: list[str] = []
    glory_tiles: list[str] = []
    order: int = 0
    next_turn: bool | str | Wishes = False
    buys_none: bool | str = False
    scored: list[int] = []

    @property
    def assistants_owned(self) -> int:
        """The assistants in hand and on residences. GAINASSIST-04"""
        return self.assistants + sum(placed.has_assistant for placed in self.city)

    @property
    def wishes(self) -> Wishes:
        return self.next_turn if isinstance(self.next_turn, Wishes) else NO_WISHES


class Turn(msgspec.Struct):
    """The current turn.

    `act` is "" before the action is chosen, then `build`, `residence`, `assistant` or `round_tile`. `tile` is at `x`,
    `y` once `is_laid`. `direction` and `line` (cells, nearest first) are set once a direction is chosen; `reached`
    counts the finished cells. `points` are culture points in the order of ARTS, lost when the turn ends (CULT-07). A
    building to be placed has already left the display; a residence to be placed is still in the supply.
    """

    seat: Seat
    points: list[int]
    act: str = ""
    tile: str = ""
    x: int = 0
    y: int = 0
    is_laid: bool = False
    direction: str = ""
    line: list[tuple[int, int]] = []
    reached: int = 0


class MinervaState(msgspec.Struct):
    """The whole game between two answers. `phase` is `main`, `assistants`, `glory` or `over`.

    `lots` are the buildable tiles other than temples: one tile each, or pairs in the solo game (SOLO-04). A pair may
    include a round tile. `deck` and `temple_stack` are drawn from their ends; the deck includes round tiles. `temples`
    is the open row. `culture[category]` is a pile, its top last. `glory` are the tiles not yet contested. `boxed` have
    left the game: partners in the solo game, and glory tiles nobody took. `aside` are round tiles that were drawn.
    `first` goes first in the round; `starter` went first in round 1 (SETUP-13).
    """

    round: int
    phase: str
    first: Seat
    starter: Seat
    colon_mode: str
    players: list[SeatState]
    lots: list[tuple[str, ...]]
    deck: list[str]
    aside: list[str]
    temples: list[str]
    temple_stack: list[str]
    culture: list[list[str]]
    glory: list[str]
    boxed: list[str]
    turn: Turn | None = None

    @property
    def on_turn(self) -> Turn:
        assert self.turn is not None
        return self.turn

    @property
    def is_solo(self) -> bool:  # SOLO-03
        return len(self.players) == 1
