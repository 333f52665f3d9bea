"""Find room on the map for everything that must stay legible: colonies, option numbers, and names. Each thing has a
list of places, best first, and gets the first one that nothing covers."""

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise

from PIL import Image, ImageDraw

from render.minos_classic.background import HARBOUR_RADIUS, SITE_RADIUS, roads
from render.minos_classic.board import board, outline, spaces
from render.plate import HEAD, HEIGHT, WIDTH
from render.scene import Point, Points, Rectangle, around, overlap

CELL = 6
"""Costs are counted in squares with sides of this many pixels."""
GAP = 5
"""Minimum distance between colonies, option numbers and names, in pixels."""
STEP, DENSE = 15, 80
"""Distance between the places to try, in pixels. More than `DENSE` pixels away, only every second place is tried."""
BORDER, SEA, LAND, ROAD, SPACE = 6, 1, 0, 14, 120
"""Cost of covering a cell. Names of seas belong in the water and everything else on land."""


MOST = 240
"""Number of places to keep for one thing. More would need a lot of memory, and be too far away."""


class Places:
    """The best `MOST` rectangles for one thing, best first, and their costs in pixels of distance."""

    def __init__(self, costs: Iterable[tuple[float, Rectangle]]) -> None:
        self.costs = {place: cost for cost, place in sorted(costs)[:MOST]}
        left, top, right, bottom = zip(*self.costs, strict=True) if self.costs else ((0,),) * 4
        self.reach = min(left) - GAP, min(top) - GAP, max(right) + GAP, max(bottom) + GAP


class Room:
    """The map with everything that already has a place. Things in `found` may give way to others."""

    def __init__(self, taken: Iterable[Rectangle]) -> None:
        self._taken = list(taken)
        self._near: dict[Places, list[Rectangle]] = {}
        self.found: dict[Places, Rectangle] = {}

    def take(self, places: Iterable[Rectangle]) -> None:
        """Reserve these places. Nothing placed later covers them."""
        self._taken += places
        self._near.clear()

    def overlap(self, places: Iterable[Rectangle]) -> float:
        """Return how much of the area of these places is already taken."""
        return sum(overlap(place, other) for place in places for other in (*self._taken, *self.found.values()))

    def arrange(self, wanted: Sequence[Places]) -> dict[Places, Rectangle]:
        """Find places for all of these things. Begin with the hardest to place."""
        return dict(zip(wanted, _arrange(tuple(wanted), (*self._taken, *self.found.values())), strict=True))

    def best(self, places: Places) -> Rectangle | None:
        others = [*self._around(places), *self.found.values()]
        return next((place for place in places.costs if not _touches(place, others)), None)

    def settle(self, places: Places, most: float = math.inf) -> bool:
        """Find the best place that costs less than `most`. One other thing may give way. Return True if found."""
        fixed = self._around(places)
        others = [(other, its) for other, its in self.found.items() if _touches(its, [places.reach])]
        for place, cost in places.costs.items():
            if cost >= most:
                break
            if not _touches(place, fixed):
                there = [other for other in others if _touches(place, other[1:])]
                if not there or (len(there) == 1 and self._give_way(*there[0], place, most - cost)):
                    self.found[places] = place
                    return True
        return False

    def _give_way(self, thing: Places, before: Rectangle, place: Rectangle, most: float) -> bool:
        """Move a thing away from `place`, if that costs less than `most`. Return whether the thing moved."""
        others = [place, *self._around(thing), *(its for other, its in self.found.items() if other is not thing)]
        for instead, cost in thing.costs.items():
            if cost >= most + thing.costs[before]:
                break
            if not _touches(instead, others):
                self.found[thing] = instead
                return True
        return False

    def _around(self, places: Places) -> list[Rectangle]:
        if places not in self._near:
            left, top, right, bottom = places.reach
            self._near[places] = [
                other for other in self._taken
                if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            ]  # fmt: skip
        return self._near[places]


def _touches(place: Rectangle, others: Iterable[Rectangle]) -> bool:
    """Return whether a rectangle overlaps any of the others, or is closer than `GAP` to one."""
    left, top, right, bottom = place[0] - GAP, place[1] - GAP, place[2] + GAP, place[3] + GAP
    for other in others:  # noqa: SIM110  # half as fast with `any`, and drawing a map checks thousands
        if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
            return True
    return False


ROUNDS, GAIN = 2, 4
"""Number of final rounds that move things to better places, and the least gain worth a move, in pixels."""


@lru_cache(256)
def _arrange(wanted: tuple[Places, ...], taken: tuple[Rectangle, ...]) -> tuple[Rectangle, ...]:
    """Return a place for each thing, in order. Cached, because most answers don't change pieces and buildings."""
    room = Room(taken)
    left = {places: room.best(places) for places in wanted}
    while left:
        places = max(left, key=lambda each: math.inf if (best := left[each]) is None else each.costs[best])
        place = left.pop(places) or min(places.costs, key=lambda each: room.overlap([each]))
        room.found[places] = place
        left |= {each: room.best(each) for each, best in left.items() if best and _touches(place, [best])}
    for places in ROUNDS * wanted:
        before = room.found.pop(places)
        if not room.settle(places, places.costs[before] - GAIN):
            room.found[places] = before
    return tuple(room.found[places] for places in wanted)


