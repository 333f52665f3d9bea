"""The games as the engine knows them, each loaded when it is first asked for; a host's own content comes in here."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.kernel.content import ContentSource, content_digest
from engine.kernel.faults import Faults, UnfitContent, unknown_word
from engine.kernel.game import Game
from engine.kernel.weights import Weights
from games import GameParts

GAMES: Mapping[str, Game[Any]] = GameParts("engine")
"""Every game by its key."""

CONTENT: Mapping[str, ContentSource[Any]] = GameParts("content")
"""What holds the content of every game, by its key; loaded without the game's rules."""

WEIGHTS: Mapping[str, ContentSource[Weights]] = GameParts("weights")
"""What holds the weights of the programs that play a game, by its key."""


def use_content(folder: Path) -> None:
    """Play from a host's own content: `folder` has a folder for each game it changes, named by the game's key.

    For whoever builds the program, before any game is opened. Raises `UnfitContent` with all that is wrong in any of
    them, also where there is none of them; then all stays as it was.
    """
    for name, box in unpack_content(folder):
        CONTENT[name].use(box)


def unpack_content(folder: Path) -> list[tuple[str, Any]]:
    """Returns the key of each game that has a folder in `folder`, with the box made of that content, checked.

    Raises `UnfitContent` with all that is wrong.
    """
    faults = Faults()
    given = sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    fits = not CONTENT.keys().isdisjoint(given)
    faults.require(fits, str(folder), "-", "-", f"there is no folder {' or '.join(CONTENT)} in it")
    boxes = []
    for name in given:
        if name not in CONTENT:
            faults.require(False, f"{name}/", "-", "-", f"no such game: {unknown_word(name, CONTENT)}")
            continue
        try:
            boxes.append((name, CONTENT[name].unpack(folder / name)))
        except UnfitContent as error:
            for fault in error.faults:
                faults.require(False, f"{name}/{fault.file}", fault.entry, fault.field, fault.problem)
    faults.close()
    return boxes


def games_not_fitted(folder: Path) -> list[str]:
    """The games of which `folder` has other content than their programs were fitted on, by key.

    They play by the same weights all the same. `folder` is fit to be played from.
    """
    given = [key for key in CONTENT if (folder / key).is_dir()]
    return [key for key in given if content_digest(folder / key) != WEIGHTS[key].box().fitted_on]
