"""Convert board coordinates to pixels, and load the positions of ships."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import Board
from render.plate import HEAD, HEIGHT, WIDTH
from render.scene import Point, Points

MAP_HEIGHT = HEIGHT - HEAD
EAST, BEYOND = 1200, 90
"""The board's eastern edge, and how far to extend shapes that touch an edge."""
SCALE = 1.6
"""Pixels per board unit, used for sizes. Positions are stretched by different factors."""
_ACROSS = ((90, 0.72), (190, 0.75), (360, 0.8), (560, 1.0), (740, 1.42), (980, 1.3), (1090, 1.25), (1214, 0.0))
_DOWN = ((10, 0.8), (150, 1.15), (425, 0.85), (594, 0.0))
"""The board's stretches, across and down: the start of each and its scale. Busy seas and the Aegean get more room."""
OFF_SHORE = 54
"""Minimum distance in pixels between a harbour and its site, so that ships don't hide guards."""

_LABELS = Path(__file__).parent.parent / "assets" / "minos_classic.toml"


class Labels(msgspec.Struct, frozen=True):
    """Positions of ships at sea, in pixels, and of mountain ranges, in board units."""

    ship: dict[str, tuple[float, float]]
    hills: tuple[tuple[float, float, float], ...]


def board() -> Board:
    return the_box().content.board


@cache
def labels() -> Labels:
    return msgspec.toml.decode(_LABELS.read_bytes(), type=Labels, strict=False)


def at(x: float, y: float) -> Point:
    return round(_stretch(x, _ACROSS, WIDTH), 1), round(HEAD + _stretch(y, _DOWN, MAP_HEIGHT), 1)


def _stretch(value: float, stretches: tuple[tuple[float, float], ...], length: int) -> float:
    """Map a coordinate to a pixel, from 0 to `length`, using the relative size of each stretch."""
    reached = whole = 0.0
    for (start, weight), (end, _) in pairwise(stretches):
        whole += (end - start) * weight
        reached += (min(max(value, start), end) - start) * weight
    outside = min(0.0, value - stretches[0][0]) + max(0.0, value - stretches[-1][0])
    return (reached + outside) / whole * length


def outline(polygon: tuple[tuple[float, float], ...]) -> Points:
    """Convert a polygon to pixels. Extend sides at the edge of the board beyond the picture."""
    return tuple(at(x if x < EAST else x + BEYOND, y if y > 0 else -BEYOND) for x, y in polygon)


@cache
def spaces() -> dict[str, Point]:
    """Return the centre of every zone, harbour, site and path point, in pixels."""
    places = dict(labels().ship)
    for site in board().site:
        places[site.id] = at(site.x, site.y)
        places[site.harbour.id] = _off_shore(places[site.id], at(site.harbour.x, site.harbour.y))
    places.update((point.id, at(point.x, point.y)) for point in board().path)
    return places


def _off_shore(site: Point, water: Point) -> Point:
    """Move a harbour directly away from its site until it is at least `OFF_SHORE` pixels away."""
    (x, y), dx, dy = site, water[0] - site[0], water[1] - site[1]
    length = (dx * dx + dy * dy) ** 0.5
    share = max(1.0, OFF_SHORE / length)
    return round(x + dx * share, 1), round(y + dy * share, 1)
