"""Minerva's renderer: pictures and text from a view."""

from collections.abc import Mapping

from render.minerva import legend
from render.minerva.emoji import drawings
from render.minerva.plates import plates
from render.minerva.sheets import seat_scene
from render.minerva.text_board import alt_text, board_text, seat_alt
from render.renderer import EntryScene, OverviewScenes
from render.scene import Item

__all__ = ["MinervaRenderer", "alt_text", "board_text", "plates", "seat_alt", "seat_scene"]


class MinervaRenderer:
    film = "cities"
    plates = staticmethod(plates)
    alt_text = staticmethod(alt_text)
    board_text = staticmethod(board_text)
    seat_scene = staticmethod(seat_scene)
    seat_alt = staticmethod(seat_alt)
    entry_scenes: Mapping[str, EntryScene] = {"tile": legend.tile}
    overview_scenes: Mapping[str, OverviewScenes] = {"tile": legend.all_tiles}
    emoji: Mapping[str, tuple[Item, ...]] = drawings()


RENDERER = MinervaRenderer()
"""The shared instance, which has no state."""
