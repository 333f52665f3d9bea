"""The sandbox's clock, which tests can move, ids that contain the time, and latency."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord's ids count."""


class Clock:
    """Seconds since 1970, plus the seconds that tests added."""

    def __init__(self) -> None:
        self._ahead_s = 0.0
        self._last_id = 0

    def now(self) -> float:
        return time.time() + self._ahead_s

    def advance(self, seconds: float) -> None:
        self._ahead_s += seconds

    def fresh_id(self) -> int:
        """Return a new id for the current time, larger than all earlier ids."""
        at = (int(self.now() * 1000) - EPOCH_MS) << 22
        self._last_id = max(at, self._last_id + 1)
        return self._last_id

    def age_s(self, snowflake: int) -> float:
        return self.now() - made_at(snowflake)


def timestamp(seconds: float) -> str:
    """Format a time in seconds since 1970 as Discord does."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def made_at(snowflake: int) -> float:
    """Return the creation time that an id contains, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


@dataclass(slots=True)
class Latency:
    """A mean of `ms`, with jitter drawn from `random`."""

    ms: int = 0
    random: Random = field(default_factory=lambda: Random(0))

    def draw_s(self) -> float:
        """Draw the next latency in seconds, from 60 % to 140 % of the mean."""
        return self.ms / 1000 * self.random.uniform(0.6, 1.4) if self.ms else 0.0
