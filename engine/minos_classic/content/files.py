"""The TOML files as records. Their checks are in checks.py."""

from pathlib import Path

import msgspec

from engine.kernel.content import Faults, check_stray_files, read_record
from engine.minos_classic.content.records import Board, Costs, Dice, Pieces

FOLDER = Path(__file__).parent

FACES = ("scales", "arrow", "gull", "build", "joker", "star")
"""The six symbols a die can show. DICE-1"""

SHIP = "ship"
GUARD = "guard"

NOBODY = -1
"""Stands for a seat where a space has no pieces."""


class Content(msgspec.Struct, frozen=True):
    """The content of all four files."""

    board: Board
    pieces: Pieces
    costs: Costs
    dice: Dice


FILES = ("board.toml", "pieces.toml", "costs.toml", "dice.toml")


def read_content(folder: Path, faults: Faults) -> Content:
    """Decode the content of `folder` without checking it. Unreadable values are noted and become `UNREAD`."""
    check_stray_files(folder, FILES, faults)
    return Content(
        read_record(folder, "board.toml", Board, faults),
        read_record(folder, "pieces.toml", Pieces, faults),
        read_record(folder, "costs.toml", Costs, faults),
        read_record(folder, "dice.toml", Dice, faults),
    )


JOKER = "joker"


STAR = "star"
