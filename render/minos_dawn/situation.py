"""Whose turn it is, in which order, what is going on, and who has won."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.seen.view import DawnView

Names = Mapping[Seat, str]


def deciding(view: DawnView) -> Seat | None:
    """The seat that drafts or acts; None where all answer at once or nobody does."""
    order = turn_order(view)
    if view.turn is not None:
        return view.turn.seat
    if view.phase == "draft":
        placed = sum(len(row.dice) for row in view.rows)
        return order[placed % len(order)] if placed < len(order) * the_box().board.dice_per_player else None
    if view.phase == "action":
        retrieved = sum(die is None for row in view.rows for die in row.dice)
        return order[retrieved % len(order)]
    return None


def asked_of(view: DawnView) -> tuple[Seat, ...]:
    """The seats to answer: those the view names, else the one that drafts or acts."""
    seat = deciding(view)
    return view.to_answer or (() if seat is None else (seat,))


def turn_order(view: DawnView) -> list[Seat]:
    """Seats clockwise from the holder of the First Player marker; across from a lone one sits the rival."""
    sides = len(view.seats) + (view.rival is not None)
    return [(view.first + place) % sides for place in range(sides)]


def phase_of(view: DawnView) -> Message:
    """What is going on, in few words."""
    return Message(f"picture_minos_dawn.phase.{view.phase}")


def winners(view: DawnView, names: Names) -> Message:
    """The sentence that tells who has won."""
    first = [each.seat for each in view.result if each.place == 1 and each.seat is not None]
    if not first:
        return Message("picture_minos_dawn.rival_wins")
    if len(first) == 1:
        return Message("picture_minos_dawn.winner", {"name": names[first[0]]})
    return Message("picture_minos_dawn.winners", {"names": " · ".join(names[seat] for seat in first)})
