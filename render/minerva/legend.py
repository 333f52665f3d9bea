"""Draw tiles as cards with name, effect and cost: one enlarged, a few, or all in one picture. Also lists the emoji."""

from collections.abc import Mapping, Sequence

from engine.minerva.content.box import the_box
from render import plate
from render.minerva import cards, market
from render.paint import on_paper
from render.renderer import Say
from render.scene import Item, Scene

PLAIN = (
    "any", "same", "denarii", "glory", "vp", "any_culture", "assistant", "trophy", "round", "order", "take",
    "activate", "move", "remove", "wealth",
)  # fmt: skip
"""Icons that become emoji under their own names."""


def kinds() -> dict[str, str]:
    """Map each kind of tile to the id of one such tile, in the order of the box."""
    return {tile.kind: tile.id for tile in the_box().tiles.values()}


def tile(key: str, words: Say) -> Scene:
    return plate.bare(*cards.layers([cards.face_of((kinds()[key],), words)], [(6, 6, 588, 378)]), size=(600, 390))


def all_tiles(words: Say) -> Sequence[Scene]:
    categories = the_box().constants.categories
    found = sorted(kinds().values(), key=lambda each: categories.index(the_box().tiles[each].category))
    faces = [cards.face_of((each,), words) for each in found]
    at = market.grid(market.A_PAGE, plate.HEIGHT - plate.MARGIN)
    pages = [faces[first : first + len(at)] for first in range(0, len(faces), len(at))]
    return [plate.bare(*cards.layers(page, at[: len(page)])) for page in pages]


def drawings() -> Mapping[str, tuple[Item, ...]]:
    constants = the_box().constants
    names = (*PLAIN, *constants.resources, *constants.culture_categories)
    found = {name: on_paper(f"minerva:{name}") for name in names}
    found |= {f"category_{each}": on_paper(f"minerva:category:{each}") for each in constants.categories}
    return found | {f"arrow_{each}": on_paper(f"minerva:arrow:{each}") for each in "nesw"}
