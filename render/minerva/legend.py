"""Draw tiles as cards with name, effect and cost: one enlarged, a few, or all in one picture. Also lists the emoji."""

from collections.abc import Mapping, Sequence

from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from render import inline, plate, theme
from render.inline import Word
from render.minerva import symbols
from render.minerva.icons import CATEGORIES
from render.paint import on_paper
from render.renderer import Say
from render.scene import Box, Icon, Item, Items, Layer, Scene, enlarge

TIMES = 3
ACROSS, DOWN = 4, 4
MARGIN = 12
CARD_WIDTH, CARD_HEIGHT = 186, 116
BAND = 30
PLAIN = (
    "any", "same", "denarii", "glory", "vp", "any_culture", "assistant", "trophy", "round", "order", "take",
    "activate", "move", "remove", "wealth",
)  # fmt: skip
"""Icons that become emoji under their own names."""


def kinds() -> dict[str, str]:
    """Return the id of one tile of each kind, by kind, in the order of the box."""
    found: dict[str, str] = {}
    for tile in the_box().tiles.values():
        found.setdefault(tile.kind, tile.id)
    return found


def tile(key: str, words: Say) -> Scene:
    large = enlarge(card(kinds()[key], MARGIN / 2, MARGIN / 2, CARD_WIDTH, words), TIMES)
    size = (CARD_WIDTH + MARGIN) * TIMES, (CARD_HEIGHT + MARGIN) * TIMES
    return plate.bare(Layer("entry", tuple(large)), size=size)


def all_tiles(words: Say) -> Sequence[Scene]:
    categories = the_box().constants.categories
    found = sorted(kinds().values(), key=lambda each: categories.index(the_box().tiles[each].category))
    pages = [found[first : first + ACROSS * DOWN] for first in range(0, len(found), ACROSS * DOWN)]
    return [plate.bare(Layer("tiles", tuple(_lay(page, words)))) for page in pages]


def _lay(found: Sequence[str], words: Say) -> Items:
    wide, high = plate.WIDTH / ACROSS / 2, plate.HEIGHT / DOWN / 2
    for number, each in enumerate(found):
        row, column = divmod(number, ACROSS)
        left, top = column * wide + MARGIN / 2, row * high + (high - CARD_HEIGHT) / 2
        yield from enlarge(card(each, round(left), round(top), round(wide - MARGIN), words), 2)


def card(tile: str, left: float, top: float, width: float, words: Say) -> Items:
    category = the_box().tiles[tile].category
    colour, ink, paper = CATEGORIES[category]
    yield Box(left, top, width, CARD_HEIGHT, colour, 12)
    yield Box(left + 3, top + BAND + 4, width - 6, CARD_HEIGHT - BAND - 7, paper, 9)
    yield Icon(f"minerva:category:{category}", left + 23, top + 21, 38)
    yield plate.line(left + 46, top + 18, words(tile_name(tile)), 20, ink, width - 53, least=11)
    yield Box(left + 3, top + CARD_HEIGHT - 34, width - 6, 31, theme.PAPYRUS_DIM, 9)
    tokens = symbols.effect_line(tile)
    yield from inline.centre(tokens, left + width / 2 + 2, top + BAND + 28, inline.fit_size(tokens, 36, width - 16))
    cost = symbols.cost_of(tile) or (Word("–"),)
    yield from inline.line(cost, left + 10, top + CARD_HEIGHT - 18, inline.fit_size(cost, 25, width - 62, 15))


def drawings() -> Mapping[str, tuple[Item, ...]]:
    constants = the_box().constants
    names = (*PLAIN, *constants.resources, *constants.culture_categories)
    found = {name: on_paper(f"minerva:{name}") for name in names}
    found |= {f"category_{each}": on_paper(f"minerva:category:{each}") for each in constants.categories}
    return found | {f"arrow_{each}": on_paper(f"minerva:arrow:{each}") for each in "nesw"}
