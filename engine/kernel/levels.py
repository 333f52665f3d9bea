"""How well a program plays: a policy, how often it errs, and which of its answers are searched for."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import Policy

Keys: TypeAlias = tuple[str, ...]

THOUSAND = 1000


class Search(msgspec.Struct, frozen=True):
    """How one question is thought about: how far, how many answers, and in how much work.

    A trial ends after `turns` turns or when `rounds` rounds have begun, whichever is first, of those that are not 0; it
    goes on to the end of the game where both are. At most `width` answers are tried in `trials` trials, all told, or in
    `thorough` ones for a person who asks for reasons, where that is not 0. The policy's own answer is left for another
    only where that one leads by `doubt` hundredths of its standard error.
    """

    turns: int = 0
    rounds: int = 0
    width: int = 8
    trials: int = 64
    thorough: int = 0
    doubt: int = 100


class Level(msgspec.Struct, frozen=True):
    """One way for a program to play a game.

    `blunders` says how many answers of a thousand are given blindly; without it none is. `search` says how a question
    is thought about, or None for the policy's answer; without it nothing is. `candidates` are the answers worth trying,
    the likely ones first. Policy, search and candidates see what the seat sees. `worth` is what a state is worth to a
    seat, more being better, and `on_turn` whose turn is being played: both are asked of imagined states alone. Without
    `on_turn` a turn ends where one of `Narration.turns` begins.
    """

    policy: Policy
    blunders: Callable[[], int] | None = None
    search: Callable[[Callable[[], Any], Decision], Search | None] | None = None
    candidates: Callable[[Callable[[], Any], Decision, Chance], Sequence[Keys]] | None = None
    worth: Callable[[Any, Seat], int] | None = None
    on_turn: Callable[[Any], Seat | None] | None = None

    def is_blind(self, chance: Chance) -> bool:
        """Whether the next answer is given blindly, which `chance` says."""
        often = 0 if self.blunders is None else self.blunders()
        return often > 0 and chance.below("blunder", THOUSAND) < often

    def search_of(self, look: Callable[[], Any], decision: Decision) -> Search | None:
        """How it thinks about a question; None where it answers at once."""
        return None if self.search is None or decision.is_forced else self.search(look, decision)


def options_of(look: Callable[[], Any], decision: Decision, chance: Chance) -> list[Keys]:
    """Every option of a question that one option answers, as candidates."""
    return [(option.key,) for option in decision.options] if decision.at_least == decision.at_most == 1 else []


class Alternative(msgspec.Struct, frozen=True):
    """An answer that was tried: in how many worlds, and its mean worth with its standard error, in hundredths."""

    keys: Keys
    worlds: int
    mean: int
    error: int


class NoThought(Exception):  # noqa: N818  (a way on, not a mistake)
    """Nobody can think about a question now: there is no process for it, or it does not answer."""


class Thought(msgspec.Struct, frozen=True):
    """What a level answers. `ranked` are the answers it tried, the best first; `trials` counts games played on.

    `cut`: it was told to stop before it was done, and answers the best so far.
    """

    keys: Keys
    ranked: tuple[Alternative, ...] = ()
    trials: int = 0
    cut: bool = False
