"""Draw decrees as cards: the offer with a seat's prices, or a hand. Also draws the seat's holdings and palace."""

from collections.abc import Collection

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import GOODS, INFLUENCE
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.prices import Price, decree_price
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Group, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.plates import frame
from render.minos_dawn.plates.frame import MARGIN, NOTE, SIGNS, SMALL_SIGNS, TEXT, block
from render.minos_dawn.plates.standing import spread
from render.plate import WIDTH, columns, glow
from render.renderer import Say
from render.scene import Box, Icon, Items, Text

CARD_WIDTH, CARD = 316, 436
"""Width and height of a card in the offer. Text is larger on larger cards."""
AGE_COLOURS = ("#2f6f9f", "#8c3f1d")
LARGEST = 2.2
COLUMNS = (1, 2, 3, 2, 3, 3, 4, 4, 5, 5)
"""Columns for one card, two cards, and so on."""
MOST_CARDS, MOST_NEEDED = 18, 8
"""Maximum number of cards on a plate, and maximum number with large type."""


def offer(view: DawnView, seat: SeatView, top: float, height: float, words: Say, new: Collection[str] = ()) -> Items:
    """Yield the cards of the offer. New cards glow. Against the rival, free places are on the left. SOLO-OFFER-1"""
    most = the_box().board.offer_size
    places = (
        columns(most, MARGIN, MARGIN)[most - len(view.offer) :]
        if view.rival
        else columns(len(view.offer), MARGIN, MARGIN)
    )
    for card_id, (left, width) in zip(view.offer, places, strict=True):
        if card_id in new:
            yield from glow(left, top, round(width), round(height), 16)
        yield from card(card_id, decree_price(view, seat.seat, card_id), left, top, round(width), height, words)


def lines_of(view: DawnView, seat: SeatView) -> list[list[Group]]:
    """Return a seat's holdings: VP, cards and deck on one line, then its goods if it has any."""
    limit = the_box().tracks.palace_limits[seat.tracks[INFLUENCE]]
    held = [("dawn:hand", seat.hand_size), ("dawn:area", len(seat.area)), ("dawn:income", seat.income)]
    first = [
        count("dawn:vp", seat.vp), *(count(icon, number) for icon, number in held if number),
        count("dawn:palace", f"{len(seat.palace)}/{limit}"),
        count("dawn:deck", view.deck_sizes[view.age - 1], str(view.age)),
    ]  # fmt: skip
    goods = [*symbols.goods(seat.goods), *symbols.goods(seat.temps, "temp")]
    return [first, goods] if goods else [first]


def own(view: DawnView, seat: SeatView, top: float, height: float, lines_height: float) -> Items:
    """Yield a panel of this height, with a seat's lines in the upper `lines_height` pixels."""
    yield frame.panel(MARGIN, top, WIDTH - 2 * MARGIN, height, seat.seat)
    lines = lines_of(view, seat)
    for row, groups in enumerate(lines):
        yield from spread(groups, MARGIN + 24, top + 8 + (row + 0.5) * lines_height / len(lines), least=SIGNS, size=62)


def palace(seat: SeatView, top: float, height: float, size: int = 64) -> Items:
    traits = [symbols.trait_line(card) for card in seat.palace]
    yield from frame.chips(traits, MARGIN + 20, top, WIDTH - 2 * MARGIN - 40, height, size, SMALL_SIGNS)


