"""The emoji of Minerva: resources, culture, categories, directions and other things its texts name."""

from collections.abc import Mapping

from engine.minerva.content.box import the_box
from render.emoji import on_paper
from render.scene import Item

PLAIN = (
    "any", "same", "denarii", "glory", "vp", "any_culture", "assistant", "trophy", "round", "order", "take",
    "activate", "move", "remove", "wealth",
)  # fmt: skip
"""Signs with one drawing, named like it."""


def drawings() -> Mapping[str, tuple[Item, ...]]:
    constants = the_box().constants
    names = (*PLAIN, *constants.resources, *constants.culture_categories)
    found = {name: on_paper(f"minerva:{name}") for name in names}
    found |= {f"category_{each}": on_paper(f"minerva:category:{each}") for each in constants.categories}
    found |= {f"arrow_{each}": on_paper(f"minerva:arrow:{each}") for each in "nesw"}
    return found
