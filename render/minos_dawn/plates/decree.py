"""A decree as a card: name, cost and the goods that lower it, VP, effect, trait."""

from collections.abc import Iterator

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import card as card_name
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import symbols
from render.minos_dawn.plates.frame import MARGIN, SIGNS, SMALL_SIGNS, TEXT, block, run, wrapped_words
from render.plate import WIDTH
from render.renderer import Say
from render.scene import Box, Icon, Item, Text

CARD_WIDTH, CARD = 316, 384
"""Size of a card of the offer. Larger cards have larger type."""
AGE_COLOURS = ("#2f6f9f", "#8c3f1d")
LARGEST = 2.2
COLUMNS = (1, 2, 3, 2, 3, 3, 4, 4, 5, 5)
"""Columns by the number of cards, from one on."""
MOST_CARDS = 18


def card(
    card_id: str, price: int | None, left: float, top: float, width: float, height: float, words: Say,
    least: int = SIGNS,
) -> Iterator[Item]:  # fmt: skip
    """Yield a decree in that rectangle with `price`, or with its printed cost; no sign is smaller than `least`."""
    decree, times = the_box().decrees[card_id], max(1.0, min(LARGEST, width / CARD_WIDTH, height / CARD))
    left, top, width, height = map(round, (left, top, width, height))
    head, foot = min(92 * times, height * 0.24), min(64 * times, height * 0.18)
    yield Box(left, top, width, height, theme.CREAM, 16, theme.NIGHT_EDGE, 3)
    yield Box(left + 3, top + 3, width - 6, round(head), AGE_COLOURS[the_box().age_of[card_id]], 13)
    size = round(TEXT * min(times, 2))
    lines = wrapped_words(words(card_name(card_id)), size, width - 18, 2)
    for number, text in enumerate(lines):
        y = round(top + 3 + head / 2 + (number - (len(lines) - 1) / 2) * size * 1.16)
        yield Text(left + 11, y, text, "bold", size, theme.CREAM, "lm")
    row = min(74 * times, height * 0.2)
    middle = round(top + head + row / 2 + 2)
    cost: list[Token] = [Word(str(decree.cost if price is None else price)), Sign("dawn:coin")]
    coins, goods = round(56 * times), round(42 * times)
    yield from inline.line(cost, left + 12, middle, coins)
    x = left + 16 + inline.width_of(cost, coins)
    for good in decree.discount:
        yield Icon(f"dawn:good:{good}", x + goods / 2 + 1, middle, goods)
        x += goods * 1.14
    points = round(48 * times)
    value = (Word(str(decree.vp)), Sign("dawn:vp"))
    yield from inline.line(value, left + width - 8 - inline.width_of(value, points), middle, points)
    room = height - head - row - foot - 8
    groups = symbols.effect_groups(f"decree:{card_id}")
    yield from block(groups, left + 14, top + head + row + 2, width - 24, room, round(56 * times), least)
    yield Box(left + 3, round(top + height - foot - 3), width - 6, round(foot), theme.PAPYRUS_DIM, 13)
    trait = (Sign(f"dawn:trigger:{decree.trait.trigger}"), Word(":"), *symbols.effect_line(f"trait:{card_id}"))
    yield from run(trait, left + 11, round(top + height - foot / 2 - 3), width - 20, round(48 * times), least)


def laid_out(cards: tuple[tuple[str, int], ...], top: float, bottom: float, words: Say) -> Iterator[Item]:
    """Yield cards with their prices between these heights, as large as possible. The last of very many are only
    counted."""
    shown = cards if len(cards) <= MOST_CARDS else cards[: MOST_CARDS - 1]
    places = min(len(cards), MOST_CARDS)
    columns = COLUMNS[places - 1] if places <= len(COLUMNS) else -(-places // 3)
    wide = (WIDTH - MARGIN) / columns
    tall = (bottom - top + MARGIN) / -(-places // columns)
    for number, (each, price) in enumerate(shown):
        row, column = divmod(number, columns)
        room = MARGIN + column * wide, top + row * tall, wide - MARGIN, tall - MARGIN
        yield from card(each, price, *room, words, least=SIGNS if len(cards) <= len(COLUMNS) else SMALL_SIGNS)
    if len(shown) < len(cards):
        row, column = divmod(len(shown), columns)
        x, y = MARGIN + (column + 0.5) * wide, top + (row + 0.5) * tall
        yield Text(round(x), round(y), f"+{len(cards) - len(shown)}", "bold", 90, theme.CREAM)
