"""Session starts: how often a token may identify, over all of its processes, and which shards there can be."""

from collections import defaultdict
from dataclasses import dataclass, field

from sandbox.clock import Clock
from sandbox.records import Json

A_DAY = 1_000
"""Starts of a token in a day. Who needs more has its token reset."""
DAY_S = 24 * 3600.0
WINDOW_S = 5.0
"""In so long each bucket takes one IDENTIFY."""
MOST_GUILDS = 2_500
"""Guilds that one session may hear of."""
GUILDS_PER_SHARD = 1_000
"""Discord recommends one shard more for each of these."""

Shard = tuple[int, int]
"""The number of a shard, and how many there are in all."""


def shard_number(guild_id: int | None, of: int) -> int:
    """The shard that hears of a guild; without one, of direct messages and whatever belongs to no guild of the bot."""
    return 0 if guild_id is None else (guild_id >> 22) % of


def read_shard(asked: object) -> Shard | None:
    """The shard that an IDENTIFY names, that of a bot with only one if it names none; None where there can be none."""
    if asked is None:
        return 0, 1
    match asked:
        case [int(number), int(of)] if 0 <= number < of:
            return number, of
    return None


@dataclass(slots=True)
class _Spent:
    """What a token has used: starts since `since`, and when each bucket was asked last."""

    since: float
    starts: int = 0
    asked: dict[int, float] = field(default_factory=dict)


class SessionStarts:
    """Counts every IDENTIFY by its token. While it is not `is_on` it refuses none.

    `recommended` is how many shards Discord recommends, by the guilds there are where it is None. A token starts
    `max_concurrency` sessions at once, one for each remainder that the numbers of shards leave by it.
    """

    def __init__(self, clock: Clock, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self.recommended: int | None = None
        self.max_concurrency = 1
        self.a_day = A_DAY
        self.most_guilds = MOST_GUILDS
        self._clock = clock
        self._spent: dict[str, _Spent] = defaultdict(lambda: _Spent(clock.now()))

    def spend(self, token: str, number: int) -> bool:
        """Count an IDENTIFY for the shard of that number, and return whether its bucket takes it so soon.

        A refused one counts as well, and begins the bucket's five seconds anew.
        """
        now, spent, bucket = self._clock.now(), self._of(token), number % self.max_concurrency
        spent.starts += 1
        last = spent.asked.get(bucket)
        spent.asked[bucket] = now
        return not self.is_on or last is None or now - last >= WINDOW_S

    def is_used_up(self, token: str) -> bool:
        """Whether the token has no start left today."""
        return self.is_on and self._of(token).starts >= self.a_day

    def told(self, token: str, guilds: int) -> Json:
        """What `GET /gateway/bot` tells a bot that is in that many guilds."""
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
        """What the token has used today."""
        if self._clock.now() - self._spent[token].since >= DAY_S:
            del self._spent[token]
        return self._spent[token]
