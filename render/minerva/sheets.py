"""One seat's city as large as possible, with everything it has won."""

from collections.abc import Iterator, Mapping

from engine.kernel.decision import Seat
from engine.minerva.content.box import the_box
from engine.minerva.seen.view import MinervaView, SeatView
from render import theme
from render.inline import Sign, Token, Word
from render.minerva import panels, rows
from render.minerva.cities import city_layers
from render.minerva.frames import GAP, extent_of, fit_frame
from render.names import picture_names
from render.plate import HEAD, HEIGHT, LEAST, MARGIN, WIDTH
from render.renderer import Say
from render.scene import Box, Item, Layer, Scene

WON = 66
"""Height of the line of culture and glory tiles."""
_BARE = Layer("bare", ())


def seat_scene(view: MinervaView, seat: Seat, names: Mapping[Seat, str], words: Say) -> Scene:
    found, people = view.seats[seat], picture_names(len(view.seats), names, words)
    won = tuple(_won_tiles(found))
    height = HEIGHT - MARGIN - panels.TOP - (WON + GAP if won else 0)
    width = WIDTH - 2 * MARGIN
    frame = fit_frame(seat, extent_of(view, found, ()), MARGIN, panels.TOP, width, height)
    layers = city_layers(view, (frame,), (), people, words)
    return Scene(WIDTH, HEIGHT, _BARE, HEAD, (*layers, Layer("won", won), panels.head(view, people, words)))


def _won_tiles(seat: SeatView) -> Iterator[Item]:
    box = the_box()
    tokens: list[Token] = []
    for culture in (box.culture_tiles[tile] for tile in seat.culture_tiles):
        tokens += [Sign(f"minerva:{culture.category}"), Word(f"{culture.vp}  ")]
    for glory in (box.glory_tiles[tile] for tile in seat.glory_tiles):
        tokens += [Sign("minerva:trophy"), Word(f"{glory.vp}  ")]
    if tokens:
        top, width = HEIGHT - MARGIN - WON, WIDTH - 2 * MARGIN
        yield Box(MARGIN, top, width, WON, theme.SEA_INK, 14)
        each, size = rows.fitting(tokens, 44, width - 40) or (tokens, LEAST)
        yield from rows.row(each, MARGIN + 20, top + WON / 2, size, theme.CREAM)
