"""Lay out cities: the cells that each one shows, and the frame around them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.minerva.seen.view import MinervaView, SeatView
from render.inline import Group
from render.marks import by_target
from render.minerva import rows
from render.plate import MARGIN, WIDTH
from render.renderer import Mark
from render.scene import Point

LARGEST = 340
"""Maximum side length of a tile, in pixels."""
NARROWEST = 420
"""Minimum width of a city. Names must fit above it."""
PAD = 12
GAP = 14
FEWEST_COLUMNS, FEWEST_ROWS = 2, 2
NAME, LINE = 66, 54
"""Height of the name above a city, and height of each line of holdings."""
HELD = 44
"""Size of the icons of holdings."""
OTHERS = 0.75
"""Size of tiles in the other seats' cities, relative to tiles in the asked seat's city."""

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
class City:
    """A seat's city and holdings, which have to fit into a frame."""

    seat: Seat
    extent: Extent
    holdings: Sequence[Group]


@dataclass(frozen=True, slots=True)
class Frame:
    """The place of a city, and its holdings in lines."""

    seat: Seat
    lines: Sequence[Sequence[Group]]
    left: float
    top: float
    width: float
    height: float
    corner: Point
    """The grid's top left corner."""
    side: int
    """The side of a cell."""
    extent: Extent

    @property
    def foot(self) -> float:
        """The top of the holdings."""
        return self.top + self.height - 8 - LINE * len(self.lines)

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


def asked_seat(view: MinervaView) -> Seat | None:
    if view.has_ended:
        return None
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


def fit_frame(city: City, left: float, top: float, width: float, height: float, largest: float = LARGEST) -> Frame:
    """Fit a city into this rectangle, with its holdings below."""
    lines, extent = rows.wrap(city.holdings, HELD, width - 4 * PAD), city.extent
    across, down = width - 2 * PAD, height - NAME - len(lines) * LINE - 2 * PAD
    side = max(1, int(min(largest, across // extent.columns, down // extent.rows)))
    wide, high = (extent.east - extent.west + 1) * side, (extent.south - extent.north + 1) * side
    corner = round(left + PAD + (across - wide) / 2), round(top + NAME + PAD + (down - high) / 2)
    return Frame(city.seat, lines, left, top, width, height, corner, side, extent)


def share_plate(cities: Sequence[City], top: float, height: float, asked: Seat | None = None) -> tuple[Frame, ...]:
    """Return frames for all cities, with tiles as large as possible. The asked seat's tiles are the largest."""
    own = next((each for each in cities if each.seat == asked), None)
    others, width = [each for each in cities if each is not own], WIDTH - 2 * MARGIN
    if own is None or not others:
        return max(_arrangements(cities, MARGIN, width, top, height, LARGEST), key=_smallest)
    found: list[tuple[Frame, ...]] = []
    for share in SHARES[len(others)]:
        first = fit_frame(own, MARGIN, top, round((width - GAP) * share), height)
        taken, largest = first.width + GAP, min(LARGEST, first.side) * OTHERS
        several = _arrangements(others, MARGIN + taken, width - taken, top, height, largest)
        found += [(first, *rest) for rest in several]
    return max(found, key=_smallest)


SHARES = {1: (0.55, 0.6, 0.65), 2: (0.45, 0.5, 0.55), 3: (0.4, 0.45, 0.5)}
"""Shares of the width to try for the asked seat's frame, by the number of other frames."""


def _smallest(frames: Sequence[Frame]) -> float:
    """Rate an arrangement mainly by its smallest tiles, and a little by those of its first city."""
    return min(frame.side for frame in frames) + frames[0].side / 10


def _arrangements(
    cities: Sequence[City], left: float, width: float, top: float, height: float, largest: float
) -> Iterator[tuple[Frame, ...]]:
    """Yield the frames with the cities in one, two, or more rows."""
    for count in range(math.ceil(len(cities) * NARROWEST / width), len(cities) + 1):
        tall, frames = (height + GAP) / count - GAP, list[Frame]()
        for row in range(count):
            several = cities[len(cities) * row // count : len(cities) * (row + 1) // count]
            wide = (width + GAP) / len(several) - GAP
            for place, city in enumerate(several):
                at = round(left + place * (wide + GAP)), round(top + row * (tall + GAP))
                frames.append(fit_frame(city, *at, round(wide), round(tall), largest))
        yield tuple(frames)