def card(
    card_id: str, price: Price | None, left: float, top: float, width: float, height: float, words: Say,
    least: int = SIGNS,
) -> Items:  # fmt: skip
    """Yield a decree with its printed cost and, if lower, its price. Goods whose discount is already in the price are
    left out. The other goods are next to the price, or below it if there's no room. Signs have at least size
    `least`."""
    decree, times = the_box().decrees[card_id], max(1.0, min(LARGEST, width / CARD_WIDTH, height / CARD))
    left, top, width, height = map(round, (left, top, width, height))
    foot = min(60 * times, height * 0.18)
    yield Box(left, top, width, height, theme.CREAM, 16, theme.NIGHT_EDGE, 3)
    smallest = TEXT if least == SIGNS else NOTE
    size = round(smallest * min(times, 2))
    lines = frame.wrap_words(words(card_name(card_id)), size, width - 18, 3)
    head = round(max(98 * times if height >= CARD else 0, len(lines) * size * 1.1 + 8))
    yield Box(left + 3, top + 3, width - 6, head, AGE_COLOURS[the_box().cards.age_of[card_id]], 13)
    for number, text in enumerate(lines):
        y = round(top + 3 + head / 2 + (number - (len(lines) - 1) / 2) * size * 1.1)
        yield Text(left + 11, y, text, "bold", size, theme.CREAM, "lm")
    row = min(64 * times, height * 0.17)
    middle = round(top + head + row / 2 + 2)
    due, slots = price or (decree.cost, the_box().cards.slots[card_id])
    cost = amount(due if due >= decree.cost else f"{decree.cost}→{due}", "dawn:coin")
    value = amount(decree.vp, "dawn:vp")
    points = max(least, round(48 * times) if due >= decree.cost else 0)
    right = left + width - 8 - inline.width_of(value, points)
    room = right - left - 18
    largest = (room - inline.width_of(cost, least)) / max(1, len(slots)) / 1.08
    goods = max(smallest, min(round(42 * times), int(largest)))
    is_tight = inline.width_of(cost, least) + len(slots) * goods * 1.08 > room
    coins = inline.fit_size(cost, round(56 * times), room - (0 if is_tight else len(slots) * goods * 1.08), least)
    yield from inline.line(cost, left + 12, middle, coins)
    yield from inline.line(value, right, middle, points)
    start, level = (14.0, middle + row * 0.5 + goods / 2) if is_tight else (14 + inline.width_of(cost, coins), middle)
    for number, good in enumerate(slots):
        x = left + start + goods * (0.5 + 1.08 * number)
        yield Icon(f"dawn:good:{GOODS[good]}", round(x), round(level), goods)
    row += goods + 4 if is_tight and slots else 0
    room = height - head - row - foot - 8
    groups = symbols.effect_groups(f"decree:{card_id}")
    yield from block(groups, left + 10, top + head + row + 2, width - 16, room, round(72 * times), least)
    yield Box(left + 3, round(top + height - foot - 3), width - 6, round(foot), theme.PAPYRUS_DIM, 13)
    trait, size = symbols.trait_line(card_id), max(least, round(48 * times))
    yield from frame.run(trait, left + 11, round(top + height - foot / 2 - 3), width - 18, size, least)


def lay_out(cards: tuple[tuple[str, Price | None], ...], top: float, bottom: float, words: Say) -> Items:
    """Yield cards with their prices, as large as possible. If there are too many, only count the last ones."""
    shown = cards if len(cards) <= MOST_CARDS else cards[: MOST_CARDS - 1]
    places = min(len(cards), MOST_CARDS)
    columns = COLUMNS[places - 1] if places <= len(COLUMNS) else -(-places // 3)
    wide = (WIDTH - MARGIN) / columns
    tall = (bottom - top + MARGIN) / -(-places // columns)
    for number, (each, price) in enumerate(shown):
        row, column = divmod(number, columns)
        room = MARGIN + column * wide, top + row * tall, wide - MARGIN, tall - MARGIN
        yield from card(each, price, *room, words, least=SIGNS if len(cards) <= MOST_NEEDED else SMALL_SIGNS)
    if len(shown) < len(cards):
        row, column = divmod(len(shown), columns)
        x, y = MARGIN + (column + 0.5) * wide, top + (row + 0.5) * tall
        yield Text(round(x), round(y), f"+{len(cards) - len(shown)}", "bold", 90, theme.CREAM)
