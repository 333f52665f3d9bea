"""What people look up, drawn large: a tile; and all tiles at a glance."""

from collections.abc import Iterator

from engine.minerva.content.box import the_box
from render.minerva import tiles
from render.minerva.board import CARD_HEIGHT, COLUMNS, GAP, MARGIN, WIDTH
from render.minerva.market import width_of
from render.renderer import Say
from render.scene import Item, Layer, Scene, grown

TIMES = 3
"""How much larger than on the table a tile is drawn."""
_BARE = Layer("bare", ())


def kinds() -> dict[str, str]:
    """A tile of each kind, by the kind: as they lie in the box."""
    found: dict[str, str] = {}
    for tile in the_box().tiles.values():
        found.setdefault(tile.kind, tile.id)
    return found


def tile(key: str, words: Say) -> Scene:
    """One kind of tile as a picture of the legend."""
    width = width_of(COLUMNS)
    laid = tiles.card(kinds()[key], MARGIN / 2, MARGIN / 2, width, words)
    large = tuple(grown(laid, TIMES))
    return Scene((width + MARGIN) * TIMES, (CARD_HEIGHT + MARGIN) * TIMES, _BARE, 1, (Layer("entry", large),))


def all_tiles(words: Say) -> Scene:
    """All that can be built, by category; of the temples all."""
    categories = the_box().constants.categories
    found = sorted(kinds().values(), key=lambda each: categories.index(the_box().tiles[each].category))
    rows = -(-len(found) // COLUMNS)
    height = MARGIN + rows * (CARD_HEIGHT + GAP) + GAP
    return Scene(WIDTH, height, _BARE, 1, (Layer("tiles", tuple(_laid(found, words))),))


def _laid(found: list[str], words: Say) -> Iterator[Item]:
    width = width_of(COLUMNS)
    for number, each in enumerate(found):
        row, column = divmod(number, COLUMNS)
        left, top = MARGIN + column * (width + MARGIN), MARGIN + row * (CARD_HEIGHT + GAP)
        yield from tiles.card(each, left, top, width, words)
