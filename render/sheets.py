"""All components of the box as pictures, drawn from the content in use, to be compared with the real ones."""

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
"""The id, the name and what is printed, line by line."""


Pages: TypeAlias = Callable[[Say], Iterable[tuple[str, Scene]]]
"""Draws all components of one game, page by page, each page with its name; nothing where all are on the board."""

_PAGES: Mapping[str, Pages] = GameParts("components")


def sheets(game: str, words: Say) -> Mapping[str, Scene]:
    """The pages of a game by name; none of a game whose components are all on its board."""
    return dict(_PAGES[game](words))


def page(title: str, height: float, items: Iterator[Item]) -> Scene:
    """One page: its title, and below it what it shows."""
    head = (Text(MARGIN, TITLE / 2, title, "bold", 36, theme.PAPYRUS, "lm"),)
    return Scene(WIDTH, round(height), Layer("bare", ()), 1, (Layer("title", head), Layer("sheet", tuple(items))))


def rows(count: int, columns: int) -> int:
    """The number of rows that `count` things need in a grid of `columns` columns."""
    return -(-count // columns)


def cells(title: str, cells: Sequence[Cell], columns: int) -> Scene:
    """Components in a grid: id and name above, each line of what is printed below."""
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
            text, size = theme.fitted(f"{key}  {name}" if name else key, "bold", 24, width - 24, 14)
            yield Text(left + 12, top + 21, text, "bold", size, theme.INK, "lm")
            for place, tokens in enumerate(printed):
                fits = inline.fitted(tokens, SMALL, width - 28, 14)
                yield from inline.line(tokens, left + 14, top + 46 + place * LINE + LINE / 2, fits)

    return page(title, height, items())
