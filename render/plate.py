"""The size of every picture, and parts that plates of all games share. Discord shrinks a picture to fit 550 × 350
pixels. A plate is three times as large, so 36 pixels here are 12 there."""

import math
from typing import TypeAlias

import msgspec

from render import theme
from render.scene import BARE, Area, Box, Disc, Icon, Items, Layer, Point, Scene, Stroke, Text

FRAME_WIDTH, FRAME_HEIGHT = 550, 350
"""The space for a picture in a message, if the window is wide, in pixels."""
PHONE_WIDTH = 390
WIDTH, HEIGHT = 3 * FRAME_WIDTH, 3 * FRAME_HEIGHT
LONGEST_ALT = 1024
"""Maximum number of characters that Discord accepts in an alt text."""
NEEDED, LEAST = 42, 36
"""Smallest sizes of words and icons, in pixels: for the current question, and for everything else."""
HEAD = 84
MARGIN = 18
"""Space between the edge of a plate and its words."""


class Plate(msgspec.Struct, frozen=True):
    """One picture of a board, `WIDTH` by `HEIGHT` pixels."""

    name: str
    """Unique within the game, and never changed. For a board's plates, it consists of lowercase letters only."""
    scene: Scene
    alt: str
    """The alt text, of at most 1,024 characters."""


Plates: TypeAlias = tuple[Plate, ...]


def bare(*layers: Layer, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Scene:
    return Scene(*size, BARE, 1, layers)


def columns(count: int, gap: float, margin: float = MARGIN) -> list[tuple[int, float]]:
    """Split the width of a plate into equal columns. Return the left edge and width of each."""
    width = (WIDTH - 2 * margin + gap) / max(1, count) - gap
    return [(round(margin + place * (width + gap)), width) for place in range(count)]


def line(
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str,
    width: float,
    *,
    face: str = "bold",
    anchor: str = "lm",
    least: int = LEAST,
) -> Text:
    """Return text of at most `size`. To fit `width` pixels, shrink it down to `least`, then cut it with an ellipsis."""
    shown, size = theme.fit(text, face, size, width, least)
    return Text(x, y, shown, face, size, colour, anchor)


def head_line(title: str, aside: str = "", colour: str = "") -> Items:
    """Yield the top line: the mark of `colour`, who is doing what, and the game's progress. Use it in a needed layer.
    If there's no room, cut the name: everything before the last dash in `title`."""
    yield Box(0, 0, WIDTH, HEAD, theme.NIGHT)
    yield Box(0, HEAD - 4, WIDTH, 4, theme.GOLD)
    left, right, middle = float(MARGIN), float(WIDTH - MARGIN), HEAD / 2 - 2
    if colour:
        yield Icon("mark", left + 28, middle, 56, colour)
        left += 72
    if aside:
        told = line(right, middle, aside, NEEDED, theme.PAPYRUS_DIM, (right - left) * 0.4, anchor="rm", least=NEEDED)
        yield told
        right -= theme.text_width(told.text, told.face, told.size) + 2 * MARGIN
    name, dash, doing = title.rpartition(" – ")
    if dash and theme.text_width(title, "bold", NEEDED) > right - left:
        room = right - left - theme.text_width(dash + doing, "bold", NEEDED)
        title = theme.cut(name, "bold", NEEDED, room) + dash + doing
    yield line(left, middle, title, 48, theme.CREAM, right - left, least=NEEDED)


def arrow(start: Point, end: Point, colour: str, width: float = 14, bend: float = 0) -> Items:
    """Yield an arrow with a dark rim from `start` to its tip at `end`. `bend` is how far its middle is to the left of a
    straight line, relative to its length. Negative means right."""
    path = _bend(start, end, bend)
    (x, y), (from_x, from_y) = path[-1], path[-2]
    length = math.hypot(x - from_x, y - from_y) or 1.0
    dx, dy = (x - from_x) / length, (y - from_y) / length
    long, wide = width * 2.4, width * 1.5
    neck = (x - dx * long * 0.8, y - dy * long * 0.8)
    shaft = (*(point for point in path[:-1] if math.dist(point, end) > long), neck)
    shaft = shaft if len(shaft) > 1 else (start, neck)
    foot = (x - dx * long, y - dy * long)
    tip = ((x, y), (foot[0] - dy * wide, foot[1] + dx * wide), (foot[0] + dy * wide, foot[1] - dx * wide))
    yield Stroke(shaft, theme.NIGHT_EDGE, width + 8)
    yield Stroke((*tip, tip[0]), theme.NIGHT_EDGE, 8)
    yield Stroke(shaft, colour, width)
    yield Area(tip, colour)


def _bend(start: Point, end: Point, bend: float) -> tuple[Point, ...]:
    if not bend:
        return start, end
    (x0, y0), (x1, y1) = start, end
    middle = (x0 + x1) / 2 + (y1 - y0) * bend * 2, (y0 + y1) / 2 - (x1 - x0) * bend * 2

    def curve(start: float, middle: float, end: float) -> list[float]:
        steps = [step / 16 for step in range(17)]
        return [(1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end for t in steps]

    return tuple(zip(curve(x0, middle[0], x1), curve(y0, middle[1], y1), strict=True))


_RIMS = ((18, "30"), (12, "58"), (6, "a0"))
"""Rings of a glow: how far each one reaches beyond the shape, in pixels, and its alpha in hexadecimal."""


def glow(x: float, y: float, width: float, height: float, radius: float = 12) -> Items:
    """Yield a glow around a rectangle that has changed. Draw the rectangle on top of it."""
    for reach, alpha in _RIMS:
        yield Box(
            x - reach, y - reach, width + 2 * reach, height + 2 * reach, f"{theme.GOLD}{alpha}", radius + reach
        )  # fmt: skip


def round_glow(x: float, y: float, radius: float) -> Items:
    for reach, alpha in _RIMS:
        yield Disc(x, y, radius + reach, f"{theme.GOLD}{alpha}")
