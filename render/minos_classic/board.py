"""Where everything lies: the board's coordinates turned into pixels of the picture, and the places of the labels."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from engine.minos_classic.content.files import FOLDER
from render.plate import HEAD, HEIGHT, WIDTH
from render.scene import Point, Points

MAP_HEIGHT = HEIGHT - HEAD
"""Height of the map, below the line at the top."""
EAST, BEYOND = 1200, 90
"""Where the board ends, and how much farther what reaches its edge is drawn."""
SCALE = 1.6
"""Pixels to a unit of the board, for the sizes of drawn things."""
_ACROSS = ((90, 0.72), (190, 0.75), (360, 0.8), (560, 1.0), (740, 1.42), (980, 1.3), (1090, 1.25), (1214, 0.0))
_DOWN = ((10, 0.8), (150, 1.15), (425, 0.85), (594, 0.0))
"""Where a stretch of the board begins and how wide it is drawn: only where ships go, and the Aegean with more room."""
OFF_SHORE = 54
"""How many pixels a harbour is drawn from its site at least, so that its ship does not hide the guards."""

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
    """Middles of the plaques of sites, of the names of zones and of the ships on them, in pixels."""

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
    return round(_stretched(x, _ACROSS, WIDTH), 1), round(HEAD + _stretched(y, _DOWN, MAP_HEIGHT), 1)


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
    places = dict(labels().ship)
    for site in board().site:
        places[site.id] = at(site.x, site.y)
        places[site.harbour.id] = _off_shore(places[site.id], at(site.harbour.x, site.harbour.y))
    places.update((point.id, at(point.x, point.y)) for point in board().path)
    return places


def _off_shore(site: Point, water: Point) -> Point:
    """The harbour's place: in its own direction, at least `OFF_SHORE` from the site."""
    (x, y), dx, dy = site, water[0] - site[0], water[1] - site[1]
    length = (dx * dx + dy * dy) ** 0.5
    share = max(1.0, OFF_SHORE / length)
    return round(x + dx * share, 1), round(y + dy * share, 1)
