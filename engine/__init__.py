"""The games: the only place that lists them, and where a host's own content comes in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.kernel.content import UnfitContent, fit
from engine.kernel.game import Game
from engine.minerva import GAME as MINERVA
from engine.minos_classic import GAME as MINOS_CLASSIC
from engine.minos_dawn import GAME as MINOS_DAWN

GAMES: Mapping[str, Game[Any]] = {game.key: game for game in (MINOS_CLASSIC, MINOS_DAWN, MINERVA)}
"""Every game by its key."""


def use_content(folder: Path) -> None:
    """Play from a host's own content: `folder` has a folder for each game it changes, named by the game's key.

    For whoever builds the program, before any game is opened. Raises `UnfitContent`, also where there is none of them.
    """
    shelves = {key: game.shelf for key, game in GAMES.items() if game.shelf and (folder / key).is_dir()}
    fit(bool(shelves), str(folder), "-", "-", f"there is no folder {' or '.join(GAMES)} in it")
    for key, shelf in shelves.items():
        try:
            shelf.use_folder(folder / key)
        except UnfitContent as error:
            raise UnfitContent(f"{key}/{error.file}", error.entry, error.field, error.problem) from error
