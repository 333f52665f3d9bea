"""Computer players: policies and levels. A policy answers from its seat's view. A level may also search."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat

Keys: TypeAlias = tuple[str, ...]
Policy: TypeAlias = "Callable[[Callable[[], Any], Decision, Chance], Keys]"
"""A function of a view getter, a decision, and a random generator. It returns the keys of its answer."""

THOUSAND = 1000
_BLOCKS = 16


class FastChance(Chance):
    """Random draws of a computer player. All names share one stream, which depends on the seed alone."""

    __slots__ = ("_block", "_stream")

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, {})
        self._block = 0
        self._stream = iter(b"")

    def below(self, name: str, bound: int) -> int:
        if bound > 256:
            return super().below(name, bound)
        limit = 256 - 256 % bound
        while True:
            for value in self._stream:
                if value < limit:
                    return value % bound
            self._refill()

    def _refill(self) -> None:
        blocks = range(self._block, self._block + _BLOCKS)
        self._block += _BLOCKS
        self._stream = iter(
            b"".join(blake2b(block.to_bytes(8, "big"), key=self.seed, digest_size=64).digest() for block in blocks)
        )


def random_policy(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    options = decision.options
    if decision.at_least == decision.at_most == 1:
        return (options[chance.below("player", len(options))].key,)
    most = min(decision.at_most, len(options))
    count = decision.at_least + chance.below("player", most - decision.at_least + 1)
    keys = [option.key for option in options]
    for place in range(count):
        other = place + chance.below("player", len(keys) - place)
        keys[place], keys[other] = keys[other], keys[place]
    return tuple(keys[:count])


class Search(msgspec.Struct, frozen=True):
    """Limits on the search for one answer."""

    turns: int = 0
    """A trial ends after this many turns (0: no limit)."""
    rounds: int = 0
    """A trial ends after this many rounds (0: no limit)."""
    width: int = 8
    """Maximum number of answers to try."""
    trials: int = 64
    """The number of trials that these answers share."""
    thorough: int = 0
    """The number of trials if someone asks for reasons (0: the same as `trials`)."""
    doubt: int = 100
    """An answer replaces the policy's if its lead is at least this many hundredths of the lead's standard error."""
    beaten: int = 0
    """Drop an answer early if its expected final lag is at least this many hundredths of the lag's standard error (0:
    never). Drop none if someone asks for reasons."""


class Level(msgspec.Struct, frozen=True):
    """One strength of a computer player. Only `worth`, `on_turn` and `glance` see more than the seat's view."""

    policy: Policy
    blunders: Callable[[], int] | None = None
    """Returns how many answers in a thousand are random."""
    search: Callable[[Callable[[], Any], Decision], Search | None] | None = None
    """Returns the search limits for a decision, or None for no search."""
    candidates: Callable[[Callable[[], Any], Decision, Chance], Sequence[Keys]] | None = None
    """Returns the answers to try, likely ones first."""
    worth: Callable[[Any, Seat], int] | None = None
    """Rates an imagined state for a seat."""
    on_turn: Callable[[Any], Seat | None] | None = None
    """Returns whose turn it is in an imagined state. Without it, `Narration.turns` marks the turns."""
    glance: Callable[[Any, Seat], Any] | None = None
    """Returns the part of a view that suffices for the trials of a search. Without it, they use the whole view."""

    def is_blind(self, chance: Chance) -> bool:
        """Decide at random whether the next answer is a blunder."""
        often = 0 if self.blunders is None else self.blunders()
        return often > 0 and chance.below("blunder", THOUSAND) < often

    def search_of(self, look: Callable[[], Any], decision: Decision) -> Search | None:
        return None if self.search is None or decision.is_forced else self.search(look, decision)


def options_of(look: Callable[[], Any], decision: Decision, chance: Chance) -> list[Keys]:
    return [(option.key,) for option in decision.options] if decision.at_least == decision.at_most == 1 else []


class Alternative(msgspec.Struct, frozen=True):
    """An answer that was tried."""

    keys: Keys
    worlds: int
    """The number of worlds in which the answer was tried."""
    mean: int
    """The mean worth of the answer, in hundredths."""
    error: int
    """The standard error of the mean, in hundredths."""


class NoThought(Exception):  # noqa: N818  (control flow, not an error)
    """No process can think about a question now."""


class Thought(msgspec.Struct, frozen=True):
    """A level's answer to a question, and how it was found."""

    keys: Keys
    ranked: tuple[Alternative, ...] = ()
    """The answers that were tried, best first."""
    trials: int = 0
    cut: bool = False
    """True if the thought was stopped early."""
