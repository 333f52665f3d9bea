"""No pages: every component is on the board, which the gallery shows."""

from collections.abc import Iterable

from render.renderer import Say
from render.scene import Scene


def pages(words: Say) -> Iterable[tuple[str, Scene]]:
    return ()
