"""What stands on the map: numbers, goods, foundations, sea peoples, buildings and warriors, a cluster a region."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import region as region_name
from engine.minos_dawn.seen.view import DawnView, RegionView
from render import inline, theme
from render.inline import Sign, Word
from render.minos_dawn import symbols
from render.minos_dawn.board import COLOURS, anchor
from render.renderer import Say
from render.scene import Box, Disc, Icon, Item, Stroke, Text

HEAD, BUILT, TILE, WARRIORS = 34, 46, 29, 36
TILE_WIDTH, WIDEST = 150, 178
"""How wide a tile of sea peoples is, and a cluster at most."""
SEA_EDGES = (theme.SEA_OUTER, theme.NIGHT)
"""Edges of the sea peoples of level I and II."""

Row = tuple[int, Callable[[float, float], Iterator[Item]]]
"""How tall a row of a cluster is, and what draws it around a middle."""


def regions(view: DawnView, words: Say) -> Iterator[Item]:
    """The clusters of all regions in play."""
    found = holders(view)
    home = view.rival.home if view.rival else None
    for region in view.regions:
        yield from _cluster(region, found.get(region.number, ()), words, is_covered=region.number == home)


def holders(view: DawnView) -> Mapping[int, tuple[Seat, ...]]:
    """The seats that hold sites, by region."""
    numbers = {site.region for site in view.held}
    return {number: tuple(s.seat for s in view.held if s.region == number) for number in numbers}


def _cluster(region: RegionView, held: tuple[Seat, ...], words: Say, is_covered: bool) -> Iterator[Item]:
    x, _ = anchor(region.number)
    top = top_of(region, held)
    for height, drawn in _rows(region, held, words, is_covered):
        yield from drawn(x, round(top + height / 2))
        top += height


def top_of(region: RegionView, held: tuple[Seat, ...]) -> float:
    """The upper edge of the cluster of a region, in pixels."""
    return anchor(region.number)[1] - sum(_heights(region, held)) / 2


def _heights(region: RegionView, held: tuple[Seat, ...]) -> tuple[int, ...]:
    has_built = bool(region.foundation or held) or (region.city, region.tower, region.farm) != (None, None, None)
    return (
        HEAD,
        *((BUILT,) if has_built else ()),
        *((TILE,) * len(region.sea_peoples)),
        *((WARRIORS,) if any(region.warriors) else ()),
    )


def _rows(region: RegionView, held: tuple[Seat, ...], words: Say, is_covered: bool) -> Iterator[Row]:
    yield HEAD, lambda x, y: _head(region, words, is_covered, x, y)
    if BUILT in _heights(region, held):
        yield BUILT, lambda x, y: _built(region, held, x, y)
    for tile in reversed(region.sea_peoples):
        yield TILE, partial(_sea_tile, tile)
    if any(region.warriors):
        yield WARRIORS, lambda x, y: _warriors(region, x, y)


def _head(region: RegionView, words: Say, is_covered: bool, x: float, y: float) -> Iterator[Item]:
    """The number, the name and the good, struck out where the rival's farm covers it. SOLO-SETUP-12"""
    good = the_box().regions[region.number].good
    name = words(region_name(region.number).blanks["place"])  # type: ignore[arg-type]
    width = theme.text_width(name, "bold", 20)
    left = round(x - (width + 76) / 2)
    yield Disc(left + 16, y, 17, theme.NIGHT, theme.CREAM, 2)
    yield Text(left + 16, y, str(region.number), "bold", 22, theme.CREAM)
    yield Text(left + 38, y, name, "bold", 20, theme.NIGHT_EDGE, "lm", theme.LAND)
    right = left + 44 + width + 16
    yield Icon(f"dawn:good:{good}", right, y, 32)
    if is_covered:
        yield Stroke(((right - 14, y + 14), (right + 14, y - 14)), theme.TERRACOTTA, 6)


def _built(region: RegionView, held: tuple[Seat, ...], x: float, y: float) -> Iterator[Item]:
    """City or foundation, tower, farm, and sites that seats hold."""
    pieces: list[tuple[str, Seat]] = []
    for icon, owner in (("dawn:city", region.city), ("dawn:tower", region.tower), ("dawn:farm", region.farm)):
        if owner is not None:
            pieces.append((icon, owner))
    pieces += [("dawn:held", seat) for seat in held]
    tokens = symbols.effect_line(f"foundation:{region.foundation}") if region.foundation else ()
    plate = inline.width_of(tokens, inline.fitted(tokens, 24, 92)) + 44 if tokens else 0
    step = min(48, (WIDEST - min(plate, 104)) / max(1, len(pieces)))
    plate = min(plate, WIDEST - step * len(pieces))
    left = x - (plate + step * len(pieces)) / 2
    if tokens:
        yield Box(left, y - 18, plate - 4, 36, theme.CREAM, 8, "#8c3f1d", 2)
        yield Icon("dawn:cities", left + 18, y, 26)
        yield from inline.line(tokens, left + 34, y, inline.fitted(tokens, 24, plate - 44))
    for number, (icon, seat) in enumerate(pieces):
        yield Icon(icon, round(left + plate + step * (number + 0.5)), y, round(min(45, step)), COLOURS[seat])


def _sea_tile(tile: str, x: float, y: float) -> Iterator[Item]:
    """A tile of sea peoples: level, price, effect."""
    found = the_box().tiles_of_sea[tile]
    tokens = (Word(str(found.weapons)), Sign("dawn:weapon"), Word("→"), *symbols.effect_line(f"sea:{tile}"))
    size = inline.fitted(tokens, 22, TILE_WIDTH - 36)
    left = x - TILE_WIDTH / 2
    edge = SEA_EDGES[found.level - 1]
    yield Box(left, y - 14, TILE_WIDTH, 28, theme.SEA[4], 10, edge, 3)
    yield Box(left, y - 14, 27, 28, edge, 10)
    yield Text(left + 14, y, "I" * found.level, "bold", 20, theme.CREAM)
    yield from inline.line(tokens, left + 32, y, size)


def _warriors(region: RegionView, x: float, y: float) -> Iterator[Item]:
    standing = [(seat, count) for seat, count in enumerate(region.warriors) if count]
    step = min(54, WIDEST // len(standing))
    size = min(33, step - 16)
    left = round(x - step * len(standing) / 2)
    for number, (seat, count) in enumerate(standing):
        place = left + step * number
        yield Icon("guard", place + size / 2, y, size, COLOURS[seat])
        yield Text(place + size + 2, y, str(count), "bold", 26, theme.NIGHT_EDGE, "lm", theme.CREAM)
