"""The corners of the map: everyone's value, and what the turn may still spend."""

from collections.abc import Iterator

from engine.minos_classic.seen.view import ClassicView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_classic.pieces import Rectangle
from render.plate import HEAD, HEIGHT, WIDTH, line
from render.scene import Box, Icon, Item
from render.seat_colours import COLOURS

STANDINGS = (1410, HEAD + 14, WIDTH - 14, HEAD + 156)
"""Left, top, right and bottom of the box of values, in waters without ships."""
TURN = (14, HEIGHT - 172, 500, HEIGHT - 14)
"""The same of the box of the turn, in the desert."""


def rectangles(view: ClassicView) -> list[Rectangle]:
    return [_standings(view), TURN] if view.phase == "action" else [_standings(view)]


def _standings(view: ClassicView) -> Rectangle:
    left, top, right, bottom = STANDINGS
    return left, top, right, bottom if len(view.seats) > 2 else top + 76


def standings(view: ClassicView) -> Iterator[Item]:
    left, top, right, bottom = _standings(view)
    yield Box(left, top, right - left, bottom - top, f"{theme.NIGHT}", 16, theme.GOLD, 3)
    for number, seat in enumerate(view.seats):
        x, y = left + 16 + number % 2 * 108, top + 38 + number // 2 * 66
        yield Icon("mark", x + 24, y, 48, COLOURS[seat.seat])
        yield line(x + 54, y, "–" if seat.is_out else str(seat.value), 42, theme.CREAM, 54)


def turn(view: ClassicView) -> Iterator[Item]:
    """Yield the dice and points left, and what the acting seat can pay with."""
    if view.phase != "action" or view.on_turn is None:
        return
    left, top, right, bottom = TURN
    seat = view.seats[view.on_turn]
    yield Box(left, top, right - left, bottom - top, theme.CREAM, 18, theme.SEATS[COLOURS[seat.seat]], 6)
    free = [die.face for die in view.dice if not die.is_used]
    for number, face in enumerate(free):
        yield Icon(f"die:{face}", left + 52 + number * 76, top + 46, 68)
    tokens: list[Token] = []
    for icon, amount in (
        ("sign:gull", view.movement_points), ("sign:build", view.building_points), ("coin", seat.talents),
        ("ring", seat.rings),
    ):  # fmt: skip
        tokens += [Sign(icon), Word(f"{amount} ")]
    size = inline.fit_size(tokens, 56, right - left - 40, 42)
    yield from inline.line(tokens, left + 20, bottom - 44, size)
