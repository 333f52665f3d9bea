"""Names of seats as Minerva's pictures show them."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Seat
from engine.minerva.seen.view import MinervaView
from render.names import show_names
from render.renderer import Say
from render.seat_colours import COLOURS


def people_of(view: MinervaView, names: Mapping[Seat, str], words: Say) -> dict[Seat, str]:
    colours = {each.seat: words(Message(f"picture.colour.{COLOURS[each.seat]}")) for each in view.seats}
    return show_names(names, colours)
