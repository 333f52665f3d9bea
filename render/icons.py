"""Vector drawings that all games share, in a square of 100 by 100. Each game also has its own icons."""

import math
from collections.abc import Mapping

from render import theme
from render.drawing import Drawing, Square, read_drawings, shape

GOODS = {
    "silver": ("#d9dee2", "#56626b"),
    "stone": ("#a79c8d", "#453d33"),
    "copper": ("#d98a52", "#6a3210"),
    "wood": ("#9a6a3c", "#3d2410"),
    "grain": ("#f2d068", "#6e4b00"),
    "herb": ("#8fbf6a", "#24491a"),
}
"""Background and foreground colour of each good. The good's drawing has the same name."""


def _mark(square: Square, seat: str) -> None:
    y = 54 if theme.SHAPES[seat] == "triangle" else 50
    for grown, fill in ((12, theme.NIGHT_EDGE), (8, theme.CREAM), (0, theme.SEATS[seat])):
        shape(square, seat, 50, y, 30, fill, grown)


def _laurel(square: Square, style: str) -> None:
    ink = theme.GOLD_DEEP if style == "dark" else theme.GOLD
    for side in (-1, 1):
        stem = [(50 - side * 34 * math.sin(a), 50 + 36 * math.cos(a)) for a in _angles(8, 150, 9)]
        square.line(stem, ink, 4)
        for (x, y), angle in zip(stem[1:], _angles(26, 150, 8), strict=True):
            for lean in (-0.75, 0.75):
                dx, dy = -side * math.cos(angle + lean), -math.sin(angle + lean)
                leaf = [(x, y), (x + dx * 9 - dy * 5, y + dy * 9 + dx * 5), (x + dx * 18, y + dy * 18)]
                square.area([*leaf, (x + dx * 9 + dy * 5, y + dy * 9 - dx * 5)], ink)


def _angles(start: float, end: float, count: int) -> list[float]:
    return [math.radians(start + (end - start) * step / (count - 1)) for step in range(count)]


def _gear(square: Square, ink: str) -> None:
    for step in range(8):
        across, down = math.cos(math.pi * step / 4), math.sin(math.pi * step / 4)
        square.line([(50 + across * 34, 50 + down * 34), (50 + across * 42, 50 + down * 42)], ink, 14)
    square.arc(50, 50, 25, 0, 360, ink, 20)


ICONS: Mapping[str, Drawing] = {**read_drawings("shared"), "mark": _mark, "laurel": _laurel, "gear": _gear}
"""Every shared drawing by name. Some have colours of their own; glyphs have a single one, given as the style."""
