"""How the cities share the picture: one size of tile for all of them, as large as there is room for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.minerva.seen.view import MinervaView, SeatView
from render.minerva.board import GAP, MARGIN, WIDTH
from render.renderer import Mark
from render.scene import Point

LARGEST, SMALLEST = 120, 24
"""Side of a tile in pixels."""
TALLEST, LEAST_HEIGHT = 2000, 900
"""How tall the picture may be, and the cities together whatever is above them, while tiles are not the smallest."""
ENOUGH = 0.8
"""Tiles may be this much smaller than they could be, where the picture is lower for it."""
PAD = 14
NARROWEST = 370
HEAD, LINE = 58, 42
"""Heights of the name above a city, and of each line of holdings below it."""
WIDE = 800
"""From this width on, holdings stand on one line."""
FEWEST_COLUMNS, FEWEST_ROWS = 3, 2

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
    """Where a seat's city lies, below `head` pixels of name and holdings.

    `corner` is that of the cell `extent.west`, `extent.north`, `side` that of a cell.
    """

    seat: Seat
    left: float
    top: float
    width: float
    height: float
    head: int
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


def head_height(view: MinervaView, width: float) -> int:
    """Height of name and holdings above a city in a frame of that width."""
    lines = (1 if width >= WIDE else 2) + bool(view.result)
    return HEAD + lines * LINE


def _divisions(seats: Sequence[int]) -> Iterator[list[list[int]]]:
    """All ways to put seats in order into rows."""
    if not seats:
        yield []
    for size in range(1, len(seats) + 1):
        for rest in _divisions(seats[size:]):
            yield [list(seats[:size]), *rest]


def _widths(row: Sequence[Extent], side: int) -> list[float] | None:
    """Widths of the frames of a row, what is left over shared out; None where they do not fit."""
    needed = [max(NARROWEST, extent.columns * side + 2 * PAD) for extent in row]
    left = WIDTH - MARGIN * (len(row) + 1) - sum(needed)
    return None if left < 0 else [width + left // len(row) for width in needed]


def _heights(view: MinervaView, rows: list[list[Extent]], side: int) -> list[int] | None:
    """Heights of the rows at that side of a tile; None where one is too wide."""
    heights = []
    for row in rows:
        widths = _widths(row, side)
        if widths is None:
            return None
        heights.append(head_height(view, min(widths)) + max(extent.rows for extent in row) * side + 2 * PAD)
    return heights


def framed(view: MinervaView, marks: Sequence[Mark], top: float) -> tuple[Frame, ...]:
    """A frame for every city, in the order of the seats: the lowest picture on which tiles are large enough."""
    extents = [extent_of(view, seat, marks) for seat in view.seats]
    found: list[tuple[int, int, list[list[int]]]] = []
    tallest = max(LEAST_HEIGHT, TALLEST - top)
    for division in _divisions(range(len(extents))):
        if max(map(len, division)) - min(map(len, division)) <= 1:
            found += _largest(view, extents, division, tallest)
    assert found, "a city wider than the picture"
    enough = ENOUGH * max(side for side, _, _ in found)
    side, _, division = min((each for each in found if each[0] >= enough), key=lambda each: (each[1], -each[0]))
    return tuple(_laid_out(view, extents, division, side, top))


def _largest(
    view: MinervaView, extents: list[Extent], division: list[list[int]], tallest: float
) -> list[tuple[int, int, list[list[int]]]]:
    """The largest side of a tile that the division leaves room for, with the height of all rows; empty for none."""
    for side in range(LARGEST, SMALLEST - 1, -2):
        heights = _heights(view, [[extents[seat] for seat in row] for row in division], side)
        if heights is not None and (sum(heights) <= tallest or side == SMALLEST):
            return [(side, sum(heights), division)]
    return []


def _laid_out(
    view: MinervaView, extents: list[Extent], division: list[list[int]], side: int, top: float
) -> Iterator[Frame]:
    heights = _heights(view, [[extents[seat] for seat in row] for row in division], side)
    assert heights is not None
    for row, height in zip(division, heights, strict=True):
        widths = _widths([extents[seat] for seat in row], side)
        assert widths is not None
        left: float = MARGIN
        head = head_height(view, min(widths))
        for seat, width in zip(row, widths, strict=True):
            extent = extents[seat]
            across, down = extent.east - extent.west + 1, extent.south - extent.north + 1
            corner = (
                round(left + (width - across * side) / 2),
                round(top + head + (height - head - down * side) / 2),
            )
            yield Frame(seat, left, top, width, height, head, corner, side, extent)
            left += width + MARGIN
        top += height + GAP
