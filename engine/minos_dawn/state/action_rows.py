"""Dice in the action rows: where a new one goes, and whose are where. DRAFT-5, DRAFT-6"""

from collections.abc import Sequence
from typing import Protocol

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.state.state import DawnState, Die


def has_space(state: DawnState, row: int) -> bool:  # INV-8, DRAFT-5
    return len(state.rows[row]) < len(the_box().layouts[len(state.players)].rows[row])


def place_die(state: DawnState, row: int, die: Die) -> int:
    """Place a die right of every lower or equal value, left of every higher one. Return the space, from 0. DRAFT-6"""
    dice = state.rows[row]
    space = space_for(dice, die.value)
    dice.insert(space, die)
    return space


class Valued(Protocol):
    @property
    def value(self) -> int:
        """The number of pips."""


def space_for(dice: Sequence[Valued | None], value: int) -> int:
    """Return the space that a die of that value takes among these of its row, from 0. DRAFT-6"""
    return sum(other is not None and other.value <= value for other in dice)


def dice_of(state: DawnState, seat: Seat) -> list[tuple[int, int, Die]]:
    """Return the dice of a seat, or of RIVAL, that are still there, with row and space from 0."""
    return [
        (number, space, each)
        for number, dice in enumerate(state.rows)
        for space, each in enumerate(dice)
        if each is not None and each.seat == seat
    ]
