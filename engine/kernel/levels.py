"""Levels of computer players: a policy, its blunders, and which of its answers are searched."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import Policy

Keys: TypeAlias = tuple[str, ...]

THOUSAND = 1000


class Search(msgspec.Struct, frozen=True):
    """Limits on thinking about one question.

    A trial ends after `turns` turns or `rounds` rounds (0: no limit). At most `width` answers share `trials` trials, or
    `thorough` ones (if not 0) when someone asks for reasons. An answer replaces the policy's only if it leads by
    `doubt` hundredths of its standard error.
    """

    turns: int = 0
    rounds: int = 0
    width: int = 8
    trials: int = 64
    thorough: int = 0
    doubt: int = 100


class Level(msgspec.Struct, frozen=True):
    """One strength of a computer player.

    `blunders` returns how many of a thousand answers are random, `search` how to think about a question, `candidates`
    the answers worth trying, likely ones first: all from the seat's view. `worth` values an imagined state for a seat,
    and `on_turn` tells whose turn it is; without it, `Narration.turns` do.
    """

    policy: Policy
    blunders: Callable[[], int] | None = None
    search: Callable[[Callable[[], Any], Decision], Search | None] | None = None
    candidates: Callable[[Callable[[], Any], Decision, Chance], Sequence[Keys]] | None = None
    worth: Callable[[Any, Seat], int] | None = None
    on_turn: Callable[[Any], Seat | None] | None = None

    def is_blind(self, chance: Chance) -> bool:
        """Draw whether the next answer is a blunder."""
        often = 0 if self.blunders is None else self.blunders()
        return often > 0 and chance.below("blunder", THOUSAND) < often

    def search_of(self, look: Callable[[], Any], decision: Decision) -> Search | None:
        return None if self.search is None or decision.is_forced else self.search(look, decision)


def options_of(look: Callable[[], Any], decision: Decision, chance: Chance) -> list[Keys]:
    return [(option.key,) for option in decision.options] if decision.at_least == decision.at_most == 1 else []


class Alternative(msgspec.Struct, frozen=True):
    """An answer that was tried: its number of worlds, and its mean worth and standard error in hundredths."""

    keys: Keys
    worlds: int
    mean: int
    error: int


class NoThought(Exception):  # noqa: N818  (a way on, not a mistake)
    """Nobody can think about a question now."""


class Thought(msgspec.Struct, frozen=True):
    """The answer of a level. `ranked` are the answers it tried, best first. `cut`: it was stopped early."""

    keys: Keys
    ranked: tuple[Alternative, ...] = ()
    trials: int = 0
    cut: bool = False
