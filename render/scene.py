"""A picture as plain data: shapes, icons and words in layers. Layout is tested here; painting it is dull."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon. Colours are `#rrggbb` or `#rrggbbaa`, lengths pixels, everywhere in this module."""

    points: Points
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points with round joints. `dash` is the length of a stroke and of a gap; 0: unbroken."""

    points: Points
    colour: str
    width: float
    dash: float = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its top left corner, with rounded corners of `radius` and an edge drawn inside."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0
    edge: str | None = None
    edge_width: float = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around its centre."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str | None = None
    edge_width: float = 0


@dataclass(frozen=True, slots=True)
class Icon:
    """One of our own drawings, centred, in a square of `size`. `style` is the colour of a seat or a state of a die."""

    name: str
    x: float
    y: float
    size: float
    style: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of words. `anchor` is Pillow's: `l m r` across, `m` (middle of capitals) or `s` (baseline) down."""

    x: float
    y: float
    text: str
    face: str
    size: int
    colour: str
    anchor: str = "mm"
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Clip:
    """Items of which only what falls into the areas is seen. Only the background may hold one."""

    areas: tuple[Points, ...]
    items: "tuple[Item, ...]"


Item: TypeAlias = Area | Stroke | Box | Disc | Icon | Text | Clip


@dataclass(frozen=True, slots=True)
class Layer:
    """Items in the order of painting, under a name that tests and dumps use.

    `is_needed`: its words and signs are those that the present question needs, which are drawn larger than the rest.
    """

    name: str
    items: tuple[Item, ...]
    is_needed: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. `background` fills it down to `background_height`; it hardly ever changes and is kept.

    `is_busy`: full of edges, as a map is. Those of the background are not smoothed and the file is packed harder, so
    that it stays small enough.
    """

    width: int
    height: int
    background: Layer
    background_height: int
    layers: tuple[Layer, ...]
    is_busy: bool = False

    def items(self, *names: str) -> Iterator[Item]:
        """The items of the layers of those names (all but the background when none is named)."""
        for layer in self.layers:
            if not names or layer.name in names:
                yield from layer.items


def grown(items: Iterable[Item], by: int) -> Iterator[Item]:
    """Items `by` times as large and as far from the corner, as where one piece of a table fills a picture."""
    for item in items:
        match item:
            case Area(points):
                yield replace(item, points=_spread(points, by))
            case Stroke(points, _, width, dash):
                yield replace(item, points=_spread(points, by), width=width * by, dash=dash * by)
            case Clip():
                raise TypeError("a clip belongs to the background")
            case _:
                yield replace(item, **{name: getattr(item, name) * by for name in _LENGTHS if hasattr(item, name)})


def _spread(points: Points, by: int) -> Points:
    return tuple((x * by, y * by) for x, y in points)


_LENGTHS = ("x", "y", "width", "height", "radius", "edge_width", "size")


def dump(scene: Scene) -> str:
    """The picture as lines of text, stable from run to run; the background as a count only."""
    lines = [
        f"scene {scene.width}x{scene.height}",
        f"ground {scene.background.name}: {len(scene.background.items)} items",
    ]
    for layer in scene.layers:
        lines.append(f"layer {layer.name}{', needed' if layer.is_needed else ''}")
        lines.extend(f"  {_line(item)}" for item in layer.items)
    return "\n".join(lines) + "\n"


def _line(item: Item) -> str:
    parts = [type(item).__name__.lower()]
    parts.extend(f"{field.name}={_plain(getattr(item, field.name))}" for field in fields(item))
    return " ".join(parts)


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.0f}"
    if isinstance(value, tuple):
        return "(" + " ".join(_plain(part) for part in value) + ")"
    return repr(value) if isinstance(value, str) else str(value)
