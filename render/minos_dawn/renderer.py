"""Minos: Dawn as pictures and as text, from a view."""

from collections.abc import Mapping

from render.minos_dawn import legend
from render.minos_dawn.plates import closeup
from render.minos_dawn.plates.boards import plates
from render.minos_dawn.text_board import alt_text, board_text, hand_alt, seat_alt
from render.renderer import EntryScene, OverviewScenes
from render.scene import Item


class DawnRenderer:
    plates = staticmethod(plates)
    alt_text = staticmethod(alt_text)
    board_text = staticmethod(board_text)
    seat_scene = staticmethod(closeup.seat_scene)
    seat_alt = staticmethod(seat_alt)
    hand_scene = staticmethod(closeup.hand_scene)
    hand_alt = staticmethod(hand_alt)
    entry_scenes: Mapping[str, EntryScene] = {"card": legend.card, "vase": legend.vase, "symbol": legend.symbol}
    emoji: Mapping[str, tuple[Item, ...]] = legend.drawings()
    overview_scenes: Mapping[str, OverviewScenes] = {"symbol": legend.legend}


RENDERER = DawnRenderer()
