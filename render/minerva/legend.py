"""Large drawings to look up: one tile, or all tiles."""

from collections.abc import Iterator, Sequence

from engine.minerva.content.box import the_box
from render import plate
from render.minerva import tiles
from render.minerva.tiles import CARD_HEIGHT, CARD_WIDTH, MARGIN
from render.renderer import Say
from render.scene import Item, Layer, Scene, enlarge

TIMES = 3
"""Scale of a tile, compared with the table."""
ACROSS, DOWN = 4, 4
"""Tiles on a plate of all of them."""
_BARE = Layer("bare", ())


def kinds() -> dict[str, str]:
    found: dict[str, str] = {}
    for tile in the_box().tiles.values():
        found.setdefault(tile.kind, tile.id)
    return found


def tile(key: str, words: Say) -> Scene:
    laid = tiles.card(kinds()[key], MARGIN / 2, MARGIN / 2, CARD_WIDTH, words)
    large = tuple(enlarge(laid, TIMES))
    return Scene((CARD_WIDTH + MARGIN) * TIMES, (CARD_HEIGHT + MARGIN) * TIMES, _BARE, 1, (Layer("entry", large),))


def all_tiles(words: Say) -> Sequence[Scene]:
    """Return all buildings by category, and all temples."""
    categories = the_box().constants.categories
    found = sorted(kinds().values(), key=lambda each: categories.index(the_box().tiles[each].category))
    pages = [found[first : first + ACROSS * DOWN] for first in range(0, len(found), ACROSS * DOWN)]
    return [Scene(plate.WIDTH, plate.HEIGHT, _BARE, 1, (Layer("tiles", tuple(_lay(page, words))),)) for page in pages]


def _lay(found: Sequence[str], words: Say) -> Iterator[Item]:
    wide, high = plate.WIDTH / ACROSS / 2, plate.HEIGHT / DOWN / 2
    for number, each in enumerate(found):
        row, column = divmod(number, ACROSS)
        left, top = column * wide + MARGIN / 2, row * high + (high - CARD_HEIGHT) / 2
        yield from enlarge(tiles.card(each, round(left), round(top), round(wide - MARGIN), words), 2)
