"""Positions to be drawn in the gallery and in tests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.kernel.decision import Decision, Fact, Seat
from render.plate import Plate
from render.renderer import GameRenderer, Mark, Names, Say

NAMES = {0: "Ariadne", 1: "Tomáš Dvořák", 2: "Élodie", 3: "Minos"}

View = TypeVar("View")


@dataclass(frozen=True)
class Position(Generic[View]):
    """A view with option numbers, the public facts of the turn, and the players' names."""

    view: View
    marks: tuple[Mark, ...] = ()
    moves: tuple[Fact, ...] = ()
    names: Names = field(default_factory=lambda: NAMES)
    decision: Decision | None = None


def marks_of(decision: Decision | None) -> tuple[Mark, ...]:
    """Return the option numbers of a public decision at the places they name."""
    if decision is None or decision.private:
        return ()
    return tuple(Mark(number, option.target) for number, option in enumerate(decision.options, 1) if option.target)


@dataclass(frozen=True)
class GalleryPicture:
    """The names at a table, and a function that draws plates with these or other names."""

    names: Names
    draw: Callable[[Names, Say], Sequence[Plate]]


def picture_table(renderer: GameRenderer, position: Position[Any]) -> GalleryPicture:
    view, marks, moves = position.view, position.marks, position.moves
    return GalleryPicture(position.names, lambda names, say: renderer.plates(view, marks, names, say, moves))


def picture_seat(renderer: GameRenderer, position: Position[Any], seat: Seat) -> GalleryPicture:
    return GalleryPicture(position.names, lambda names, say: (renderer.seat_plate(position.view, seat, names, say),))


def picture_hand(renderer: GameRenderer, position: Position[Any]) -> GalleryPicture:
    return GalleryPicture(position.names, lambda names, say: (renderer.hand_plate(position.view, names, say),))
