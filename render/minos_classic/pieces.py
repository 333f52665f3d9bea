"""Draw ships and guards on the map. Arrows and glows show the moves of the turn."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Fact
from engine.minos_classic.seen.view import ClassicView, PiecesView
from engine.minos_classic.state.facts import BuildingPlaced, GuardArrived, PieceMoved, PieceRecruited
from render import theme
from render.minos_classic.board import spaces
from render.minos_classic.layout import Room, along
from render.plate import LEAST, arrow, glow
from render.scene import Area, Box, Disc, Icon, Item, Items, Point, Points, Rectangle, Stroke, Text, around, overlap
from render.seat_colours import COLOURS

SHIP_AT_SEA, SHIP_IN_HARBOUR, GUARD_AT_SITE, GUARD_ON_PATH = 64, 56, 52, 44


@dataclass(frozen=True, slots=True)
class Standing:
    kind: str
    colour: str
    count: int
    space: str
    x: float
    y: float
    size: float

    @property
    def rectangle(self) -> Rectangle:
        return around(self.x, self.y, self.size, self.size)


def standing(view: ClassicView) -> list[Standing]:
    """Return all pieces with their positions. Ships that share a space are side by side."""
    ships: dict[str, list[PiecesView]] = defaultdict(list)
    drawn = []
    for pieces in view.pieces:
        if pieces.kind == "ship":
            ships[pieces.space].extend([pieces] * pieces.count)
        else:
            place, size = spaces()[pieces.space], GUARD_AT_SITE if pieces.space.startswith("s_") else GUARD_ON_PATH
            drawn.append(Standing("guard", COLOURS[pieces.seat], pieces.count, pieces.space, *place, size))
    for space, fleet in ships.items():
        size = SHIP_IN_HARBOUR if space.startswith("h_") else SHIP_AT_SEA
        for pieces, (x, y) in zip(fleet, _fan_out(spaces()[space], len(fleet), size), strict=True):
            drawn.append(Standing("ship", COLOURS[pieces.seat], 1, space, x, y, size))
    return sorted(drawn, key=lambda piece: (piece.y, piece.x))


def _fan_out(middle: Point, count: int, size: float) -> list[Point]:
    x, y = middle
    if count == 1:
        return [middle]
    rows = (count + 1) // 2
    step = size * 0.98
    return [(x + (n % 2 - 0.5) * step, y + (n // 2 - (rows - 1) / 2) * step) for n in range(count)]


def pieces(drawn: Sequence[Standing]) -> Items:
    for piece in drawn:
        yield Icon(piece.kind, round(piece.x), round(piece.y), piece.size, piece.colour)


def count_places(drawn: Sequence[Standing]) -> dict[Rectangle, int]:
    """Return where to put the number of each stack: in the corner where it hides the least of other pieces."""
    found = {}
    for piece in drawn:
        if piece.count > 1:
            width, off = round(theme.text_width(f"×{piece.count}", "bold", LEAST)) + 12, piece.size * 0.44
            corners = [
                around(round(piece.x + across * off), round(piece.y + down * off), width, LEAST)
                for down in (1, -1) for across in (1, -1)
            ]  # fmt: skip
            others = [other.rectangle for other in drawn if other is not piece]
            found[min(corners, key=lambda corner: sum(overlap(corner, other) for other in others))] = piece.count
    return found


def counts(places: Mapping[Rectangle, int]) -> Items:
    for (left, top, right, bottom), count in places.items():
        yield Box(left, top, right - left, bottom - top, theme.CREAM, 6, theme.NIGHT_EDGE, 3)
        yield Text(round((left + right) / 2), round((top + bottom) / 2), f"×{count}", "bold", LEAST, theme.INK)


def glows(moves: Sequence[Fact], plaques: Mapping[str, Rectangle]) -> Items:
    """Yield a glow around new buildings. Other changes get a narrow ring, because many can be close together."""
    changed: dict[str, None] = {}
    for fact in moves:
        match fact:
            case BuildingPlaced(site=site):
                left, top, right, bottom = plaques[site]
                yield from glow(left, top, right - left, bottom - top)
            case GuardArrived(site=site):
                changed[site] = None
            case PieceRecruited(kind=kind, site=site):
                changed[site if kind == "guard" else f"h_{site.removeprefix('s_')}"] = None
            case PieceMoved(origin=origin, target=target):
                changed.pop(origin, None)
                changed[target] = None
            case _:
                pass
    for space in changed:
        yield Disc(*spaces()[space], 46, RING, theme.GOLD, 7)


def ways_of(moves: Sequence[Fact]) -> list[tuple[str, str]]:
    """Return where each moved piece started and where it is now."""
    ways: list[tuple[str, str]] = []
    for fact in moves:
        if isinstance(fact, PieceMoved):
            before = next((way for way in reversed(ways) if way[1] == fact.origin), None)
            ways = [*(way for way in ways if way != before), (before[0] if before else fact.origin, fact.target)]
    return ways


RING = "#f1dd9f"
SHORT = 100
"""Moves shorter than this, in pixels, have no room for an arrow between their pieces."""
BENDS = (0.08, -0.08, 0.15, -0.15, 0.22, -0.22, 0.3, -0.3, 0.4, -0.4, 0.0)
"""Bends to try for an arrow, relative to its length."""


def arrows(view: ClassicView, moves: Sequence[Fact], room: Room) -> Items:
    """Yield an arrow for an attack and for each moved piece (bright for the last). Each hides as little as possible."""
    ways = ways_of(moves)
    for number, (origin, target) in enumerate(ways, 1):
        colour, width = (theme.GOLD, 14) if number == len(ways) else (theme.PAPYRUS, 8)
        yield from _way(spaces()[origin], spaces()[target], colour, width, room)
    if view.battle is not None:
        end = spaces()[view.battle.space]
        yield from _way(spaces()[view.battle.from_space], end, theme.TERRACOTTA, 14, room)
        yield Disc(*end, 46, f"{theme.TERRACOTTA}00", theme.TERRACOTTA, 7)


def _way(start: Point, end: Point, colour: str, width: float, room: Room) -> Items:
    length = math.dist(start, end)
    if length < SHORT:
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    start, end = (start[0] + dx * 22, start[1] + dy * 22), (end[0] - dx * 32, end[1] - dy * 32)
    drawn = [tuple(arrow(start, end, colour, width, bend)) for bend in BENDS]
    best = min(drawn, key=lambda items: room.overlap(along(_shaft(items))))
    room.take(along(_shaft(best)))
    yield from best


def _shaft(items: Sequence[Item]) -> Points:
    """Return the line of an arrow up to its tip."""
    line, tip = items[0], items[-1]
    assert isinstance(line, Stroke)
    assert isinstance(tip, Area)
    return (*line.points, tip.points[0])


def sword_places(view: ClassicView) -> list[Rectangle]:
    """Return the place of the crossed swords above an open battle."""
    if view.battle is None:
        return []
    x, y = spaces()[view.battle.space]
    return [around(round(x), round(y - 44), 60, 60)]


def swords(view: ClassicView) -> Items:
    for left, top, right, bottom in sword_places(view):
        yield Icon("swords", (left + right) / 2, (top + bottom) / 2, right - left)
