"""Draw the fixed part of the map: sea, coasts, hills, roads, sites and harbours."""

from functools import cache

from engine.minos_classic.content.records import PathPoint, Site
from render import theme
from render.minos_classic.board import MAP_HEIGHT, SCALE, at, board, labels, outline, spaces
from render.plate import HEAD, WIDTH
from render.scene import Area, Box, Disc, Icon, Items, Layer, Points, Stroke

SITE_RADIUS = 18
HARBOUR_RADIUS = 22
FISH = 84


@cache
def background() -> Layer:
    return Layer("sea", tuple(_items()))


def _items() -> Items:
    yield Box(0, HEAD, WIDTH, MAP_HEIGHT, theme.SEA[1])
    coasts = [outline(land.polygon) for land in board().landmass]
    for coast in coasts:
        yield Stroke((*coast, coast[0]), theme.SEA[3], 40)
    for zone in board().zone:
        edge = outline(zone.polygon)
        yield Stroke((*edge, edge[0]), theme.SEA_LINE, 3)
    for sea in board().outer_sea:
        yield Area(outline(sea.polygon), theme.SEA_OUTER)
    for coast in coasts:
        yield Area(coast, theme.LAND)
        yield Stroke((*coast, coast[0]), theme.COAST, 4)
    for islet in board().islet:
        yield Disc(*at(islet.x, islet.y), islet.r * SCALE, theme.LAND_RIM[1])
    for x, y, size in labels().hills:
        yield Icon("hill", *at(x, y), size * SCALE)
    yield from _roads()
    yield from _spots()
    yield Box(0, 0, WIDTH, HEAD, theme.NIGHT)


def roads() -> list[Points]:
    places: tuple[Site | PathPoint, ...] = (*board().site, *board().path)
    joined = {(min(place.id, other), max(place.id, other)) for place in places for other in place.land}
    return [(spaces()[start], spaces()[end]) for start, end in sorted(joined)]


def _roads() -> Items:
    for road in roads():
        yield Stroke(road, theme.ROAD, 5)
    for site in board().site:
        yield Stroke((spaces()[site.id], spaces()[site.harbour.id]), theme.SEA_INK, 3)


def _spots() -> Items:
    for point in board().path:
        yield Disc(*spaces()[point.id], 8, theme.ROAD)
    for site in board().site:
        here, water = spaces()[site.id], spaces()[site.harbour.id]
        yield Disc(*water, HARBOUR_RADIUS, theme.SEA[4], theme.SEA_INK, 2.4)
        yield Disc(*here, SITE_RADIUS, theme.TERRACOTTA, theme.CREAM, 3)
        yield Disc(*here, 7, theme.CREAM)
    fish = next(zone for zone in board().zone if zone.fish)
    yield Icon("fish", *spaces()[fish.id], FISH)
