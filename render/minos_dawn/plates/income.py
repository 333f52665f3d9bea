"""The plate of the income step: each seat's cards that may go to its palace, and its palace."""

from collections.abc import Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import INFLUENCE
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import symbols
from render.minos_dawn.plates.frame import BOTTOM, NAME, SIGNS, TEXT, TOP, block, named_panel, run, side_by_side
from render.minos_dawn.situation import Names, turn_order
from render.plate import line
from render.renderer import Say
from render.scene import Box, Item, Text

ROW, TALLEST = 106, 150
"""Least and greatest height of a decree in play."""
LEAST_PALACE = 84
"""With at least this much room, the palace is below the decrees in play."""


def income(view: DawnView, people: Names, words: Say) -> Iterator[Item]:
    """Yield a column per seat in turn order; alone, one wide column."""
    order = [seat for seat in turn_order(view) if view.rival is None or seat != RIVAL]
    for seat, left, width in side_by_side(order):
        yield from _seat(view, seat, left, round(width), people, words)


def _seat(view: DawnView, seat: Seat, left: int, width: int, people: Names, words: Say) -> Iterator[Item]:
    own = view.seats[seat]
    yield from named_panel(left, TOP, width, BOTTOM - TOP, seat, people)
    limit = the_box().palace_limits[own.tracks[INFLUENCE]]
    groups: tuple[tuple[Token, ...], ...] = (
        (Sign("dawn:palace"), Word(f"0–{limit}")),
        (Sign("dawn:vp"), Word(str(own.vp))),
        (Sign("dawn:hand"), Word(str(own.hand_size))),
    )
    step = (width - 24) / len(groups)
    for number, tokens in enumerate(groups):
        size = inline.fit_size(tokens, 56, step - 4, SIGNS)
        yield from inline.line(tokens, left + 16 + number * step, TOP + 122, size)
    columns = max(1, width // 500)
    room = BOTTOM - TOP - 176
    rows = max(room // TALLEST, min(room // ROW, -(-len(own.area) // columns)))
    wide, tall = (width - 24) / columns, room // rows
    shown = list(own.area)
    if len(shown) > columns * rows:
        shown = shown[: columns * rows - 1]
    for number, card in enumerate(shown):
        row, column = divmod(number, columns)
        yield from _card(
            card, round(left + 12 + column * wide), TOP + 170 + row * tall, round(wide - 8), tall - 8, words
        )
    used = -(-len(shown) // columns) * tall
    if room - used >= LEAST_PALACE and len(shown) == len(own.area):
        yield from _palace(own, left + 12, TOP + 170 + used, width - 24, BOTTOM - 12 - TOP - 170 - used)
    if len(shown) < len(own.area):
        x, y = left + 12 + (columns - 1) * wide + wide / 2, TOP + 170 + (rows - 0.5) * tall
        yield Text(round(x), round(y), f"+{len(own.area) - len(shown)}", "bold", NAME, theme.INK)


def _palace(own: SeatView, left: int, top: float, width: int, height: float) -> Iterator[Item]:
    """Yield the palace: its traits, and its cards' worth at the end. SCORE-5"""
    yield Box(left, round(top), width, round(height), theme.PAPYRUS, 12)
    value = sum(the_box().decrees[card].vp for card in own.palace)
    total = (Sign("dawn:palace"), Word(str(len(own.palace))), Word(" "), Word(str(value)), Sign("dawn:vp@end"))
    yield from inline.line(total, left + 12, round(top + height - 42), 56)
    traits = [symbols.trait_line(card) for card in own.palace]
    if traits and height > LEAST_PALACE + 60:
        yield from block(traits, left + 12, top + 8, width - 20, height - 92, 50)


def _card(card: str, left: int, top: int, width: int, height: int, words: Say) -> Iterator[Item]:
    decree = the_box().decrees[card]
    yield Box(left, top, width, height, theme.CREAM, 12, theme.GOLD_DEEP, 2)
    yield line(left + 12, top + height * 0.27, words(card_name(card)), TEXT + 4, theme.INK, width - 22, least=TEXT)
    value = (Word(str(decree.vp)), Sign("dawn:vp"))
    right = left + width - 8 - inline.width_of(value, SIGNS)
    yield from inline.line(value, right, top + height * 0.73, SIGNS)
    yield from run(symbols.trait_line(card), left + 10, top + height * 0.73, right - left - 14, 54)
