"""Draw pieces on the map as clusters: rows around the middle of each region. The question decides which rows appear."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.seen.view import DawnView, RegionView
from render import inline, theme
from render.inline import Group, Sign, Word, amount
from render.marks import by_target, spell_numbers
from render.minos_dawn import symbols
from render.minos_dawn.plates.chart import Chart
from render.minos_dawn.plates.frame import MARGIN, SIGNS, TEXT, number_box, number_width, run
from render.plate import WIDTH, round_glow
from render.renderer import Mark
from render.scene import Box, Disc, Icon, Item, Items, Point, Rectangle, Stroke, Text, around, overlap
from render.seat_colours import COLOURS

HEAD, SITE, TILE, TROOPS = 50, 58, 52, 46
"""Heights of a cluster's rows: number and good, buildings, a tile of sea peoples, warriors."""
WIDEST_TILE = 1.1
"""Greatest scale of a tile of sea peoples. Regions are close together, so larger tiles would collide."""
IN_A_ROW = 3

SEA_EDGES = (theme.SEA_OUTER, theme.NIGHT)

Row = tuple[float, Callable[[float, float], Items]]
"""The height of a cluster's row, and a function that draws the row around a given centre."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The things that a plate shows of each region, besides number, buildings and warriors.

    `tiles` is how many tiles of sea peoples to show. `has_prices` adds the weaponry that the top one costs.
    """

    has_foundations: bool = True
    has_prices: bool = False
    tiles: int = 0


def glows(view: DawnView, chart: Chart, shown: Shown, regions: Collection[int]) -> Items:
    for number, (x, y) in heads(view, chart, shown).items():
        if number in regions:
            yield from round_glow(x, y, 23 * chart.times)


def clusters(view: DawnView, chart: Chart, shown: Shown) -> Items:
    """Yield all regions in play. Region numbers come last, so that no neighbour covers them."""
    heads: list[Item] = []
    for region in view.regions:
        x, y = chart.anchor(region.number)
        rows = _rows(view, region, shown, chart)
        top = y - sum(height for height, _ in rows) / 2
        for place, (height, drawn) in enumerate(rows):
            if place:
                yield from drawn(x, round(top + height / 2))
            else:
                heads += drawn(x, round(top + height / 2))
            top += height
    yield from heads


def heads(view: DawnView, chart: Chart, shown: Shown) -> dict[int, tuple[float, float]]:
    found = {}
    for region in view.regions:
        x, y = chart.anchor(region.number)
        rows = _rows(view, region, shown, chart)
        aside = 53 if shown.has_prices and region.sea_peoples else 25
        found[region.number] = (x - aside * chart.times, y - sum(height for height, _ in rows) / 2 + rows[0][0] / 2)
    return found


def numbers(view: DawnView, chart: Chart, shown: Shown, marks: Sequence[Mark]) -> Items:
    """Yield the option numbers next to the regions' numbers. Yield nothing if there are too many."""
    places = heads(view, chart, shown)
    taken = [found for item in clusters(view, chart, shown) if (found := _area_of(item)) is not None]
    for target, options in by_target(marks).items():
        kind, _, number = target.partition(":")
        if kind == "region" and int(number) in places:
            right, middle = _beside(places[int(number)], chart.times, spell_numbers(options), taken)
            for item in number_box(spell_numbers(options), right, middle):
                taken += [found for found in (_area_of(item),) if found is not None]
                yield item


def _beside(head: Point, times: float, text: str, taken: Sequence[Rectangle]) -> Point:
    """Place a box of option numbers left, right or above a region's number, whichever hides least.

    Return the middle of the box's right edge.
    """
    (x, y), width, half = head, number_width(text), 23
    left, right = x - 26 * times - 6, x + 73 * times + 6 + width
    above = y - 26 * times - half

    def hidden(place: Point) -> float:
        if not MARGIN + width <= place[0] <= WIDTH - MARGIN:
            return math.inf
        return sum(overlap((place[0] - width, place[1] - half, place[0], place[1] + half), each) for each in taken)

    return min(((left, y), (right, y), (x + width / 2, above), (x + 50 * times + width / 2, above)), key=hidden)


def _area_of(item: Item) -> Rectangle | None:
    """Return the rectangle that an item covers. Words count only if they have a background or belong to a sign."""
    match item:
        case Box(x, y, width, height):
            return x, y, x + width, y + height
        case Disc(x, y, reach):
            return around(x, y, 2 * reach, 2 * reach)
        case Icon(_, x, y, size):
            return around(x, y, size, size)
        case Text(x, y, words, face, size, _, "lm"):
            return x, y - size * 0.4, x + theme.text_width(words, face, size), y + size * 0.4
    return None


