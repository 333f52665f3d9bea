"""A site's plaque: the value and the buildings of a colony, and the site's name if there is room for it."""

from dataclasses import dataclass

from engine.minos_classic.seen.view import SiteView
from render import theme
from render.minos_classic.board import spaces
from render.minos_classic.layout import Places, places_near
from render.plate import LEAST
from render.scene import Area, Box, Icon, Items, Point, Rectangle, Stroke, Text
from render.seat_colours import COLOURS

EDGE = 4
NEAREST, FARTHEST = 20, 230
"""Distances of a plaque from its site, in pixels."""
CITY_BUILDINGS = 4
NOBODY = theme.INK_SOFT, theme.CREAM, "#d9d4c6"
"""Colours of a colony that no seat holds: its edge, its value and its paper."""


@dataclass(frozen=True, slots=True)
class Plaque:
    """The label of one site. Letters and buildings are `LEAST` × `unit` pixels high. `name` may be empty."""

    site: SiteView
    name: str
    unit: float = 1

    @property
    def letters(self) -> int:
        return round(LEAST * self.unit)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        name = self._width(self.name, 14) + 2 * EDGE if self.name else 0
        buildings = (self.letters + 1) * len(self.site.buildings)
        row = self._ribbon + self._tip + 6 + buildings + EDGE if buildings else 0
        return max(row, name), self._line * (bool(self.name) + bool(buildings))

    @property
    def places(self) -> Places:
        return places_near(self.site.site, *self.size, NEAREST, FARTHEST)

    @property
    def _line(self) -> int:
        return self.letters + 2 * EDGE

    @property
    def _ribbon(self) -> int:
        """The width of the value and of the holder's mark."""
        return self._width(str(self.site.value), 12) + (0 if self.site.holder is None else self.letters)

    @property
    def _tip(self) -> int:
        """The length of the ribbon's point. The point distinguishes a value from option numbers and stacks."""
        return round(10 * self.unit)

    def _width(self, words: str, margins: int) -> int:
        return round(theme.text_width(words, "bold", self.letters) + margins * self.unit)

    def items(self, left: float, top: float) -> Items:
        (width, height), site, letters = self.size, self.site, self.letters
        if not site.buildings:
            fill = theme.LAND_RIM[1] if site.is_closed else theme.CREAM
            yield Box(left, top, width, height, fill, 7, theme.COAST, 2)
            yield Text(left + width // 2, top + height // 2, self.name, "bold", letters, theme.INK)
            return
        edge, ink, paper = self._colours()
        if len(site.buildings) == CITY_BUILDINGS:
            yield Box(left - 4, top - 4, width + 8, height + 8, theme.GOLD, 8)
        yield Box(left, top, width, height, paper, 5, edge, EDGE)
        if self.name:
            yield Text(left + width // 2, top + EDGE + letters // 2 + 1, self.name, "bold", letters, theme.INK)
        right, foot, above, middle = left + self._ribbon, top + height, top + height - self._line, self._line // 2
        tip = right + self._tip
        yield Area(((left, above), (right, above), (tip, above + middle), (right, foot), (left, foot)), edge)
        inset = 0
        if site.holder is not None:
            yield Icon("mark", left + letters // 2 + 3, above + middle, letters, COLOURS[site.holder])
            inset = letters
        value = left + (inset + self._ribbon) // 2 + 1
        yield Text(value, above + middle, str(site.value), "bold", letters, ink)
        for number, building in enumerate(site.buildings):
            x = tip + 6 + number * (letters + 1) + letters // 2
            yield Icon(building, x, above + middle, letters, "plain")

    def tie(self, place: Rectangle) -> tuple[Point, Point]:
        """Return the line from the site to this plaque."""
        (x, y), (left, top, right, bottom) = spaces()[self.site.site], place
        return (x, y), (min(max(x, left + 8), right - 8), min(max(y, top + 8), bottom - 8))

    def tie_items(self, place: Rectangle) -> Items:
        yield Stroke(self.tie(place), theme.CREAM, 10)
        yield Stroke(self.tie(place), self._colours()[0] if self.site.buildings else theme.COAST, 5)

    def _colours(self) -> tuple[str, str, str]:
        """Return the colours of the edge, the value and the paper."""
        if self.site.holder is None:
            return NOBODY
        colour = COLOURS[self.site.holder]
        return theme.SEATS[colour], theme.SEATS_INK[colour], theme.SEATS_PALE[colour]
