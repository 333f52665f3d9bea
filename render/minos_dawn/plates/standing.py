"""Everyone on a line or in a panel: holdings below the map, or warriors next to it."""

from collections.abc import Collection, Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.seen.rival_view import RivalView
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, NUMBER, SIGNS, SMALL_SIGNS, TEXT, panel, side_by_side
from render.minos_dawn.situation import Names, turn_order
from render.plate import WIDTH, glow, line
from render.scene import Icon, Item, Text
from render.seat_colours import COLOURS

LINE = {1: 104, 2: 104, 3: 104, 4: 92}
"""Height of a seat's line, by seats."""


def lines_top(view: DawnView) -> int:
    return BOTTOM - len(turn_order(view)) * LINE[len(view.seats)] + MARGIN - 4


def _lines(view: DawnView) -> Iterator[tuple[Seat, int, int]]:
    top, tall = lines_top(view), LINE[len(view.seats)]
    for place, seat in enumerate(turn_order(view)):
        yield seat, top + place * tall, tall - 11


def names(view: DawnView, people: Names, new: Collection[Seat] = ()) -> Iterator[Item]:
    """Yield the papers of the lines with names and VP. Those of seats in `new` glow."""
    for seat, top, tall in _lines(view):
        yield panel(MARGIN, top, WIDTH - 2 * MARGIN, tall, seat)
        middle = round(top + tall / 2)
        yield Icon("mark", MARGIN + 44, middle, 60, COLOURS[seat])
        yield line(MARGIN + 84, middle, people[seat], NAME - 6, theme.INK, 240, least=TEXT)
        if seat in new:
            yield from _glow(VP, middle, theme.text_width(str(_vp(view, seat)), "bold", NUMBER - 6))
        yield Icon("dawn:vp", VP, middle, 52)
        yield Text(VP + 30, middle, str(_vp(view, seat)), "bold", NUMBER - 6, theme.INK, "lm")


VP = 374
"""Middle of the VP sign."""


def _glow(x: float, middle: float, width: float) -> Iterator[Item]:
    yield from glow(x - 20, middle - 20, round(width) + 44, 40, 20)


def _vp(view: DawnView, seat: Seat) -> int:
    return view.rival.vp if view.rival is not None and seat == RIVAL else view.seats[seat].vp


def holdings(view: DawnView) -> Iterator[Item]:
    places = {RIVAL if each.seat is None else each.seat: each.place for each in view.result}
    for seat, top, tall in _lines(view):
        groups = _rival(view.rival) if view.rival is not None and seat == RIVAL else _seat(view.seats[seat])
        left = VP + 50 + theme.text_width(str(_vp(view, seat)), "bold", NUMBER - 6)
        if seat in places:
            groups = ((Sign("laurel", "dark"), Word(f"{places[seat]}.")), *groups)
        yield from spread(groups, left, round(top + tall / 2))


SHORT = 84
"""Height of the line of all seats."""


def short(view: DawnView, top: float, new: Collection[Seat] = ()) -> Iterator[Item]:
    """Yield VP, coins and cards in hand of all seats on one line. The VP of seats in `new` glow."""
    for seat, left, width in side_by_side(turn_order(view)):
        yield panel(left, top, width, SHORT, seat)
        yield Icon("mark", left + 40, top + 42, 56, COLOURS[seat])
        if seat in new:
            yield from _glow(left + 104, top + 42, theme.text_width(str(_vp(view, seat)), "bold", TEXT))
        groups: tuple[tuple[Token, ...], ...] = ((Sign("dawn:vp"), Word(str(_vp(view, seat)))),)
        if view.rival is None or seat != RIVAL:
            own = view.seats[seat]
            groups += ((Sign("dawn:coin"), Word(str(own.coins))), (Sign("dawn:hand"), Word(str(own.hand_size))))
        yield from spread(groups, left + 78, top + 42, left + width - 10, SIGNS)


