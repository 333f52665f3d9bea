"""Where everything lies: the board's coordinates turned into pixels of the picture, and the places of the labels."""

from functools import cache
from pathlib import Path

import msgspec

from engine.minos_classic import view

from render.scene import Point, Points

WIDTH = 1600
BANNER = 88
"""Height of the strip above the map."""
MAP_HEIGHT = 800
LEFT, TOP, RIGHT = 72, 8, 1200
"""What part of the board is shown, in its own coordinates."""
SCALE = WIDTH / (RIGHT - LEFT)
HARBOUR_PULL = 1.22
"""A harbour is drawn a little farther off its site than it lies, so that a ship does not hide the guards."""

_BOARD = Path(view.__file__).parent / "content" / "board.toml"
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
    """Centres of the plaques of sites and of the names of zones, in the picture's own pixels."""

    plaque: dict[str, tuple[float, float]]
    name: dict[str, tuple[float, float]]


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
    return round((x - LEFT) * SCALE, 1), round(BANNER + (y - TOP) * SCALE, 1)


def outline(polygon: tuple[tuple[float, float], ...]) -> Points:
    """A polygon of the board in pixels of the picture."""
    return tuple(at(x, y) for x, y in polygon)


@cache
def spaces() -> dict[str, Point]:
    """The middle of every zone, harbour, site and path point, in pixels."""
    places = {zone.id: at(zone.x, zone.y) for zone in board().zone}
    for site in board().site:
        places[site.id] = at(site.x, site.y)
        pulled = [s + (h - s) * HARBOUR_PULL for s, h in ((site.x, site.harbour.x), (site.y, site.harbour.y))]
        places[site.harbour.id] = at(pulled[0], pulled[1])
    places.update((point.id, at(point.x, point.y)) for point in board().path)
    return places
