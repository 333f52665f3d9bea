"""No pages: every component is on the board, which the gallery shows."""

from render.renderer import Say


def pages(words: Say) -> tuple[()]:
    return ()
