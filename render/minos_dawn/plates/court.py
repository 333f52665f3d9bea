"""The plate of Prepare, Develop and Wild: the offer with its prices for a seat, and the seat's own things."""

from collections.abc import Collection, Iterator

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import TRIGGERS
from engine.minos_dawn.seen.prices import decree_price
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import count
from render.minos_dawn import symbols
from render.minos_dawn.plates.decree import CARD, card
from render.minos_dawn.plates.frame import MARGIN, SMALL_SIGNS, block, panel
from render.plate import WIDTH, glow
from render.renderer import Say
from render.scene import Box, Icon, Item

OWN_WIDTH = 560
ACROSS = (1, 2, 2, 2, 3, 3, 4, 4)
"""Columns of a palace by its number of triggers, from one on."""


def offer(view: DawnView, seat: SeatView, top: float, words: Say, new: Collection[str] = ()) -> Iterator[Item]:
    """Yield the cards of the offer, new ones glowing. Against the rival they slide to the right. SOLO-OFFER-1"""
    count = the_box().board.offer_size
    width = (WIDTH - MARGIN * (count + 1)) / count
    for number, card_id in enumerate(view.offer, count - len(view.offer) if view.rival else 0):
        left = round(MARGIN + number * (width + MARGIN))
        if card_id in new:
            yield from glow(left, top, round(width), CARD, 16)
        yield from card(card_id, decree_price(view, seat.seat, card_id), left, top, round(width), CARD, words)


def own(view: DawnView, seat: SeatView, top: float, height: float) -> Iterator[Item]:
    yield panel(MARGIN, top, OWN_WIDTH, height, seat.seat)
    step = height / 4
    lines = (
        (count("dawn:vp", seat.vp), count("dawn:hand", seat.hand_size), count("dawn:area", len(seat.area))),
        (count("dawn:deck", view.deck_sizes[view.age - 1], str(view.age)), count("dawn:palace", len(seat.palace)),
         count("dawn:income", seat.income)),
    )  # fmt: skip
    for number, line in enumerate(lines):
        for column, tokens in enumerate(line):
            yield from inline.line(
                tokens, MARGIN + 22 + column * (OWN_WIDTH - 30) / 3, top + step * (number + 0.52), 58
            )
    for number, (kind, counts) in enumerate((("good", seat.goods), ("temp", seat.temps)), 2):
        y = top + step * (number + 0.46)
        held = symbols.goods(counts, kind)
        room = (OWN_WIDTH - 34) / max(4, len(held))
        for place, tokens in enumerate(held):
            yield from inline.line(tokens, MARGIN + 20 + place * room, y, 54)


def palace(seat: SeatView, top: float, height: float, left: int = 0, width: int = 0) -> Iterator[Item]:
    if not width:
        left, width = 2 * MARGIN + OWN_WIDTH, WIDTH - 3 * MARGIN - OWN_WIDTH
    yield panel(left, top, width, height)
    traits = the_box().trigger_of
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
