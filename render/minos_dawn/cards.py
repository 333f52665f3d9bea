"""Decrees as cards: cost, discount, effect, trait and value, in that order; and the offer."""

from collections.abc import Iterator, Sequence

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.view import DawnView
from render import inline, theme
from render.inline import Sign, Word
from render.minos_dawn import symbols
from render.minos_dawn.board import MARGIN, WIDTH
from render.renderer import Say
from render.scene import Box, Item, Text

CARD_HEIGHT = 206
AGES = ("#2f6f9f", "#8c3f1d")


def card(card_id: str, left: float, top: float, width: float, words: Say) -> Iterator[Item]:
    """A decree with its top left corner there, `CARD_HEIGHT` tall."""
    decree, age = the_box().decrees[card_id], the_box().age_of[card_id]
    yield Box(left, top, width, CARD_HEIGHT, theme.CREAM, 14, theme.NIGHT_EDGE, 3)
    yield Box(left + 3, top + 3, width - 6, 36, AGES[age], 11)
    name = words(card_name(card_id))
    size = 23
    while size > 17 and theme.text_width(name, "bold", size) > width - 24:
        size -= 1
    yield Text(left + 13, top + 21, theme.cut(name, "bold", size, width - 24), "bold", size, theme.CREAM, "lm")
    cost = (Word(str(decree.cost)), Sign("dawn:coin"))
    yield from inline.line(cost, left + 12, top + 60, 36)
    for number, good in enumerate(decree.discount):
        yield from inline.line((Sign(f"dawn:good:{good}"),), left + 100 + number * 36, top + 60, 30)
    yield from inline.block(symbols.effect_groups(f"decree:{card_id}"), left + 14, top + 80, 38, width - 26, 74)
    yield Box(left + 3, top + 156, width - 6, 47, theme.PAPYRUS_DIM, 11)
    value = (Word(str(decree.vp)), Sign("dawn:vp"))
    right = left + width - 10 - inline.width_of(value, 34)
    tokens = (Sign(f"dawn:trigger:{decree.trait.trigger}"), Word(":"), *symbols.effect_line(f"trait:{card_id}"))
    size = inline.fitted(tokens, 32, right - left - 20)
    yield from inline.line(tokens, left + 11, top + 179, size)
    yield from inline.line(value, right, top + 179, 34)


def offer(view: DawnView, top: float, words: Say) -> Iterator[Item]:
    """The cards of the offer; against the rival they slide to the right. SOLO-OFFER-1"""
    count = the_box().board.offer_size
    width = (WIDTH - MARGIN * (count + 1)) / count
    for number, card_id in enumerate(view.offer, count - len(view.offer) if view.rival else 0):
        yield from card(card_id, round(MARGIN + number * (width + MARGIN)), top, round(width), words)


def laid_out(cards: Sequence[str], top: float, columns: int, room: float, words: Say) -> Iterator[Item]:
    """Cards in rows of `columns` on a picture `room` pixels wide."""
    width = (room - MARGIN * (columns + 1)) / columns
    for number, card_id in enumerate(cards):
        row, column = divmod(number, columns)
        left = round(MARGIN + column * (width + MARGIN))
        yield from card(card_id, left, top + row * (CARD_HEIGHT + MARGIN), round(width), words)
