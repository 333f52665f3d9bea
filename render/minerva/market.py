"""The plate of the market: large cards of tiles for sale, then the other tiles and the supply as small chips."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.minerva.content.box import the_box
from engine.minerva.seen.view import MinervaView, SeatView
from render import theme
from render.inline import Word, count
from render.marks import by_target, spell_numbers
from render.minerva import cards, symbols
from render.minerva.cards import GAP, Face, Place, Stack
from render.plate import HEIGHT, LEAST, MARGIN, WIDTH
from render.renderer import Mark, Say
from render.scene import Box, Items, Layer

TOP = 186
"""Top of the cards."""
SUPPLY = 42
"""Size of the icons in the lowest line."""
BOTTOM = HEIGHT - MARGIN - cards.chip_height(SUPPLY) - GAP
"""Bottom of everything above the lowest line."""
TALLEST = 400
CHIPS = (60, 52, 44, 40, LEAST)
"""Possible sizes of the icons of tiles that can't be bought."""
GOOD, FAIR = 1.5, 0.92
"""Card sizes, relative to 240 × 130 pixels. If cards would be smaller than `GOOD`, other tiles shrink to make room. If
cards would be smaller than `FAIR`, other tiles are only counted."""
A_PAGE = 16
"""Maximum number of cards on a plate that has room for names."""

Lot = list[Stack]
"""Stacks that are displayed together: one or, in the solo game, two."""


def is_paired(view: MinervaView) -> bool:
    """Return whether cards are displayed in pairs, as in the solo game. SOLO-04"""
    return len(view.seats) == 1


def stacks(view: MinervaView) -> list[Stack]:
    """Return the buildings in display order. If cards aren't paired, identical buildings share a stack."""
    if is_paired(view):
        return [(tile,) for lot in view.lots for tile in lot.tiles]
    tiles = sorted((tile for lot in view.lots for tile in lot.tiles), key=the_box().rank.__getitem__)
    return [tuple(several) for _, several in groupby(tiles, lambda tile: the_box().tiles[tile].kind)]


def split(view: MinervaView, marks: Sequence[Mark]) -> tuple[list[Stack], list[Lot]]:
    """Return the stacks to draw as cards, and the other lots. Cards show the tiles that can be bought. If there are
    none, they show all buildings, or all temples if no building is left either."""
    offered = {mark.target for mark in marks}
    lots: list[Lot] = [[stack] for stack in stacks(view)]
    if is_paired(view):
        lots = [[(tile,) for tile in lot.tiles] for lot in view.lots]
    temples: list[Lot] = [[(tile,)] for tile in view.temples]
    every = lots + temples
    wanted = [lot for lot in every if any(f"tile:{tile}" in offered for stack in lot for tile in stack)]
    wanted = wanted or lots or temples
    return [stack for lot in wanted for stack in lot], [lot for lot in every if lot not in wanted]


def layers(view: MinervaView, own: SeatView, marks: Sequence[Mark], words: Say) -> Iterator[Layer]:
    """Yield the layers of the plate, with prices for the seat whose turn it is."""
    shown, rest = split(view, marks)
    chips = [cards.chip(_faces(view, lot, words)) for lot in rest]
    for size in CHIPS:
        lines, at = _arrange(view, shown, chips, size)
        if not at or _size(at[0]) >= GOOD:
            break
    if at and _size(at[0]) < FAIR:
        lines, at = _arrange(view, shown, _counts(rest), size)
    found = by_target(marks)
    numbers = [spell_numbers([each for tile in stack for each in found.get(f"tile:{tile}", ())]) for stack in shown]
    yield Layer("pairs", tuple(_pairs(view, shown, at)))
    yield from cards.layers(_faces(view, shown, words, own.resources), at, numbers)
    supply = [*(cards.chip([face]) for face in cards.piles(view, words)), *_supply(view, (view.round,))]
    top = BOTTOM + GAP - len(lines) * (cards.chip_height(size) + GAP)
    yield Layer("rest", (*cards.draw_chips(lines, top, size), *cards.draw_chips([supply], BOTTOM + GAP, SUPPLY)))


