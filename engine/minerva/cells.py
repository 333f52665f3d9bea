"""The open plane of a city: which cells are free, what surrounds a tile, what lies in line. BUILD-05, EFF-05, RES-05"""

from collections.abc import Sequence

from engine.minerva.state import DIRECTIONS, RESIDENCE, STEP_OF, Placed

_STEPS = tuple(STEP_OF[direction] for direction in DIRECTIONS)


def open_cells(city: Sequence[Placed]) -> list[tuple[int, int]]:
    """The empty cells that share an edge with a tile, in reading order. BUILD-05: corners do not count."""
    laid = {(placed.x, placed.y) for placed in city}
    beside = {(y + row, x + column) for x, y in laid for column, row in _STEPS}
    return [(x, y) for y, x in sorted(beside) if (x, y) not in laid]


def tile_at(city: Sequence[Placed], x: int, y: int) -> Placed | None:
    """What lies there."""
    for placed in city:
        if placed.x == x and placed.y == y:
            return placed
    return None


def surrounding(city: Sequence[Placed], x: int, y: int) -> list[Placed]:
    """The tiles on the eight cells around `x`, `y`, in reading order. EFF-05: empty cells are ignored."""
    near = [placed for placed in city if abs(placed.x - x) <= 1 and abs(placed.y - y) <= 1]
    return sorted(
        [placed for placed in near if placed.x != x or placed.y != y], key=lambda placed: (placed.y, placed.x)
    )


def line_from(city: Sequence[Placed], x: int, y: int, direction: str) -> list[Placed]:
    """The tiles from beside `x`, `y` straight on to the first gap or residence, nearest first. RES-04, RES-05"""
    column, row = STEP_OF[direction]
    laid = {(placed.x, placed.y): placed for placed in city}
    line: list[Placed] = []
    while True:
        x, y = x + column, y + row
        placed = laid.get((x, y))
        if placed is None or placed.tile == RESIDENCE:
            return line
        line.append(placed)


def replaced(city: list[Placed], old: Placed, new: Placed) -> None:
    """Put `new` where `old` stands in the list."""
    city[city.index(old)] = new
