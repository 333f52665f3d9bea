"""The stand-in for a game that is no longer installed or can't be used. Its tables are listed but can't be played."""

from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.rules import Placing, Rules, Settings
from engine.kernel.steps import Step

MOST_SEATS = 8


class Nothing(msgspec.Struct):
    """The state of a game that isn't there."""


class AbsentRules(Rules[Nothing]):
    """Rules without steps or options. They allow every number of seats that a table can have."""

    version = 0
    seats = tuple(range(1, MOST_SEATS + 1))
    state_type = Nothing
    steps = ()
    facts = ()

    def __init__(self, key: str) -> None:
        self.key = key  # type: ignore[misc]

    def start(self, settings: Settings, chance: Chance) -> tuple[Nothing, list[Step[Nothing]]]:
        return Nothing(), []

    def look(self, state: Nothing, seat: Seat | None) -> Nothing:
        return state

    def result(self, state: Nothing) -> tuple[Placing, ...]:
        return ()


def absent_game(key: str) -> Game[Any]:
    """Return the stand-in for the game with this key."""
    return Game(AbsentRules(key))
