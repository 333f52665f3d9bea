"""One seat's city at full size."""

from collections.abc import Iterator, Mapping

from engine.kernel.decision import Seat
from engine.minerva.content.box import the_box
from engine.minerva.seen.view import MinervaView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minerva.board import GAP, MARGIN
from render.minerva.cities import city_layers
from render.minerva.frames import PAD, Extent, Frame, extent_of, head_height
from render.minerva.people import people_of
from render.renderer import Say
from render.scene import Box, Item, Layer, Scene

NARROWEST, WIDEST = 1000, 1600
LARGEST, TALLEST = 170, 1200
"""Side of a tile, and height of all tiles together."""
WON_HEIGHT = 62
_BARE = Layer("bare", ())


def seat_scene(view: MinervaView, seat: Seat, names: Mapping[Seat, str], words: Say) -> Scene:
    """All that a seat has: holdings, city, culture and glory tiles."""
    found = view.seats[seat]
    extent = extent_of(view, found, ())
    side = side_of(extent)
    width = max(NARROWEST, extent.columns * side + 2 * (PAD + MARGIN))
    frame = _frame(view, seat, extent, side, width)
    won = tuple(_won(found, frame.top + frame.height + GAP, width))
    height = round(frame.top + frame.height + GAP + (WON_HEIGHT if won else 0))
    layers = city_layers(view, (frame,), (), people_of(view, names, words), words)
    return Scene(width, height, _BARE, 1, (*layers, Layer("won", won)))


def side_of(extent: Extent) -> int:
    """The side of a tile at which a city is shown alone."""
    room = WIDEST - 2 * (PAD + MARGIN)
    return min(LARGEST, room // extent.columns, max(24, TALLEST // extent.rows))


def _frame(view: MinervaView, seat: Seat, extent: Extent, side: int, width: int) -> Frame:
    head = head_height(view, width)
    across, down = (extent.east - extent.west + 1) * side, (extent.south - extent.north + 1) * side
    height = head + extent.rows * side + 2 * PAD
    corner = (round((width - across) / 2), round(10 + head + (height - head - down) / 2))
    return Frame(seat, MARGIN, 10, width - 2 * MARGIN, height, head, corner, side, extent)


def _won(seat: SeatView, top: float, width: int) -> Iterator[Item]:
    """The culture and glory tiles that a seat has won."""
    box = the_box()
    tokens: list[Token] = []
    for culture in (box.culture_tiles[tile] for tile in seat.culture_tiles):
        tokens += [Sign(f"minerva:{culture.category}"), Word(str(culture.vp)), Word(" ")]
    for glory in (box.glory_tiles[tile] for tile in seat.glory_tiles):
        tokens += [Sign("minerva:trophy"), Word(str(glory.vp)), Word(" ")]
    if tokens:
        yield Box(MARGIN, top, width - 2 * MARGIN, WON_HEIGHT - 10, theme.SEA_INK, 14)
        size = inline.fitted(tokens, 36, width - 2 * MARGIN - 24)
        yield from inline.line(tokens, MARGIN + 14, top + (WON_HEIGHT - 10) / 2, size, theme.CREAM)
