"""Who is asked for what, and who has won, as pictures and text say it."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Seat
from engine.minos_classic.seen.view import ClassicView

Names = Mapping[Seat, str]

BUILDINGS = ("harbour", "dwelling", "warehouse", "wall")


def deciding(view: ClassicView) -> Seat | None:
    """The seat that is asked: in a battle the side whose dice lie open, otherwise the seat on turn."""
    if view.battle is None:
        return view.on_turn
    return view.battle.attacker if view.battle.stage == "attacker" else view.battle.defender


def phase_of(view: ClassicView) -> Message:
    """What is going on, in few words."""
    if view.phase == "roll":
        return Message("picture.phase.roll", {"made": view.rolls_made})
    if view.battle is not None:
        return Message(f"picture.phase.{view.battle.stage}")
    return Message(f"picture.phase.{view.phase}")


def headline(view: ClassicView, names: Names) -> Message:
    """Who does what; in the end who has won."""
    seat = deciding(view)
    if view.result or seat is None:
        return winners(first_of(view), names) if view.result else phase_of(view)
    return Message("picture.asked", {"name": names[seat], "phase": phase_of(view)})


def first_of(view: ClassicView) -> list[Seat]:
    """The seats that have won."""
    return [placing.seat for placing in view.result if placing.place == 1 and placing.seat is not None]


def winners(first: list[Seat], names: Names) -> Message:
    """The sentence that tells who has won."""
    if len(first) == 1:
        return Message("picture.winner", {"name": names[first[0]]})
    return Message("picture.winners", {"names": " · ".join(names[seat] for seat in first)})
