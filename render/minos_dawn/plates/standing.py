"""Draw a line or a panel for everyone: holdings below the map, or warriors next to it."""

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.seen.rival_view import RivalView
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Group, Sign, Word, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, NUMBER, SIGNS, SMALL_SIGNS, TEXT, panel, side_by_side
from render.minos_dawn.situation import turn_order
from render.plate import WIDTH, glow, line
from render.renderer import Names
from render.scene import Icon, Items, Text
from render.seat_colours import COLOURS

LINE_HEIGHT = {1: 104, 2: 104, 3: 104, 4: 92}
SHORT_HEIGHT = 84
VP_X = 374


def lines_top(view: DawnView) -> int:
    return BOTTOM - len(turn_order(view)) * LINE_HEIGHT[len(view.seats)] + MARGIN - 4


def _lines(view: DawnView) -> Iterator[tuple[Seat, int, int]]:
    top, tall = lines_top(view), LINE_HEIGHT[len(view.seats)]
    for place, seat in enumerate(turn_order(view)):
        yield seat, top + place * tall, tall - 11


def names(view: DawnView, people: Names, new: Collection[Seat] = ()) -> Items:
    """Yield the background of each seat's line, with name and VP. Seats in `new` glow."""
    for seat, top, tall in _lines(view):
        yield panel(MARGIN, top, WIDTH - 2 * MARGIN, tall, seat)
        middle = round(top + tall / 2)
        yield Icon("mark", MARGIN + 44, middle, 60, COLOURS[seat])
        yield line(MARGIN + 84, middle, people[seat], NAME - 6, theme.INK, 240, least=TEXT)
        if seat in new:
            yield from _glow(VP_X, middle, theme.text_width(str(_vp(view, seat)), "bold", NUMBER - 6))
        yield Icon("dawn:vp", VP_X, middle, 52)
        yield Text(VP_X + 30, middle, str(_vp(view, seat)), "bold", NUMBER - 6, theme.INK, "lm")


def _glow(x: float, middle: float, width: float) -> Items:
    yield from glow(x - 20, middle - 20, round(width) + 44, 40, 20)


def _vp(view: DawnView, seat: Seat) -> int:
    return view.rival.vp if view.rival is not None and seat == RIVAL else view.seats[seat].vp


def holdings(view: DawnView) -> Items:
    places = {RIVAL if each.seat is None else each.seat: each.place for each in view.result}
    for seat, top, tall in _lines(view):
        groups = _rival(view.rival) if view.rival is not None and seat == RIVAL else _seat(view.seats[seat])
        left = VP_X + 50 + theme.text_width(str(_vp(view, seat)), "bold", NUMBER - 6)
        if seat in places:
            groups = (count("laurel", f"{places[seat]}.", "dark"), *groups)
        yield from spread(groups, left, round(top + tall / 2))


def short(view: DawnView, top: float, new: Collection[Seat] = ()) -> Items:
    """Yield the VP, coins and hand size of all seats on one line. The VP of seats in `new` glow."""
    for seat, left, width in side_by_side(turn_order(view)):
        yield panel(left, top, width, SHORT_HEIGHT, seat)
        yield Icon("mark", left + 40, top + 42, 56, COLOURS[seat])
        if seat in new:
            yield from _glow(left + 104, top + 42, theme.text_width(str(_vp(view, seat)), "bold", TEXT))
        groups = [count("dawn:vp", _vp(view, seat))]
        if view.rival is None or seat != RIVAL:
            own = view.seats[seat]
            groups += [count("dawn:coin", own.coins), count("dawn:hand", own.hand_size)]
        yield from spread(groups, left + 78, top + 42, left + width - 10, SIGNS)


def _seat(seat: SeatView) -> Sequence[Group]:
    """Return coins, weaponry, cards in hand, in the player area and in the palace, income, warriors left, and goods."""
    return (
        count("dawn:coin", seat.coins),
        count("dawn:weapon", seat.weaponry),
        count("dawn:hand", seat.hand_size),
        count("dawn:area", len(seat.area)),
        count("dawn:palace", len(seat.palace)),
        count("dawn:income", seat.income),
        count("guard", f"{seat.reserves}+{seat.supply}", COLOURS[seat.seat]),
        *symbols.goods(seat.goods),
    )


def _rival(rival: RivalView) -> Sequence[Group]:
    """Return decrees, warriors, cities and farms left, tiles won, ships, and how much each region is worth to him."""
    value = sum(the_box().decrees[card].vp for card in rival.face_up)
    colour = COLOURS[RIVAL]
    return (
        count("dawn:deck", rival.face_down[0], "1"),
        count("dawn:deck", rival.face_down[1], "2"),
        (Sign("dawn:area"), Word(f"{len(rival.face_up)}="), *amount(value, "dawn:vp@end")),
        count("guard", rival.reserve, colour),
        count("dawn:city", rival.cities_left, colour),
        count("dawn:farm", rival.farms_left, colour),
        count("dawn:seapeoples", len(rival.sea_tiles)),
        count("ship", sum(rival.ships), colour),
        (*count("dawn:regions", "/".join(map(str, rival.worth))), Sign("dawn:vp")),
    )


def spread(
    groups: Sequence[Group],
    left: float,
    middle: float,
    right: float = WIDTH - 2 * MARGIN,
    least: int = SMALL_SIGNS,
    size: int = 50,
) -> Items:
    """Yield groups evenly spaced and as large as possible. Drop the last groups if they don't fit."""
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


def troops_below(view: DawnView, top: float, height: float) -> Items:
    for seat, left, width in side_by_side(turn_order(view)):
        yield panel(left, top, round(width), height, seat)
        yield Icon("mark", left + 44, top + height / 2, 62, COLOURS[seat])
        room = (width - 96) / 3
        for number, tokens in enumerate(_troops(view, seat)):
            size = inline.fit_size(tokens, 54, room - 4, 42)
            yield from inline.line(tokens, left + 88 + number * room, top + height / 2, size)


def troops_column(view: DawnView, left: float, top: float, width: float, height: float, people: Names) -> Items:
    order = turn_order(view)
    step = (height + MARGIN) / len(order)
    for place, seat in enumerate(order):
        y, tall = round(top + place * step), round(step - MARGIN)
        yield panel(left, y, width, tall, seat)
        yield Icon("mark", left + 46, y + 48, 64, COLOURS[seat])
        yield line(left + 90, y + 48, people[seat], NAME, theme.INK, width - 104, least=TEXT)
        for number, tokens in enumerate(_troops(view, seat)):
            yield from inline.line(tokens, left + 24, y + 90 + (tall - 100) * (number + 0.5) / 3, 68)


def _troops(view: DawnView, seat: Seat) -> tuple[Group, Group, Group]:
    """Return warriors in the reserves, weaponry, and tiles won from sea peoples. The rival needs no weaponry."""
    if view.rival is not None and seat == RIVAL:
        worth = (*count("dawn:regions", "/".join(map(str, view.rival.worth))), Sign("dawn:vp"))
        won = count("dawn:seapeoples", len(view.rival.sea_tiles))
        return count("guard", view.rival.reserve, COLOURS[RIVAL]), won, worth
    own = view.seats[seat]
    won = count("dawn:seapeoples", len(own.sea_tiles))
    return count("guard", own.reserves, COLOURS[seat]), count("dawn:weapon", own.weaponry), won
