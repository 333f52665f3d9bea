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
    _outline(square, seat, 30, 12, 8)


def _leader(square: Square, seat: str) -> None:
    _laurel(square, "")
    _outline(square, seat, 20, 9, 6)


def _outline(square: Square, seat: str, radius: float, dark: float, light: float) -> None:
    y = 50 + radius * 0.13 * (theme.SHAPES[seat] == "triangle")
    for grown, fill in ((dark, theme.NIGHT_EDGE), (light, theme.CREAM), (0, theme.SEATS[seat])):
        shape(square, seat, 50, y, radius, fill, grown)


def _laurel(square: Square, style: str) -> None:
    angles = [math.radians(20 + 27 * step) for step in range(6)]
    for grown, ink in ((4.5, theme.NIGHT_EDGE), (0, theme.GOLD)):
        for side in (-1, 1):
            stem = [(50 + side * 37 * math.sin(angle), 53 + 37 * math.cos(angle)) for angle in angles]
            square.line(stem, ink, 4 + 2 * grown)
            for (x, y), angle in zip(stem, angles, strict=True):
                across, down = side * math.cos(angle - 0.55), -math.sin(angle - 0.55)
                wide, long = 7 + grown, 22 + 1.5 * grown
                middle = x + across * 10, y + down * 10
                square.area([
                    (x - across * grown, y - down * grown), (middle[0] - down * wide, middle[1] + across * wide),
                    (x + across * long, y + down * long), (middle[0] + down * wide, middle[1] - across * wide),
                ], ink)  # fmt: skip


ICONS: Mapping[str, Drawing] = {**read_drawings("shared"), "mark": _mark, "leader": _leader, "laurel": _laurel}
"""Every shared drawing by name. Glyphs have a single colour, given as the style. Others may have several."""
