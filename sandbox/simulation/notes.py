"""Notes on every press, to be compared with the bot's log."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Fate: TypeAlias = Literal["confirmed", "refused", "told", "asked", "put_off", "unanswered"]
"""Done, refused, only looked up, asked to confirm, deferred, or never answered."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press, choice or command. `at_s` counts from the start of its stretch, `answered_ms` from 1970."""

    interaction: int
    table: int
    fate: Fate
    at_s: float
    latency_s: float | None
    what: str = ""
    control: str = ""
    answered_ms: int = 0


@dataclass(frozen=True, slots=True)
class Life:
    """A period in which a bot was connected, in milliseconds since 1970."""

    begun_ms: int
    ended_ms: int


def up_ms(lives: Sequence[Life], first_ms: int, last_ms: int) -> int:
    """Return how long a bot was connected between two times, in milliseconds."""
    return sum(max(0, min(last_ms, life.ended_ms) - max(first_ms, life.begun_ms)) for life in lives)


@dataclass(slots=True)
class Notes:
    """The notes of a whole run. A stretch is the time between two starts of the bot."""

    presses: list[Press] = field(default_factory=list)
    stretches: list[list[float]] = field(default_factory=lambda: [[]])
    """The time of each press, by stretch."""
    begun_s: float = field(default_factory=time.perf_counter)
    """The beginning of the newest stretch, by `time.perf_counter()`."""
    leaks: list[str] = field(default_factory=list)
    wrong_refusals: list[str] = field(default_factory=list)
    """Taps that were refused although the same person's other tap was accepted."""
    second_presses: int = 0

    def begin_stretch(self) -> None:
        self.stretches.append([])
        self.begun_s = time.perf_counter()

    def now_s(self) -> float:
        return time.perf_counter() - self.begun_s
