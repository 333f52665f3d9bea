"""The sandbox's clock, ids that contain a time, and latency. Tests can set the clock forward."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015. Discord's ids count time from then."""


class Clock:
    """Seconds since 1970, plus any seconds that tests have added."""

    def __init__(self) -> None:
        self._ahead_s = 0.0
        self._last_id = 0

    def now(self) -> float:
        return time.time() + self._ahead_s

    def advance(self, seconds: float) -> None:
        self._ahead_s += seconds

    def fresh_id(self) -> int:
        """Return a new id that contains the current time and is larger than all earlier ids."""
        at = (int(self.now() * 1000) - EPOCH_MS) << 22
        self._last_id = max(at, self._last_id + 1)
        return self._last_id

    def age_s(self, snowflake: int) -> float:
        return self.now() - made_at(snowflake)


def timestamp(seconds: float) -> str:
    """Convert seconds since 1970 to Discord's format."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def made_at(snowflake: int) -> float:
    """Return the time at which an id was created, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


@dataclass(slots=True)
class Latency:
    """A random latency with a mean of `ms`."""

    ms: int = 0
    random: Random = field(default_factory=lambda: Random(0))

    def draw_s(self) -> float:
        """Draw the next latency, between 60 % and 140 % of the mean. Return it in seconds."""
        return self.ms / 1000 * self.random.uniform(0.6, 1.4) if self.ms else 0.0
