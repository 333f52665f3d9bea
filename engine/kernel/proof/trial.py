"""A position of a game under trial, and what is raised where it breaks a law."""

from dataclasses import dataclass
from typing import Any, NoReturn

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, copy_position
from engine.kernel.policy import random_policy


class LawBroken(AssertionError):  # noqa: N818  (the protocol's word)
    """A game does not keep a law; `law` is its number."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what


def break_law(law: str, what: str) -> NoReturn:
    raise LawBroken(law, what)


@dataclass(frozen=True)
class Case:
    """A position of a game under trial, and chance to try it with."""

    game: Game[Any]
    position: Position[Any]
    chance: Chance

    def play(self) -> Play[Any]:
        """The position, ready to be played on without touching it."""
        return Play(self.game, copy_position(self.game, self.position))

    @property
    def pending(self) -> list[Decision]:
        """The decisions that are due in this position."""
        return Play(self.game, self.position).pending

    def standing(self, seat: Seat) -> list[Decision]:
        """The orders that `seat` may leave now. K2: none of another seat."""
        decisions = self.game.orders.offer(self.position.state, seat)
        if any(decision.seat != seat for decision in decisions):
            break_law("K2", f"seat {seat} is offered the order of another")
        return decisions

    def guess(self, decision: Decision) -> Answer:
        """A random legal answer."""
        return Answer(decision.seat, decision.id, random_policy(_blind, decision, self.chance))

    def some(self, items: list[Any], most: int) -> list[Any]:
        """At most that many of them, at random."""
        items = list(items)
        self.chance.shuffle("some", items)
        return items[:most]


def _blind() -> None:
    return None


def check_census(case: Case) -> None:
    """K6: every component is where it should be."""
    try:
        case.game.proof.census(case.position.state)
    except AssertionError as error:
        raise LawBroken("K6", str(error)) from error
