"""The sandbox's time, which tests may move, and ids made of it."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord's ids count."""


class Clock:
    """Seconds since 1970, plus those that tests added."""

    def __init__(self) -> None:
        self._ahead_s = 0.0
        self._last_id = 0

    def now(self) -> float:
        return time.time() + self._ahead_s

    def advance(self, seconds: float) -> None:
        self._ahead_s += seconds

    def fresh_id(self) -> int:
        """A new id of now, larger than all before."""
        at = (int(self.now() * 1000) - EPOCH_MS) << 22
        self._last_id = max(at, self._last_id + 1)
        return self._last_id

    def age_s(self, snowflake: int) -> float:
        return self.now() - made_at(snowflake)


def timestamp(seconds: float) -> str:
    """Discord's notation of a moment in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def made_at(snowflake: int) -> float:
    """When the thing with this id was made, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
