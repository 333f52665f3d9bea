"""What may be seen: all but the order of deck and temples, and standing orders. The only file that hides. INFO"""

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.game import Placing
from engine.minerva.state import Placed


class SeatView(msgspec.Struct, frozen=True):
    """One seat's holdings, all public. INFO-02

    `resources` by RESOURCES; `residences` left in the supply; `assistants` in hand, `assistants_owned` with those on
    residences; `order` is the order tile, 0 for none: whoever has one has passed. `order_vp` is what that tile
    will score as it lies now (SCORE-06). `culture_vp` and `glory_vp` are those of the tiles held; `scored` by PARTS,
    empty before the final scoring.
    """

    seat: Seat
    denarii: int
    resources: tuple[int, ...]
    residences: int
    removed: int
    glory: int
    assistants: int
    assistants_owned: int
    order: int
    order_vp: int
    city: tuple[Placed, ...]
    culture_tiles: tuple[str, ...]
    glory_tiles: tuple[str, ...]
    culture_vp: int
    glory_vp: int
    scored: dict[str, int]


class LotView(msgspec.Struct, frozen=True):
    """What lies together in the display: one tile, in the solo game two; `denarii` lie on a round tile. SOLO-07"""

    tiles: tuple[str, ...]
    denarii: int


class LineView(msgspec.Struct, frozen=True):
    """What a direction would activate, before it is chosen: `cells` and `tiles`, nearest first. RES-05

    `gains` are what is certain, by `grain` … `ore`, `denarii`, `glory`, overflow included; `points` are certain culture
    points by ARTS; `takes` the culture tiles these earn; `asks` are the tiles that will ask for a choice.
    """

    direction: str
    cells: tuple[tuple[int, int], ...]
    tiles: tuple[str, ...]
    gains: dict[str, int]
    points: tuple[int, ...]
    takes: tuple[str, ...]
    asks: tuple[str, ...]


class TurnView(msgspec.Struct, frozen=True):
    """The turn being played; every `cell:X,Y` of a decision is in the city of `seat`.

    `act` is empty before the action is chosen, then `build`, `residence` or `assistant`. `tile` lies at `x`, `y` if
    `is_laid`, else it waits for its cell. `lines` are the four directions while one is to be chosen. Afterwards `line`
    are the cells that are activated, nearest first, of which `reached` have been; `points` by ARTS so far.
    `fee` is what acting costs now. PASS-04
    """

    seat: Seat
    act: str
    tile: str
    x: int
    y: int
    is_laid: bool
    direction: str
    line: tuple[tuple[int, int], ...]
    reached: int
    points: tuple[int, ...]
    fee: int
    lines: tuple[LineView, ...]


class OrdersView(msgspec.Struct, frozen=True):
    """The standing orders of the looking seat for this round. PASS-01, GAINASSIST-03"""

    passes: bool
    buys_none: bool


class MinervaView(msgspec.Struct, frozen=True):
    """All that `looking` (None: a spectator) may see. `phase` is `main`, `assistants`, `glory` or `over`.

    `lots` is the display without `temples`. `deck_size` counts the whole deck, round tiles too: how many of it will be
    drawn is hidden (INFO-01). `culture` are the piles by ARTS, top first; `glory` the tiles not yet contested;
    `order_tiles` those still in the middle. `title` numbers the solo title reached, the highest 0. SOLO-16
    """

    looking: Seat | None
    round: int
    phase: str
    first: Seat
    colon_mode: str
    seats: tuple[SeatView, ...]
    lots: tuple[LotView, ...]
    temples: tuple[str, ...]
    temple_stack_size: int
    deck_size: int
    culture: tuple[tuple[str, ...], ...]
    glory: tuple[str, ...]
    order_tiles: tuple[int, ...]
    turn: TurnView | None
    orders: OrdersView | None
    boxed: tuple[str, ...]
    result: tuple[Placing, ...]
    title: int | None
