"""The asked seat, its question, and the winners, for pictures and text."""

from engine.kernel.decision import Message, Seat
from engine.minos_classic.seen.view import ClassicView
from render.names import Names

BUILDINGS = ("harbour", "dwelling", "warehouse", "wall")


def deciding(view: ClassicView) -> Seat | None:
    """Return the asked seat: in a battle the side whose dice are open, otherwise the acting seat."""
    if view.battle is None:
        return view.on_turn
    return view.battle.attacker if view.battle.stage == "attacker" else view.battle.defender


def phase_of(view: ClassicView) -> Message:
    if view.phase == "roll":
        return Message("picture.phase.roll", {"made": view.rolls_made})
    if view.battle is not None:
        return Message(f"picture.phase.{view.battle.stage}")
    return Message(f"picture.phase.{view.phase}")


def headline(view: ClassicView, names: Names) -> Message:
    seat = deciding(view)
    if view.result or seat is None:
        return winners(first_of(view), names) if view.result else phase_of(view)
    return Message("picture.asked", {"name": names[seat], "phase": phase_of(view)})


def first_of(view: ClassicView) -> list[Seat]:
    return [placing.seat for placing in view.result if placing.place == 1 and placing.seat is not None]


def winners(first: list[Seat], names: Names) -> Message:
    if len(first) == 1:
        return Message("picture.winner", {"name": names[first[0]]})
    return Message("picture.winners", {"names": " · ".join(names[seat] for seat in first)})
