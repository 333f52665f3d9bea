"""Pages that show all components of the content, to compare with the printed ones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from games import GameParts
from render import inline, theme
from render.inline import Group
from render.plate import bare, line
from render.renderer import Say
from render.scene import Box, Item, Items, Layer, Scene, Text

WIDTH, MARGIN, TITLE = 1840, 14, 64
LINE, SMALL = 44, 34

Cell = tuple[str, str, Sequence[Group]]
"""The id, the name and the lines of a printed component."""
Pages: TypeAlias = Callable[[Say], Iterable[tuple[str, Scene]]]
"""Draws all components of a game as named pages. Yields none if the game's boards show every component."""
Thing = TypeVar("Thing")

_PAGES: Mapping[str, Pages] = GameParts("components")


def sheets(game: str, words: Say) -> Mapping[str, Scene]:
    return dict(_PAGES[game](words))


def page(
    title: str, things: Sequence[Thing], columns: int, tall: int, draw: Callable[[Thing, float, int, float], Items]
) -> Scene:
    """Return a titled page of things, each `tall` pixels high and drawn by `draw(thing, left, top, width)`."""
    width = (WIDTH - MARGIN * (columns + 1)) / columns
    head = Text(MARGIN, TITLE / 2, title, "bold", 36, theme.PAPYRUS, "lm")
    items: list[Item] = []
    for number, thing in enumerate(things):
        row, column = divmod(number, columns)
        items += draw(thing, MARGIN + column * (width + MARGIN), TITLE + row * (tall + MARGIN), width)
    height = TITLE + -(-len(things) // columns) * (tall + MARGIN)
    return bare(Layer("title", (head,)), Layer("sheet", tuple(items)), size=(WIDTH, height))


def cells(title: str, cells: Sequence[Cell], columns: int) -> Scene:
    tall = 46 + max(len(printed) for _, _, printed in cells) * LINE + 8

    def draw(cell: Cell, left: float, top: int, width: float) -> Items:
        (key, name, printed), left = cell, round(left)
        yield Box(left, top, round(width), tall, theme.CREAM, 12, theme.NIGHT_EDGE, 3)
        yield Box(left + 3, top + 3, round(width) - 6, 36, theme.PAPYRUS_DIM, 9)
        text = f"{key}  {name}" if name else key
        yield line(left + 12, top + 21, text, 24, theme.INK, width - 24, least=14)
        for place, tokens in enumerate(printed):
            fits = inline.fit_size(tokens, SMALL, width - 28, 14)
            yield from inline.line(tokens, left + 14, top + 46 + place * LINE + LINE / 2, fits)

    return page(title, cells, columns, tall, draw)
