"""Draw everyone's holdings side by side. On the map, draw everyone's values in one corner, and the points, talents and
rings left for this turn in another."""

from engine.kernel.decision import Message, Seat
from engine.minos_classic.seen.view import ClassicView, SeatView
from render import inline, theme
from render.inline import Token, count
from render.marks import leaders, seat_mark
from render.minos_classic.text_board import deciding
from render.plate import HEAD, HEIGHT, LEAST, MARGIN, NEEDED, WIDTH, columns, line
from render.renderer import Names, Say
from render.scene import Box, Icon, Items, Rectangle, Text
from render.seat_colours import COLOURS

TITLE = 82
"""Height of the name at the top of a panel."""
GAP, LOW = 14, 250
OUT = "#d5d2c8"
"""Background colour of an eliminated seat."""
EDGE = 14
"""Distance of a box from the corner of the map."""
STANDINGS = (WIDTH - EDGE - 284, HEAD + EDGE, WIDTH - EDGE, HEAD + EDGE + 152)
"""The box with everyone's values: left, top, right, bottom. It covers a part of the sea without ships."""
PURSE, PURSE_ROW, MOST_WIDE = 58, 70, 560
"""Height of icons and rows in the box about the turn, and the box's maximum width. The box covers the desert."""


def seats(view: ClassicView, names: Names, words: Say, top: float) -> Items:
    for seat, (left, width) in zip(view.seats, columns(len(view.seats), GAP), strict=True):
        yield from panel(view, seat, names, words, (left, top, left + round(width), HEIGHT - MARGIN))


def panel(view: ClassicView, seat: SeatView, names: Names, words: Say, room: Rectangle) -> Items:
    """Yield a seat's holdings, without amounts of 0. A low panel leaves out pieces in reserve."""
    left, top, width, height = round(room[0]), room[1], round(room[2] - room[0]), room[3] - room[1]
    colour, is_asked = COLOURS[seat.seat], seat.seat == deciding(view)
    edge, edge_width = (theme.CREAM, 7) if is_asked else (theme.SEATS[colour], 5)
    paper = OUT if seat.is_out else theme.CREAM if is_asked else theme.PAPYRUS_DIM
    head, ink = (theme.SEATS[colour], theme.SEATS_INK[colour]) if is_asked else (theme.SEATS_PALE[colour], theme.INK)
    if is_asked:
        yield Box(left - 6, top - 6, width + 12, height + 12, theme.SEATS[colour], 22)
    yield Box(left, top, width, height, paper, 18, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, TITLE - 2 * edge_width + 4, head, 12)
    yield seat_mark(seat.seat, leading(view), left + 50, top + 43, 56)
    yield line(left + 100, top + 43, names[seat.seat], 44, ink, width - 116, least=NEEDED)
    if seat.is_out:
        text = words(Message("picture.out"))
        yield line(
            left + width / 2, (top + TITLE + room[3]) / 2, text, 52, theme.INK, width - 30, anchor="mm", least=LEAST
        )
    elif height < LOW:
        middle, value = (top + TITLE + room[3]) / 2 - 4, 24 + round(theme.text_width(str(seat.value), "bold", 64))
        yield Text(left + 20, middle, str(seat.value), "bold", 64, theme.INK, "lm")
        share = (width - value - 24) / 2
        for number, (icon, amount) in enumerate((("coin", seat.talents), ("ring", seat.rings))):
            yield from _amount(icon, "", amount, left + value + 14 + number * share, middle, share, 44)
    else:
        yield from _holdings(seat, left, top + TITLE, width, height - TITLE, words)


