"""The emoji of Minerva: resources, culture, categories, directions and what else its texts name."""

from collections.abc import Mapping

from engine.minerva.content.box import the_box
from render.emoji import on_paper
from render.scene import Item

PLAIN = (
    "any", "same", "denarii", "glory", "vp", "any_culture", "assistant", "trophy", "round", "order", "take",
    "activate", "move", "remove", "wealth",
)  # fmt: skip
"""Signs of which there is one, called as they are drawn."""


def drawings() -> Mapping[str, tuple[Item, ...]]:
    """All emoji of this game, by name."""
    constants = the_box().constants
    names = (*PLAIN, *constants.resources, *constants.culture_categories)
    found = {name: on_paper(f"minerva:{name}") for name in names}
    found |= {f"category_{each}": on_paper(f"minerva:category:{each}") for each in constants.categories}
    found |= {f"arrow_{each}": on_paper(f"minerva:arrow:{each}") for each in "nesw"}
    return found
