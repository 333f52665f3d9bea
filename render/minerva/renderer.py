"""Minerva as pictures and as text, drawn from its view alone."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Seat
from engine.minerva.seen.view import MinervaView
from render import theme
from render.minerva import cities, legend, panels
from render.minerva.board import BANNER, GAP, STRIP_HEIGHT, SUPPLY_HEIGHT, WIDTH
from render.minerva.emoji import drawings
from render.minerva.frames import framed
from render.minerva.market import Display, cards, marks_on, supply
from render.minerva.people import people_of
from render.minerva.sheets import seat_scene
from render.minerva.text_board import alt_text, board_text, seat_alt
from render.renderer import EntryScene, Mark, OverviewScenes, Say
from render.scene import Box, Item, Layer, Scene, Stroke

__all__ = ["MinervaRenderer", "alt_text", "board_text", "scene", "seat_alt", "seat_scene"]

GROUND = Layer("forum", (Box(0, 0, WIDTH, BANNER, theme.NIGHT), Stroke(((0, BANNER), (WIDTH, BANNER)), theme.GOLD, 4)))


def scene(view: MinervaView, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say) -> Scene:
    """The whole table: what may be had, and every city with its seat's holdings."""
    people = people_of(view, names, words)
    top = BANNER + GAP
    strip = tuple(panels.strip(view, top, marks, people, words))
    top += STRIP_HEIGHT if strip else 0
    market: tuple[Layer, ...] = ()
    if not view.result:
        display = Display(view, top + SUPPLY_HEIGHT)
        market = (
            Layer("supply", tuple(supply(view, top))),
            Layer("market", tuple(cards(view, display, words))),
            Layer("options", tuple(marks_on(display, marks))),
        )
        top += SUPPLY_HEIGHT + display.height + GAP
    found = framed(view, marks, top)
    height = round(max(frame.top + frame.height for frame in found)) + GAP + 4
    return Scene(
        WIDTH,
        height,
        GROUND,
        BANNER + 4,
        (
            Layer("banner", tuple(panels.banner(view, people, words))),
            Layer("strip", strip),
            *market,
            *cities.city_layers(view, found, marks, people, words),
        ),
    )


class MinervaRenderer:
    """The renderer of Minerva."""

    scene = staticmethod(scene)
    alt_text = staticmethod(alt_text)
    board_text = staticmethod(board_text)
    seat_scene = staticmethod(seat_scene)
    seat_alt = staticmethod(seat_alt)
    entry_scenes: Mapping[str, EntryScene] = {"tile": legend.tile}
    overview_scenes: Mapping[str, OverviewScenes] = {"tile": legend.all_tiles}
    emoji: Mapping[str, tuple[Item, ...]] = drawings()


RENDERER = MinervaRenderer()
"""The one object that draws this game; it holds no state."""
