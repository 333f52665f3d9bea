"""A tile as a card with name, effect and cost, for look-ups and listings."""

from collections.abc import Iterator

from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from render import inline, theme
from render.inline import Word
from render.minerva import symbols
from render.minerva.icons import CATEGORIES
from render.renderer import Say
from render.scene import Box, Icon, Item, Text

WIDTH = 1600
MARGIN = 12
COLUMNS = 8
"""Cards side by side."""
CARD_HEIGHT = 116
CARD_WIDTH = (WIDTH - MARGIN * (COLUMNS + 1)) // COLUMNS
BAND = 30


def blank(
    left: float, top: float, width: float, name: str, icon: str, colour: str, ink: str, paper: str = theme.CREAM
) -> Iterator[Item]:
    yield Box(left, top, width, CARD_HEIGHT, colour, 12)
    yield Box(left + 3, top + BAND + 4, width - 6, CARD_HEIGHT - BAND - 7, paper, 9)
    yield Icon(icon, left + 23, top + 21, 38)
    name, size = theme.fit(name, "bold", 20, width - 53, 11)
    yield Text(left + 46, top + 18, name, "bold", size, ink, "lm")
    yield Box(left + 3, top + CARD_HEIGHT - 34, width - 6, 31, theme.PAPYRUS_DIM, 9)


def card(tile: str, left: float, top: float, width: float, words: Say) -> Iterator[Item]:
    printed = the_box().tiles[tile]
    icon = f"minerva:category:{printed.category}"
    yield from blank(left, top, width, words(tile_name(tile)), icon, *CATEGORIES[printed.category])
    tokens = symbols.effect_line(tile)
    yield from inline.centre(tokens, left + width / 2 + 2, top + BAND + 28, inline.fit_size(tokens, 36, width - 16))
    yield from price(tile, left + 10, top + CARD_HEIGHT - 18, width - 62)


def price(tile: str, left: float, middle: float, width: float) -> Iterator[Item]:
    """Yield a tile's cost, or a dash if it is free."""
    cost = symbols.cost_of(tile) or (Word("–"),)
    yield from inline.line(cost, left, middle, inline.fit_size(cost, 25, width, 15))
