"""The checks that content must pass before a game: VAL-1 to VAL-8, and the counts of the box (INV)."""

from pathlib import Path

from engine.kernel.content import Faults
from engine.minos_dawn.content.board_checks import BoardChecks
from engine.minos_dawn.content.piece_checks import PieceChecks
from engine.minos_dawn.content.records import FOLDER, Content, read_content
from engine.minos_dawn.content.rival_checks import RivalChecks

ALL = (BoardChecks, PieceChecks, RivalChecks)


def load_content(folder: Path = FOLDER) -> Content:
    """Return the content of `folder`. Raises `UnfitContent` with all that is wrong."""
    faults = Faults()
    content = read_content(folder, faults)
    check(content, faults)
    faults.close()
    return content


def check(content: Content, faults: Faults) -> None:
    """Note everything that keeps a game from being played with `content`, at any number of seats."""
    for checks in ALL:
        checks(content, faults).check()
