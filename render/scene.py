"""A picture as plain data: shapes, icons and words in layers. Tests check layouts in this form, without painting."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]
Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Area(msgspec.Struct, frozen=True):
    """A filled polygon. In this module, colours are `#rrggbb` or `#rrggbbaa`, and lengths are in pixels."""

    points: Points
    fill: str


class Stroke(msgspec.Struct, frozen=True):
    """A line through points, with round joints. Dashes and gaps are `dash` pixels long; 0 means a solid line."""

    points: Points
    colour: str
    width: float
    dash: float = 0


class Box(msgspec.Struct, frozen=True):
    """A rectangle given by its top left corner and size. Corners have radius `radius`. The edge is drawn inside."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0
    edge: str | None = None
    edge_width: float = 0


class Disc(msgspec.Struct, frozen=True):
    x: float
    y: float
    radius: float
    fill: str
    edge: str | None = None
    edge_width: float = 0


class Icon(msgspec.Struct, frozen=True):
    """One of our own drawings, centred in a square of `size`. `style` selects a variant, such as a seat's colour."""

    name: str
    x: float
    y: float
    size: float
    style: str = ""


class Text(msgspec.Struct, frozen=True):
    """One line of text. `anchor` is Pillow's: `l`, `m` or `r`, then `m` (middle of capitals) or `s` (baseline)."""

    x: float
    y: float
    text: str
    face: str
    size: int
    colour: str
    anchor: str = "mm"
    halo: str | None = None


class Clip(msgspec.Struct, frozen=True):
    """Items cut off at the edges of the given areas. Only backgrounds may contain one."""

    areas: tuple[Points, ...]
    items: "tuple[Item, ...]"


Item: TypeAlias = Area | Stroke | Box | Disc | Icon | Text | Clip
Items: TypeAlias = Iterator[Item]
"""Items in painting order."""


class Layer(msgspec.Struct, frozen=True):
    """Items in painting order. Layers that the current question needs (`is_needed`) have larger words and signs."""

    name: str
    items: tuple[Item, ...]
    is_needed: bool = False


BARE = Layer("bare", ())
"""An empty background."""


class Scene(msgspec.Struct, frozen=True):
    width: int
    height: int
    background: Layer
    """Cached, because it rarely changes."""
    background_height: int
    """The background fills the picture down to here."""
    layers: tuple[Layer, ...]
    is_busy: bool = False
    """True for a picture full of edges, like a map. Its edges aren't smoothed, which keeps the file small."""

    def items(self, *names: str) -> Items:
        """Yield the items of the named layers. Without names, yield those of all layers except the background."""
        for layer in self.layers:
            if not names or layer.name in names:
                yield from layer.items


def enlarge(items: Iterable[Item], by: float, left: float = 0, top: float = 0) -> Items:
    """Yield the items enlarged `by` times. The point (`left`, `top`) moves to the origin."""

    def at(points: Points) -> Points:
        return tuple(((x - left) * by, (y - top) * by) for x, y in points)

    for item in items:
        larger: dict[str, Any] = {name: round(getattr(item, name) * by) for name in _LENGTHS if hasattr(item, name)}
        match item:
            case Clip(areas, inner):
                larger = {"areas": tuple(map(at, areas)), "items": tuple(enlarge(inner, by, left, top))}
            case Area(points) | Stroke(points):
                larger["points"] = at(points)
            case Box(x, y) | Disc(x, y) | Icon(_, x, y) | Text(x, y):
                larger |= {"x": round((x - left) * by), "y": round((y - top) * by)}
        yield replace(item, **larger)


_LENGTHS = ("width", "height", "radius", "edge_width", "size", "dash")


def around(x: float, y: float, width: float, height: float) -> Rectangle:
    """Return the rectangle of this size, centred on (`x`, `y`)."""
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def overlap(one: Rectangle, other: Rectangle) -> float:
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0  # most pairs don't overlap, and drawing a map checks thousands
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
