"""The seats side by side: value, talents, rings, and reserves."""

from collections.abc import Iterator

from engine.kernel.decision import Message
from engine.minos_classic.seen.view import ClassicView, SeatView
from render import theme
from render.minos_classic.situation import Names, deciding
from render.plate import HEIGHT, MARGIN, NEEDED, WIDTH, line
from render.renderer import Say
from render.scene import Box, Icon, Item
from render.seat_colours import COLOURS

HEAD = 82
"""Height of a panel's name."""
GAP = 14
OUT = "#d5d2c8"
"""Paper of an eliminated seat."""


def seats(view: ClassicView, names: Names, words: Say, top: float) -> Iterator[Item]:
    """Yield a panel per seat, in seating order, from `top` down to the edge."""
    for seat, left, width in _columns(view):
        yield from _panel(view, seat, left, top, width, HEIGHT - MARGIN - top, names)
        if seat.is_out:
            yield from _out(words, left, top, width, HEIGHT - MARGIN - top)
        else:
            yield from _holdings(seat, left, top + HEAD, width, HEIGHT - MARGIN - top - HEAD, words)


def seat_lines(view: ClassicView, names: Names, words: Say, top: float) -> Iterator[Item]:
    height = HEIGHT - MARGIN - top
    for seat, left, width in _columns(view):
        yield from _panel(view, seat, left, top, width, height, names)
        middle = top + HEAD + (height - HEAD) / 2 - 4
        if seat.is_out:
            yield line(left + 30, middle, words(Message("picture.out")), 40, theme.INK, width - 60)
            continue
        yield line(left + 20, middle, str(seat.value), 64, theme.INK, width * 0.28, least=NEEDED)
        share = (width - width * 0.32 - 12) / 2
        for number, (icon, amount) in enumerate((("coin", seat.talents), ("ring", seat.rings))):
            yield from _amount(icon, "", amount, left + width * 0.32 + number * share, middle, share, 44)


def _columns(view: ClassicView) -> Iterator[tuple[SeatView, int, int]]:
    width = (WIDTH - 2 * MARGIN + GAP) / len(view.seats) - GAP
    for number, seat in enumerate(view.seats):
        yield seat, round(MARGIN + number * (width + GAP)), round(width)


def _panel(
    view: ClassicView, seat: SeatView, left: int, top: float, width: int, height: float, names: Names
) -> Iterator[Item]:
    colour, is_asked = COLOURS[seat.seat], seat.seat == deciding(view)
    edge, edge_width = (theme.CREAM, 7) if is_asked else (theme.SEATS[colour], 5)
    paper = OUT if seat.is_out else theme.CREAM if is_asked else theme.PAPYRUS_DIM
    head, ink = (theme.SEATS[colour], theme.SEATS_INK[colour]) if is_asked else (theme.SEATS_PALE[colour], theme.INK)
    if is_asked:
        yield Box(left - 6, top - 6, width + 12, height + 12, theme.SEATS[colour], 22)
    yield Box(left, top, width, height, paper, 18, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, HEAD - 2 * edge_width + 4, head, 12)
    yield Icon("mark", left + 48, top + 43, 62, colour)
    yield line(left + 88, top + 43, names[seat.seat], 44, ink, width - 104, least=NEEDED)


def _out(words: Say, left: int, top: float, width: int, height: float) -> Iterator[Item]:
    middle = top + HEAD + (height - HEAD) / 2
    yield Icon("out", left + width / 2, round(middle - 60), 150)
    text = words(Message("picture.out"))
    yield line(left + width / 2, round(middle + 70), text, 52, theme.INK, width - 30, anchor="mm")


def _holdings(seat: SeatView, left: int, top: float, width: int, height: float, words: Say) -> Iterator[Item]:
    third = height / 3
    label = words(Message("picture.value"))
    value = line(left + width - 28, top + third * 0.52, str(seat.value), 128, theme.INK, width * 0.6, anchor="rm")
    yield line(left + 24, top + third * 0.52, label, 36, theme.INK_SOFT, width * 0.36)
    yield value
    rows = (
        (("coin", "", seat.talents), ("ring", "", seat.rings)),
        (("ship", COLOURS[seat.seat], seat.ships_in_reserve), ("guard", COLOURS[seat.seat], seat.guards_in_reserve)),
    )
    for number, row in enumerate(rows):
        middle = round(top + third * (1.46 + number * 0.98))
        first = width * 0.56
        yield from _amount(*row[0], left + 20, middle, first - 20, 62)
        yield from _amount(*row[1], left + first, middle, width - first - 10, 62)


def _amount(icon: str, style: str, amount: int, left: float, middle: float, width: float, size: int) -> Iterator[Item]:
    side = size + 10
    yield Icon(icon, round(left + side / 2), middle, side, style)
    yield line(round(left + side + 8), middle, str(amount), size, theme.INK, width - side - 12)
