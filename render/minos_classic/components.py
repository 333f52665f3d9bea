"""Classic has no component pages, since the gallery's boards show every component."""

from render.renderer import Say


def pages(words: Say) -> tuple[()]:
    return ()
