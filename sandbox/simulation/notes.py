"""What is written down of each press, to be held against the bot's log."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Fate: TypeAlias = Literal["confirmed", "refused", "told", "asked", "put_off", "unanswered"]
"""What became of an action: done, refused, nothing to do (a look-up), nothing yet until the person says once more that
it is meant, the bot asked to wait, no answer came."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press, pick or command. `at_s` counts from the start of its stretch, `latency_s` to the first answer.

    `what` says what was pressed and how it was answered, for whoever reads of a fault. `control` is the id of what was
    pressed, empty for a command, and `answered_ms` when it was answered, in milliseconds since 1970.
    """

    interaction: int
    table: int
    fate: Fate
    at_s: float
    latency_s: float | None
    deliveries: int = 1
    what: str = ""
    control: str = ""
    answered_ms: int = 0


@dataclass(frozen=True, slots=True)
class Life:
    """From when to when a bot was connected, in milliseconds since 1970."""

    begun_ms: int
    ended_ms: int


def up_ms(lives: Sequence[Life], first_ms: int, last_ms: int) -> int:
    """For how long of the time between these two instants a bot was connected."""
    return sum(max(0, min(last_ms, life.ended_ms) - max(first_ms, life.begun_ms)) for life in lives)


@dataclass(slots=True)
class Notes:
    """The notes of a whole run. A stretch is the time between two starts of the bot.

    `unanswered` are the interactions that nobody answered though the bot was connected all the while, and `frozen`
    counts those whose process was frozen. `wrong_refusals`
    are taps that were refused because the same person's other tap was accepted; `second_presses` counts every second
    tap.
    """

    presses: list[Press] = field(default_factory=list)
    stretches: list[list[float]] = field(default_factory=list)
    lives: list[Life] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    frozen: int = 0
    wrong_refusals: list[str] = field(default_factory=list)
    second_presses: int = 0
    leaks: list[str] = field(default_factory=list)
    pictures: set[int] = field(default_factory=set)
    bare_latencies_s: list[float] = field(default_factory=list)

    def latencies_s(self) -> list[float]:
        """The latency of every press that was answered, in seconds."""
        return [press.latency_s for press in self.presses if press.latency_s is not None]


def percentile_ms(seconds: list[float], share: float) -> float:
    """The latency that `share` (0 to 1) of the presses stayed within, in milliseconds; 0 without presses."""
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 2)


def waits_after(kill_s: float, presses: Sequence[Press]) -> list[float]:
    """How long each table that was pressed after a kill, or was being answered then, waited for its next answer.

    A table where nobody presses for a while does not wait for the bot.
    """
    tables: dict[int, list[Press]] = {}
    for press in presses:
        if press.at_s >= kill_s or (press.latency_s is not None and press.at_s + press.latency_s > kill_s):
            tables.setdefault(press.table, []).append(press)
    waits = []
    for own in tables.values():
        answered = [press.at_s + press.latency_s for press in own if press.latency_s is not None]
        if answered:
            waits.append(min(answered) - max(kill_s, min(press.at_s for press in own)))
    return waits
