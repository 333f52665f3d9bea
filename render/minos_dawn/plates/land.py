"""Draw pieces on the map as clusters: rows around the middle of each region. The question decides which rows appear."""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import region_place
from engine.minos_dawn.seen.view import DawnView, RegionView
from render import inline, theme
from render.inline import Group, Sign, Token, Word, amount
from render.marks import by_target, spell_numbers
from render.minos_dawn import symbols
from render.minos_dawn.plates.chart import Chart
from render.minos_dawn.plates.frame import MARGIN, NOTE, SMALL_SIGNS, number_box, number_width
from render.plate import WIDTH, round_glow
from render.renderer import Mark, Say
from render.scene import Box, Disc, Icon, Item, Items, Point, Rectangle, Stroke, Text, around, overlap
from render.seat_colours import COLOURS

HEAD, SITE, TROOPS = 52, 56, 46
"""Heights of a cluster's three rows: number, good and price; a line of gains or buildings; warriors."""
SEA_EDGES = (theme.SEA_OUTER, theme.NIGHT)
BRONZE = "#8c3f1d"

Row = tuple[float, Callable[[float, float], Items]]
"""The height of a cluster's row, and a function that draws the row around a given centre."""


@dataclass(frozen=True, slots=True)
class RegionContent:
    """The things that a plate shows in each region, besides number, buildings and warriors."""

    has_goods: bool = True
    has_foundations: bool = True
    has_prices: bool = True
    tiles: int = 0
    """The number of sea peoples' tiles that show their gains."""
    words: Say | None = None
    """If set, names are shown."""


def glows(view: DawnView, chart: Chart, shown: RegionContent, regions: Collection[int]) -> Items:
    for number, (x, y) in heads(view, chart, shown).items():
        if number in regions:
            yield from round_glow(x, y, 31 * chart.times)
            yield Disc(x, y, 32 * chart.times, theme.GOLD, theme.NIGHT_EDGE, 3)


def clusters(view: DawnView, chart: Chart, shown: RegionContent) -> Items:
    """Yield all regions in play. Region numbers come last, so that no neighbour covers them."""
    heads: list[Item] = []
    for _, x, top, rows in _places(view, chart, shown):
        for place, (height, drawn) in enumerate(rows):
            items = drawn(x, round(top + height / 2))
            if place:
                yield from items
            else:
                heads += items
            top += height
    yield from heads


def heads(view: DawnView, chart: Chart, shown: RegionContent) -> dict[int, tuple[float, float]]:
    return {
        region.number: (x - (_head_widths(region, shown)[0] / 2 - 24) * chart.times, top + rows[0][0] / 2)
        for region, x, top, rows in _places(view, chart, shown)
    }


def _places(view: DawnView, chart: Chart, shown: RegionContent) -> Iterator[tuple[RegionView, float, float, list[Row]]]:
    """Yield each region with the middle, the top and the rows of its cluster."""
    for region in view.regions:
        x, y = chart.anchor(region.number)
        rows = _rows(view, region, shown, chart)
        yield region, x, y - sum(height for height, _ in rows) / 2, rows


def numbers(view: DawnView, chart: Chart, shown: RegionContent, marks: Sequence[Mark]) -> Items:
    """Yield the option numbers next to the regions' numbers. Leave out those of a region that has too many."""
    places = heads(view, chart, shown)
    taken = [found for item in clusters(view, chart, shown) if (found := _area_of(item)) is not None]
    widths = {region.number: _head_widths(region, shown)[0] for region in view.regions}
    for target, options in by_target(marks).items():
        kind, _, number = target.partition(":")
        if kind == "region" and int(number) in places:
            head, wide = places[int(number)], widths[int(number)]
            right, middle = _place_box(head, wide, chart.times, spell_numbers(options), taken)
            for item in number_box(spell_numbers(options), right, middle):
                taken += [found for found in (_area_of(item),) if found is not None]
                yield item


def _place_box(head: Point, wide: float, times: float, text: str, taken: Sequence[Rectangle]) -> Point:
    """Place a box of option numbers left, right or above a region's number, whichever hides least. `wide` is the width
    of the head at scale 1. Return the middle of the box's right edge."""
    (x, y), width, half = head, number_width(text), 26
    left, right = x - 26 * times - 6, x + (wide - 22) * times + 6 + width
    above, low = y - 26 * times - half, y + 26 * times + half

    def hidden(place: Point) -> float:
        if not MARGIN + width <= place[0] <= WIDTH - MARGIN:
            return math.inf
        return sum(overlap((place[0] - width, place[1] - half, place[0], place[1] + half), each) for each in taken)

    aside = ((left, above), (right, above), (left, low), (right, low))
    return min(((left, y), (right, y), (x + width / 2, above), (x + 50 * times + width / 2, above), *aside), key=hidden)


def _area_of(item: Item) -> Rectangle | None:
    """Return the rectangle that an item covers. Of texts, only names and the numbers next to signs count. The others
    are on a box or a disc, which counts instead."""
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


