"""Every seat's name as pictures of this game write it."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Seat
from engine.minerva.seen.view import MinervaView
from render.names import all_shown
from render.renderer import Say
from render.seat_colours import COLOURS


def people_of(view: MinervaView, names: Mapping[Seat, str], words: Say) -> dict[Seat, str]:
    """Every seat's name as it is shown in the picture."""
    colours = {each.seat: words(Message(f"picture.colour.{COLOURS[each.seat]}")) for each in view.seats}
    return all_shown(names, colours)
