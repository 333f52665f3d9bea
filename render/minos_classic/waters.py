"""The names of the waters, in free places."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from render import theme
from render.minos_classic.background import HARBOUR_RADIUS, SITE_RADIUS
from render.minos_classic.board import board, labels, outline, spaces
from render.plate import LEAST
from render.scene import Point, Points, Rectangle, Text, around, overlap

LINE_HEIGHT = 29
ACROSS, DOWN = 78, 54
NUDGES = sorted(
    ((x, y) for x in range(-ACROSS, ACROSS + 1, 26) for y in range(-DOWN, DOWN + 1, 18)),
    key=lambda by: (math.hypot(*by), by),
)
"""Offsets of a name from its usual place, in pixels across and down, the nearest first."""


def zone_names(names: Mapping[str, str], taken: Sequence[Rectangle]) -> Iterator[Text]:
    """Yield the names of zones that fit between the rectangles taken. The other names are only in options and text."""
    full = [*taken, *_spots()]
    for zone, words in names.items():
        name = rectangle(tuple(_lines(words, labels().name[zone])))
        left, top, right, bottom = name
        reach = left - ACROSS, top - DOWN, right + ACROSS, bottom + DOWN
        place = _room(zone, name, tuple(each for each in full if overlap(each, reach)))
        if place is not None:
            lines = tuple(_lines(words, place))
            full.append(rectangle(lines))
            yield from lines


@lru_cache(4096)
def _room(zone: str, name: Rectangle, near: tuple[Rectangle, ...]) -> Point | None:
    """Return the nearest free middle for a name within its water, or None.

    Cached, since little changes around most names from move to move.
    """
    (x, y), (left, top, right, bottom) = labels().name[zone], name
    for dx, dy in NUDGES:
        here = left + dx, top + dy, right + dx, bottom + dy
        if any(overlap(here, other) for other in near):
            continue
        if (dx, dy) == (0, 0) or _is_in(zone, x + dx, y + dy):
            return x + dx, y + dy
    return None


def _is_in(zone: str, x: float, y: float) -> bool:
    """Return whether a point is in that water: a line from it to the right crosses the edge an odd number of times."""
    edge, crossed = _edges()[zone], False
    for (x0, y0), (x1, y1) in zip(edge, (*edge[1:], edge[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            crossed = not crossed
    return crossed


@cache
def _edges() -> dict[str, Points]:
    return {zone.id: outline(zone.polygon) for zone in board().zone}


@cache
def _spots() -> tuple[Rectangle, ...]:
    discs = [disc for site in board().site for disc in ((site.id, SITE_RADIUS), (site.harbour.id, HARBOUR_RADIUS))]
    return tuple(around(*spaces()[space], 2 * radius, 2 * radius) for space, radius in discs)


def _lines(words: str, middle: tuple[float, float]) -> Iterator[Text]:
    x, y = middle
    lines = wrap(words)
    for number, each in enumerate(lines):
        below = (number - (len(lines) - 1) / 2) * LINE_HEIGHT
        yield Text(x, round(y + below), each, "italic", LEAST, theme.SEA_INK)


def rectangle(lines: Iterable[Text]) -> Rectangle:
    found = [(text.x, text.y, theme.text_width(text.text, text.face, text.size) / 2) for text in lines]
    x, half = found[0][0], max(half for _, _, half in found)
    return x - half, found[0][1] - LINE_HEIGHT / 2, x + half, found[-1][1] + LINE_HEIGHT / 2


def wrap(words: str) -> list[str]:
    """Return a name on one line or, if that is narrower, on the two most even ones."""
    parts = words.split()
    splits = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
    return min(splits, key=lambda lines: max(map(len, lines)), default=[words])
