"""Minos (classic) as a picture and as text, drawn from its view alone."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Message, Seat
from engine.minos_classic.seen.view import ClassicView
from render.minos_classic import background, panels, pieces
from render.minos_classic.board import WIDTH
from render.minos_classic.text_board import alt_text, board_text
from render.names import all_shown
from render.renderer import Mark, Say
from render.scene import Layer, Scene

__all__ = ["ClassicRenderer", "alt_text", "board_text", "scene"]


def scene(view: ClassicView, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say) -> Scene:
    """The whole table: the map with its pieces, the numbers of the options, the dice and everybody's holdings."""
    colours = {seat.seat: words(Message(f"picture.colour.{seat.colour}")) for seat in view.seats}
    people = all_shown(names, colours)
    zones = tuple((zone, words(Message(f"minos_classic.place.{zone}"))) for zone in pieces.zone_ids())
    sites = {site.site: words(Message(f"minos_classic.place.{site.site}")) for site in view.sites}
    drawn = pieces.standing(view)
    placed = pieces.placed_marks(marks, drawn, view)
    band = panels.result(view, people, words) if view.result else panels.dice(view, words)
    return Scene(
        WIDTH,
        panels.height(view),
        background.background(zones),
        background.HEIGHT,
        (
            Layer("plaques", tuple(pieces.plaques(view, sites))),
            Layer("leaders", tuple(pieces.leaders(placed))),
            Layer("pieces", tuple(pieces.pieces(drawn))),
            Layer("fight", tuple(pieces.battle(view))),
            Layer("marks", tuple(pieces.marked(placed))),
            Layer("banner", tuple(panels.banner(view, people, words))),
            Layer("scale", tuple(panels.markers(view))),
            Layer("dice", tuple(band)),
            Layer("battle", tuple(panels.battle(view, people, words))),
            Layer("seats", tuple(panels.seats(view, people, words))),
        ),
    )


class ClassicRenderer:
    """The renderer of Minos (classic)."""

    scene = staticmethod(scene)
    alt_text = staticmethod(alt_text)
    board_text = staticmethod(board_text)


RENDERER = ClassicRenderer()
"""The one object that draws this game; it holds no state."""
