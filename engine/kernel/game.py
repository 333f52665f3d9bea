"""A game: its rules, and the parts it has beyond them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from engine.kernel.parts import (
    Asides,
    Autopilot,
    Narration,
    Offering,
    Programs,
    Proof,
    Secrecy,
    StandingOrders,
    Statistics,
)  # fmt: skip
from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import OptionValue, Rules, Settings
from engine.kernel.steps import Consequence, Now

S = TypeVar("S")

Effect: TypeAlias = Callable[[Any, Now[Any], Any], None]
"""Changes a state in place as a `Consequence` says, which has left the agenda."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """One game as `games.py` registers it. `rules` alone are enough. `consequences` have an effect for each kind."""

    rules: Rules[S]
    narration: Narration[S] = field(default_factory=Narration)
    offering: Offering[S] = field(default_factory=Offering)
    asides: Asides[S] = field(default_factory=Asides)
    orders: StandingOrders[S] = field(default_factory=StandingOrders)
    autopilot: Autopilot[S] = field(default_factory=Autopilot)
    secrecy: Secrecy[S] = field(default_factory=Secrecy)
    programs: Programs = field(default_factory=Programs)
    statistics: Statistics[S] = field(default_factory=Statistics)
    proof: Proof[S] = field(default_factory=Proof)
    consequences: Mapping[type[Consequence[Any]], Effect] = field(default_factory=dict)


def complete_settings(game: Game[Any], seats: int, given: Mapping[str, OptionValue]) -> Settings:
    if seats not in game.rules.seats:
        raise UnplayableSettings("seats", seats)
    known = {option.key: option for option in game.rules.options}
    for key, value in given.items():
        if key not in known or value not in known[key].choices:
            raise UnplayableSettings(key, value)
    return Settings(seats, {option.key: given.get(option.key, option.default) for option in game.rules.options})
