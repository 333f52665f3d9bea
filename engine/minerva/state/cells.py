"""The open plane of a city: free cells, surrounding tiles, lines. BUILD-05, EFF-05, RES-05"""

from collections.abc import Sequence

from engine.minerva.content.terms import RESIDENCE, STEP_OF
from engine.minerva.state.state import Placed


def cells_of(city: Sequence[Placed]) -> dict[tuple[int, int], str]:
    return {(placed.x, placed.y): placed.tile for placed in city}


def open_cells(city: Sequence[Placed]) -> list[tuple[int, int]]:
    """The empty cells that share an edge with a tile, in reading order. Corners don't count. BUILD-05"""
    laid = {(placed.x, placed.y) for placed in city}
    beside = {(y + row, x + column) for x, y in laid for column, row in STEP_OF.values()}
    return [(x, y) for y, x in sorted(beside) if (x, y) not in laid]


def tile_at(city: Sequence[Placed], x: int, y: int) -> Placed | None:
    return next((placed for placed in city if (placed.x, placed.y) == (x, y)), None)


def surrounding(city: Sequence[Placed], x: int, y: int) -> list[Placed]:
    """The tiles on the eight cells around `x`, `y`, in reading order. EFF-05"""
    near = [placed for placed in city if abs(placed.x - x) <= 1 and abs(placed.y - y) <= 1]
    return sorted([each for each in near if each.x != x or each.y != y], key=lambda each: (each.y, each.x))


def lines_from(city: Sequence[Placed], x: int, y: int) -> dict[str, list[Placed]]:
    """The tiles in each direction from `x`, `y` up to the first gap or residence, nearest first. RES-04, RES-05"""
    laid = {(placed.x, placed.y): placed for placed in city if placed.tile != RESIDENCE}
    lines = {}
    for direction, (column, row) in STEP_OF.items():
        line: list[Placed] = []
        column_now, row_now = x + column, y + row
        while (placed := laid.get((column_now, row_now))) is not None:
            line.append(placed)
            column_now, row_now = column_now + column, row_now + row
        lines[direction] = line
    return lines
