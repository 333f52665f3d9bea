"""Position Crete on a plate and draw the fixed part of the map: sea, regions and surroundings. With one or two seats
the west is closed: panels cover it, and the map is larger."""

from dataclasses import dataclass
from functools import lru_cache

from engine.minos_dawn.content.box import the_box
from render import theme
from render.minos_dawn.symbols import ASSETS
from render.plate import HEIGHT, WIDTH
from render.scene import Area, Box, Icon, Items, Layer, Point, Points, Stroke

GOODS_LAND = {
    "silver": "#dfdccb", "stone": "#ddcbaa", "copper": "#eac79c", "wood": "#dfc79a", "grain": "#f1dd9f",
    "herb": "#d7d9a6",
}  # fmt: skip
COVERED = "#b3b9ad"
"""Ground colour of the closed west."""
WIDEST = 246
CLOSE_WIDEST = 350
WEST, EAST, TALL = 17, 983, 352
"""The map's edges and height, in its own units."""
TALLER = 1.2
FEW = 2
"""With at most this many seats, only the east is used."""


@dataclass(frozen=True, slots=True)
class Chart:
    seats: int
    scale: float
    """Horizontal scale, in plate pixels per unit of the map. `down` is the vertical scale."""
    down: float
    west: float
    """The map's point (`west`, `north`) is drawn at (0, `top`)."""
    north: float
    top: int
    """The top of the sea, which reaches to the edge of the plate, behind the panels."""
    times: float = 1.0
    """Scale of pieces. It is 1 on a plate with all regions in play."""
    widest: float = WIDEST
    """Maximum width of a cluster, in pixels."""

    def at(self, x: float, y: float) -> Point:
        return round((x - self.west) * self.scale, 1), round(self.top + (y - self.north) * self.down, 1)

    def outline(self, polygon: tuple[tuple[int, int], ...]) -> Points:
        return tuple(self.at(x, y) for x, y in polygon)

    def anchor(self, number: int) -> Point:
        region = the_box().regions[number]
        (x, y), (dx, dy) = region.centre, ASSETS.pieces.get(region.id, (0, 0))
        left, top = self.at(x + dx, y + dy)
        return round(left), round(top)


def chart(seats: int, top: int, bottom: int, times: float = 1.0) -> Chart:
    """Return the map between `top` and `bottom`, stretched by up to `TALLER`. For few seats, return only the east."""
    if seats > FEW:
        scale = WIDTH / 966
        down = max(scale, min(TALLER * scale, (bottom - top) / TALL))
        return Chart(max(the_box().layouts), scale, down, 17, 204 - (bottom - top) / down / 2, top, times, WIDEST)
    scale = min(2.12, (bottom - top) / TALL)
    return Chart(FEW, scale, scale, 988 - WIDTH / scale, 214 - (bottom - top) / scale / 2, top, 1.3, 1.3 * WIDEST)


def part(seats: int, is_west: bool) -> Chart:
    """Return the western or eastern half of the map, as large as a plate. The halves overlap."""
    scale = HEIGHT / TALL
    west = WEST if is_west else EAST - WIDTH / scale
    regions_of = max(the_box().layouts) if seats > FEW else FEW
    return Chart(regions_of, scale, scale, west, 204 - TALL / 2, 0, 1.2, CLOSE_WIDEST)


@lru_cache(16)
def background(chart: Chart) -> Layer:
    return Layer(f"crete {chart.top}", tuple(_items(chart)))


def _items(chart: Chart) -> Items:
    yield Box(0, chart.top, WIDTH, HEIGHT - chart.top, theme.SEA[1])
    lands = [chart.outline(region.polygon) for region in the_box().board.region]
    isles = [chart.outline(islet.polygon) for islet in the_box().board.islet]
    for width, shade in ((70, theme.SEA[3]), (26, theme.SEA[4])):
        for land in (*lands, *isles):
            yield Stroke((*land, land[0]), shade, width if land in lands else width / 2)
    for place in ((40, 330), (330, 60), (300, 345), (640, 50), (700, 370), (980, 40), (985, 300), (560, 385)):
        yield Icon("wave", *chart.at(*place), 40, theme.SEA_LINE)
    for land in (*lands, *isles):
        yield Stroke((*land, land[0]), theme.COAST, 7)
    for isle in isles:
        yield Area(isle, theme.LAND_RIM[1])
    yield from _regions(chart, lands)
    if chart.top:
        yield Box(0, 0, WIDTH, chart.top, theme.NIGHT)


def _regions(chart: Chart, lands: list[Points]) -> Items:
    active = the_box().layouts[chart.seats].active
    for region, land in zip(the_box().board.region, lands, strict=True):
        yield Area(land, GOODS_LAND[region.good] if region.number in active else COVERED)
    for land in lands:
        yield Stroke((*land, land[0]), theme.COAST, 3)
