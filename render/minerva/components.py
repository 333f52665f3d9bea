"""Pages that show all components of the box."""

from collections.abc import Iterator

from engine.minerva.content.box import the_box
from render import theme
from render.inline import Sign, Word
from render.minerva import cards
from render.renderer import Say
from render.scene import Items, Scene, Text
from render.sheets import cells, page

TALL, LABEL = 200, 26


def pages(words: Say) -> Iterator[tuple[str, Scene]]:
    def draw(key: str, left: float, top: int, width: float) -> Items:
        face, place = cards.face_of((key,), words), (round(left), top, round(width), TALL)
        yield from cards.paper(face, place)
        yield from cards.content(face, place)
        yield Text(round(left) + 6, top + TALL + 13, key, "bold", 20, theme.PAPYRUS, "lm")

    content = the_box().content
    for name, tiles in (
        ("buildings", content.buildings), ("starting", content.startings), ("temples", content.temples)
    ):  # fmt: skip
        yield name, page(f"{name}.toml", [tile.id for tile in tiles], 5, TALL + LABEL, draw)
    culture = [
        (tile.id, f"from {tile.min_players} players",
         [(Word(f"{tile.icons}"), Sign(f"minerva:{tile.category}"), Word(f"→ {tile.vp}"), Sign("minerva:vp"))])
        for tile in content.culture
    ]  # fmt: skip
    yield "culture", cells("culture.toml", culture, 5)
    glory = [(tile.id, "", [(Word(f"round {tile.round}, {tile.rank}.: {tile.vp} VP"),)]) for tile in content.glory]
    order = [(tile.id, "", [(Word(f"{tile.number}: {tile.vp} VP"),)]) for tile in content.order]
    yield "glory-and-order", cells("glory.toml and order.toml", [*glory, *order], 5)
