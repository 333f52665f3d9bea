"""Our own drawings: ships, shields, buildings, dice and signs, as vectors in a square of 100 by 100."""

import math
from collections.abc import Callable, Mapping, Sequence

from PIL import ImageDraw

from render import theme
from render.scene import Point

Coordinates = Sequence[Point]


def path(corners: str) -> Coordinates:
    """Corners written as `x,y x,y …`."""
    return [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners.split())]


class Square:
    """A square canvas addressed from 0 to 100 in both directions."""

    def __init__(self, draw: ImageDraw.ImageDraw, left: float, top: float, size: float) -> None:
        self._draw, self._left, self._top, self._unit = draw, left, top, size / 100

    def _at(self, points: Coordinates) -> list[Point]:
        return [(self._left + x * self._unit, self._top + y * self._unit) for x, y in points]

    def area(self, points: Coordinates, fill: str) -> None:
        self._draw.polygon(self._at(points), fill=fill)

    def line(self, points: Coordinates, colour: str, width: float) -> None:
        pixels = max(1, round(width * self._unit))
        at = self._at(points)
        self._draw.line(at, fill=colour, width=pixels, joint="curve")
        for x, y in (at[0], at[-1]):
            self._draw.ellipse((x - pixels / 2, y - pixels / 2, x + pixels / 2, y + pixels / 2), fill=colour)

    def outlined(self, points: Coordinates, fill: str, edge: str, width: float) -> None:
        """An area whose edge reaches `width` outwards."""
        self.line([*points, points[0]], edge, width * 2)
        self.area(points, fill)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        (left, top), (right, bottom) = self._at([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse((left, top, right, bottom), fill=fill)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, colour: str, width: float) -> None:
        """Part of a circle, from `start` to `end` degrees, clockwise from the right."""
        steps = max(6, int(abs(end - start) / 9))
        angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
        self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], colour, width)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, radius: float = 0) -> None:
        (x0, y0), (x1, y1) = self._at([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((x0, y0, x1, y1), radius * self._unit, fill=fill)


class Part(Square):
    """A square inside another: its corner and side in the outer one's hundredths."""

    def __init__(self, outer: Square, left: float, top: float, side: float) -> None:
        unit = outer._unit
        super().__init__(outer._draw, outer._left + left * unit, outer._top + top * unit, side * unit)


Drawing = Callable[[Square, str], None]


def star(x: float, y: float, outer: float, inner: float, rays: int) -> Coordinates:
    """A star with its first ray upwards."""
    points = []
    for step in range(rays * 2):
        radius, angle = (inner if step % 2 else outer), math.pi * step / rays - math.pi / 2
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def shape(square: Square, seat: str, x: float, y: float, radius: float, fill: str, grown: float = 0) -> None:
    """The shape of a seat: disc, diamond, triangle or cross, of about the same weight, `grown` on every side."""
    match theme.SHAPES[seat]:
        case "disc":
            square.disc(x, y, radius + grown, fill)
        case "diamond":
            tall, wide = radius * 1.22 + grown * 1.55, radius + grown * 1.28
            square.area([(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)], fill)
        case "triangle":
            top, foot, wide = radius * 1.06 + grown * 1.9, radius * 0.84 + grown, radius * 1.1 + grown * 1.55
            square.area([(x, y - top), (x + wide, y + foot), (x - wide, y + foot)], fill)
        case _:
            reach, arm = radius * 1.08 + grown, radius * 0.46 + grown
            square.area([(x - reach, y - arm), (x + reach, y - arm), (x + reach, y + arm), (x - reach, y + arm)], fill)
            square.area([(x - arm, y - reach), (x + arm, y - reach), (x + arm, y + reach), (x - arm, y + reach)], fill)


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
    square.outlined(shield, theme.CREAM, theme.CREAM, 4)
    for share, colour in ((0.95, theme.NIGHT_EDGE), (0.86, theme.SEATS[seat])):
        square.area([(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in shield], colour)
    shape(square, seat, 50, 46, 26, theme.CREAM)


def _tile(square: Square, fill: str, edge: str) -> None:
    square.box(2, 2, 98, 98, edge, 16)
    square.box(9, 9, 91, 91, fill, 11)


def _harbour(square: Square, style: str) -> None:
    _tile(square, "#2f6f9f", "#14364f")
    square.disc(50, 25, 10, theme.CREAM)
    square.disc(50, 25, 4, "#2f6f9f")
    square.line([(50, 34), (50, 80)], theme.CREAM, 9)
    square.line([(33, 44), (67, 44)], theme.CREAM, 8)
    square.arc(50, 50, 30, 15, 165, theme.CREAM, 9)


def _dwelling(square: Square, style: str) -> None:
    _tile(square, "#b5533d", "#571f12")
    square.area(path("50,16 86,48 76,48 76,82 24,82 24,48 14,48"), theme.CREAM)
    square.box(42, 55, 58, 82, "#571f12")


def _warehouse(square: Square, style: str) -> None:
    _tile(square, "#6a8a33", "#2f4210")
    square.arc(36, 36, 12, 120, 300, theme.CREAM, 6)
    square.arc(64, 36, 12, -120, 60, theme.CREAM, 6)
    square.area(path("40,16 60,16 58,30 72,44 70,62 56,86 44,86 30,62 28,44 42,30"), theme.CREAM)
    square.line([(31, 50), (69, 50)], "#2f4210", 6)


def _wall(square: Square, style: str) -> None:
    _tile(square, "#d8c7a0", "#5c4a26")
    ink = "#5c4a26"
    square.area(path("16,24 32,24 32,38 42,38 42,24 58,24 58,38 68,38 68,24 84,24 84,80 16,80"), ink)
    square.line([(20, 52), (80, 52)], "#d8c7a0", 4)
    square.line([(20, 66), (80, 66)], "#d8c7a0", 4)
    for x, y in ((38, 52), (62, 52), (50, 66)):
        square.line([(x, y), (x, y + 13)], "#d8c7a0", 4)


def _coin(square: Square, style: str) -> None:
    square.disc(50, 50, 47, theme.GOLD_DEEP)
    square.disc(50, 50, 40, theme.GOLD)
    square.disc(50, 50, 31, "#f3cf6d")
    square.line([(33, 32), (67, 32)], theme.GOLD_DEEP, 10)
    square.line([(50, 32), (50, 72)], theme.GOLD_DEEP, 10)


def _ring(square: Square, style: str) -> None:
    square.disc(50, 50, 46, "#4b3413")
    square.disc(50, 50, 40, "#c9853a")
    square.disc(50, 50, 24, "#4b3413")
    square.disc(50, 50, 18, theme.PAPYRUS)
    square.arc(50, 50, 32, 200, 290, "#f2d3a0", 7)


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


def _compass(square: Square, style: str) -> None:
    ink = style or theme.HILL_SHADE
    square.arc(50, 50, 34, 0, 360, ink, 2)
    square.arc(50, 50, 30, 0, 360, ink, 1)
    square.area(star(50, 50, 30, 7, 8), theme.HILL)
    square.area(star(50, 50, 48, 8, 4), ink)
    for step in range(4):
        angle = math.radians(step * 90)
        tip = (50 + 48 * math.sin(angle), 50 - 48 * math.cos(angle))
        side = (50 + 8 * math.sin(angle + 0.785), 50 - 8 * math.cos(angle + 0.785))
        square.area([(50, 50), tip, side], theme.LAND)


def _scales(square: Square, ink: str) -> None:
    square.line([(50, 16), (50, 82)], ink, 7)
    square.line([(18, 28), (82, 28)], ink, 7)
    square.line([(32, 84), (68, 84)], ink, 8)
    for x in (20, 80):
        square.line([(x, 28), (x - 13, 56)], ink, 3)
        square.line([(x, 28), (x + 13, 56)], ink, 3)
        square.area([(x - 16, 56), (x + 16, 56), (x + 9, 68), (x - 9, 68)], ink)


def _arrow(square: Square, ink: str) -> None:
    square.line([(22, 78), (74, 26)], ink, 8)
    square.area([(88, 12), (80, 46), (54, 20)], ink)
    for shift in (0, 11):
        square.line([(20 + shift, 80 - shift), (13 + shift, 62 - shift)], ink, 6)
        square.line([(20 + shift, 80 - shift), (38 + shift, 87 - shift)], ink, 6)


def _gull(square: Square, ink: str) -> None:
    square.area(path("4,34 22,27 38,36 50,54 62,36 78,27 96,34 80,37 68,48 58,68 50,76 42,68 32,48 20,37"), ink)
    square.area([(44, 66), (56, 66), (50, 86)], ink)


def _build(square: Square, ink: str) -> None:
    square.area([(50, 14), (88, 36), (12, 36)], ink)
    for x in (24, 50, 76):
        square.box(x - 6, 40, x + 6, 74, ink)
    square.box(12, 77, 88, 86, ink)


def _joker(square: Square, ink: str) -> None:
    """A comic mask, as the theatre wears it."""
    face = path("16,22 32,13 50,10 68,13 84,22 85,50 76,74 62,87 50,91 38,87 24,74 15,50")
    square.area(face, ink)
    paper = theme.CREAM
    square.area([(24, 36), (44, 34), (42, 46), (28, 46)], paper)
    square.area([(76, 36), (56, 34), (58, 46), (72, 46)], paper)
    square.area(path("26,56 40,62 60,62 74,56 66,74 50,80 34,74"), paper)


def _star(square: Square, ink: str) -> None:
    square.area(star(50, 53, 45, 18, 5), ink)


SYMBOLS: Mapping[str, tuple[Drawing, str]] = {
    "scales": (_scales, "#7a4f00"),
    "arrow": (_arrow, "#9c1f26"),
    "gull": (_gull, "#175a86"),
    "build": (_build, "#8c3f1d"),
    "joker": (_joker, "#5b2f7d"),
    "star": (_star, "#b07400"),
}


def _die(face: str) -> Drawing:
    def drawn(square: Square, style: str) -> None:
        symbol, ink = SYMBOLS[face]
        is_used = style == "used"
        square.box(1, 1, 99, 99, "#5d6f74" if is_used else theme.GOLD_DEEP, 20)
        square.box(4, 3, 96, 94, "#8fa3a6" if is_used else theme.CREAM, 17)
        inner = Part(square, 14, 12, 72)
        symbol(inner, "#5d7277" if is_used else ink)
        if is_used:
            square.line([(16, 82), (82, 16)], "#3c4d52", 6)

    return drawn


def _sign(face: str) -> Drawing:
    return lambda square, style: SYMBOLS[face][0](square, style or SYMBOLS[face][1])


def _swords(square: Square, style: str) -> None:
    square.disc(50, 50, 48, theme.TERRACOTTA)
    square.disc(50, 50, 41, theme.CREAM)
    for side in (-1, 1):
        square.line([(50 - side * 24, 76), (50 + side * 22, 26)], theme.INK, 8)
        square.line([(50 - side * 28, 60), (50 - side * 10, 74)], theme.INK, 7)


def _fish(square: Square, style: str) -> None:
    square.area(path("6,50 26,30 52,26 76,44 96,28 90,50 96,72 76,56 52,74 26,70"), style or theme.SEA_LINE)
    square.disc(24, 45, 4, theme.SEA[4])
    square.arc(26, 50, 16, -55, 55, theme.SEA[4], 3)


def _hill(square: Square, style: str) -> None:
    square.area([(4, 84), (40, 24), (54, 44), (64, 34), (96, 84)], theme.HILL)
    square.area(path("40,24 54,44 64,34 96,84 62,84 52,58 44,66"), theme.HILL_SHADE)


def _wave(square: Square, style: str) -> None:
    for x in (20, 50, 80):
        square.arc(x, 58, 15, 180, 360, style or theme.SEA_LINE, 6)


def _barred(square: Square, style: str) -> None:
    square.disc(50, 50, 48, theme.CREAM)
    square.disc(50, 50, 42, "#5b4a44")
    square.line([(30, 30), (70, 70)], theme.CREAM, 12)
    square.line([(70, 30), (30, 70)], theme.CREAM, 12)


def _skull(square: Square, style: str) -> None:
    """A broken shield: a seat that is out."""
    left = path("14,10 46,6 40,34 56,50 42,92 24,76 12,48")
    square.area(left, style or theme.INK_SOFT)
    square.area(path("58,5 86,10 88,48 76,76 56,92 68,52 52,36"), style or theme.INK_SOFT)


def _temple(square: Square, style: str) -> None:
    square.disc(50, 50, 48, theme.GOLD_DEEP)
    square.disc(50, 50, 41, theme.GOLD)
    _build(Part(square, 14, 12, 72), "#4a2f00")


def badge(square: Square, fill: str, edge: str) -> None:
    """The ground that points stand on."""
    for grown, colour in ((49, edge), (42, fill)):
        square.area(star(50, 50, grown, grown * 0.93, 4), colour)


def _points(square: Square, style: str) -> None:
    badge(square, theme.POINTS, theme.CREAM)
    square.area(star(50, 52, 30, 12, 5), theme.GOLD)


ICONS: Mapping[str, Drawing] = {
    "mark": _mark, "ship": _ship, "guard": _guard, "harbour": _harbour, "dwelling": _dwelling,
    "warehouse": _warehouse, "wall": _wall, "coin": _coin, "ring": _ring, "laurel": _laurel, "compass": _compass,
    "swords": _swords, "vp": _points,
    "fish": _fish, "hill": _hill, "wave": _wave, "barred": _barred, "out": _skull, "city": _temple,
    **{f"die:{face}": _die(face) for face in SYMBOLS},
    **{f"sign:{face}": _sign(face) for face in SYMBOLS},
}  # fmt: skip
"""Every drawing by its name in a scene."""
