"""Where a city lies: the cells it shows, and the frame around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.minerva.seen.view import MinervaView, SeatView
from render.plate import MARGIN, WIDTH
from render.renderer import Mark
from render.scene import Point

LARGEST = 250
"""Side of a tile in pixels, at most."""
PAD = 12
GAP = 14
FEWEST_COLUMNS, FEWEST_ROWS = 2, 2

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Extent:
    """The cells that a city shows: the first and last column and row, both included."""

    west: int
    north: int
    east: int
    south: int

    @property
    def columns(self) -> int:
        """How many columns, at least `FEWEST_COLUMNS`."""
        return max(FEWEST_COLUMNS, self.east - self.west + 1)

    @property
    def rows(self) -> int:
        """How many rows, at least `FEWEST_ROWS`."""
        return max(FEWEST_ROWS, self.south - self.north + 1)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a seat's city lies, below `head` pixels of name and holdings, and right of `aside` pixels of holdings.

    `corner` is that of the cell `extent.west`, `extent.north`, `side` that of a cell.
    """

    seat: Seat
    left: float
    top: float
    width: float
    height: float
    head: int
    aside: int
    corner: Point
    side: int
    extent: Extent

    def at(self, x: int, y: int) -> Point:
        """The top left corner of a cell."""
        return self.corner[0] + (x - self.extent.west) * self.side, self.corner[1] + (y - self.extent.north) * self.side

    def middle(self, x: int, y: int) -> Point:
        """The middle of a cell."""
        left, top = self.at(x, y)
        return left + self.side / 2, top + self.side / 2


def cells_of(marks: Sequence[Mark]) -> dict[Cell, list[int]]:
    """The numbers that stand on cells."""
    found: dict[Cell, list[int]] = {}
    for mark in marks:
        if mark.target.startswith("cell:"):
            x, y = mark.target.removeprefix("cell:").split(",")
            found.setdefault((int(x), int(y)), []).append(mark.number)
    return found


def asked_of(view: MinervaView) -> Seat | None:
    """The seat to answer: that of the turn, else the one that the view names; None when all is over."""
    if view.turn is not None:
        return view.turn.seat
    return view.to_answer[0] if view.to_answer else None


def extent_of(view: MinervaView, seat: SeatView, marks: Sequence[Mark]) -> Extent:
    """The cells to show: the city, and what options and the line name in the city of the seat on turn."""
    cells = [(placed.x, placed.y) for placed in seat.city]
    if view.turn is not None and view.turn.seat == seat.seat:
        cells += [*cells_of(marks), *view.turn.line, *((view.turn.x, view.turn.y),) * view.turn.is_laid]
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return Extent(min(columns), min(rows), max(columns), max(rows))


def framed(seat: Seat, extent: Extent, left: float, top: float, width: float, height: float) -> Frame:
    """The frame of a city in a rectangle, its cells as large as there is room for: holdings above it, or beside it."""
    frames = (
        _framed(seat, extent, (left, top, width, height), head_of(width), 0),
        _framed(seat, extent, (left, top, width, height), NAME, ASIDE),
    )
    return max(frames, key=lambda frame: frame.side)


def _framed(seat: Seat, extent: Extent, at: tuple[float, float, float, float], head: int, aside: int) -> Frame:
    left, top, width, height = at
    across, down = width - aside - 2 * PAD, height - head - 2 * PAD
    side = max(1, min(LARGEST, int(across // extent.columns), int(down // extent.rows)))
    wide, high = (extent.east - extent.west + 1) * side, (extent.south - extent.north + 1) * side
    corner = round(left + aside + (width - aside - wide) / 2), round(top + head + (height - head - high) / 2)
    return Frame(seat, left, top, width, height, head, aside, corner, side, extent)


def shared(extents: Sequence[tuple[Seat, Extent]], top: float, height: float) -> tuple[Frame, ...]:
    """Frames for cities side by side, or in two rows where their tiles are larger for it."""
    found = [_in_rows(extents, rows, top, height) for rows in _divisions(len(extents))]
    return max(found, key=lambda frames: min(each.side for each in frames) * _even(frames))


def _even(frames: Sequence[Frame]) -> float:
    """More where frames stand in two rows, which leaves less of the plate empty."""
    return 1.15 if len({frame.top for frame in frames}) > 1 else 1.0


def _divisions(count: int) -> Iterator[tuple[int, ...]]:
    """How many cities stand in each row: all in one, or in two."""
    yield (count,)
    if count > 1:
        yield ((count + 1) // 2, count // 2)


def _in_rows(
    extents: Sequence[tuple[Seat, Extent]], rows: tuple[int, ...], top: float, height: float
) -> tuple[Frame, ...]:
    tall = (height + GAP) / len(rows) - GAP
    frames, first = [], 0
    for row, count in enumerate(rows):
        wide = (WIDTH - 2 * MARGIN + GAP) / count - GAP
        for place, (seat, extent) in enumerate(extents[first : first + count]):
            left = round(MARGIN + place * (wide + GAP))
            frames.append(framed(seat, extent, left, round(top + row * (tall + GAP)), round(wide), round(tall)))
        first += count
    return tuple(frames)


NAME, LINE = 66, 46
"""Heights of the name above a city, and of each line of holdings below it."""
ASIDE = 236
"""Width of the holdings beside a city."""


def head_of(width: float) -> int:
    """Pixels of name and holdings in a frame of that width."""
    return NAME + lines_of(width) * LINE


def lines_of(width: float) -> int:
    """Lines that the holdings need in a frame of that width."""
    return 1 if width > 1000 else 2 if width > 500 else 3
