"""Lay out cities: the cells that each one shows, and the frame around them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.minerva.seen.view import MinervaView, SeatView
from render.marks import by_target
from render.plate import columns
from render.renderer import Mark
from render.scene import Point

LARGEST = 250
"""Greatest side length of a tile, in pixels."""
PAD = 12
GAP = 14
FEWEST_COLUMNS, FEWEST_ROWS = 2, 2
NAME, LINE = 66, 46
"""Height of the name above a city, and height of each line of holdings."""
ASIDE = 236
"""Width of the holdings when they are next to a city."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of a city's grid that is shown: first and last column and row, inclusive."""

    west: int
    north: int
    east: int
    south: int

    @property
    def columns(self) -> int:
        return max(FEWEST_COLUMNS, self.east - self.west + 1)

    @property
    def rows(self) -> int:
        return max(FEWEST_ROWS, self.south - self.north + 1)


@dataclass(frozen=True, slots=True)
class Frame:
    """The place of a seat's city. Name and holdings take `head` pixels above it and `aside` pixels to its left.

    `corner` is the top left of the cell (`extent.west`, `extent.north`), `side` the side of a cell.
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
        return self.corner[0] + (x - self.extent.west) * self.side, self.corner[1] + (y - self.extent.north) * self.side

    def middle(self, x: int, y: int) -> Point:
        left, top = self.at(x, y)
        return left + self.side / 2, top + self.side / 2


def cells_of(marks: Sequence[Mark]) -> dict[Cell, list[int]]:
    found = {}
    for target, numbers in by_target(marks).items():
        if target.startswith("cell:"):
            x, y = target.removeprefix("cell:").split(",")
            found[int(x), int(y)] = numbers
    return found


def asked_of(view: MinervaView) -> Seat | None:
    if view.turn is not None:
        return view.turn.seat
    return view.to_answer[0] if view.to_answer else None


def extent_of(view: MinervaView, seat: SeatView, marks: Sequence[Mark]) -> Extent:
    """Return the part of the grid to show: all tiles, and any cells named by options or the activated line."""
    cells = [(placed.x, placed.y) for placed in seat.city]
    if view.turn is not None and view.turn.seat == seat.seat:
        cells += [*cells_of(marks), *view.turn.line, *((view.turn.x, view.turn.y),) * view.turn.is_laid]
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return Extent(min(columns), min(rows), max(columns), max(rows))


def fit_frame(
    seat: Seat, extent: Extent, left: float, top: float, width: float, height: float, largest: int = LARGEST
) -> Frame:
    """Fit a city into this rectangle. Put the holdings above or next to it, whichever leaves larger cells."""
    frames = (
        _frame(seat, extent, (left, top, width, height), NAME + lines_of(width) * LINE, 0, largest),
        _frame(seat, extent, (left, top, width, height), NAME, ASIDE, largest),
    )
    return max(frames, key=lambda frame: frame.side)


def _frame(
    seat: Seat, extent: Extent, at: tuple[float, float, float, float], head: int, aside: int, largest: int
) -> Frame:
    left, top, width, height = at
    across, down = width - aside - 2 * PAD, height - head - 2 * PAD
    side = max(1, min(largest, int(across // extent.columns), int(down // extent.rows)))
    wide, high = (extent.east - extent.west + 1) * side, (extent.south - extent.north + 1) * side
    corner = round(left + aside + (width - aside - wide) / 2), round(top + head + (height - head - high) / 2)
    return Frame(seat, left, top, width, height, head, aside, corner, side, extent)


def share_plate(extents: Sequence[tuple[Seat, Extent]], top: float, height: float) -> tuple[Frame, ...]:
    """Return frames for cities in one row, or in two rows if that makes the tiles larger."""
    count = len(extents)
    one = _in_rows(extents, top, height, count)
    if count == 1:
        return one
    two = _in_rows(extents, top, height, (count + 1) // 2, count // 2)
    # Prefer two rows if about equal: less of the plate is empty.
    return max(one, two, key=lambda frames: min(each.side for each in frames) * (1.15 if frames is two else 1.0))


def _in_rows(extents: Sequence[tuple[Seat, Extent]], top: float, height: float, *rows: int) -> tuple[Frame, ...]:
    tall = (height + GAP) / len(rows) - GAP
    frames, first = [], 0
    for row, count in enumerate(rows):
        for (seat, extent), (left, wide) in zip(extents[first : first + count], columns(count, GAP), strict=True):
            frames.append(fit_frame(seat, extent, left, round(top + row * (tall + GAP)), round(wide), round(tall)))
        first += count
    return tuple(frames)


def lines_of(width: float) -> int:
    return 1 if width > 1000 else 2 if width > 500 else 3