def _seat(seat: SeatView) -> tuple[tuple[Token, ...], ...]:
    return (
        (Sign("dawn:coin"), Word(str(seat.coins))),
        (Sign("dawn:weapon"), Word(str(seat.weaponry))),
        (Sign("dawn:hand"), Word(str(seat.hand_size))),
        (Sign("dawn:area"), Word(str(len(seat.area)))),
        (Sign("dawn:palace"), Word(str(len(seat.palace)))),
        (Sign("dawn:income"), Word(str(seat.income))),
        (Sign("guard", COLOURS[seat.seat]), Word(f"{seat.reserves}+{seat.supply}")),
        *(
            (Sign(f"dawn:good:{good}"), Word(str(count)))
            for good, count in zip(GOODS, seat.goods, strict=True)
            if count
        ),
    )


def _rival(rival: RivalView) -> tuple[tuple[Token, ...], ...]:
    value = sum(the_box().decrees[card].vp for card in rival.face_up)
    colour = COLOURS[RIVAL]
    return (
        (Sign("dawn:deck", "1"), Word(str(rival.face_down[0]))),
        (Sign("dawn:deck", "2"), Word(str(rival.face_down[1]))),
        (Sign("dawn:area"), Word(f"{len(rival.face_up)}="), Word(str(value)), Sign("dawn:vp@end")),
        (Sign("guard", colour), Word(str(rival.reserve))),
        (Sign("dawn:city", colour), Word(str(rival.cities_left))),
        (Sign("dawn:farm", colour), Word(str(rival.farms_left))),
        (Sign("dawn:seapeoples"), Word(str(len(rival.sea_tiles)))),
        (Sign("ship", colour), Word(str(sum(rival.ships)))),
        (Sign("dawn:regions"), Word("/".join(map(str, rival.worth))), Sign("dawn:vp")),
    )


def spread(
    groups: tuple[tuple[Token, ...], ...], left: float, middle: float, right: float = WIDTH - 2 * MARGIN,
    least: int = SMALL_SIGNS, size: int = 50,
) -> Iterator[Item]:  # fmt: skip
    """Yield groups between `left` and `right`, evenly spaced and as large as possible, without the last ones if need
    be."""
    kept = list(groups)
    while sum(inline.width_of(group, size) + 14 for group in kept) > right - left:
        if size > least:
            size -= 1
        else:
            kept.pop()
    gap = min(46, (right - left - sum(inline.width_of(group, size) for group in kept)) / max(1, len(kept)))
    for group in kept:
        yield from inline.line(group, left, middle, size)
        left += inline.width_of(group, size) + gap


def troops_below(view: DawnView, top: float, height: float) -> Iterator[Item]:
    for seat, left, width in side_by_side(turn_order(view)):
        yield panel(left, top, round(width), height, seat)
        yield Icon("mark", left + 44, top + height / 2, 62, COLOURS[seat])
        room = (width - 96) / 3
        for number, tokens in enumerate(_troops(view, seat)):
            size = inline.fit_size(tokens, 54, room - 4, 42)
            yield from inline.line(tokens, left + 88 + number * room, top + height / 2, size)


def troops_column(
    view: DawnView, left: float, top: float, width: float, height: float, people: Names
) -> Iterator[Item]:
    order = turn_order(view)
    step = (height + MARGIN) / len(order)
    for place, seat in enumerate(order):
        y, tall = round(top + place * step), round(step - MARGIN)
        yield panel(left, y, width, tall, seat)
        yield Icon("mark", left + 46, y + 48, 64, COLOURS[seat])
        yield line(left + 90, y + 48, people[seat], NAME, theme.INK, width - 104, least=TEXT)
        for number, tokens in enumerate(_troops(view, seat)):
            yield from inline.line(tokens, left + 24, y + 90 + (tall - 100) * (number + 0.5) / 3, 68)


def _troops(view: DawnView, seat: Seat) -> tuple[tuple[Token, ...], ...]:
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
