"""The canvas of all drawings, a square of 100 by 100, and shapes that several drawings share."""

import math
from collections.abc import Callable, Sequence

from PIL import ImageDraw

from render import theme
from render.scene import Point

Coordinates = Sequence[Point]


def path(corners: str) -> Coordinates:
    return [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners.split())]


class Square:
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

    def outline_area(self, points: Coordinates, fill: str, edge: str, width: float) -> None:
        """Draw an area with an edge that reaches `width` outwards."""
        self.line([*points, points[0]], edge, width * 2)
        self.area(points, fill)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        (left, top), (right, bottom) = self._at([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse((left, top, right, bottom), fill=fill)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, colour: str, width: float) -> None:
        """Draw part of a circle from `start` to `end` degrees, clockwise from the right."""
        steps = max(6, int(abs(end - start) / 9))
        angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
        self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], colour, width)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, radius: float = 0) -> None:
        (x0, y0), (x1, y1) = self._at([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((x0, y0, x1, y1), radius * self._unit, fill=fill)


class Part(Square):
    """A square inside another, given by its corner and side in hundredths of the outer one."""

    def __init__(self, outer: Square, left: float, top: float, side: float) -> None:
        unit = outer._unit
        super().__init__(outer._draw, outer._left + left * unit, outer._top + top * unit, side * unit)


Drawing = Callable[[Square, str], None]


def star(x: float, y: float, outer: float, inner: float, rays: int) -> Coordinates:
    """Return a star whose first ray points up."""
    points = []
    for step in range(rays * 2):
        radius, angle = (inner if step % 2 else outer), math.pi * step / rays - math.pi / 2
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def shape(square: Square, seat: str, x: float, y: float, radius: float, fill: str, grown: float = 0) -> None:
    """Draw a seat's shape (disc, diamond, triangle or cross, of about the same weight), `grown` on every side."""
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


def medal(square: Square, fill: str, edge: str) -> None:
    """Draw the star behind points."""
    for grown, colour in ((49, edge), (42, fill)):
        square.area(star(50, 50, grown, grown * 0.93, 4), colour)
