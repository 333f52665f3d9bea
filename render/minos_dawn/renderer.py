"""Minos: Dawn as pictures and as text, from a view."""

from collections.abc import Mapping

from engine.kernel.decision import Seat
from engine.minos_dawn.seen.view import DawnView
from render.minos_dawn import legend
from render.minos_dawn.legend import drawings
from render.minos_dawn.plates import closeup
from render.minos_dawn.plates.boards import people_of, plates
from render.minos_dawn.text_board import alt_text, board_text, hand_alt, seat_alt
from render.renderer import EntryScene, OverviewScenes, Say
from render.scene import Item, Scene

__all__ = ["DawnRenderer", "plates"]


def seat_scene(view: DawnView, seat: Seat, names: Mapping[Seat, str], words: Say) -> Scene:
    return closeup.seat_scene(view, seat, people_of(view, names, words), words)


def hand_scene(view: DawnView, names: Mapping[Seat, str], words: Say) -> Scene:
    return closeup.hand_scene(view, people_of(view, names, words), words)


class DawnRenderer:
    plates = staticmethod(plates)
    alt_text = staticmethod(alt_text)
    board_text = staticmethod(board_text)
    seat_scene = staticmethod(seat_scene)
    seat_alt = staticmethod(seat_alt)
    hand_scene = staticmethod(hand_scene)
    hand_alt = staticmethod(hand_alt)
    entry_scenes: Mapping[str, EntryScene] = {"card": legend.card, "vase": legend.vase, "symbol": legend.symbol}
    emoji: Mapping[str, tuple[Item, ...]] = drawings()
    overview_scenes: Mapping[str, OverviewScenes] = {"symbol": legend.legend}


RENDERER = DawnRenderer()
