"""Choosing a cell of a city."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.kernel.decision import Message, Option
from engine.kernel.steps import Now, SeatChoice
from engine.minerva.content.words import MOST_BESIDE, cell_of, open_cell_option
from engine.minerva.state.facts import Beside
from engine.minerva.state.measures import open_cells_beside
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

    def cells(self, state: MinervaState) -> dict[tuple[int, int], Beside]:
        """The open cells in reading order, each with the adjacent tiles."""
        return open_cells_beside(self.city(state))

    def place(self, state: MinervaState, now: Now[MinervaState], x: int, y: int) -> None:
        raise NotImplementedError

    def options(self, state: MinervaState) -> list[Option]:
        cells = self.cells(state)
        if self.row is None and len(cells) > MOST_CELLS:
            leftmost = {y: x for x, y in reversed(cells)}
            return [
                Option(f"row:{y}", Message("minerva.option.row", {"y": y}), f"cell:{leftmost[y]},{y}")
                for y in sorted(leftmost)
            ]
        return [
            open_cell_option(x, y, beside[:MOST_BESIDE])
            for (x, y), beside in cells.items()
            if self.row is None or self.row == y
        ]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        if key.startswith("row:"):
            now.then(msgspec.structs.replace(self, row=int(key.removeprefix("row:"))))
        else:
            self.place(state, now, *cell_of(key))