def _arrange(
    view: MinervaView, shown: Sequence[Stack], chips: Sequence[Face], size: int
) -> tuple[list[list[Face]], list[Place]]:
    lines = cards.chip_lines(chips, size)
    return lines, grid(len(shown), BOTTOM - len(lines) * (cards.chip_height(size) + GAP), TOP, is_paired(view))


def grid(number: int, bottom: int, top: int = MARGIN, is_paired: bool = False) -> list[Place]:
    """Return places for cards, as large as possible. If `is_paired`, no pair is split between two rows."""
    found: list[list[Place]] = []
    for across in range(1 + is_paired, 8, 1 + is_paired):
        wide = (WIDTH - 2 * MARGIN + GAP) // across - GAP
        tall = min(TALLEST, (bottom - top + GAP) // max(1, -(-number // across)) - GAP)
        found.append(
            [(MARGIN + n % across * (wide + GAP), top + n // across * (tall + GAP), wide, tall) for n in range(number)]
        )
    return max(found, key=lambda each: _size(each[0]) if each else 0)


def _size(place: Place) -> float:
    return min(place[2] / 240, place[3] / 130)


def _pairs(view: MinervaView, shown: Sequence[Stack], at: Sequence[Place]) -> Items:
    pairs = list(zip(shown, at, strict=True))[::2] if is_paired(view) else ()
    for stack, (left, top, width, height) in pairs:
        if stack[0] not in view.temples:
            yield Box(left - 5, top - 4, 2 * width + GAP + 10, height + 8, theme.SEA_OUTER, 14)


def _faces(view: MinervaView, shown: Iterable[Stack], words: Say, held: tuple[int, ...] = symbols.PLENTY) -> list[Face]:
    denarii = {tile: lot.denarii for lot in view.lots for tile in lot.tiles}
    return [cards.face_of(stack, words, denarii.get(stack[0], 0), held) for stack in shown]


def _counts(rest: Sequence[Lot]) -> list[Face]:
    tiles = [the_box().tiles[tile] for lot in rest for stack in lot for tile in stack if tile in the_box().tiles]
    found = Counter(tile.category for tile in tiles)
    return [cards.plain_chip(count(f"minerva:category:{category}", number)) for category, number in found.items()]


def _supply(view: MinervaView, rounds: Iterable[int]) -> Iterator[Face]:
    """Yield chips for the glory tiles of these rounds, the order tiles, and the sizes of decks."""
    tiles = [the_box().glory_tiles[tile] for tile in view.glory]
    for number in rounds:
        if points := " · ".join(str(tile.vp) for tile in tiles if tile.round == number):
            yield cards.plain_chip((Word(f"{number}:"), *count("minerva:trophy", points)))
    if orders := " · ".join(map(str, view.order_tiles)):
        yield cards.plain_chip(count("minerva:order", orders))
    yield cards.plain_chip(count("minerva:deck", view.deck_size))
    yield cards.plain_chip(count("minerva:deck", view.temple_stack_size, "temple"))


def pages(view: MinervaView) -> list[list[Stack]]:
    """Return the buildings of each close-up of the display."""
    kinds = stacks(view)
    most = -(-len(kinds) // max(1, -(-len(kinds) // A_PAGE)))
    most += most % 2 if is_paired(view) else 0
    return [kinds[first : first + most] for first in range(0, len(kinds), max(1, most))]


def page_layers(view: MinervaView, shown: Sequence[Stack], words: Say) -> Iterator[Layer]:
    at = grid(len(shown), HEIGHT - MARGIN, is_paired=is_paired(view))
    yield Layer("pairs", tuple(_pairs(view, shown, at)))
    yield from cards.layers(_faces(view, shown, words), at)


def supply_layers(view: MinervaView, words: Say) -> Iterator[Layer]:
    """Yield the layers of a close-up: temples, culture tiles, and all glory tiles."""
    faces = _faces(view, [(tile,) for tile in view.temples], words)
    faces += cards.piles(view, words)
    lines = cards.chip_lines(list(_supply(view, range(1, the_box().constants.rounds + 1))), SUPPLY)
    top = HEIGHT - MARGIN - len(lines) * (cards.chip_height(SUPPLY) + GAP)
    yield from cards.layers(faces, grid(len(faces), top))
    yield Layer("supply", tuple(cards.draw_chips(lines, top + GAP, SUPPLY)))
