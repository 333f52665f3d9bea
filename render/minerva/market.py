"""The plate of the market: buildings by category, then temples, culture tiles and glory tokens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import MinervaView
from render import theme
from render.inline import Token, Word, amount, count
from render.marks import spell_numbers
from render.minerva import rows, symbols
from render.minerva.icons import CATEGORIES, CULTURES
from render.plate import HEIGHT, MARGIN, WIDTH, line
from render.plate import OLD_LEAST as LEAST
from render.plate import OLD_NEEDED as NEEDED
from render.renderer import Mark, Say
from render.scene import Box, Icon, Items, Text

TOP, GAP = 186, 8
"""Top of the cards, and the gap between them."""
UPPER = 148
"""Height of temple and culture cards, which are below the buildings."""
SUPPLY = 56
"""Height of the line with glory tokens, order tiles and decks at the bottom."""
TALLEST = 400
ROUND_TILE = "round-"

APART = 1.13
"""Line height of a name relative to the height of its letters. Leaves room for accents and descenders."""
_BOTTOM = HEIGHT - MARGIN - SUPPLY - GAP - UPPER

Place = tuple[int, int, int, int]
"""Left, top, width and height of a card."""


Stack = tuple[str, ...]
"""Identical buildings that are shown as one card."""


def is_paired(view: MinervaView) -> bool:
    """Return whether cards are displayed in pairs, as in the solo game. SOLO-04"""
    return len(view.seats) == 1


def stacks(view: MinervaView) -> list[Stack]:
    """Return the buildings in display order. In pairs, each is by itself; otherwise identical ones share a stack."""
    if is_paired(view):
        return [(tile,) for lot in view.lots for tile in lot.tiles]
    found: dict[str, list[str]] = {}
    tiles = (tile for lot in view.lots for tile in lot.tiles)
    for tile in sorted(tiles, key=the_box().rank.__getitem__):
        found.setdefault(the_box().tiles[tile].kind, []).append(tile)
    return [tuple(each) for each in found.values()]


def money(view: MinervaView) -> Mapping[str, int]:
    """Return the denarii on each round tile of the display. SOLO-07"""
    return {tile: lot.denarii for lot in view.lots for tile in lot.tiles}


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes for a card that is at least `least` pixels high.

    A name on one line has letters of size `name` and takes `one` pixels; on two lines it has size `small` and takes
    `two`. `foot` is the height of the cost line, `cost` the size of its icons, `effect` the largest size of effect
    icons. `number` is the size of an option number's digits and `box` the height of the box around it.
    """

    least: int
    name: int
    small: int
    one: int
    two: int
    foot: int
    cost: int
    effect: int
    number: int
    box: int


MEASURES = (
    Measures(200, 40, NEEDED, 58, 84, 64, 46, 110, 46, 60),
    Measures(140, 28, LEAST, 42, 56, 42, 32, 64, NEEDED, 46),
    Measures(0, LEAST, LEAST, 36, 56, 34, 28, 64, NEEDED, 42),
)


def measures(place: Place) -> Measures:
    return next(each for each in MEASURES if place[3] >= each.least)