def _rows(view: DawnView, region: RegionView, shown: RegionContent, chart: Chart) -> list[Row]:
    times = chart.times
    is_covered = view.rival is not None and view.rival.home == region.number
    rows: list[Row] = [(HEAD * times, partial(_head, region, is_covered, shown, times))]
    built = (("dawn:city", region.city), ("dawn:tower", region.tower), ("dawn:farm", region.farm))
    pieces = [Sign(icon, COLOURS[owner]) for icon, owner in built if owner is not None]
    pieces += [Sign("dawn:held", COLOURS[site.seat]) for site in view.held if site.region == region.number]
    gains = symbols.effect_groups(f"foundation:{region.foundation}") if region.foundation else ()
    if pieces or (gains and shown.has_foundations):
        room = chart.widest - inline.width_of(pieces, round(52 * times)) - 18
        lines = inline.wrap(gains, round(SMALL_SIGNS * times), room) if gains and shown.has_foundations else []
        rows.append((SITE * times * max(1, len(lines)), partial(_site, pieces, lines, BRONZE, times)))
    for tile in tuple(reversed(region.sea_peoples))[: shown.tiles]:
        found = the_box().tiles_of_sea[tile]
        groups = symbols.effect_groups(f"sea:{tile}")
        if shown.tiles > 1:
            groups = ((*amount(found.weapons, "dawn:weapon"), Word("→")), *groups)
        lines = inline.wrap(groups, round(SMALL_SIGNS * times), chart.widest - 18)
        rows.append((SITE * times * len(lines), partial(_site, (), lines, SEA_EDGES[found.level - 1], times)))
    standing = [(Sign("guard", COLOURS[seat]), *_number(count)) for seat, count in enumerate(region.warriors) if count]
    if standing:
        lines = inline.wrap(standing, round(44 * times), chart.widest)
        rows += [(TROOPS * times, partial(_warriors, each, times)) for each in lines]
    return rows


def _number(count: int) -> Group:
    return (Word(str(count)),) if count > 1 else ()


def _head_widths(region: RegionView, shown: RegionContent) -> tuple[float, float, float, float]:
    """Return the widths of a head, and of its name, good and price, at scale 1."""
    name, good, price = 0.0, 50 * shown.has_goods, 0.0
    if shown.words is not None:
        name = theme.text_width(shown.words(region_place(region.number)), "bold", NOTE) + 12
    if shown.has_prices and region.sea_peoples:
        price = inline.width_of(_price(region), SMALL_SIGNS) + 14
    return 48 + name + good + price, name, good, price


def _price(region: RegionView) -> Group:
    return amount(the_box().tiles_of_sea[region.sea_peoples[-1]].weapons, "dawn:weapon")


def _head(region: RegionView, is_covered: bool, shown: RegionContent, times: float, x: float, y: float) -> Items:
    """Yield a region's number, its good, and the price of sea peoples. If `is_covered`, strike out the good.
    SOLO-SETUP-12"""
    wide, name, good, price = _head_widths(region, shown)
    left = x - wide / 2 * times
    yield Disc(left + 24 * times, y, 24 * times, theme.NIGHT, theme.CREAM, 3)
    yield Text(round(left + 24 * times), y, str(region.number), "bold", round(NOTE * times), theme.CREAM)
    left += 50 * times
    if shown.words is not None:
        size = round(NOTE * times)
        yield Text(
            round(left + 4), y, shown.words(region_place(region.number)), "bold", size, theme.INK, "lm", theme.CREAM
        )
        left += name * times
    if good:
        middle, reach = left + 21 * times, 18 * times
        yield Icon(f"dawn:good:{the_box().regions[region.number].good}", middle, y, 42 * times)
        if is_covered:
            yield Stroke(((middle - reach, y + reach), (middle + reach, y - reach)), theme.TERRACOTTA, 8)
        left += good * times
    if price:
        level = the_box().tiles_of_sea[region.sea_peoples[-1]].level
        yield Box(round(left), round(y - 24 * times), round((price - 4) * times), round(48 * times), theme.SEA[4], 14,
                  SEA_EDGES[level - 1], 5)  # fmt: skip
        yield from inline.line(_price(region), left + 7 * times, y, round(SMALL_SIGNS * times))


def _site(
    pieces: Sequence[Sign], lines: Sequence[Sequence[Token]], edge: str, times: float, x: float, y: float
) -> Items:
    """Yield gains on a piece of paper, and buildings to its right."""
    size, signs = round(52 * times), round(SMALL_SIGNS * times)
    width = max(inline.width_of(each, signs) for each in lines) + 16 if lines else 0
    left, high = x - (width + 4 + inline.width_of(pieces, size)) / 2, 25 * times
    if lines:
        top = y - SITE * times * len(lines) / 2
        tall = SITE * times * (len(lines) - 1) + 2 * high
        yield Box(round(left), round(top + 3 * times), round(width), round(tall), theme.CREAM, 10, edge, 4)
        for number, each in enumerate(lines):
            yield from inline.line(each, left + 9, round(top + SITE * times * (number + 0.5)), signs)
    yield from inline.line(pieces, left + width + 4, y, size)


def _warriors(standing: Sequence[Token], times: float, x: float, y: float) -> Items:
    """Yield the warriors of each seat. A shield without a number means one warrior."""
    for item in inline.centre(standing, x, y, round(44 * times), theme.NIGHT_EDGE):
        yield replace(item, halo=theme.CREAM) if isinstance(item, Text) else item
