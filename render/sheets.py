"""All components of the box as pictures of the current content, for comparison with the printed ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from games import GameParts
from render import inline, theme
from render.inline import Group
from render.renderer import Say
from render.scene import Box, Item, Layer, Scene, Text

WIDTH, MARGIN, TITLE = 1840, 14, 64
LINE, SMALL = 44, 34

Cell = tuple[str, str, Sequence[Group]]
"""The id, the name and the printed lines."""


Pages: TypeAlias = Callable[[Say], Iterable[tuple[str, Scene]]]
"""Draws all components of one game as named pages, or none if the board shows them all."""

_PAGES: Mapping[str, Pages] = GameParts("components")


def sheets(game: str, words: Say) -> Mapping[str, Scene]:
    """Return the pages of a game by name, or none if its board shows everything."""
    return dict(_PAGES[game](words))


def page(title: str, height: float, items: Iterator[Item]) -> Scene:
    head = (Text(MARGIN, TITLE / 2, title, "bold", 36, theme.PAPYRUS, "lm"),)
    return Scene(WIDTH, round(height), Layer("bare", ()), 1, (Layer("title", head), Layer("sheet", tuple(items))))


def rows(count: int, columns: int) -> int:
    return -(-count // columns)


def cells(title: str, cells: Sequence[Cell], columns: int) -> Scene:
    """Return components in a grid, with id and name above each."""
    lines = max(len(printed) for _, _, printed in cells)
    tall = 46 + lines * LINE + 8
    height = TITLE + rows(len(cells), columns) * (tall + MARGIN)

    def items() -> Iterator[Item]:
        width = (WIDTH - MARGIN * (columns + 1)) / columns
        for number, (key, name, printed) in enumerate(cells):
            row, column = divmod(number, columns)
            left, top = round(MARGIN + column * (width + MARGIN)), TITLE + row * (tall + MARGIN)
            yield Box(left, top, round(width), tall, theme.CREAM, 12, theme.NIGHT_EDGE, 3)
            yield Box(left + 3, top + 3, round(width) - 6, 36, theme.PAPYRUS_DIM, 9)
            text, size = theme.fit(f"{key}  {name}" if name else key, "bold", 24, width - 24, 14)
            yield Text(left + 12, top + 21, text, "bold", size, theme.INK, "lm")
            for place, tokens in enumerate(printed):
                fits = inline.fit_size(tokens, SMALL, width - 28, 14)
                yield from inline.line(tokens, left + 14, top + 46 + place * LINE + LINE / 2, fits)

    return page(title, height, items())
