"""The part of the picture that never moves: sea, coasts, hills, roads, harbours and the names of the waters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from render import theme
from render.minos_classic.board import (
    BANNER,
    LAP,
    MAP_HEIGHT,
    SCALE,
    SCALE_HEIGHT,
    WIDTH,
    at,
    board,
    labels,
    outline,
    spaces,
)
from render.scene import Area, Box, Clip, Disc, Icon, Item, Layer, Points, Stroke, Text

SITE_RADIUS = 13
HARBOUR_RADIUS = 17
NAME_SIZE = 15
HEIGHT = BANNER + MAP_HEIGHT + SCALE_HEIGHT + 1
"""How far down the background reaches, in pixels."""
COMPASS, TITLE = (330, 840), (1310, 205)

HILLS: tuple[tuple[float, float, float], ...] = (
    (262, 128, 26), (284, 120, 22), (240, 116, 20),
    (420, 64, 30), (446, 44, 34), (478, 42, 36), (508, 40, 28),
    (592, 142, 20), (560, 116, 18), (640, 172, 18),
    (700, 84, 26), (728, 100, 28), (752, 124, 26), (680, 62, 24),
    (784, 198, 22), (842, 152, 24), (868, 146, 26), (800, 148, 26),
    (1000, 262, 26), (1030, 270, 32), (1064, 276, 34), (1100, 278, 30), (1138, 276, 26),
    (150, 420, 30), (182, 428, 34), (218, 416, 32), (256, 404, 30), (296, 398, 32), (336, 392, 28), (376, 388, 26),
    (416, 388, 24), (190, 250, 20), (120, 200, 24), (146, 186, 20),
)  # fmt: skip
"""Mountain ranges: x, y on the board and size in its units."""


@lru_cache(8)
def background(names: tuple[tuple[str, str], ...]) -> Layer:
    """Everything below the pieces. `names` are zones with their words."""
    return Layer("sea", tuple(_items(dict(names))))


def _items(names: Mapping[str, str]) -> Iterator[Item]:
    yield Box(0, BANNER, WIDTH, MAP_HEIGHT, theme.SEA[1])
    yield from _waters()
    yield from _lands()
    yield from _roads()
    yield from _spots()
    for zone in board().zone:
        yield from zone_name(names[zone.id], *labels().name[zone.id])
    yield Box(0, 0, WIDTH, BANNER, theme.NIGHT)
    yield Box(0, BANNER + MAP_HEIGHT, WIDTH, SCALE_HEIGHT, theme.NIGHT)
    for y in (BANNER, BANNER + MAP_HEIGHT):
        yield Stroke(((0, y), (WIDTH, y)), theme.GOLD, 4)
    yield from _value_scale()


def _coasts() -> list[Points]:
    return [outline(land.polygon) for land in board().landmass]


def _closed(points: Points) -> Points:
    return (*points, points[0])


def _waters() -> Iterator[Item]:
    for width, shade in ((74, theme.SEA[2]), (40, theme.SEA[3]), (16, theme.SEA[4])):
        for coast in _coasts():
            yield Stroke(_closed(coast), shade, width)
        for islet in board().islet:
            x, y = at(islet.x, islet.y)
            yield Disc(x, y, islet.r * SCALE + width / 3, shade)
    for border in borders():
        yield Stroke(border, theme.SEA_LINE, 1.6, dash=7)
    for sea in board().outer_sea:
        yield Area(outline(sea.polygon), theme.SEA_OUTER)
    waves = ((92, 420), (88, 190), (100, 60), (1040, 150), (1150, 140), (1030, 50), (1190, 90), (90, 300))
    for place in waves:
        yield Icon("wave", *at(*place), 34, "#6a9db0")


def _lands() -> Iterator[Item]:
    for coast in _coasts():
        yield Area(coast, theme.LAND)
        rims = tuple(
            Stroke(_closed(coast), shade, width)
            for width, shade in zip((44, 26, 11), reversed(theme.LAND_RIM), strict=True)
        )
        yield Clip((coast,), rims)
        yield Stroke(_closed(coast), theme.COAST, 2)
    for islet in board().islet:
        x, y = at(islet.x, islet.y)
        yield Disc(x, y, islet.r * SCALE, theme.LAND_RIM[1], theme.COAST, 1.6)
    for x, y, size in HILLS:
        yield Icon("hill", *at(x, y), size * SCALE)
    yield Icon("compass", *COMPASS, 130)
    yield Text(*TITLE, "MINOS", "display", 66, theme.CREAM)


def borders() -> list[Points]:
    """The lines between two zones: the edges that two polygons share, joined end to end."""
    edges: Counter[tuple[tuple[float, float], tuple[float, float]]] = Counter()
    for zone in board().zone:
        for start, end in zip(zone.polygon, (*zone.polygon[1:], zone.polygon[0]), strict=True):
            edges[(start, end) if start < end else (end, start)] += 1
    return [_smoothed(outline(tuple(line))) for line in _chained([edge for edge, seen in edges.items() if seen == 2])]


def _chained(
    edges: Iterable[tuple[tuple[float, float], tuple[float, float]]],
) -> list[list[tuple[float, float]]]:
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


def _smoothed(points: Points) -> Points:
    """The line with its inner corners cut twice."""
    for _ in range(2):
        cut = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            cut += [(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25), (x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75)]
        points = (*cut, points[-1])
    return points


def _roads() -> Iterator[Item]:
    joined = set()
    lands = {site.id: site.land for site in board().site} | {point.id: point.land for point in board().path}
    for place, others in lands.items():
        joined |= {(min(place, other), max(place, other)) for other in others}
    for start, end in sorted(joined):
        yield Stroke((spaces()[start], spaces()[end]), theme.CREAM, 6)
        yield Stroke((spaces()[start], spaces()[end]), theme.ROAD, 2.6, dash=6)
    for point in board().path:
        yield Disc(*spaces()[point.id], 7, theme.ROAD, theme.CREAM, 2)


def _spots() -> Iterator[Item]:
    for site in board().site:
        here, water = spaces()[site.id], spaces()[site.harbour.id]
        plaque = labels().plaque[site.id]
        yield Stroke((here, plaque), theme.COAST, 1.6)
        yield Stroke((here, water), theme.SEA_INK, 3)
        yield Disc(*water, HARBOUR_RADIUS, theme.SEA[4], theme.SEA_INK, 2.4)
        yield Icon("wave", *water, 18, theme.SEA_LINE)
        yield Disc(*here, SITE_RADIUS, theme.TERRACOTTA, theme.CREAM, 3)
        yield Disc(*here, 5, theme.CREAM)
    fish = next(zone for zone in board().zone if zone.fish)
    yield Icon("fish", *spaces()[fish.id], 58)


def _value_scale() -> Iterator[Item]:
    """Fifty cells, one a talent."""
    top = BANNER + MAP_HEIGHT + 2
    cell = WIDTH / LAP
    for number in range(LAP):
        fill = theme.PAPYRUS if number % 10 >= 5 else theme.PAPYRUS_DIM
        left, right = round(number * cell), round((number + 1) * cell)
        yield Box(left, top, right - left, SCALE_HEIGHT - 2, fill)
        if number % 5 == 0:
            x = round((number + 0.5) * cell)
            yield Text(x, top + SCALE_HEIGHT - 16, str(number), "bold", 23, theme.INK)
        else:
            yield Disc(round((number + 0.5) * cell), top + SCALE_HEIGHT - 16, 3, theme.INK_SOFT)
    yield Stroke(((0, top + SCALE_HEIGHT - 1), (WIDTH, top + SCALE_HEIGHT - 1)), theme.GOLD, 3)


def zone_name(words: str, x: float, y: float, width: float = 112) -> Iterator[Text]:
    """A name on the water around a point, in one or two lines, small enough for `width`."""
    lines = wrapped(words)
    size = NAME_SIZE
    while size > 11 and max(theme.text_width(line, "italic", size) for line in lines) > width:
        size -= 1
    for number, line in enumerate(lines):
        below = (number - (len(lines) - 1) / 2) * (size + 0.5)
        yield Text(x, round(y + below, 1), line, "italic", size, theme.SEA_INK, halo=theme.SEA[3])


def wrapped(words: str) -> list[str]:
    """A name in one line or, where that is narrower, in the two most even ones."""
    parts = words.split()
    splits = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
    return min(splits, key=lambda lines: max(map(len, lines)), default=[words])
