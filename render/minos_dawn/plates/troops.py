"""Warriors left and weaponry of every seat, next to the map of Expand and of battles."""

from collections.abc import Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL
from engine.minos_dawn.seen.view import DawnView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn.plates.frame import MARGIN, NAME, TEXT, panel, side_by_side
from render.minos_dawn.situation import Names, turn_order
from render.plate import line
from render.scene import Icon, Item
from render.seat_colours import COLOURS


def below(view: DawnView, top: float, height: float) -> Iterator[Item]:
    for seat, left, width in side_by_side(turn_order(view)):
        yield panel(left, top, round(width), height, seat)
        yield Icon("mark", left + 44, top + height / 2, 62, COLOURS[seat])
        room = (width - 96) / 3
        for number, tokens in enumerate(_holdings(view, seat)):
            size = inline.fit_size(tokens, 54, room - 4, 42)
            yield from inline.line(tokens, left + 88 + number * room, top + height / 2, size)


def column(view: DawnView, left: float, top: float, width: float, height: float, people: Names) -> Iterator[Item]:
    order = turn_order(view)
    step = (height + MARGIN) / len(order)
    for place, seat in enumerate(order):
        y, tall = round(top + place * step), round(step - MARGIN)
        yield panel(left, y, width, tall, seat)
        yield Icon("mark", left + 46, y + 48, 64, COLOURS[seat])
        yield line(left + 90, y + 48, people[seat], NAME, theme.INK, width - 104, least=TEXT)
        for number, tokens in enumerate(_holdings(view, seat)):
            yield from inline.line(tokens, left + 24, y + 90 + (tall - 100) * (number + 0.5) / 3, 68)


def _holdings(view: DawnView, seat: Seat) -> tuple[tuple[Token, ...], ...]:
    if view.rival is not None and seat == RIVAL:
        return (
            (Sign("guard", COLOURS[RIVAL]), Word(str(view.rival.reserve))),
            (Sign("dawn:seapeoples"), Word(str(len(view.rival.sea_tiles)))),
            (Sign("dawn:regions"), Word("/".join(map(str, view.rival.worth))), Sign("dawn:vp")),
        )
    own = view.seats[seat]
    return (
        (Sign("guard", COLOURS[seat]), Word(str(own.reserves))),
        (Sign("dawn:weapon"), Word(str(own.weaponry))),
        (Sign("dawn:seapeoples"), Word(str(len(own.sea_tiles)))),
    )
