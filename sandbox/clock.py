"""The sandbox's time, which tests may move, and the ids that are made of it."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""First millisecond of 2015: where Discord's ids begin to count."""


class Clock:
    """Seconds since 1970, as on the wall, plus what tests added; hands out fresh ids."""

    def __init__(self) -> None:
        self._ahead_s = 0.0
        self._last_id = 0

    def now(self) -> float:
        return time.time() + self._ahead_s

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._ahead_s += seconds

    def fresh_id(self) -> int:
        """A new id, larger than every one before it, whose time is now."""
        at = (int(self.now() * 1000) - EPOCH_MS) << 22
        self._last_id = max(at, self._last_id + 1)
        return self._last_id

    def age_s(self, snowflake: int) -> float:
        """How long ago the thing with this id was made, in seconds."""
        return self.now() - ((snowflake >> 22) + EPOCH_MS) / 1000


def timestamp(seconds: float) -> str:
    """Discord's notation of a moment given in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def made_at(snowflake: int) -> float:
    """Seconds since 1970 at which the thing with this id was made."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
