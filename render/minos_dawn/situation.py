"""Find the acting seat, the turn order, the phase and the winners of a view."""

from collections.abc import Callable

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.seen.view import DawnView
from render.names import picture_names
from render.renderer import Names, Say

RIVAL_NAME = Message("minos_dawn.rival")
"""The name of the rival. He has the colour of the second seat."""


def people_of(
    view: DawnView, names: Names, words: Say, named: Callable[[int, Names, Say], dict[Seat, str]] = picture_names
) -> dict[Seat, str]:
    """Return the name of each seat and of the rival, as pictures show it. Pass `named` to get another form."""
    shown = named(len(view.seats), names, words)
    return shown | {RIVAL: words(RIVAL_NAME)} if view.rival else shown


def deciding(view: DawnView) -> Seat | None:
    """Return the seat that drafts or acts. Return None if all seats answer together or nobody is asked."""
    order = turn_order(view)
    if view.has_ended:
        return None
    if view.turn is not None:
        return view.turn.seat
    if view.phase == "draft":
        placed = sum(len(row.dice) for row in view.rows)
        return order[placed % len(order)] if placed < len(order) * the_box().board.dice_per_player else None
    if view.phase == "action":
        retrieved = sum(die is None for row in view.rows for die in row.dice)
        return order[retrieved % len(order)]
    return None


def asked_seats(view: DawnView) -> tuple[Seat, ...]:
    """Return the seats that must answer, in turn order. If the view names none, it's the one that drafts or acts."""
    seat = deciding(view)
    asked = tuple(each for each in turn_order(view) if each in view.to_answer)
    return asked or (() if seat is None else (seat,))


def turn_order(view: DawnView) -> list[Seat]:
    """Return the seats clockwise from the First Player marker. In a solo game the rival comes after the only seat."""
    sides = len(view.seats) + (view.rival is not None)
    return [(view.first + place) % sides for place in range(sides)]


def points_of(view: DawnView, seat: Seat) -> int:
    return view.rival.vp if view.rival is not None and seat == RIVAL else view.seats[seat].vp


def phase_of(view: DawnView) -> Message:
    return Message(f"picture_minos_dawn.phase.{'over' if view.has_ended else view.phase}")


def winners(view: DawnView, names: Names) -> Message:
    first = [each.seat for each in view.result if each.place == 1 and each.seat is not None]
    if not first:
        return Message("picture_minos_dawn.rival_wins")
    if len(first) == 1:
        return Message("picture_minos_dawn.winner", {"name": names[first[0]]})
    return Message("picture_minos_dawn.winners", {"names": " · ".join(names[seat] for seat in first)})
