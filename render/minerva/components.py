"""All components of the box as pictures of the current content."""

from collections.abc import Iterator, Sequence

from engine.minerva.content.box import the_box
from engine.minerva.content.records import CultureTile
from render import theme
from render.inline import Group, Sign, Word
from render.minerva.tiles import CARD_HEIGHT, card
from render.renderer import Say
from render.scene import Item, Scene, Text
from render.sheets import MARGIN, TITLE, WIDTH, cells, page, rows


def pages(words: Say) -> Iterator[tuple[str, Scene]]:
    content = the_box().content
    for name, ids in (
        ("buildings", [tile.id for tile in content.buildings]),
        ("starting", [tile.id for tile in content.startings]),
        ("temples", [tile.id for tile in content.temples]),
    ):
        yield name, _tiles(f"{name}.toml", ids, words)
    culture = [(tile.id, f"from {tile.min_players} players", [_culture(tile)]) for tile in content.culture]
    yield "culture", cells("culture.toml", culture, 5)
    glory = [(tile.id, "", [(Word(f"round {tile.round}, {tile.rank}.: {tile.vp} VP"),)]) for tile in content.glory]
    order = [(tile.id, "", [(Word(f"{tile.number}: {tile.vp} VP"),)]) for tile in content.order]
    yield "glory-and-order", cells("glory.toml and order.toml", [*glory, *order], 5)


def _culture(tile: CultureTile) -> Group:
    return (Word(f"{tile.icons}"), Sign(f"minerva:{tile.category}"), Word(f"→ {tile.vp}"), Sign("minerva:vp"))


def _tiles(title: str, ids: Sequence[str], words: Say) -> Scene:
    columns, label = 7, 26

    def items() -> Iterator[Item]:
        width = (WIDTH - MARGIN * (columns + 1)) / columns
        for number, key in enumerate(ids):
            row, column = divmod(number, columns)
            left, top = round(MARGIN + column * (width + MARGIN)), TITLE + row * (CARD_HEIGHT + label + MARGIN)
            yield from card(key, left, top, round(width), words)
            yield Text(left + 6, top + CARD_HEIGHT + 13, key, "bold", 20, theme.PAPYRUS, "lm")

    return page(title, TITLE + rows(len(ids), columns) * (CARD_HEIGHT + label + MARGIN), items())
