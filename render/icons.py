"""The drawings that all games share, as vectors in a square of 100 by 100. Each game has its own icons too."""

import math
from collections.abc import Mapping

from render import theme
from render.drawing import Drawing, Square, medal, path, shape, star
from render.scene import Point


def _mark(square: Square, seat: str) -> None:
    y = 54 if theme.SHAPES[seat] == "triangle" else 50
    for grown, fill in ((12, theme.NIGHT_EDGE), (8, theme.CREAM), (0, theme.SEATS[seat])):
        shape(square, seat, 50, y, 30, fill, grown)


def _ship(square: Square, seat: str) -> None:
    hull = path("6,64 94,64 98,55 92,76 80,90 22,90 9,78")
    sail = [(24, 8), (80, 8), (90, 32), (84, 56), (20, 56), (28, 32)]
    for points in (hull, sail):
        square.line([*points, points[0]], theme.CREAM, 11)
    square.line([(52, 4), (52, 66)], theme.CREAM, 13)
    for points in (hull, sail):
        square.line([*points, points[0]], theme.NIGHT_EDGE, 5)
    square.line([(52, 4), (52, 66)], theme.NIGHT_EDGE, 6)
    square.area(sail, theme.SEATS[seat])
    square.area(hull, theme.SEATS_DARK[seat])
    square.line([(14, 73), (86, 73)], theme.GOLD, 5)
    shape(square, seat, 54, 32, 21, theme.CREAM)


def _guard(square: Square, seat: str) -> None:
    shield = path("14,10 50,4 86,10 88,48 76,76 50,96 24,76 12,48")
    square.outline_area(shield, theme.CREAM, theme.CREAM, 4)
    for share, colour in ((0.95, theme.NIGHT_EDGE), (0.86, theme.SEATS[seat])):
        square.area([(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in shield], colour)
    shape(square, seat, 50, 46, 26, theme.CREAM)


def _coin(square: Square, style: str) -> None:
    square.disc(50, 50, 47, theme.GOLD_DEEP)
    square.disc(50, 50, 40, theme.GOLD)
    square.disc(50, 50, 31, "#f3cf6d")
    square.line([(33, 32), (67, 32)], theme.GOLD_DEEP, 10)
    square.line([(50, 32), (50, 72)], theme.GOLD_DEEP, 10)


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


def _wave(square: Square, style: str) -> None:
    for x in (20, 50, 80):
        square.arc(x, 58, 15, 180, 360, style or theme.SEA_LINE, 6)


def _points(square: Square, style: str) -> None:
    medal(square, theme.POINTS, theme.CREAM)
    square.area(star(50, 52, 30, 12, 5), theme.GOLD)


def _gear(square: Square, ink: str) -> None:
    for step in range(8):
        across, down = math.cos(math.pi * step / 4), math.sin(math.pi * step / 4)
        square.line([(50 + across * 34, 50 + down * 34), (50 + across * 42, 50 + down * 42)], ink, 14)
    square.arc(50, 50, 25, 0, 360, ink, 20)


ICONS: Mapping[str, Drawing] = {
    "mark": _mark, "ship": _ship, "guard": _guard, "coin": _coin, "laurel": _laurel, "wave": _wave, "vp": _points,
    "gear": _gear,
}  # fmt: skip
"""Every shared drawing by its name in a scene."""