@lru_cache(512)
def places_near(
    space: str, width: float, height: float, nearest: float, farthest: float, hiding: float = 0.12
) -> Places:
    """Return places for a rectangle next to a space: from `nearest` to `farthest` pixels from its middle. Covering a
    cell of cost 1 is as bad as `hiding` pixels of distance."""
    x, y = map(round, spaces()[space])
    found = []
    for dx in _steps(farthest + width / 2):
        across = max(0.0, abs(dx) - width / 2)
        for dy in _steps(farthest + height / 2):
            away = math.hypot(across, max(0.0, abs(dy) - height / 2))
            is_tried = away < DENSE or (dx + dy) % (2 * STEP) == 0
            if is_tried and nearest <= away <= farthest and _is_inside(place := around(x + dx, y + dy, width, height)):
                skew = (abs(dx) / width + abs(dy) / height) * 6
                found.append((away + away * away / 40 + skew + hiding * _cost(place, False), place))
    return Places(found)


def _steps(farthest: float) -> range:
    most = round(farthest / STEP) * STEP
    return range(-most, most + 1, STEP)


@lru_cache(256)
def places_in(zone: str, width: float, height: float) -> Places:
    """Return places for the name of a sea: in the water, and with its middle in this sea."""
    edge = outline(next(each.polygon for each in board().zone if each.id == zone))
    xs, ys = zip(*edge, strict=True)
    found = []
    for x in range(round(min(xs)), round(max(xs)), STEP):
        for y in range(round(min(ys)), round(max(ys)), STEP):
            place = around(x, y, width, height)
            if _is_inside(place) and _is_in(edge, x, y) and (cost := _cost(place, True)) < MOST_IN_SEA:
                found.append((cost, place))
    return Places(found)


MOST_IN_SEA = 500
"""Highest cost of a place for a sea's name. At a higher cost, the name could seem to belong to another sea."""


def along(points: Points) -> list[Rectangle]:
    """Return squares that cover a line."""
    found = []
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = math.ceil(math.dist((x0, y0), (x1, y1)) / WIDE) or 1
        found += [around(x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps, WIDE, WIDE) for n in range(steps)]
    return found


WIDE = 24
"""Width in pixels of the widest lines, which text must not touch."""


def _is_inside(place: Rectangle) -> bool:
    left, top, right, bottom = place
    return left >= GAP and top >= HEAD + GAP and right <= WIDTH - GAP and bottom <= HEIGHT - GAP


def _is_in(edge: Points, x: float, y: float) -> bool:
    """Return whether a point is in this sea. If so, a ray to the right crosses the edge an odd number of times."""
    crossed = False
    for (x0, y0), (x1, y1) in zip(edge, (*edge[1:], edge[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            crossed = not crossed
    return crossed


def _cost(place: Rectangle, in_sea: bool) -> int:
    left, right = int(place[0]) // CELL, int(place[2]) // CELL
    above, below = _sums(in_sea)[int(place[1]) // CELL], _sums(in_sea)[int(place[3]) // CELL]
    return below[right] - above[right] - below[left] + above[left]


@cache
def _sums(in_sea: bool) -> list[list[int]]:
    """For each corner of a cell, return the total cost of the cells above it and to its left. If `in_sea`, land is
    costly, otherwise water."""
    image = Image.new("L", (WIDTH // CELL, HEIGHT // CELL), 0 if in_sea else SEA)
    draw = ImageDraw.Draw(image)

    def at(points: Points) -> list[Point]:
        return [(x / CELL, y / CELL) for x, y in points]

    for land in (*board().landmass, *board().outer_sea):
        draw.polygon(at(outline(land.polygon)), fill=ROAD if in_sea else LAND)
    for road in roads():
        draw.line(at(road), fill=ROAD, width=2)
    for site in board().site:
        for space, radius in ((site.id, SITE_RADIUS + 8), (site.harbour.id, HARBOUR_RADIUS + 6)):
            draw.ellipse([edge / CELL for edge in around(*spaces()[space], 2 * radius, 2 * radius)], fill=SPACE)
    for zone in board().zone:
        if in_sea:
            draw.line(at(outline((*zone.polygon, zone.polygon[0]))), fill=BORDER)
        else:
            draw.rectangle([edge / CELL for edge in around(*spaces()[zone.id], 56, 56)], fill=ROAD // 2)
    rows: list[list[int]] = [[0] * (image.width + 1)]
    pixels = image.tobytes()
    for row in range(image.height):
        summed = accumulate(pixels[row * image.width : (row + 1) * image.width], initial=0)
        rows.append([above + new for above, new in zip(rows[-1], summed, strict=True)])
    return rows
