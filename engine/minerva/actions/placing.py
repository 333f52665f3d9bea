"""Choosing a cell of a city."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.kernel.decision import Message, Option
from engine.kernel.steps import Now, SeatChoice
from engine.minerva.content.words import cell_of, cell_option, place_in
from engine.minerva.state.measures import cells_of, open_cells
from engine.minerva.state.state import MinervaState, Placed

MOST_CELLS = 50
"""If there are more legal cells than this, the row is chosen first."""


class PickCell(SeatChoice[MinervaState], frozen=True):
    """Choose an empty cell next to a tile. If `row` is given, only its cells are offered. BUILD-05, BLDG-19b"""

    row: int | None = None
    rule: ClassVar[str] = "BUILD-05"

    def city(self, state: MinervaState) -> Sequence[Placed]:
        """The tiles that the cell may touch. A lifted tile doesn't count."""
        return state.players[self.seat].city

    def cells(self, state: MinervaState) -> list[tuple[int, int]]:
        return open_cells(self.city(state))

    def place(self, state: MinervaState, now: Now[MinervaState], x: int, y: int) -> None:
        raise NotImplementedError

    def options(self, state: MinervaState) -> list[Option]:
        city, cells = self.city(state), self.cells(state)
        if self.row is None and len(cells) > MOST_CELLS:
            leftmost = {y: x for x, y in reversed(cells)}
            return [
                Option(f"row:{y}", Message("minerva.option.row", {"y": y}), f"cell:{leftmost[y]},{y}")
                for y in sorted(leftmost)
            ]
        laid = cells_of(city)
        return [cell_option("cell", x, y, place_in(laid, x, y)) for x, y in cells if self.row in (None, y)]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        if key.startswith("row:"):
            now.then(msgspec.structs.replace(self, row=int(key.removeprefix("row:"))))
        else:
            self.place(state, now, *cell_of(key))
