"""Choosing a cell of a city."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar

import msgspec

from engine.kernel.decision import Message, Option
from engine.kernel.steps import Now, SeatChoice
from engine.minerva.content.terms import STEP_OF
from engine.minerva.content.words import beside_in, cell_of, open_cell_option
from engine.minerva.state.measures import cells_of
from engine.minerva.state.state import MinervaState, Placed

MOST_CELLS = 50
"""If there are more legal cells than this, the row is chosen first."""

in_reading_order = itemgetter(1, 0)
"""Sort key for cells: by row, then by column."""


@lru_cache(maxsize=1 << 8)
def open_cell_options(city: tuple[Placed, ...]) -> Mapping[tuple[int, int], Option]:
    """The options for the empty cells that share an edge with a tile, in reading order. Corners don't count. Only the
    options around the last tile are new: all others come from the cached result for the city without it. BUILD-05"""
    if not city:
        return {}
    options, laid, new = dict(open_cell_options(city[:-1])), cells_of(city), city[-1]
    options.pop((new.x, new.y), None)
    for column, row in STEP_OF.values():
        x, y = new.x + column, new.y + row
        if (x, y) not in laid:
            options[x, y] = open_cell_option(x, y, beside_in(laid, x, y))
    return {cell: options[cell] for cell in sorted(options, key=in_reading_order)}


class PickCell(SeatChoice[MinervaState], frozen=True):
    """Choose an empty cell next to a tile. If `row` is given, only its cells are offered. BUILD-05, BLDG-19b"""

    row: int | None = None
    rule: ClassVar[str] = "BUILD-05"

    def city(self, state: MinervaState) -> Iterable[Placed]:
        """The tiles that the cell may touch. A lifted tile doesn't count."""
        return state.players[self.seat].city

    def cells(self, state: MinervaState) -> Mapping[tuple[int, int], Option]:
        """The open cells in reading order, with their options."""
        return open_cell_options(tuple(self.city(state)))

    def place(self, state: MinervaState, now: Now[MinervaState], x: int, y: int) -> None:
        raise NotImplementedError

    def options(self, state: MinervaState) -> list[Option]:
        cells = self.cells(state)
        if self.row is None and len(cells) > MOST_CELLS:
            leftmost = {y: x for x, y in reversed(list(cells))}
            return [
                Option(f"row:{y}", Message("minerva.option.row", {"y": y}), f"cell:{leftmost[y]},{y}")
                for y in sorted(leftmost)
            ]
        if self.row is None:
            return list(cells.values())
        return [option for (_, y), option in cells.items() if y == self.row]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        if key.startswith("row:"):
            now.then(msgspec.structs.replace(self, row=int(key.removeprefix("row:"))))
        else:
            self.place(state, now, *cell_of(key))
