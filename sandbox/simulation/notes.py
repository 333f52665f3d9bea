"""Notes about every press, to compare with the bot's log."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Fate: TypeAlias = Literal["confirmed", "refused", "told", "asked", "put_off", "unanswered"]
"""The outcome: done, refused, only shown something, asked to confirm, deferred, or never answered."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press, choice or command."""

    interaction: int
    table: int
    fate: Fate
    at_s: float
    """Seconds since the start of the stretch."""
    latency_s: float | None
    what: str = ""
    control: str = ""
    answered_ms: int = 0
    """Milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Life:
    """A period in which a bot was connected, in milliseconds since 1970."""

    begun_ms: int
    ended_ms: int


def up_ms(lives: Sequence[Life], first_ms: int, last_ms: int) -> int:
    """Return how many milliseconds a bot was connected between two times."""
    return sum(max(0, min(last_ms, life.ended_ms) - max(first_ms, life.begun_ms)) for life in lives)


@dataclass(slots=True)
class Notes:
    """Notes about a whole run. A stretch is the time from one start of the bot to the next."""

    presses: list[Press] = field(default_factory=list)
    stretches: list[list[float]] = field(default_factory=lambda: [[]])
    """For each stretch, the time of each press."""
    begun_s: float = field(default_factory=time.perf_counter)
    """The start of the current stretch, by `time.perf_counter()`."""
    leaks: list[str] = field(default_factory=list)
    wrong_refusals: list[str] = field(default_factory=list)
    """Taps that were refused although the other tap of the same person was accepted."""
    second_presses: int = 0

    def begin_stretch(self) -> None:
        self.stretches.append([])
        self.begun_s = time.perf_counter()

    def now_s(self) -> float:
        return time.perf_counter() - self.begun_s
