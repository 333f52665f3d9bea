"""The part of the picture that never moves: the sea, Crete with its regions, and what lies beyond the table's map."""

from collections.abc import Iterator
from functools import lru_cache

from engine.minos_dawn.content.box import the_box
from render import theme
from render.minos_dawn.board import BANNER, MAP_HEIGHT, WIDTH, at, outline
from render.scene import Area, Box, Clip, Icon, Item, Layer, Points, Stroke, Text

HEIGHT = BANNER + MAP_HEIGHT + 4
TITLE = (560, BANNER + 34)

GOODS_LAND = {
    "silver": "#dfdccb", "stone": "#ddcbaa", "copper": "#eac79c", "wood": "#dfc79a", "grain": "#f1dd9f",
    "herb": "#d7d9a6",
}  # fmt: skip
"""The soil of a region by the good it shows."""
COVERED = "#b3b9ad"


@lru_cache(8)
def background(seats: int) -> Layer:
    """Everything below the pieces, for a table of that many seats."""
    return Layer("crete", tuple(_items(seats)))


def _items(seats: int) -> Iterator[Item]:
    yield Box(0, BANNER, WIDTH, MAP_HEIGHT, theme.SEA[1])
    lands = [outline(region.polygon) for region in the_box().board.region]
    isles = [outline(islet.polygon) for islet in the_box().board.islet]
    for width, shade in ((86, theme.SEA[2]), (50, theme.SEA[3]), (22, theme.SEA[4])):
        for land in (*lands, *isles):
            yield Stroke((*land, land[0]), shade, width if land in lands else width / 2)
    for place in ((40, 330), (330, 60), (300, 345), (640, 50), (700, 370), (980, 40), (985, 300), (560, 385)):
        yield Icon("wave", *at(*place), 36, theme.SEA_LINE)
    for land in (*lands, *isles):
        yield Stroke((*land, land[0]), theme.COAST, 7)
    for isle in isles:
        yield Area(isle, theme.LAND_RIM[1])
    yield from _regions(seats, lands)
    yield Text(*TITLE, "MINOS", "display", 52, theme.CREAM, "mm", theme.SEA_INK)
    yield Box(0, 0, WIDTH, BANNER, theme.NIGHT)
    yield Box(0, BANNER + MAP_HEIGHT, WIDTH, 4, theme.NIGHT)
    for y in (BANNER, BANNER + MAP_HEIGHT):
        yield Stroke(((0, y), (WIDTH, y)), theme.GOLD, 4)


def _regions(seats: int, lands: list[Points]) -> Iterator[Item]:
    active = the_box().active[seats]
    for region, land in zip(the_box().board.region, lands, strict=True):
        is_active = region.number in active
        fill = GOODS_LAND[region.good] if is_active else COVERED
        yield Area(land, fill)
        if is_active:
            yield Clip(
                (land,),
                (Stroke((*land, land[0]), theme.LAND_RIM[1], 22), Stroke((*land, land[0]), theme.LAND_RIM[2], 10)),
            )
    for land in lands:
        yield Stroke((*land, land[0]), theme.COAST, 2.4)
