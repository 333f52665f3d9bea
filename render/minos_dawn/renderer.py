"""Minos: Dawn of the Bronze Age as pictures and as text, drawn from its view alone."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import RIVAL
from engine.minos_dawn.seen.view import DawnView
from render.minos_dawn import background, cards, dice, legend, panels, regions, rival, tracks
from render.minos_dawn import marks as numbers
from render.minos_dawn.board import (
    BANNER,
    COLOURS,
    MAP_HEIGHT,
    OFFER_HEIGHT,
    RIVAL_NAME,
    ROWS_HEIGHT,
    SEAT_HEIGHT,
    STRIP_HEIGHT,
    WIDTH,
    WILL_HEIGHT,
)
from render.minos_dawn.emoji import drawings
from render.minos_dawn.sheets import hand_alt, hand_scene, seat_alt, seat_scene
from render.minos_dawn.text_board import alt_text, board_text
from render.names import all_shown
from render.renderer import EntryScene, Mark, OverviewScenes, Say
from render.scene import Item, Layer, Scene

__all__ = ["DawnRenderer", "alt_text", "board_text", "hand_alt", "hand_scene", "scene", "seat_alt", "seat_scene"]


def people_of(view: DawnView, names: Mapping[Seat, str], words: Say) -> dict[Seat, str]:
    """Every seat's name as pictures write it."""
    colours = {each.seat: words(Message(f"picture.colour.{COLOURS[each.seat]}")) for each in view.seats}
    shown = all_shown(names, colours)
    return shown | {RIVAL: words(RIVAL_NAME)} if view.rival else shown


def scene(view: DawnView, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say) -> Scene:
    """The whole table: Crete, the dice, tracks, routes and vases, the offer and everybody's holdings."""
    people = people_of(view, names, words)
    top = BANNER + MAP_HEIGHT + 8
    strip = tuple(_strip(view, top, people, words))
    rows = top + (STRIP_HEIGHT if strip else 0)
    offer = rows + ROWS_HEIGHT + 2
    will = offer + OFFER_HEIGHT + 4
    seats = will + (WILL_HEIGHT if view.rival else 0)
    return Scene(
        WIDTH,
        seats + SEAT_HEIGHT,
        background.background(len(view.seats)),
        background.HEIGHT,
        (
            Layer("regions", tuple(regions.regions(view, words))),
            Layer("vases", tuple(tracks.vases(view, words))),
            Layer("supply", tuple(tracks.supply(view))),
            Layer("banner", tuple(panels.banner(view, people, words))),
            Layer("strip", strip),
            Layer("rows", tuple(dice.rows(view, rows, words))),
            Layer("tracks", tuple(tracks.tracks(view, rows, words))),
            Layer("routes", tuple(tracks.routes(view, rows + tracks.TRACKS_HEIGHT, words))),
            Layer("offer", tuple(cards.offer(view, offer, words))),
            *_rival(view, will, seats, words),
            Layer("seats", tuple(panels.seats(view, seats, people, words))),
            Layer("marks", tuple(numbers.marks_of(view, marks, rows))),
        ),
    )


def _rival(view: DawnView, will: float, top: float, words: Say) -> tuple[Layer, ...]:
    """How the rival came to his last die and his last turn, and what he has."""
    if view.rival is None:
        return ()
    step = rival.sheets(view, will) if view.result else rival.will(view, view.rival, will, words)
    return (
        Layer("will", tuple(step)),
        Layer("rival", tuple(rival.panel(view, view.rival, top, words))),
    )


def _strip(view: DawnView, top: float, names: Mapping[Seat, str], words: Say) -> "list[Item]":
    """What matters most just now: the result, the turn, or the dice to draft."""
    if view.result:
        return list(panels.result(view, top, names, words))
    if view.turn is not None:
        return list(dice.turn(view, top, words))
    if view.phase == "draft" and view.pool:
        return list(dice.pool(view, top))
    if view.setup_items:
        return list(panels.setup_items(view, top, words))
    return []


class DawnRenderer:
    """The renderer of Minos: Dawn of the Bronze Age."""

    scene = staticmethod(scene)
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
"""The one object that draws this game; it holds no state."""
