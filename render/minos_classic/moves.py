"""The turn's changes on the map: arrows where pieces went, a glow where something is new."""

import math
from collections.abc import Iterator, Sequence

from engine.kernel.decision import Fact
from engine.minos_classic.seen.view import ClassicView
from engine.minos_classic.state.facts import BuildingPlaced, GuardArrived, PieceMoved, PieceRecruited
from render import theme
from render.minos_classic.board import spaces
from render.minos_classic.pieces import PLAQUE_HEIGHT, PLAQUE_WIDTH, SHIP_AT_SEA, plaque_rectangle
from render.plate import arrow, glow, round_glow
from render.scene import Disc, Icon, Item, Point

SHORT = 100
"""Shorter ways, in pixels, have no room for an arrow between their pieces."""


def glows(moves: Sequence[Fact]) -> Iterator[Item]:
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


def _around(space: str) -> Iterator[Item]:
    yield from round_glow(*spaces()[space], SHIP_AT_SEA * 0.46)


def arrows(moves: Sequence[Fact]) -> Iterator[Item]:
    ways = [(fact.origin, fact.target) for fact in moves if isinstance(fact, PieceMoved)]
    for number, (origin, target) in enumerate(ways, 1):
        colour, width = (theme.GOLD, 14) if number == len(ways) else (theme.PAPYRUS, 8)
        yield from _way(spaces()[origin], spaces()[target], colour, width)


def _way(start: Point, end: Point, colour: str, width: float) -> Iterator[Item]:
    length = math.dist(start, end)
    if length < SHORT:
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    yield from arrow((start[0] + dx * 22, start[1] + dy * 22), (end[0] - dx * 32, end[1] - dy * 32), colour, width)


def battle(view: ClassicView) -> Iterator[Item]:
    """Yield the open battle: an arrow from the attacker's origin, and crossed swords."""
    if view.battle is None:
        return
    start, end = spaces()[view.battle.from_space], spaces()[view.battle.space]
    yield from _way(start, end, theme.TERRACOTTA, 14)
    yield Disc(*end, 46, f"{theme.TERRACOTTA}00", theme.TERRACOTTA, 7)


def swords(view: ClassicView) -> Iterator[Item]:
    if view.battle is not None:
        x, y = spaces()[view.battle.space]
        yield Icon("swords", round(x), round(y - 44), 60)