def _rows(view: DawnView, region: RegionView, shown: Shown, chart: Chart) -> list[Row]:
    times = chart.times
    is_covered = view.rival is not None and view.rival.home == region.number
    rows: list[Row] = [(HEAD * times, partial(_head, region, is_covered, shown.has_prices, times))]
    built = (("dawn:city", region.city), ("dawn:tower", region.tower), ("dawn:farm", region.farm))
    pieces = [(icon, owner) for icon, owner in built if owner is not None]
    pieces += [("dawn:held", site.seat) for site in view.held if site.region == region.number]
    foundation = region.foundation if shown.has_foundations else ""
    if pieces or foundation:
        rows.append((SITE * times, partial(_site, pieces, foundation, times, chart.widest)))
    for tile in tuple(reversed(region.sea_peoples))[: shown.tiles]:
        rows.append((TILE * times, partial(_tile, tile, times)))
    standing = [(seat, count) for seat, count in enumerate(region.warriors) if count]
    for start in range(0, len(standing), IN_A_ROW):
        rows.append((TROOPS * times, partial(_warriors, standing[start : start + IN_A_ROW], times)))
    return rows


def _head(region: RegionView, is_covered: bool, has_price: bool, times: float, x: float, y: float) -> Items:
    """Yield a region's number, its good, and the price of sea peoples. SOLO-SETUP-12: strike out a covered good."""
    off = 25 * times
    if has_price and region.sea_peoples:
        found = the_box().tiles_of_sea[region.sea_peoples[-1]]
        tokens, signs = amount(found.weapons, "dawn:weapon"), round(34 * times)
        left, width = x + 24 * times, inline.width_of(tokens, signs) + 12
        yield Box(round(left), round(y - 21 * times), round(width), round(42 * times), theme.SEA[4], 12,
                  SEA_EDGES[found.level - 1], 4)  # fmt: skip
        yield from inline.line(tokens, left + 7, y, signs)
        x -= 28 * times
    yield Disc(x - off, y, 23 * times, theme.NIGHT, theme.CREAM, 3)
    yield Text(round(x - off), y, str(region.number), "bold", round(TEXT * times), theme.CREAM)
    yield Icon(f"dawn:good:{the_box().regions[region.number].good}", x + off, y, 42 * times)
    if is_covered:
        reach = 18 * times
        yield Stroke(((x + off - reach, y + reach), (x + off + reach, y - reach)), theme.TERRACOTTA, 8)


def _site(pieces: list[tuple[str, Seat]], foundation: str, times: float, widest: float, x: float, y: float) -> Items:
    size, signs = 52 * times, round(SIGNS * times)
    tokens = symbols.effect_line(f"foundation:{foundation}") if foundation else ()
    width = min(widest - size * len(pieces), inline.width_of(tokens, signs) + 18) if tokens else 0
    left, high = x - (width + size * len(pieces)) / 2, 25 * times
    if tokens:
        yield Box(round(left), round(y - high), round(width - 4), round(2 * high), theme.CREAM, 10, "#8c3f1d", 3)
        yield from run(tokens, left + 9, y, width - 14, signs)
    for number, (icon, seat) in enumerate(pieces):
        yield Icon(icon, round(left + width + size * (number + 0.5)), y, size - 2, COLOURS[seat])


def _tile(tile: str, times: float, x: float, y: float) -> Items:
    times = min(times, WIDEST_TILE)
    found, signs = the_box().tiles_of_sea[tile], round(SIGNS * times)
    tokens = (*amount(found.weapons, "dawn:weapon"), Word("→"), *_gist(tile))
    width = inline.width_of(tokens, signs) + 20
    left, high, edge = x - width / 2, 24 * times, SEA_EDGES[found.level - 1]
    yield Box(round(left), round(y - high), round(width), round(2 * high), theme.SEA[4], 14, edge, 5)
    yield from inline.line(tokens, left + 11, y, signs)


def _gist(tile: str) -> Group:
    """Return a tile's VP, or else its first gain. Add a plus sign if the tile gives more."""
    groups = symbols.effect_groups(f"sea:{tile}")
    points = [group for group in groups if group[-1] == Sign("dawn:vp") and len(group) == 2]
    first = points[0] if points else groups[0]
    return (*first, Word("+")) if len(groups) > 1 else first


def _warriors(standing: Sequence[tuple[Seat, int]], times: float, x: float, y: float) -> Items:
    step = 66 * times
    left = x - step * len(standing) / 2
    for number, (seat, count) in enumerate(standing):
        place, size = left + step * number, round(TEXT * times)
        yield Icon("guard", round(place + 20 * times), y, 40 * times, COLOURS[seat])
        x = round(place + 41 * times)
        yield Text(x, y, str(count), "bold", size, theme.NIGHT_EDGE, "lm", theme.CREAM)
