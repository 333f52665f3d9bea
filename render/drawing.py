"""The canvas of all drawings, 100 by 100 units, and shapes that several drawings share."""

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PIL import ImageDraw

from render import theme
from render.scene import Point

FOLDER = Path(__file__).parent / "assets" / "drawings"

Coordinates = Sequence[Point]


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
        """Draw an area with an edge of `width` around its outside."""
        self.line([*points, points[0]], edge, width * 2)
        self.area(points, fill)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        (left, top), (right, bottom) = self._at([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse((left, top, right, bottom), fill=fill)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, colour: str, width: float) -> None:
        """Draw an arc. Angles are in degrees, clockwise from the right."""
        steps = max(6, int(abs(end - start) / 9))
        angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
        self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], colour, width)

    def part(self, left: float, top: float, side: float) -> "Square":
        """Return the smaller square with this top left corner and side, in hundredths of this square."""
        unit = self._unit
        return Square(self._draw, self._left + left * unit, self._top + top * unit, side * unit)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, radius: float = 0) -> None:
        (x0, y0), (x1, y1) = self._at([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((x0, y0, x1, y1), radius * self._unit, fill=fill)


Drawing = Callable[[Square, str], None]


def star(x: float, y: float, outer: float, inner: float, rays: int) -> Coordinates:
    """Return the corners of a star with one ray pointing up."""
    points = []
    for step in range(rays * 2):
        radius, angle = (inner if step % 2 else outer), math.pi * step / rays - math.pi / 2
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def shape(square: Square, seat: str, x: float, y: float, radius: float, fill: str, grown: float = 0) -> None:
    """Draw a seat's shape (disc, diamond, triangle or cross, similar in area), `grown` pixels larger on each side."""
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


def read_drawings(
    name: str, others: Mapping[str, Drawing] | None = None, colours: Mapping[str, str] | None = None
) -> dict[str, Drawing]:
    """Read the drawings of `assets/drawings/<name>.toml`. Each is a text with one command per line.

    - `area COLOUR X,Y …`, `line COLOUR WIDTH X,Y …`, `outline COLOUR EDGE WIDTH X,Y …`
    - `disc COLOUR X,Y RADIUS`, `box COLOUR X,Y X,Y [RADIUS]`, `arc COLOUR WIDTH X,Y RADIUS START END`
    - `star COLOUR X,Y OUTER INNER RAYS`, `shape COLOUR X,Y RADIUS` (of the seat named by the style)
    - `in X,Y SIDE`: the commands that follow draw in the square with that corner and side
    - `use NAME X,Y SIDE [COLOUR]`: another drawing of the file, or one of `others`, with that colour as its style

    A colour is `#rrggbb`, `@NAME` (one of `colours`), a name of the theme in small letters, `seat`, `seat_dark`, `tint`
    (the style), or `tint/COLOUR` (the style, or that colour if there is none).
    """
    known = dict(others or {})
    texts = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    found: dict[str, Drawing] = {
        name: partial(
            _follow, commands=[_parse(line, colours or {}) for line in text.strip().splitlines()], known=known
        )
        for name, text in texts.items()
    }
    known.update(found)
    return found


def _parse(line: str, colours: Mapping[str, str]) -> list[Any]:
    words: list[Any] = []
    for word in line.split():
        if "," in word:
            x, y = word.split(",")
            words.append((float(x), float(y)))
        elif word.startswith("@"):
            words.append(colours[word[1:]])
        else:
            words.append(float(word) if word.lstrip("-").replace(".", "").isdigit() else word)
    return words


def _follow(square: Square, style: str, commands: Sequence[list[Any]], known: Mapping[str, Drawing]) -> None:
    part = square
    for command in commands:
        match command:
            case ["in", (left, top), side]:
                part = square.part(left, top, side)
            case ["use", name, (left, top), side, *colour]:
                inner = part if side == 100 else part.part(left, top, side)
                known[name](inner, _colour(colour[0], style) if colour else "")
            case ["area", fill, *points]:
                part.area(points, _colour(fill, style))
            case ["line", colour, width, *points]:
                part.line(points, _colour(colour, style), width)
            case ["outline", fill, edge, width, *points]:
                part.outline_area(points, _colour(fill, style), _colour(edge, style), width)
            case ["disc", fill, (x, y), radius]:
                part.disc(x, y, radius, _colour(fill, style))
            case ["box", fill, (left, top), (right, bottom), *radius]:
                part.box(left, top, right, bottom, _colour(fill, style), *radius)
            case ["arc", colour, width, (x, y), radius, start, end]:
                part.arc(x, y, radius, start, end, _colour(colour, style), width)
            case ["star", fill, (x, y), outer, inner_radius, rays]:
                part.area(star(x, y, outer, inner_radius, int(rays)), _colour(fill, style))
            case ["shape", fill, (x, y), radius]:
                shape(part, style, x, y, radius, _colour(fill, style))
            case _:
                raise ValueError(command)


def _colour(name: str, style: str) -> str:
    if name.startswith("tint"):
        return style if style or name == "tint" else _colour(name.removeprefix("tint/"), style)
    if name.startswith("#"):
        return name
    seats = {"seat": theme.SEATS, "seat_dark": theme.SEATS_DARK}
    found = seats[name][style] if name in seats else getattr(theme, name.upper())
    assert isinstance(found, str), name
    return found
