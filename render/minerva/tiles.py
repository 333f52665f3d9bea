"""Tiles: as a card of the market with its cost, and as it lies in a city."""

from collections.abc import Iterator, Sequence

from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from render import inline, theme
from render.inline import Group, Sign, Token, Word
from render.minerva import symbols
from render.minerva.board import CARD_HEIGHT
from render.minerva.icons import CATEGORIES
from render.renderer import Say
from render.scene import Box, Icon, Item, Text

BAND = 30
SMALLEST_NAME, TINIEST = 10, 4
"""Sizes of letters and signs below which nothing shrinks, though a city straggle."""
NAMED_FROM = 80
"""From this side on, in pixels, a tile of a city bears its name."""


def blank(
    left: float, top: float, width: float, name: str, icon: str, colour: str, ink: str, paper: str = theme.CREAM
) -> Iterator[Item]:
    """A card of the market with its sign and name, still empty."""
    yield Box(left, top, width, CARD_HEIGHT, colour, 12)
    yield Box(left + 3, top + BAND + 4, width - 6, CARD_HEIGHT - BAND - 7, paper, 9)
    yield Icon(icon, left + 23, top + 21, 38)
    name, size = theme.fitted(name, "bold", 20, width - 53, 11)
    yield Text(left + 46, top + 18, name, "bold", size, ink, "lm")
    yield Box(left + 3, top + CARD_HEIGHT - 34, width - 6, 31, theme.PAPYRUS_DIM, 9)


def card(tile: str, left: float, top: float, width: float, words: Say, count: int = 1) -> Iterator[Item]:
    """A tile to be built: category and name, effect, cost; `count` where there are several alike."""
    printed = the_box().tiles[tile]
    icon = f"minerva:category:{printed.category}"
    yield from blank(left, top, width, words(tile_name(tile)), icon, *CATEGORIES[printed.category])
    tokens = symbols.effect_line(tile)
    yield from inline.centred(tokens, left + width / 2 + 2, top + BAND + 28, inline.fitted(tokens, 36, width - 16))
    room = width - 18
    if count > 1:
        yield Text(left + 12, top + CARD_HEIGHT - 18, f"{count}×", "bold", 22, theme.INK, "lm")
        left, room = left + 38, room - 38
    yield from price(tile, left + 10, top + CARD_HEIGHT - 18, room - 44)


def price(tile: str, left: float, middle: float, width: float) -> Iterator[Item]:
    """What a tile costs; a dash for nothing."""
    cost = symbols.cost_of(tile) or (Word("–"),)
    yield from inline.line(cost, left, middle, inline.fitted(cost, 25, width, 15))


def round_tile(denarii: int, left: float, top: float, width: float, name: str) -> Iterator[Item]:
    """The round tile of a pair, with the money on it."""
    yield from blank(left, top, width, name, "minerva:round", theme.GOLD, theme.NIGHT_EDGE, theme.PAPYRUS)
    yield from inline.centred((Word(str(denarii)), Sign("minerva:denarii")), left + width / 2, top + 59, 40)


def background_of(tile: str, left: float, top: float, side: float) -> Iterator[Item]:
    """The tile itself, before anything is drawn on it."""
    colour, _, paper = CATEGORIES[the_box().tiles[tile].category]
    inset = max(1, round(side * 0.015))
    width = side - 2 * inset
    yield Box(left + inset, top + inset, width, width, paper, round(side * 0.1), colour, max(2, round(side * 0.035)))


def face_of(tile: str, left: float, top: float, side: float, words: Say) -> Iterator[Item]:
    """What a tile of a city shows: category, effect, name."""
    printed = the_box().tiles[tile]
    colour, ink, _ = CATEGORIES[printed.category]
    name = _name_lines(words(tile_name(tile)), side) if side >= NAMED_FROM else []
    size = round(side * (0.145 if len(name) == 1 else 0.125))
    foot = top + side - (round(size * 1.15 * len(name)) + 6 if name else 4)
    yield Icon(f"minerva:category:{printed.category}", left + round(side * 0.23), top + round(side * 0.22), side * 0.34)
    groups, start = symbols.effect_of(tile), top + side * 0.37
    if printed.is_temple:
        score = inline.fitted(groups[0], round(side * 0.3), side * 0.5, TINIEST)
        yield from inline.line(groups[0], left + side * 0.44, top + round(side * 0.24), score)
        groups = groups[1:]
    yield from _effect(groups, left, start, side, foot - start)
    if name:
        yield Box(left + 3, foot, side - 6, top + side - 3 - foot, colour, round(side * 0.06))
        for number, line in enumerate(name):
            text, fitted = theme.fitted(line, "bold", size, side - 10, SMALLEST_NAME)
            y = foot + (number + 0.5) * (top + side - 3 - foot) / len(name)
            yield Text(round(left + side / 2), round(y), text, "bold", fitted, ink)


def _effect(groups: Sequence[Group], left: float, top: float, side: float, height: float) -> Iterator[Item]:
    """An effect on one line, or on two where that makes it larger."""
    tokens = [token for group in groups for token in group]
    largest, width = round(min(side * (0.44 if len(tokens) == 1 else 0.36), height * 0.96)), side * 0.9
    lines: list[Sequence[Token]] = [tokens]
    size = inline.fitted(tokens, largest, width, TINIEST)
    half = _half(tokens)
    if half > 0:
        halves: list[Sequence[Token]] = [tokens[:half], tokens[half:]]
        larger = min(round(height * 0.5), *(inline.fitted(line, largest, width, TINIEST) for line in halves))
        lines, size = (halves, larger) if larger > size else (lines, size)
    for number, line in enumerate(lines):
        middle = top + height * (number + 0.5) / len(lines)
        yield from inline.centred(line, left + side / 2, round(middle), size)


def _half(tokens: Sequence[Token]) -> int:
    """Where to break a line: before the sign of punctuation that is nearest to its middle."""
    places = [at for at, token in enumerate(tokens) if isinstance(token, Word) and not token.text.isdigit()]
    return min(places, key=lambda at: abs(2 * at - len(tokens)), default=len(tokens) // 2)


def _name_lines(name: str, side: float) -> list[str]:
    """A name on one line, or on two where it is long and has a gap."""
    if theme.text_width(name, "bold", max(SMALLEST_NAME + 1, round(side * 0.125))) <= side - 10 or " " not in name:
        return [name]
    gaps = [at for at, letter in enumerate(name) if letter == " "]
    gap = min(gaps, key=lambda at: abs(2 * at - len(name)))
    return [name[:gap], name[gap + 1 :]]
