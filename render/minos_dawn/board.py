"""Where everything lies on the picture of the table, in pixels."""

from functools import cache
from pathlib import Path

import msgspec

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from render.scene import Point, Points

WIDTH = 1600
MARGIN = 12
BANNER = 88
"""Height of the strip above the map."""
MAP_HEIGHT = 622
SCALE = 1.66
WEST, NORTH = 18, 17
"""The point of the content's canvas in the top left corner of the map."""
STRIP_HEIGHT = 96
"""Height of the strip of dice to draft, of the turn, or of the result."""
ROWS_WIDTH, ROWS_HEIGHT = 560, 480
OFFER_HEIGHT = 214
SEAT_HEIGHT = 300
WILL_HEIGHT = 146
"""Height of the strip that tells what made the rival do what he did."""

COLOURS = ("crimson", "azure", "amber", "jade")
"""Colours of the seats, in order; the rival of a lone seat has the second."""
RIVAL_NAME = Message("minos_dawn.rival")

_ASSETS = Path(__file__).parent.parent / "assets" / "minos_dawn.toml"


class Assets(msgspec.Struct, frozen=True):
    """What the drawing adds to the content."""

    tokens: dict[str, tuple[float, float]]
    on_plates: dict[str, tuple[float, float]]


@cache
def assets() -> Assets:
    """The file, read once."""
    return msgspec.toml.decode(_ASSETS.read_bytes(), type=Assets, strict=False)


def at(x: float, y: float) -> Point:
    """A point of the canvas in pixels of the picture."""
    return round((x - WEST) * SCALE, 1), round(BANNER + (y - NORTH) * SCALE, 1)


def outline(polygon: tuple[tuple[int, int], ...]) -> Points:
    """A polygon of the canvas in pixels of the picture."""
    return tuple(at(x, y) for x, y in polygon)


@cache
def anchor(number: int) -> Point:
    """The middle of the tokens of a region."""
    region = the_box().regions[number]
    (x, y), (dx, dy) = at(*region.centre), assets().tokens.get(region.id, (0, 0))
    return round(x + dx), round(y + dy)
