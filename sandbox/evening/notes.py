"""What is written down of each press, to be held against the bot's log."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Fate: TypeAlias = Literal["confirmed", "refused", "told", "unanswered"]
"""A deed was acknowledged; was refused; nothing was to be done (a look-up); no answer came."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press, pick or command. `at_s` counts from the start of its stretch, `latency_s` to the first answer."""

    interaction: int
    table: int
    fate: Fate
    at_s: float
    latency_s: float | None
    deliveries: int = 1


@dataclass(slots=True)
class Notes:
    """The whole evening. A stretch is the time between two starts of the bot."""

    presses: list[Press] = field(default_factory=list)
    stretches: list[list[float]] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    pictures: set[int] = field(default_factory=set)
    bare_latencies_s: list[float] = field(default_factory=list)

    def latencies_s(self) -> list[float]:
        """Of every press that was answered."""
        return [press.latency_s for press in self.presses if press.latency_s is not None]


def percentile_ms(seconds: list[float], share: float) -> float:
    """The latency that `share` (0 to 1) of the presses stayed within, in milliseconds; 0 without presses."""
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 2)
