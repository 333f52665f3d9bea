"""Pages that show all components of the box."""

from collections.abc import Iterator

from engine.minerva.content.box import the_box
from render import theme
from render.inline import Sign, Word
from render.minerva.legend import CARD_HEIGHT, card
from render.renderer import Say
from render.scene import Items, Scene, Text
from render.sheets import cells, page

LABEL = 26


def pages(words: Say) -> Iterator[tuple[str, Scene]]:
    def draw(key: str, left: float, top: int, width: float) -> Items:
        yield from card(key, round(left), top, round(width), words)
        yield Text(round(left) + 6, top + CARD_HEIGHT + 13, key, "bold", 20, theme.PAPYRUS, "lm")

    content = the_box().content
    for name, tiles in (
        ("buildings", content.buildings), ("starting", content.startings), ("temples", content.temples)
    ):  # fmt: skip
        yield name, page(f"{name}.toml", [tile.id for tile in tiles], 7, CARD_HEIGHT + LABEL, draw)
    culture = [
        (tile.id, f"from {tile.min_players} players",
         [(Word(f"{tile.icons}"), Sign(f"minerva:{tile.category}"), Word(f"→ {tile.vp}"), Sign("minerva:vp"))])
        for tile in content.culture
    ]  # fmt: skip
    yield "culture", cells("culture.toml", culture, 5)
    glory = [(tile.id, "", [(Word(f"round {tile.round}, {tile.rank}.: {tile.vp} VP"),)]) for tile in content.glory]
    order = [(tile.id, "", [(Word(f"{tile.number}: {tile.vp} VP"),)]) for tile in content.order]
    yield "glory-and-order", cells("glory.toml and order.toml", [*glory, *order], 5)
