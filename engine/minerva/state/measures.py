"""Counts things in the game, and finds the cells, surrounding tiles and lines of a city. BUILD-05, EFF-05, RES-05"""

from collections.abc import Sequence

from engine.minerva.content.box import the_box
from engine.minerva.content.language import KINDS_HELD, Each, If
from engine.minerva.content.terms import RESIDENCE, RESOURCES, STEP_OF
from engine.minerva.state.state import MinervaState, Placed, SeatState

PER_TOKEN = "per_token"
"""With this value of `MinervaState.colon_mode`, EFF-03 pays per token. Q-01"""


def fee(state: MinervaState) -> int:
    """The fee for acting now: one denarius if any seat has passed, otherwise none. PASS-04"""
    for player in state.players:
        if player.order:
            return the_box().constants.turn_fee_denarii
    return 0


def repetitions(state: MinervaState, player: SeatState, effect: If | Each, x: int, y: int) -> int:
    """Return how often `player` receives the gain (after the colon) of an effect at `x`, `y`. EFF-03"""
    if isinstance(effect, If):
        held = player.resources[RESOURCES.index(effect.held.what)] // effect.held.count
        return held if state.colon_mode == PER_TOKEN else min(1, held)
    return count_things(player.resources, player.city, effect.counter, x, y)


def count_things(held: Sequence[int], city: Sequence[Placed], counter: str, x: int, y: int) -> int:
    """Count tokens of one kind, kinds held, or surrounding tiles of one category. EFF-05"""
    if counter == KINDS_HELD:
        return sum(map(bool, held))
    if counter in RESOURCES:
        return held[RESOURCES.index(counter)]
    tiles = the_box().tiles
    return sum([tiles[placed.tile].category == counter for placed in surrounding(city, x, y)])


def is_earned(state: MinervaState, art: int, points: int) -> bool:
    """Return whether these points earn the top tile of that pile. An empty pile gives nothing."""
    pile = state.culture[art]
    return bool(pile) and points >= the_box().culture_tiles[pile[-1]].icons


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