def grid(count: int, is_paired: bool = False, bottom: int = _BOTTOM - 2 * GAP, top: int = TOP) -> list[Place]:
    best, width, height, columns = 0.0, 0, 0, 1
    for across in range(2, 13, 2 if is_paired else 1):
        wide = (WIDTH - 2 * MARGIN + GAP) // across - GAP
        tall = min(TALLEST, int((bottom - top + GAP) // max(1, -(-count // across)) - GAP))
        if min(wide / 172, tall / 116) > best:
            best, width, height, columns = min(wide / 172, tall / 116), wide, tall, across
    return [
        (MARGIN + n % columns * (width + GAP), top + n // columns * (height + GAP), width, height) for n in range(count)
    ]


def _below(view: MinervaView) -> list[str]:
    kinds = the_box().constants.culture_categories
    return [*(f"tile:{tile}" for tile in view.temples), *(f"culture:{kind}" for kind in kinds)]


def places(view: MinervaView) -> dict[str, Place]:
    found: dict[str, Place] = {}
    kinds = stacks(view)
    for stack, place in zip(kinds, grid(len(kinds), is_paired(view)), strict=True):
        found.update({f"tile:{tile}": place for tile in stack})
    below = _below(view)
    if not kinds:
        return dict(zip(below, grid(len(below), bottom=_BOTTOM + UPPER), strict=True))
    width = (WIDTH - 2 * MARGIN - 16 + GAP) // max(8, len(below)) - GAP
    for number, target in enumerate(below):
        apart = 16 if target.startswith("culture:") else 0
        found[target] = (MARGIN + number * (width + GAP) + apart, _BOTTOM, width, UPPER)
    return found


A_PAGE = 16
"""The most cards that fit on a plate with letters that can be read on a phone."""


def pages(view: MinervaView) -> list[Mapping[str, Place]]:
    """Return the places of all cards, enlarged: of the buildings on as many plates as needed, then of the rest."""
    kinds = stacks(view)
    count = -(-len(kinds) // A_PAGE)
    most = -(-len(kinds) // max(1, count))
    most += most % 2 if is_paired(view) else 0
    found = []
    for first in range(0, len(kinds), max(1, most)):
        shown = kinds[first : first + most]
        laid = grid(len(shown), is_paired(view), HEIGHT - MARGIN, MARGIN)
        found.append({f"tile:{tile}": place for stack, place in zip(shown, laid, strict=True) for tile in stack})
    below = _below(view)
    return [*found, dict(zip(below, grid(len(below), bottom=HEIGHT - MARGIN - SUPPLY - GAP, top=MARGIN), strict=True))]


def papers(view: MinervaView, words: Say, at: Mapping[str, Place]) -> Items:
    """Yield the cards that have a place in `at`, without their effects."""
    for number, stack in enumerate(stacks(view)):
        if f"tile:{stack[0]}" not in at:
            continue
        left, top, width, height = at[f"tile:{stack[0]}"]
        if is_paired(view) and number % 2 == 0:
            yield Box(left - 5, top - 4, 2 * width + GAP + 10, height + 8, theme.SEA_OUTER, 14)
        yield from _paper(stack, (left, top, width, height), words)
    for tile in view.temples:
        if f"tile:{tile}" in at:
            yield from _paper((tile,), at[f"tile:{tile}"], words)
    for kind, pile in symbols.piles(view):
        if f"culture:{kind}" not in at:
            continue
        place = at[f"culture:{kind}"]
        yield from _blank(place, words(Message(f"picture_minerva.culture.{kind}")), *CULTURES[kind])
        rest = "·".join(str(the_box().culture_tiles[tile].vp) for tile in pile[1:])
        if rest:
            left, top, width, height = place
            yield line(
                left + 10, top + height - measures(place).foot / 2, rest, measures(place).name, theme.INK, width - 20
            )


def _paper(stack: Stack, place: Place, words: Say) -> Items:
    left, top, width, height = place
    tile = stack[0]
    name = words(tile_name(tile))
    if tile.startswith(ROUND_TILE):
        yield from _blank(place, name, theme.GOLD, theme.NIGHT_EDGE)
        return
    colour, ink, paper = CATEGORIES[the_box().tiles[tile].category]
    yield from _blank(place, name, colour, ink, paper)
    look = measures(place)
    middle, room, at = top + height - look.foot / 2, width - look.box - 20.0, left + 8.0
    if len(stack) > 1:
        times = f"{len(stack)}×"
        yield Text(left + 8, middle, times, "bold", look.cost, theme.INK, "lm")
        taken = theme.text_width(times, "bold", look.cost) + 10
        at, room = at + taken, room - taken
    cost = symbols.cost_of(tile) or (Word("–"),)
    each, size = rows.fitting(cost, look.cost, room) or (rows.short(cost), LEAST)
    yield from rows.row(each, at, middle, size)


def _blank(place: Place, name: str, colour: str, ink: str, paper: str = theme.CREAM) -> Items:
    (left, top, width, height), look = place, measures(place)
    lines, size, head = _fit_name(place, name)
    yield Box(left, top, width, height, colour, 12)
    yield Box(left + 3, top + head, width - 6, height - head - 3, paper, 9)
    yield Box(left + 3, top + height - look.foot, width - 6, look.foot - 3, theme.PAPYRUS_DIM, 9)
    for number, each in enumerate(lines):
        y = top + head / 2 + 1 + (number - (len(lines) - 1) / 2) * size * APART
        yield line(round(left + width / 2), round(y), each, size, ink, width - 8, anchor="mm")


def _fit_name(place: Place, name: str) -> tuple[list[str], int, int]:
    """Split a name into lines. Return them, the size of the letters, and the total height."""
    look = measures(place)
    lines = name_lines(name, look.name, place[2] - 8)
    return (lines, look.name, look.one) if len(lines) == 1 else (lines, look.small, look.two)


def name_lines(name: str, size: int, width: float) -> list[str]:
    if theme.text_width(name, "bold", size) <= width or " " not in name:
        return [name]
    gaps = [at for at, letter in enumerate(name) if letter == " "]
    gap = min(gaps, key=lambda at: abs(2 * at - len(name)))
    return [name[:gap], name[gap + 1 :]]


def effects(view: MinervaView, words: Say, at: Mapping[str, Place]) -> Items:
    coins = money(view)
    for stack in (*stacks(view), *((tile,) for tile in view.temples)):
        tile = stack[0]
        if f"tile:{tile}" not in at:
            continue
        is_round = tile.startswith(ROUND_TILE)
        tokens = amount(coins[tile], "minerva:denarii") if is_round else symbols.effect_line(tile)
        yield from _effect(tokens, at[f"tile:{tile}"], words(tile_name(tile)))
    for kind, pile in symbols.piles(view):
        if pile and f"culture:{kind}" in at:
            name = words(Message(f"picture_minerva.culture.{kind}"))
            yield from _effect(symbols.worth(kind, pile[0]), at[f"culture:{kind}"], name)


def _effect(tokens: Sequence[Token], place: Place, name: str) -> Items:
    (left, top, width, height), look = place, measures(place)
    head = _fit_name(place, name)[2]
    room = height - head - look.foot
    largest = max(NEEDED, min(look.effect, room - 6))
    each, size = rows.fitting(tokens, largest, width - 10, NEEDED) or (rows.short(tokens), NEEDED)
    yield from rows.row(each, left + (width - rows.width_of(each, size)) / 2, top + head + room / 2, size)


def numbers(view: MinervaView, marks: Sequence[Mark]) -> Items:
    at = places(view)
    found: dict[Place, list[int]] = {}
    for mark in marks:
        if mark.target in at:
            found.setdefault(at[mark.target], []).append(mark.number)
    for place, several in found.items():
        (left, top, width, height), look, text = place, measures(place), spell_numbers(several)
        wide = max(look.box + 4, round(theme.text_width(text, "bold", look.number)) + 18)
        x, y = left + width - wide, top + height - look.box
        yield Box(x, y, wide, look.box, theme.NIGHT, 10, theme.GOLD, 3)
        yield Text(x + wide / 2, y + look.box / 2, text, "bold", look.number, theme.GOLD, "mm")


def supply(view: MinervaView) -> Items:
    top, middle = HEIGHT - MARGIN - SUPPLY + 4, HEIGHT - MARGIN - SUPPLY / 2 + 2
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, SUPPLY - 4, theme.SEA_INK, 12)
    left = MARGIN + 14.0
    rounds: dict[int, list[int]] = {}
    for tile in view.glory:
        found = the_box().glory_tiles[tile]
        rounds.setdefault(found.round, []).append(found.vp)
    for number, points in rounds.items():
        size = 36 if number == view.round else 26
        vp = (Word(f"{number}:"), *count("minerva:trophy", " · ".join(map(str, points))))
        ink = theme.GOLD if number == view.round else theme.CREAM
        yield from rows.row(vp, left, middle, size, ink)
        left += rows.width_of(vp, size) + 26
    right = WIDTH - MARGIN - 12.0
    decks = count("minerva:deck", view.temple_stack_size, "temple"), count("minerva:deck", view.deck_size)
    for tokens in decks:
        right -= rows.width_of(tokens, 32) + 16
        yield from rows.row(tokens, right, middle, 32, theme.CREAM)
    right -= 34
    for order in reversed(view.order_tiles):
        yield from order_tile(order, right, middle, 40)
        right -= 48


def order_tile(number: int, x: float, middle: float, side: float) -> Items:
    yield Box(round(x - side / 2), round(middle - side / 2), side, side, theme.CREAM, 8, theme.GOLD_DEEP, 4)
    yield Text(round(x), round(middle), f"{number}", "bold", max(LEAST, round(side * 0.7)), theme.NIGHT_EDGE)


def category_mark(tile: str, x: float, y: float, size: float) -> Icon:
    return Icon(f"minerva:category:{the_box().tiles[tile].category}", x, y, size)
