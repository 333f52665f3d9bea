"""The drawings that all games share, as vectors in a square of 100 by 100. Each game has its own icons too."""

import math
from collections.abc import Mapping

from render import theme
from render.drawing import Drawing, Square, path, read_drawings, shape
from render.scene import Point

GOODS = {
    "silver": ("#d9dee2", "#56626b"),
    "stone": ("#a79c8d", "#453d33"),
    "copper": ("#d98a52", "#6a3210"),
    "wood": ("#9a6a3c", "#3d2410"),
    "grain": ("#f2d068", "#6e4b00"),
    "herb": ("#8fbf6a", "#24491a"),
}
"""Paper and ink of each good, which also has its own drawing."""


def _mark(square: Square, seat: str) -> None:
    y = 54 if theme.SHAPES[seat] == "triangle" else 50
    for grown, fill in ((12, theme.NIGHT_EDGE), (8, theme.CREAM), (0, theme.SEATS[seat])):
        shape(square, seat, 50, y, 30, fill, grown)


def _guard(square: Square, seat: str) -> None:
    shield = path("14,10 50,4 86,10 88,48 76,76 50,96 24,76 12,48")
    square.outline_area(shield, theme.CREAM, theme.CREAM, 4)
    for share, colour in ((0.95, theme.NIGHT_EDGE), (0.86, theme.SEATS[seat])):
        square.area([(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in shield], colour)
    shape(square, seat, 50, 46, 26, theme.CREAM)


def _laurel(square: Square, style: str) -> None:
    ink = theme.GOLD_DEEP if style == "dark" else theme.GOLD
    for side in (-1, 1):
        stem = [(50 - side * 34 * math.sin(a), 50 + 36 * math.cos(a)) for a in _angles(8, 150, 9)]
        square.line(stem, ink, 4)
        for (x, y), angle in zip(stem[1:], _angles(26, 150, 8), strict=True):
            for lean in (-0.75, 0.75):
                forward = angle + lean
                _leaf(square, (x, y), (-side * math.cos(forward), -math.sin(forward)), ink)


def _angles(start: float, end: float, count: int) -> list[float]:
    return [math.radians(start + (end - start) * step / (count - 1)) for step in range(count)]


def _leaf(square: Square, foot: Point, towards: Point, ink: str) -> None:
    (x, y), (dx, dy) = foot, towards
    square.area([(x, y), (x + dx * 9 - dy * 5, y + dy * 9 + dx * 5), (x + dx * 18, y + dy * 18),
                 (x + dx * 9 + dy * 5, y + dy * 9 - dx * 5)], ink)  # fmt: skip


def _gear(square: Square, ink: str) -> None:
    for step in range(8):
        across, down = math.cos(math.pi * step / 4), math.sin(math.pi * step / 4)
        square.line([(50 + across * 34, 50 + down * 34), (50 + across * 42, 50 + down * 42)], ink, 14)
    square.arc(50, 50, 25, 0, 360, ink, 20)


ICONS: Mapping[str, Drawing] = {
    **read_drawings("shared"), "mark": _mark, "guard": _guard, "laurel": _laurel, "gear": _gear,
}  # fmt: skip
"""Every shared drawing by its name: those of scenes, and glyphs in one ink, which is their style."""
