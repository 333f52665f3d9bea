"""What may be had: buildings, temples, culture tiles, the glory of the round, order tiles."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import MinervaView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.marks import measures, number_box, spelled
from render.minerva import symbols, tiles
from render.minerva.board import CARD_HEIGHT, COLUMNS, GAP, MANY, MANY_COLUMNS, MARGIN, SUPPLY_HEIGHT, WIDTH
from render.minerva.cities import order_tile
from render.minerva.icons import CULTURES
from render.renderer import Mark, Say
from render.scene import Box, Item, Point, Stroke, Text

PLATE = 27
"""Size of the letters of numbers on cards."""
ROUND_TILE = "round-"
"""How the ids of round tiles begin."""

Stack = tuple[str, ...]
"""Tiles of one kind."""


def width_of(columns: int) -> int:
    """Width in pixels of a card where `columns` of them lie side by side."""
    return (WIDTH - MARGIN * (columns + 1)) // columns


class Display:
    """Where the cards lie: temples and culture tiles in the first row, buildings below, in the solo game in pairs."""

    def __init__(self, view: MinervaView, top: float) -> None:
        self._view, self._top = view, top

    @cached_property
    def upper(self) -> list[str]:
        """What lies in the first row: temples, then kinds of culture."""
        return [*self._view.temples, *the_box().constants.culture_categories]

    @property
    def upper_width(self) -> int:
        """Width of a card of the first row."""
        return width_of(max(COLUMNS, len(self.upper)))

    @property
    def is_paired(self) -> bool:
        """Whether cards lie in pairs, as they do in the solo game. SOLO-04"""
        return len(self._view.seats) == 1

    @cached_property
    def stacks(self) -> list[Stack]:
        """The buildings in the order of their cards: pair by pair, else by category, those of a kind as one card."""
        if self.is_paired:
            return [(tile,) for lot in self._view.lots for tile in lot.tiles]
        found: dict[str, list[str]] = {}
        tiles = (tile for lot in self._view.lots for tile in lot.tiles)
        for tile in sorted(tiles, key=the_box().rank.__getitem__):
            found.setdefault(the_box().tiles[tile].kind, []).append(tile)
        return [tuple(each) for each in found.values()]

    @property
    def columns(self) -> int:
        """How many cards lie side by side."""
        return MANY_COLUMNS if len(self.stacks) > MANY else COLUMNS

    @property
    def width(self) -> int:
        """Width of a building's card."""
        return width_of(self.columns)

    @property
    def height(self) -> int:
        """Pixels that all cards take."""
        return (1 - (-len(self.stacks) // self.columns)) * (CARD_HEIGHT + GAP)

    def corner(self, number: int) -> Point:
        """The corner of the card of a stack."""
        row, column = divmod(number, self.columns)
        return MARGIN + column * (self.width + MARGIN), self._top + (row + 1) * (CARD_HEIGHT + GAP)

    def upper_corner(self, number: int) -> Point:
        """The corner of a card of the first row."""
        return MARGIN + number * (self.upper_width + MARGIN), self._top

    def places(self) -> dict[str, tuple[Point, int]]:
        """Corner and width of the card of each target."""
        found: dict[str, tuple[Point, int]] = {}
        for number, name in enumerate(self.upper):
            kind = "culture" if number >= len(self._view.temples) else "tile"
            found[f"{kind}:{name}"] = (self.upper_corner(number), self.upper_width)
        for number, stack in enumerate(self.stacks):
            found.update({f"tile:{tile}": (self.corner(number), self.width) for tile in stack})
        return found


def cards(view: MinervaView, display: Display, words: Say) -> Iterator[Item]:
    """Everything that may be built, and the culture tiles."""
    for number, tile in enumerate(view.temples):
        yield from tiles.card(tile, *display.upper_corner(number), display.upper_width, words)
    for number, pile in enumerate(view.culture):
        corner = display.upper_corner(len(view.temples) + number)
        yield from _pile(the_box().constants.culture_categories[number], pile, corner, display.upper_width, words)
    money = {tile: lot.denarii for lot in view.lots for tile in lot.tiles}
    for number, stack in enumerate(display.stacks):
        (left, top), tile = display.corner(number), stack[0]
        if display.is_paired and number % 2 == 0:
            middle = left + display.width + MARGIN / 2
            yield Box(left - 5, top - 4, 2 * display.width + MARGIN + 10, CARD_HEIGHT + 8, theme.SEA_OUTER, 15)
            yield Stroke(((middle + 3, top + 34), (middle - 3, top + CARD_HEIGHT - 34)), theme.CREAM, 3)
        if tile.startswith(ROUND_TILE):
            yield from tiles.round_tile(money[tile], left, top, display.width, words(tile_name(tile)))
        else:
            yield from tiles.card(tile, left, top, display.width, words, len(stack))


def _pile(name: str, pile: Sequence[str], at: Point, width: int, words: Say) -> Iterator[Item]:
    """A pile of culture tiles: what the top one asks for and is worth; then the others, as they come."""
    (left, top), (colour, ink) = at, CULTURES[name]
    yield from tiles.blank(
        left, top, width, words(Message(f"picture_minerva.culture.{name}")), f"minerva:{name}", colour, ink
    )
    found = [the_box().culture_tiles[tile] for tile in pile]
    if not found:
        yield Text(left + width / 2, top + 60, "–", "bold", 34, theme.INK)
        return
    first = (
        *symbols.counted(found[0].icons, f"minerva:{name}", 3),
        Word("→"),
        Word(str(found[0].vp)),
        Sign("minerva:vp"),
    )
    yield from inline.centred(first, left + width / 2, top + 58, inline.fitted(first, 36, width - 16))
    rest = " · ".join(str(tile.vp) for tile in found[1:])
    if rest:
        rest, size = theme.fitted(rest, "bold", 20, width - 66, 13)
        yield Text(left + 12, top + CARD_HEIGHT - 18, rest, "bold", size, theme.INK, "lm")


def supply(view: MinervaView, top: float) -> Iterator[Item]:
    """Glory by round, from this one on; order tiles in the middle; tiles still to come."""
    middle = top + SUPPLY_HEIGHT / 2 - 3
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, SUPPLY_HEIGHT - 8, theme.SEA_INK, 14)
    left: float = MARGIN + 14
    rounds: dict[int, list[int]] = {}
    for tile in view.glory:
        found = the_box().glory_tiles[tile]
        rounds.setdefault(found.round, []).append(found.vp)
    for number, points in rounds.items():
        is_now = number == view.round
        size = 38 if is_now else 26
        tokens: list[Token] = [Word(f"{number}:"), Sign("minerva:trophy"), Word(" · ".join(map(str, points)))]
        room = inline.width_of(tokens, size) + 12
        if is_now:
            yield Box(left - 8, top + 4, room + 6, SUPPLY_HEIGHT - 16, theme.NIGHT, 10, theme.GOLD, 3)
        yield from inline.line(tokens, left, middle, size, theme.CREAM)
        left += room + 14
    right: float = WIDTH - MARGIN - 12
    for sign, count in (
        (Sign("minerva:deck", "temple"), view.temple_stack_size),
        (Sign("minerva:deck"), view.deck_size),
    ):
        tokens = [sign, Word(str(count))]
        right -= inline.width_of(tokens, 36) + 14
        yield from inline.line(tokens, right, middle, 36, theme.CREAM)
    right -= 30
    for order in reversed(view.order_tiles):
        yield from order_tile(order, right, middle, 42)
        right -= 50


def marks_on(display: Display, marks: Sequence[Mark]) -> Iterator[Item]:
    """The numbers of options on the cards."""
    places = display.places()
    found: dict[tuple[Point, int], list[int]] = {}
    for mark in marks:
        if mark.target in places:
            found.setdefault(places[mark.target], []).append(mark.number)
    for ((left, top), width), numbers in found.items():
        text = spelled(numbers)
        wide, high = measures(text, PLATE)
        at = (left + width - wide - 4, top + CARD_HEIGHT - high / 2 - 3)
        yield from number_box(text, (round(at[0]), round(at[1])), width, PLATE)
