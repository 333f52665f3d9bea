"""Draw a line or a panel for everyone: holdings below the map, or warriors next to it."""

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.seen.rival_view import RivalView
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Group, Sign, Word, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.plates import frame
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, NUMBER, SIGNS, SMALL_SIGNS, TEXT
from render.minos_dawn.situation import points_of, turn_order
from render.plate import WIDTH, glow, line
from render.renderer import Names
from render.scene import Icon, Items, Text
from render.seat_colours import COLOURS

LINE_HEIGHT = {1: 108, 2: 108, 3: 116, 4: 101}
SHORT_HEIGHT = 80
VP_X = 440


def lines_top(view: DawnView) -> int:
    return BOTTOM - len(turn_order(view)) * LINE_HEIGHT[len(view.seats)] + MARGIN - 4


def _lines(view: DawnView) -> Iterator[tuple[Seat, int, int]]:
    top, tall = lines_top(view), LINE_HEIGHT[len(view.seats)]
    for place, seat in enumerate(turn_order(view)):
        yield seat, top + place * tall, tall - 10


def names(view: DawnView, people: Names, new: Collection[Seat] = ()) -> Items:
    """Yield the background of each seat's line, with name and VP. Seats in `new` glow."""
    for seat, top, tall in _lines(view):
        yield from frame.sealed_panel(view, seat, MARGIN, top, WIDTH - 2 * MARGIN, tall)
        middle = round(top + tall / 2)
        yield line(MARGIN + 101, middle, people[seat], NAME, theme.INK, VP_X - MARGIN - 134, least=TEXT)
        points = str(points_of(view, seat))
        if seat in new:
            yield from _glow(VP_X, middle, theme.text_width(points, "bold", NUMBER - 6))
        yield Icon("dawn:vp", VP_X, middle, 52)
        yield Text(VP_X + 30, middle, points, "bold", NUMBER - 6, theme.INK, "lm")


def _glow(x: float, middle: float, width: float) -> Items:
    yield from glow(x - 20, middle - 20, round(width) + 44, 40, 20)


def holdings(view: DawnView) -> Items:
    """Yield each seat's holdings on one line, or on two if they're many. Leave out amounts of 0."""
    places = {RIVAL if each.seat is None else each.seat: each.place for each in view.result}
    for seat, top, tall in _lines(view):
        groups = _rival(view.rival) if view.rival is not None and seat == RIVAL else _seat(view.seats[seat])
        left = VP_X + 46 + theme.text_width(str(points_of(view, seat)), "bold", NUMBER - 6)
        if seat in places:
            groups = [count("laurel", f"{places[seat]}.", "dark"), *groups[:9]]
        right, middle = WIDTH - 2 * MARGIN, round(top + tall / 2)
        if sum(inline.width_of(group, SMALL_SIGNS) + 14 for group in groups) <= right - left:
            yield from spread(groups, left, middle)
            continue
        half = -(-len(groups) // 2)
        step = (right - left) / half
        for place, group in enumerate(groups):
            row, column = divmod(place, half)
            size = inline.fit_size(group, 46, step - 6, SMALL_SIGNS)
            yield from inline.line(group, left + column * step, middle - 22 + row * 44, min(size, 44))


def short(view: DawnView, top: float, new: Collection[Seat] = ()) -> Items:
    """Yield the VP, coins and hand size of all seats on one line. The VP of seats in `new` glow."""
    for seat, left, width in frame.side_by_side(turn_order(view)):
        yield from frame.sealed_panel(view, seat, left, top, width, SHORT_HEIGHT)
        if seat in new:
            yield from _glow(left + 124, top + 40, theme.text_width(str(points_of(view, seat)), "bold", TEXT))
        groups = [count("dawn:vp", points_of(view, seat))]
        if view.rival is None or seat != RIVAL:
            own = view.seats[seat]
            groups += [count("dawn:coin", own.coins), count("dawn:hand", own.hand_size)]
        yield from spread(groups, left + 98, top + 40, left + width - 10, SIGNS)


def _seat(seat: SeatView) -> list[Group]:
    """Return coins, weaponry, cards in hand, in the player area and in the palace, income, warriors left, and goods."""
    held = (
        ("dawn:coin", seat.coins), ("dawn:weapon", seat.weaponry), ("dawn:hand", seat.hand_size),
        ("dawn:area", len(seat.area)), ("dawn:palace", len(seat.palace)), ("dawn:income", seat.income),
    )  # fmt: skip
    found = [count(icon, number) for icon, number in held if number]
    return [*found, count("guard", f"{seat.reserves}+{seat.supply}", COLOURS[seat.seat]), *symbols.goods(seat.goods)]


def _rival(rival: RivalView) -> list[Group]:
    """Return the rival's decrees, warriors, cities and farms left, tiles won, ships, and the worth of his regions."""
    value, colour = sum(the_box().decrees[card].vp for card in rival.face_up), COLOURS[RIVAL]
    return [
        count("dawn:deck", rival.face_down[0], "1"),
        count("dawn:deck", rival.face_down[1], "2"),
        (Sign("dawn:area"), Word(f"{len(rival.face_up)}="), *amount(value, "dawn:vp@end")),
        count("guard", rival.reserve, colour),
        count("dawn:city", rival.cities_left, colour),
        count("dawn:farm", rival.farms_left, colour),
        count("dawn:seapeoples", len(rival.sea_tiles)),
        count("ship", sum(rival.ships), colour),
        (*count("dawn:regions", "/".join(map(str, rival.worth))), Sign("dawn:vp")),
    ]


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
    for seat, left, width in frame.side_by_side(turn_order(view)):
        yield from frame.sealed_panel(view, seat, left, top, round(width), height)
        yield from spread(_troops(view, seat), left + 98, top + height / 2, left + width - 10, SIGNS, 56)


def troops_column(view: DawnView, left: float, top: float, width: float, height: float, people: Names) -> Items:
    order = turn_order(view)
    step = (height + MARGIN) / len(order)
    for place, seat in enumerate(order):
        y, tall = round(top + place * step), round(step - MARGIN)
        yield from frame.named_panel(view, seat, left, y, width, tall, people)
        troops = _troops(view, seat)
        for number, tokens in enumerate(troops):
            yield from inline.line(tokens, left + 24, y + 90 + (tall - 100) * (number + 0.5) / len(troops), 64)


def _troops(view: DawnView, seat: Seat) -> list[Group]:
    """Return warriors in the reserves, weaponry, and tiles won from sea peoples. For the rival, who needs no weaponry,
    return warriors and the worth of his regions."""
    if view.rival is not None and seat == RIVAL:
        worth = (*count("dawn:regions", "/".join(map(str, view.rival.worth))), Sign("dawn:vp"))
        return [count("guard", view.rival.reserve, COLOURS[RIVAL]), worth]
    own = view.seats[seat]
    won = [count("dawn:seapeoples", len(own.sea_tiles))] if own.sea_tiles else []
    return [count("guard", own.reserves, COLOURS[seat]), count("dawn:weapon", own.weaponry), *won]
