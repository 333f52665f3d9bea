"""Where everything lies: the board's coordinates turned into pixels of the picture, and the places of the labels."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from engine.minos_classic.content.files import FOLDER
from render.scene import Point, Points

WIDTH = 1600
BANNER = 88
"""Height of the strip above the map."""
MAP_HEIGHT = 840
SCALE_HEIGHT = 84
"""Height of the value scale below the map, and the number of its cells."""
LAP = 50
EAST, BEYOND = 1200, 90
"""Where the board ends; the picture shows a little more land, for labels."""
SCALE = 1.4
"""Pixels to a unit of the board, for the sizes of drawn things."""
_ACROSS = ((72, 0.75), (190, 0.75), (360, 0.85), (560, 1.0), (740, 1.35), (980, 1.15), (1090, 1.25), (1238, 0.0))
_DOWN = ((8, 0.8), (150, 1.2), (425, 0.75), (572, 0.0))
"""Where a stretch of the board begins and how wide it is drawn: the crowded Aegean gets more room than the edges."""
HARBOUR_PULL = 1.22
"""A harbour is drawn a little farther off its site than it lies, so that a ship does not hide the guards."""

_BOARD = FOLDER / "board.toml"
_LABELS = Path(__file__).parent.parent / "assets" / "minos_classic.toml"


class Land(msgspec.Struct, frozen=True):
    """A coast or an outer water, drawn only."""

    polygon: tuple[tuple[float, float], ...]


class Islet(msgspec.Struct, frozen=True):
    """A small island, drawn only."""

    x: float
    y: float
    r: float


class Zone(msgspec.Struct, frozen=True):
    """A sea area; ships stand at (x, y)."""

    id: str
    x: float
    y: float
    polygon: tuple[tuple[float, float], ...]
    fish: bool = False


class Harbour(msgspec.Struct, frozen=True):
    """The water of a site."""

    id: str
    x: float
    y: float


class Site(msgspec.Struct, frozen=True):
    """A place to build on, and the land spaces it is joined to."""

    id: str
    x: float
    y: float
    land: tuple[str, ...]
    harbour: Harbour


class PathPoint(msgspec.Struct, frozen=True):
    """A land dot, and what it is joined to."""

    id: str
    x: float
    y: float
    land: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """As much of `board.toml` as a picture needs."""

    landmass: tuple[Land, ...]
    outer_sea: tuple[Land, ...]
    islet: tuple[Islet, ...]
    zone: tuple[Zone, ...]
    site: tuple[Site, ...]
    path: tuple[PathPoint, ...]


class Labels(msgspec.Struct, frozen=True):
    """Centres of the plaques of sites and of the names of zones, and what moves a zone's ship; in pixels."""

    plaque: dict[str, tuple[float, float]]
    name: dict[str, tuple[float, float]]
    ship: dict[str, tuple[float, float]]


@cache
def board() -> Board:
    """The board, read once."""
    return msgspec.toml.decode(_BOARD.read_bytes(), type=Board, strict=False)


@cache
def labels() -> Labels:
    """The places of the labels, read once."""
    return msgspec.toml.decode(_LABELS.read_bytes(), type=Labels, strict=False)


def at(x: float, y: float) -> Point:
    """A point of the board in pixels of the picture."""
    return round(_stretched(x, _ACROSS, WIDTH), 1), round(BANNER + _stretched(y, _DOWN, MAP_HEIGHT), 1)


def _stretched(value: float, stretches: tuple[tuple[float, float], ...], length: int) -> float:
    """Where `value` comes to lie on `length` pixels that show the stretches."""
    reached = whole = 0.0
    for (start, weight), (end, _) in pairwise(stretches):
        whole += (end - start) * weight
        reached += (min(max(value, start), end) - start) * weight
    outside = min(0.0, value - stretches[0][0]) + max(0.0, value - stretches[-1][0])
    return (reached + outside) / whole * length


def outline(polygon: tuple[tuple[float, float], ...]) -> Points:
    """A polygon of the board in pixels of the picture. A side at the edge is drawn on beyond the picture."""
    return tuple(at(x if x < EAST else x + BEYOND, y if y > 0 else -BEYOND) for x, y in polygon)


@cache
def spaces() -> dict[str, Point]:
    """The middle of every zone, harbour, site and path point, in pixels."""
    places = {}
    for zone in board().zone:
        (x, y), (dx, dy) = at(zone.x, zone.y), labels().ship.get(zone.id, (0, 0))
        places[zone.id] = (x + dx, y + dy)
    for site in board().site:
        places[site.id] = at(site.x, site.y)
        pulled = [s + (h - s) * HARBOUR_PULL for s, h in ((site.x, site.harbour.x), (site.y, site.harbour.y))]
        places[site.harbour.id] = at(pulled[0], pulled[1])
    places.update((point.id, at(point.x, point.y)) for point in board().path)
    return places
