"""Draw everyone's holdings side by side, or in corners of the map along with what the turn may still spend."""

from engine.kernel.decision import Message
from engine.minos_classic.seen.view import ClassicView, SeatView
from render import inline, theme
from render.inline import count
from render.minos_classic.text_board import deciding
from render.plate import HEAD, HEIGHT, MARGIN, WIDTH, columns, line
from render.plate import OLD_NEEDED as NEEDED
from render.renderer import Names, Say
from render.scene import Box, Icon, Items, Rectangle
from render.seat_colours import COLOURS

TITLE = 82
"""Height of the name at the top of a panel."""
GAP = 14
OUT = "#d5d2c8"
"""Background colour of an eliminated seat."""
STANDINGS = (1410, HEAD + 14, WIDTH - 14, HEAD + 156)
"""The box with everyone's values: left, top, right, bottom. It is in a part of the sea without ships."""
TURN = (14, HEIGHT - 172, 500, HEIGHT - 14)
"""The box about the current turn: left, top, right, bottom. It is in the desert."""


def seats(view: ClassicView, names: Names, words: Say, top: float) -> Items:
    for seat, (left, width) in zip(view.seats, columns(len(view.seats), GAP), strict=True):
        yield from panel(view, seat, names, words, (left, top, left + round(width), HEIGHT - MARGIN))


def panel(view: ClassicView, seat: SeatView, names: Names, words: Say, room: Rectangle) -> Items:
    left, top, width, height = round(room[0]), room[1], round(room[2] - room[0]), room[3] - room[1]
    yield from _panel(view, seat, left, top, width, height, names)
    if seat.is_out:
        middle = top + TITLE + (height - TITLE) / 2
        yield Icon("out", left + width / 2, round(middle - 60), 150)
        text = words(Message("picture.out"))
        yield line(left + width / 2, round(middle + 70), text, 52, theme.INK, width - 30, anchor="mm")
    else:
        yield from _holdings(seat, left, top + TITLE, width, height - TITLE, words)


def seat_lines(view: ClassicView, names: Names, words: Say, top: float) -> Items:
    height = HEIGHT - MARGIN - top
    for seat, (left, wide) in zip(view.seats, columns(len(view.seats), GAP), strict=True):
        width = round(wide)
        yield from _panel(view, seat, left, top, width, height, names)
        middle = top + TITLE + (height - TITLE) / 2 - 4
        if seat.is_out:
            yield line(left + 30, middle, words(Message("picture.out")), 40, theme.INK, width - 60)
            continue
        yield line(left + 20, middle, str(seat.value), 64, theme.INK, width * 0.28, least=NEEDED)
        share = (width - width * 0.32 - 12) / 2
        for number, (icon, amount) in enumerate((("coin", seat.talents), ("ring", seat.rings))):
            yield from _amount(icon, "", amount, left + width * 0.32 + number * share, middle, share, 44)


def _panel(view: ClassicView, seat: SeatView, left: int, top: float, width: int, height: float, names: Names) -> Items:
    colour, is_asked = COLOURS[seat.seat], seat.seat == deciding(view)
    edge, edge_width = (theme.CREAM, 7) if is_asked else (theme.SEATS[colour], 5)
    paper = OUT if seat.is_out else theme.CREAM if is_asked else theme.PAPYRUS_DIM
    head, ink = (theme.SEATS[colour], theme.SEATS_INK[colour]) if is_asked else (theme.SEATS_PALE[colour], theme.INK)
    if is_asked:
        yield Box(left - 6, top - 6, width + 12, height + 12, theme.SEATS[colour], 22)
    yield Box(left, top, width, height, paper, 18, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, TITLE - 2 * edge_width + 4, head, 12)
    yield Icon("mark", left + 48, top + 43, 62, colour)
    yield line(left + 88, top + 43, names[seat.seat], 44, ink, width - 104, least=NEEDED)


def _holdings(seat: SeatView, left: int, top: float, width: int, height: float, words: Say) -> Items:
    third = height / 3
    yield line(left + 24, top + third * 0.52, words(Message("picture.value")), 36, theme.INK_SOFT, width * 0.36)
    yield line(left + width - 28, top + third * 0.52, str(seat.value), 128, theme.INK, width * 0.6, anchor="rm")
    rows = (
        (("coin", "", seat.talents), ("ring", "", seat.rings)),
        (("ship", COLOURS[seat.seat], seat.ships_in_reserve), ("guard", COLOURS[seat.seat], seat.guards_in_reserve)),
    )
    for number, row in enumerate(rows):
        middle = round(top + third * (1.46 + number * 0.98))
        first = width * 0.56
        yield from _amount(*row[0], left + 20, middle, first - 20, 62)
        yield from _amount(*row[1], left + first, middle, width - first - 10, 62)


def _amount(icon: str, style: str, amount: int, left: float, middle: float, width: float, size: int) -> Items:
    side = size + 10
    yield Icon(icon, round(left + side / 2), middle, side, style)
    yield line(round(left + side + 8), middle, str(amount), size, theme.INK, width - side - 12)


def corners(view: ClassicView) -> list[Rectangle]:
    return [_standings(view), TURN] if view.phase == "action" else [_standings(view)]


def _standings(view: ClassicView) -> Rectangle:
    left, top, right, bottom = STANDINGS
    return left, top, right, bottom if len(view.seats) > 2 else top + 76


def standings(view: ClassicView) -> Items:
    left, top, right, bottom = _standings(view)
    yield Box(left, top, right - left, bottom - top, theme.NIGHT, 16, theme.GOLD, 3)
    for number, seat in enumerate(view.seats):
        x, y = left + 16 + number % 2 * 108, top + 38 + number // 2 * 66
        yield Icon("mark", x + 24, y, 48, COLOURS[seat.seat])
        yield line(x + 54, y, "–" if seat.is_out else str(seat.value), 42, theme.CREAM, 54)


def turn_box(view: ClassicView) -> Items:
    if view.phase != "action" or view.on_turn is None:
        return
    left, top, right, bottom = TURN
    seat = view.seats[view.on_turn]
    yield Box(left, top, right - left, bottom - top, theme.CREAM, 18, theme.SEATS[COLOURS[seat.seat]], 6)
    free = [die.face for die in view.dice if not die.is_used]
    for number, face in enumerate(free):
        yield Icon(f"die:{face}", left + 52 + number * 76, top + 46, 68)
    tokens = (
        *count("sign:gull", f"{view.movement_points} "), *count("sign:build", f"{view.building_points} "),
        *count("coin", f"{seat.talents} "), *count("ring", f"{seat.rings} "),
    )  # fmt: skip
    size = inline.fit_size(tokens, 56, right - left - 40, 42)
    yield from inline.line(tokens, left + 20, bottom - 44, size)
