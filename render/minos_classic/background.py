"""Draw the fixed part of the map: sea, coasts, hills, roads, sites and harbours."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from engine.minos_classic.content.records import PathPoint, Site
from render import theme
from render.minos_classic.board import MAP_HEIGHT, SCALE, at, board, labels, outline, spaces
from render.plate import HEAD, WIDTH
from render.scene import Area, Box, Disc, Icon, Items, Layer, Point, Points, Stroke

SITE_RADIUS = 18
HARBOUR_RADIUS = 22


@cache
def background() -> Layer:
    return Layer("sea", tuple(_items()))


def _items() -> Items:
    yield Box(0, HEAD, WIDTH, MAP_HEIGHT, theme.SEA[1])
    coasts = [outline(land.polygon) for land in board().landmass]
    for coast in coasts:
        yield Stroke((*coast, coast[0]), theme.SEA[3], 40)
    for border in borders():
        yield Stroke(border, theme.SEA_LINE, 3)
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


def borders() -> list[Points]:
    """Return the borders between zones: edges that two polygons share, joined into lines."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for zone in board().zone:
        for start, end in zip(zone.polygon, (*zone.polygon[1:], zone.polygon[0]), strict=True):
            edges[(start, end) if start < end else (end, start)] += 1
    return [_smooth(outline(tuple(line))) for line in _chain([edge for edge, seen in edges.items() if seen == 2])]


def _chain(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    degree = Counter(point for edge in edges for point in edge)
    left = list(edges)
    lines = []
    while left:
        first = next((edge for edge in left if degree[edge[0]] != 2 or degree[edge[1]] != 2), left[0])
        left.remove(first)
        line = list(first if degree[first[0]] != 2 else reversed(first))
        while degree[line[-1]] == 2:
            following = next((edge for edge in left if line[-1] in edge), None)
            if following is None:
                break
            left.remove(following)
            line.append(following[1] if following[0] == line[-1] else following[0])
        lines.append(line)
    return lines


def _smooth(points: Points) -> Points:
    for _ in range(2):
        cut = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            cut += [(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25), (x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75)]
        points = (*cut, points[-1])
    return points


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
    yield Icon("fish", *spaces()[fish.id], 84)