def _holdings(seat: SeatView, left: int, top: float, width: int, height: float, words: Say) -> Items:
    third, column, colour = height / 3, width * 0.54, COLOURS[seat.seat]
    value = words(Message("picture.value"))
    yield line(left + 24, top + third * 0.52, value, LEAST, theme.INK_SOFT, width * 0.36, least=LEAST)
    size = min(190, round(third * 1.25))
    yield line(left + width - 28, top + third * 0.52, str(seat.value), size, theme.INK, width * 0.5, anchor="rm")
    amounts = (
        ("coin", "", seat.talents), ("ring", "", seat.rings),
        ("ship", colour, seat.ships_in_reserve), ("guard", colour, seat.guards_in_reserve),
    )  # fmt: skip
    for number, (icon, style, amount) in enumerate(amounts):
        x, y = left + 20 + number % 2 * (column - 10), round(top + third * (1.46 + number // 2 * 0.98))
        room = min(column - 20, left + width - 8 - x)
        yield from _amount(icon, style, amount, x, y, room, min(78, round(third * 0.6)))


def _amount(icon: str, style: str, amount: int, left: float, middle: float, width: float, size: int) -> Items:
    if amount:
        side = size + 10
        yield Icon(icon, round(left + side / 2), middle, side, style)
        yield line(round(left + side + 8), middle, str(amount), size, theme.INK, width - side - 12, least=LEAST)


def corners(view: ClassicView) -> list[Rectangle]:
    """Return the rectangles of the boxes in corners of the map."""
    return [_standings(view), *([_turn(purse)] if (purse := _purse(view)) else [])]


def _standings(view: ClassicView) -> Rectangle:
    left, top, right, bottom = STANDINGS
    return left, top, right, bottom if len(view.seats) > 2 else (top + bottom) / 2 + 3


def leading(view: ClassicView) -> frozenset[Seat]:
    """Return the winners or, before the end of the game, the seats with the highest value now."""
    places = {each.seat: -each.place for each in view.result if each.seat is not None}
    return leaders(places or {seat.seat: seat.value for seat in view.seats if not seat.is_out})


def standings(view: ClassicView) -> Items:
    """Yield everyone's values. The asked seat has a background in its colour, and leaders have laurels."""
    (left, top, right, bottom), first = _standings(view), leading(view)
    yield Box(left, top, right - left, bottom - top, theme.NIGHT, 16, theme.GOLD, 3)
    for number, seat in enumerate(view.seats):
        x, y = left + 8 + number % 2 * 136, top + 8 + number // 2 * 70
        colour, ink = COLOURS[seat.seat], theme.CREAM
        if seat.seat == deciding(view):
            ink = theme.SEATS_INK[colour]
            yield Box(x, y, 132, 66, theme.SEATS[colour], 12)
        yield seat_mark(seat.seat, first, x + 37, y + 33, 44)
        yield line(x + 75, y + 33, "–" if seat.is_out else str(seat.value), 48, ink, 54, least=LEAST)


def _purse(view: ClassicView) -> list[list[Token]]:
    """Return rows with the points, talents and rings that can still be spent this turn."""
    if view.phase != "action" or view.on_turn is None or view.has_ended:
        return []
    seat = view.seats[view.on_turn]
    amounts = {"sign:gull": view.movement_points, "sign:build": view.building_points,
               "coin": seat.talents, "ring": seat.rings}  # fmt: skip
    groups = [count(icon, number) for icon, number in amounts.items() if number]
    return inline.wrap(groups, PURSE, MOST_WIDE) if groups else []


def _turn(purse: list[list[Token]]) -> Rectangle:
    width = max(inline.width_of(row, PURSE) for row in purse) + 40
    return EDGE, HEIGHT - EDGE - 16 - PURSE_ROW * len(purse), EDGE + round(width), HEIGHT - EDGE


def turn_box(view: ClassicView) -> Items:
    if not (purse := _purse(view)) or view.on_turn is None:
        return
    left, top, right, bottom = _turn(purse)
    yield Box(left, top, right - left, bottom - top, theme.CREAM, 18, theme.SEATS[COLOURS[view.on_turn]], 6)
    for number, row in enumerate(purse):
        yield from inline.line(row, left + 20, round(top + 8 + PURSE_ROW * (number + 0.5)), PURSE)
