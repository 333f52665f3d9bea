"""Place text on free parts of the map: option numbers next to their spaces, and names of seas."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from render import theme
from render.marks import by_target, runs_of
from render.minos_classic.background import HARBOUR_RADIUS, SITE_RADIUS
from render.minos_classic.board import board, labels, outline, spaces
from render.minos_classic.pieces import Standing
from render.plate import HEAD, HEIGHT, WIDTH
from render.plate import OLD_LEAST as LEAST
from render.plate import OLD_NEEDED as NEEDED
from render.renderer import Mark
from render.scene import Box, Disc, Items, Point, Points, Rectangle, Stroke, Text, around, overlap

LINE_HEIGHT = 29
ACROSS, DOWN = 78, 54
NUDGES = sorted(
    ((x, y) for x in range(-ACROSS, ACROSS + 1, 26) for y in range(-DOWN, DOWN + 1, 18)),
    key=lambda by: (math.hypot(*by), by),
)
"""Positions to try for a name, in pixels right and down from its usual place, nearest first."""
BOX_HEIGHT = 46
NAME_STRIP = 46
"""Height of the name and value on a plaque. A number may hide what is below them if there is no better place."""


@dataclass(frozen=True, slots=True)
class PlacedMark:
    target: str
    words: str
    x: float
    y: float
    width: float

    @property
    def rectangle(self) -> Rectangle:
        return around(self.x, self.y, self.width, BOX_HEIGHT)


def placed_marks(marks: Sequence[Mark], drawn: Sequence[Standing], written: Sequence[Rectangle]) -> list[PlacedMark]:
    """Place one mark per space that has options. Avoid pieces, text and other marks as far as possible."""
    numbers = {target: found for target, found in by_target(marks).items() if target in spaces()}
    taken = [(piece.rectangle, 25.0) for piece in drawn] + [(rectangle, 6.0) for rectangle in written]
    taken += [((left, top, right, min(top + NAME_STRIP, bottom)), 60.0) for left, top, right, bottom in written]
    middles = [around(x, y, 36, 36) for space, (x, y) in spaces().items() if space in numbers]
    placed: list[PlacedMark] = []
    for target, at_target in numbers.items():
        words = _join(at_target)
        width = max(BOX_HEIGHT, round(theme.text_width(words, "bold", NEEDED)) + 24)
        placed.append(_nearest(PlacedMark(target, words, 0, 0, width), taken, middles, placed))
    return placed


def _join(numbers: list[int]) -> str:
    """Return numbers in short form: 3, 4, 5, 8 as `3–5 8`."""
    return " ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs_of(numbers))


_STEPS = (
    (0, 0),
    *(
        (round(radius * math.sin(angle * math.pi / 6)), round(-radius * math.cos(angle * math.pi / 6)))
        for radius in (34, 44, 56, 70, 86, 106, 128, 152, 178)
        for angle in (0, 1, 3, 11, 9, 2, 10, 5, 6, 7, 4, 8)
    ),
)
"""Positions to try for a number around its space: nearest first, and above before below."""


def _nearest(
    mark: PlacedMark, taken: list[tuple[Rectangle, float]], middles: list[Rectangle], placed: list[PlacedMark]
) -> PlacedMark:
    x, y = spaces()[mark.target]
    near = around(x, y, 2 * (178 + mark.width), 2 * (178 + mark.width))
    hindrances = [(other, weight) for other, weight in taken if overlap(near, other)]
    hindrances += [(other.rectangle, 400.0) for other in placed if overlap(near, other.rectangle)]
    hindrances += [(other, 1.0) for other in middles if overlap(near, other) and not _holds(other, x, y)]
    best, least = (x, y), math.inf
    for dx, dy in _STEPS:
        at_x, at_y = round(x) + dx, round(y) + dy
        here = left, top, right, bottom = around(at_x, at_y, mark.width, BOX_HEIGHT)
        cost = 5.0 * (abs(at_x - x) + abs(at_y - y))
        if left < 4 or right > WIDTH - 4 or top < HEAD + 4 or bottom > HEIGHT - 4:
            cost += 100_000
        for other, weight in hindrances:
            if cost >= least:
                break
            cost += weight * overlap(here, other)
        if cost < least:
            best, least = (at_x, at_y), cost
    return replace(mark, x=best[0], y=best[1])


def _holds(rectangle: Rectangle, x: float, y: float) -> bool:
    return rectangle[0] <= x <= rectangle[2] and rectangle[1] <= y <= rectangle[3]


def leaders(placed: Sequence[PlacedMark]) -> Items:
    for mark in placed:
        x, y = spaces()[mark.target]
        if abs(mark.x - x) + abs(mark.y - y) > 28:
            yield Stroke(((x, y), (mark.x, mark.y)), theme.NIGHT_EDGE, 9)
            yield Stroke(((x, y), (mark.x, mark.y)), theme.GOLD, 5)
            yield Disc(x, y, 9, theme.GOLD, theme.NIGHT_EDGE, 2)


def marks_at_places(placed: Sequence[PlacedMark]) -> Items:
    for mark in placed:
        left, top, _, _ = mark.rectangle
        yield Box(left, top, mark.width, BOX_HEIGHT, theme.NIGHT_EDGE, BOX_HEIGHT / 2, theme.GOLD, 4)
        yield Text(mark.x, mark.y, mark.words, "bold", NEEDED, theme.CREAM)


def zone_names(names: Mapping[str, str], taken: Sequence[Rectangle]) -> Iterator[Text]:
    """Yield the zone names that fit without touching a taken rectangle. Other names appear only in options and text."""
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
    """Return the centre of the free area nearest to the name's usual place and within its sea, or None.

    Cached, because a move changes the surroundings of few names.
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
    """Return whether a point is in this sea. A ray to the right then crosses its edge an odd number of times."""
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
    """Split a name into two lines of similar width if that makes it narrower."""
    parts = words.split()
    splits = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
    return min(splits, key=lambda lines: max(map(len, lines)), default=[words])
