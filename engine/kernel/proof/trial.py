"""A position to test the laws on, and the error raised if it breaks a law."""

from dataclasses import dataclass
from typing import Any, NoReturn

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, copy_position
from engine.kernel.policy import random_policy


class LawBroken(AssertionError):  # noqa: N818  (the protocol's word)
    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what


def break_law(law: str, what: str) -> NoReturn:
    raise LawBroken(law, what)


def require(law: str, holds: bool, what: str) -> None:
    if not holds:
        raise LawBroken(law, what)


@dataclass(frozen=True)
class Case:
    """A position to test, and the random generator for its trials."""

    game: Game[Any]
    position: Position[Any]
    chance: Chance

    def play(self) -> Play[Any]:
        return Play(self.game, copy_position(self.game, self.position))

    @property
    def pending(self) -> list[Decision]:
        return Play(self.game, self.position).pending

    def standing(self, seat: Seat) -> list[Decision]:
        """Return the standing orders available to `seat`. K2"""
        decisions = self.game.orders.offer(self.position.state, seat)
        if any(decision.seat != seat for decision in decisions):
            break_law("K2", f"seat {seat} is offered the order of another")
        return decisions

    def guess(self, decision: Decision) -> Answer:
        return Answer(decision.seat, decision.id, random_policy(lambda: None, decision, self.chance))

    def some(self, items: list[Any], most: int) -> list[Any]:
        items = list(items)
        self.chance.shuffle("some", items)
        return items[:most]


def check_census(case: Case) -> None:  # K6
    try:
        case.game.proof.census(case.position.state)
    except AssertionError as error:
        raise LawBroken("K6", str(error)) from error
