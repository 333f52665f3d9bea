"""Limits on the number of shards, and on session starts per token across all processes."""

from collections import defaultdict
from dataclasses import dataclass, field

from sandbox.clock import Clock
from sandbox.records import Json

A_DAY = 1_000
"""Session starts allowed per token and day. If a token is used more often, Discord resets it."""
DAY_S = 24 * 3600.0
WINDOW_S = 5.0
MOST_GUILDS = 2_500
GUILDS_PER_SHARD = 1_000

Shard = tuple[int, int]
"""The number of a shard, and how many shards there are."""


def read_shard(asked: object) -> Shard | None:
    """Read the shard from an IDENTIFY. The default is shard 0 of 1. Return None if it is invalid."""
    if asked is None:
        return 0, 1
    match asked:
        case [int(number), int(of)] if 0 <= number < of:
            return number, of
    return None


@dataclass(slots=True)
class _Spent:
    """The starts of a token after `since`, and the last IDENTIFY of each bucket."""

    since: float
    starts: int = 0
    asked: dict[int, float] = field(default_factory=dict)


class SessionStarts:
    """Counts the IDENTIFYs of each token. Refuses those over the limit if `is_on`. Shards with the same number modulo
    `max_concurrency` share a bucket. By default, the number of guilds determines the `recommended` shards."""

    def __init__(self, clock: Clock, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self.recommended: int | None = None
        self.max_concurrency = 1
        self.a_day = A_DAY
        self.most_guilds = MOST_GUILDS
        self._clock = clock
        self._spent: dict[str, _Spent] = defaultdict(lambda: _Spent(clock.now()))

    def spend(self, token: str, number: int) -> bool:
        """Count an IDENTIFY and restart the five seconds of its bucket. Return whether it is accepted."""
        now, spent, bucket = self._clock.now(), self._of(token), number % self.max_concurrency
        spent.starts += 1
        last = spent.asked.get(bucket)
        spent.asked[bucket] = now
        return not self.is_on or last is None or now - last >= WINDOW_S

    def is_used_up(self, token: str) -> bool:
        return self.is_on and self._of(token).starts >= self.a_day

    def limits_of(self, token: str, guilds: int) -> Json:
        spent = self._of(token)
        return {
            "shards": self.recommended or max(1, -(-guilds // GUILDS_PER_SHARD)),
            "session_start_limit": {
                "total": self.a_day,
                "remaining": max(0, self.a_day - spent.starts),
                "reset_after": round((spent.since + DAY_S - self._clock.now()) * 1000),
                "max_concurrency": self.max_concurrency,
            },
        }

    def _of(self, token: str) -> _Spent:
        if self._clock.now() - self._spent[token].since >= DAY_S:
            del self._spent[token]
        return self._spent[token]
