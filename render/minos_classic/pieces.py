"""Draw pieces on the map: ships, guards, and site plaques with buildings. Arrows show the moves of the turn."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Fact
from engine.minos_classic.seen.view import ClassicView, PiecesView, SiteView
from engine.minos_classic.state.facts import BuildingPlaced, GuardArrived, PieceMoved, PieceRecruited
from render import theme
from render.minos_classic.board import labels, spaces
from render.plate import OLD_LEAST as LEAST
from render.plate import arrow, glow, line, round_glow
from render.scene import Box, Disc, Icon, Items, Point, Rectangle, Text, around
from render.seat_colours import COLOURS

SHIP_AT_SEA, SHIP_IN_HARBOUR, GUARD_AT_SITE, GUARD_ON_PATH = 64, 56, 52, 44
PLAQUE_WIDTH, PLAQUE_HEIGHT, BUILDING = 138, 62, 30
NAME_SIZE = 24
CITY_BUILDINGS = 4


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


def counts(drawn: Sequence[Standing]) -> Items:
    for piece in drawn:
        if piece.count > 1:
            x, y = round(piece.x + piece.size * 0.4), round(piece.y + piece.size * 0.36)
            yield Disc(x, y, 17, theme.CREAM, theme.NIGHT_EDGE, 3)
            yield Text(x, y, str(piece.count), "bold", 27, theme.NIGHT_EDGE)


def plaque_rectangle(site: str) -> Rectangle:
    return around(*labels().plaque[site], PLAQUE_WIDTH, PLAQUE_HEIGHT)


def plaques(view: ClassicView, names: Mapping[str, str]) -> Items:
    for site in view.sites:
        if site.buildings:
            yield from _colony(site, names[site.site], None if site.holder is None else COLOURS[site.holder])
        else:
            yield from _empty_site(site, names[site.site])


def name_rectangle(site: SiteView, name: str) -> Rectangle:
    if site.buildings:
        left, top, right, bottom = plaque_rectangle(site.site)
        return left - 14, top - 12, right + 18, bottom + 4
    return around(*labels().plaque[site.site], _empty_width(site, name), 34)


def _empty_width(site: SiteView, name: str) -> int:
    return round(theme.text_width(name, "bold", LEAST) + (44 if site.is_closed else 16))


def _empty_site(site: SiteView, name: str) -> Items:
    x, y = labels().plaque[site.site]
    width = _empty_width(site, name)
    fill = theme.LAND_RIM[1] if site.is_closed else theme.CREAM
    yield Box(round(x - width / 2), y - 16, width, 32, fill, 7, theme.COAST, 2)
    if site.is_closed:
        yield Icon("barred", round(x - width / 2 + 18), y, 26)
        yield Icon("barred", *spaces()[site.site], 42)
    yield Text(x + (14 if site.is_closed else 0), y, name, "bold", LEAST, theme.INK)


def _colony(site: SiteView, name: str, colour: str | None) -> Items:
    left, top, right, _ = plaque_rectangle(site.site)
    edge = theme.SEATS[colour] if colour else theme.INK_SOFT
    pale = theme.SEATS_PALE[colour] if colour else "#d9d4c6"
    if len(site.buildings) == CITY_BUILDINGS:
        yield Box(left - 5, top - 5, PLAQUE_WIDTH + 10, PLAQUE_HEIGHT + 10, theme.GOLD, 6)
    yield Box(left, top, PLAQUE_WIDTH, PLAQUE_HEIGHT, pale, 4, edge, 4)
    room = (left + (13 if colour else 6), right - 13)
    yield line(round((room[0] + room[1]) / 2), top + 17, name, NAME_SIZE, theme.INK, room[1] - room[0], anchor="mm")
    for number in range(CITY_BUILDINGS):
        middle = round(left + 20 + number * 33)
        if number < len(site.buildings):
            yield Icon(site.buildings[number], middle, top + 44, BUILDING, "plain")
        else:
            yield Disc(middle, top + 44, 5, edge)
    if colour:
        yield Icon("mark", left - 1, top + 3, 36, colour)
    yield Disc(right + 3, top + 4, 19, theme.NIGHT_EDGE, theme.CREAM, 3)
    yield Text(right + 3, top + 4, str(site.value), "bold", 28, theme.CREAM)
    if site.is_closed:
        yield Icon("barred", *spaces()[site.site], 42)


SHORT = 100
"""Moves shorter than this, in pixels, have no room for an arrow between their pieces."""


def glows(moves: Sequence[Fact]) -> Items:
    for fact in moves:
        match fact:
            case BuildingPlaced(site=site):
                left, top, _, _ = plaque_rectangle(site)
                yield from glow(left, top, PLAQUE_WIDTH, PLAQUE_HEIGHT)
            case GuardArrived(site=site):
                yield from _around(site)
            case PieceRecruited(kind=kind, site=site):
                yield from _around(site if kind == "guard" else f"h_{site.removeprefix('s_')}")
            case PieceMoved(target=target):
                yield from _around(target)
            case _:
                pass


def _around(space: str) -> Items:
    yield from round_glow(*spaces()[space], SHIP_AT_SEA * 0.46)


def arrows(moves: Sequence[Fact]) -> Items:
    ways = [(fact.origin, fact.target) for fact in moves if isinstance(fact, PieceMoved)]
    for number, (origin, target) in enumerate(ways, 1):
        colour, width = (theme.GOLD, 14) if number == len(ways) else (theme.PAPYRUS, 8)
        yield from _way(spaces()[origin], spaces()[target], colour, width)


def _way(start: Point, end: Point, colour: str, width: float) -> Items:
    length = math.dist(start, end)
    if length < SHORT:
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    yield from arrow((start[0] + dx * 22, start[1] + dy * 22), (end[0] - dx * 32, end[1] - dy * 32), colour, width)


def battle(view: ClassicView) -> Items:
    """Yield an open battle as an arrow from the attacker's origin, with crossed swords."""
    if view.battle is None:
        return
    start, end = spaces()[view.battle.from_space], spaces()[view.battle.space]
    yield from _way(start, end, theme.TERRACOTTA, 14)
    yield Disc(*end, 46, f"{theme.TERRACOTTA}00", theme.TERRACOTTA, 7)


def swords(view: ClassicView) -> Items:
    if view.battle is not None:
        x, y = spaces()[view.battle.space]
        yield Icon("swords", round(x), round(y - 44), 60)
