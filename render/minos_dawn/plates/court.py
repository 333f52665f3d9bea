"""Draw decrees as cards: the offer with a seat's prices, or a hand. Also draws the seat's own things and palace."""

from collections.abc import Collection

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import GOODS, TRIGGERS
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.prices import Price, decree_price
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import amount, count
from render.minos_dawn import symbols
from render.minos_dawn.plates.frame import MARGIN, SIGNS, SMALL_SIGNS, TEXT, block, panel, run, wrapped_words
from render.plate import OLD_NEEDED as NEEDED
from render.plate import WIDTH, columns, glow
from render.renderer import Say
from render.scene import Box, Icon, Items, Text

CARD_WIDTH, CARD = 316, 384
"""Width and height of a card in the offer. Text is larger on larger cards."""
AGE_COLOURS = ("#2f6f9f", "#8c3f1d")
LARGEST = 2.2
COLUMNS = (1, 2, 3, 2, 3, 3, 4, 4, 5, 5)
"""Columns for one card, two cards, and so on."""
MOST_CARDS = 18
OWN_WIDTH = 560
ACROSS = (1, 2, 2, 2, 3, 3, 4, 4)
"""Columns of a palace with one trigger, two triggers, and so on."""


def offer(view: DawnView, seat: SeatView, top: float, words: Say, new: Collection[str] = ()) -> Items:
    """Yield the cards of the offer. New ones glow. Against the rival, cards move to the right. SOLO-OFFER-1"""
    most = the_box().board.offer_size
    places = columns(most, MARGIN, MARGIN)[most - len(view.offer) if view.rival else 0 :]
    for card_id, (left, width) in zip(view.offer, places, strict=False):
        if card_id in new:
            yield from glow(left, top, round(width), CARD, 16)
        yield from card(card_id, decree_price(view, seat.seat, card_id), left, top, round(width), CARD, words)


def own(view: DawnView, seat: SeatView, top: float, height: float) -> Items:
    yield panel(MARGIN, top, OWN_WIDTH, height, seat.seat)
    step = height / 4
    lines = (
        (count("dawn:vp", seat.vp), count("dawn:hand", seat.hand_size), count("dawn:area", len(seat.area))),
        (count("dawn:deck", view.deck_sizes[view.age - 1], str(view.age)), count("dawn:palace", len(seat.palace)),
         count("dawn:income", seat.income)),
    )  # fmt: skip
    for row, line in enumerate(lines):
        for column, tokens in enumerate(line):
            yield from inline.line(tokens, MARGIN + 22 + column * (OWN_WIDTH - 30) / 3, top + step * (row + 0.52), 58)
    for number, (kind, counts) in enumerate((("good", seat.goods), ("temp", seat.temps)), 2):
        y = top + step * (number + 0.46)
        held = symbols.goods(counts, kind)
        room = (OWN_WIDTH - 34) / max(4, len(held))
        for place, tokens in enumerate(held):
            yield from inline.line(tokens, MARGIN + 20 + place * room, y, 54)


def palace(seat: SeatView, top: float, height: float, left: int = 0, width: int = 0) -> Items:
    if not width:
        left, width = 2 * MARGIN + OWN_WIDTH, WIDTH - 3 * MARGIN - OWN_WIDTH
    yield panel(left, top, width, height)
    traits = the_box().cards.trigger_of
    found = [(n, cards) for n in range(len(TRIGGERS)) if (cards := [c for c in seat.palace if traits[c] == n])]
    if not found:
        yield Icon("dawn:palace", left + width / 2, top + height / 2, 96)
        return
    columns = ACROSS[len(found) - 1]
    wide, tall = (width - 12) / columns, (height - 12) / -(-len(found) // columns)
    for place, (number, cards) in enumerate(found):
        row, column = divmod(place, columns)
        x, y = round(left + 9 + column * wide), round(top + 9 + row * tall)
        yield Box(x, y, round(wide - 6), round(tall - 6), theme.CREAM, 12)
        yield Icon(f"dawn:trigger:{TRIGGERS[number]}", x + 46, y + tall / 2 - 3, 68)
        groups = [symbols.effect_line(f"trait:{card}") for card in cards]
        yield from block(groups, x + 92, y + 4, wide - 106, tall - 14, 60, SMALL_SIGNS)


def card(
    card_id: str, price: Price | None, left: float, top: float, width: float, height: float, words: Say,
    least: int = SIGNS,
) -> Items:  # fmt: skip
    """Yield a decree in this rectangle, with its printed cost and, if lower, its price.

    Leave out goods whose discount is already part of the price. Signs have at least size `least`.
    """
    decree, times = the_box().decrees[card_id], max(1.0, min(LARGEST, width / CARD_WIDTH, height / CARD))
    left, top, width, height = map(round, (left, top, width, height))
    head, foot = min(92 * times, height * 0.24), min(64 * times, height * 0.18)
    yield Box(left, top, width, height, theme.CREAM, 16, theme.NIGHT_EDGE, 3)
    yield Box(left + 3, top + 3, width - 6, round(head), AGE_COLOURS[the_box().cards.age_of[card_id]], 13)
    size = round(TEXT * min(times, 2))
    lines = wrapped_words(words(card_name(card_id)), size, width - 18, 2)
    for number, text in enumerate(lines):
        y = round(top + 3 + head / 2 + (number - (len(lines) - 1) / 2) * size * 1.16)
        yield Text(left + 11, y, text, "bold", size, theme.CREAM, "lm")
    row = min(74 * times, height * 0.2)
    middle = round(top + head + row / 2 + 2)
    due, slots = price or (decree.cost, the_box().cards.slots[card_id])
    cost = amount(due if due >= decree.cost else f"{decree.cost}→{due}", "dawn:coin")
    goods, points = round(42 * times), round((48 if due >= decree.cost else SIGNS) * times)
    value = amount(decree.vp, "dawn:vp")
    room = width - 28 - inline.width_of(value, points) - len(slots) * goods * 1.14
    coins = inline.fit_size(cost, round(56 * times), room, SIGNS)
    yield from inline.line(cost, left + 12, middle, coins)
    x, right = left + 16 + inline.width_of(cost, coins), left + width - 8 - inline.width_of(value, points)
    for number, good in enumerate(slots):
        step = min(goods * 1.14, (right - x) / len(slots))
        size = max(NEEDED, min(goods, round(step)))
        yield Icon(f"dawn:good:{GOODS[good]}", x + size / 2 + 1 + number * step, middle, size)
    yield from inline.line(value, right, middle, points)
    room = height - head - row - foot - 8
    groups = symbols.effect_groups(f"decree:{card_id}")
    yield from block(groups, left + 14, top + head + row + 2, width - 24, room, round(56 * times), least)
    yield Box(left + 3, round(top + height - foot - 3), width - 6, round(foot), theme.PAPYRUS_DIM, 13)
    yield from run(
        symbols.trait_line(card_id), left + 11, round(top + height - foot / 2 - 3), width - 20, round(48 * times), least
    )


def laid_out(cards: tuple[tuple[str, Price | None], ...], top: float, bottom: float, words: Say) -> Items:
    """Yield cards with their prices between `top` and `bottom`, as large as possible. If there are too many, the last
    ones are replaced by their number."""
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
