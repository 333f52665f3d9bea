"""People of several kinds: when they look at their tables, when they sleep, and what becomes of them."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from sandbox.driver import Actor
from sandbox.month.almanac import DAY_MS, HOUR_MS, MINUTE_MS

Kind: TypeAlias = Literal[
    "prompt", "daily", "weekend", "vanishing", "travelling", "night", "closed", "leaving", "deserting"
]
SHARES: dict[Kind, int] = {
    "prompt": 30, "daily": 24, "weekend": 10, "vanishing": 10, "travelling": 8, "night": 8, "closed": 7, "leaving": 3,
}  # fmt: skip
"""How many of a hundred people are of each kind. Deserting ones sit at tables of their own, and all vanish together."""
ZONES = ("Europe/Prague", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Europe/London", "America/Sao_Paulo")
REMINDERS_H = (24, 24, 24, 12, 48, 2, 0)
FOREVER = 1 << 62
MOST_DAYS = 40
"""Nobody plans a look further ahead."""


@dataclass(frozen=True, slots=True)
class Hours:
    """What somebody has chosen of their time, and since when, as the host's clock showed it.

    `quiet` is from and until, in minutes since midnight. `away` as from and until which moment.
    """

    since: int
    zone: str
    quiet: tuple[int, int] | None = None
    away: tuple[tuple[int, int], ...] = ()

    def is_quiet(self, shown: int) -> bool:
        """Whether the host must take this moment for one of their quiet hours, or of an absence."""
        if any(begin <= shown < end for begin, end in self.away):
            return True
        if self.quiet is None:
            return False
        local = datetime.fromtimestamp(shown / 1000, ZoneInfo(self.zone))
        begin, end = self.quiet
        minute = local.hour * 60 + local.minute
        return begin <= minute < end if begin < end else minute >= begin or minute < end


@dataclass(eq=False, slots=True)
class Player:
    """One person: what they chose, and where they are in truth (`zone`)."""

    actor: Actor
    kind: Kind
    zone: str
    random: Random
    remind_h: int = 24
    quiet: tuple[int, int] | None = None
    slots: tuple[int, ...] = ()
    """Minutes of the day at which they look, pinged or not."""
    gone: tuple[int, int] | None = None
    """From and until when they do not look at all."""
    chosen: list[Hours] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    """The numbers of their tables."""

    @property
    def answers_pings(self) -> bool:
        return self.kind in ("prompt", "night", "leaving")

    @property
    def days(self) -> frozenset[int]:
        """The days of the week on which they look, from Monday (0)."""
        return frozenset({5, 6}) if self.kind == "weekend" else frozenset(range(7))

    def next_look(self, now: int) -> int | None:
        """When they look next, if nobody calls them; None where they never do."""
        here = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(now / 1000, here).replace(hour=0, minute=0, second=0, microsecond=0)
        for ahead in range(MOST_DAYS):
            day = today + timedelta(days=ahead)
            if day.weekday() in self.days:
                for slot in self.slots:
                    at = (
                        round((day + timedelta(minutes=slot)).timestamp() * 1000)
                        + self.random.randrange(20) * MINUTE_MS
                    )
                    if at > now and not self.is_gone(at):
                        return at
        return None

    def look_when_called(self, now: int) -> int | None:
        """When they look since somebody called them; None where that changes nothing."""
        if not self.answers_pings:
            return None
        at = now + round(self.random.expovariate(1 / 30) * MINUTE_MS)
        begin, end = self.quiet or (0, 0)
        local = datetime.fromtimestamp(at / 1000, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if begin < end and begin <= minute < end:
            at += (end - minute) * MINUTE_MS
        elif begin > end and (minute >= begin or minute < end):
            at += ((end - minute) % 1440) * MINUTE_MS
        return None if self.is_gone(at) else at

    def is_gone(self, at: int) -> bool:
        """Whether they do not look then."""
        return self.gone is not None and self.gone[0] <= at < self.gone[1]

    def hours_at(self, shown: int) -> Hours | None:
        """What they had chosen then."""
        return next((hours for hours in reversed(self.chosen) if hours.since <= shown), None)

    def is_quiet(self, shown: int) -> bool:
        """Whether the host must not call them at that moment of its clock."""
        hours = self.hours_at(shown)
        return hours is not None and hours.is_quiet(shown)


def new_player(actor: Actor, kind: Kind, random: Random, begins: int, days: int) -> Player:
    """Somebody of that kind, with habits of their own."""
    player = Player(actor, kind, random.choice(ZONES), random)
    player.remind_h = random.choice(REMINDERS_H)
    player.quiet = random.choice(((23 * 60, 8 * 60), (22 * 60, 7 * 60), (0, 8 * 60), None))
    one = random.randrange(8 * 60 + 30, 21 * 60)
    player.slots = (one,)
    if kind in ("prompt", "leaving"):
        player.slots = (9 * 60, 13 * 60, 19 * 60)
    elif kind == "weekend":
        player.slots = (10 * 60, 15 * 60, 20 * 60)
    elif kind == "night":
        player.quiet, player.slots = (8 * 60, 16 * 60), (60, 4 * 60, 22 * 60)
    elif kind in ("travelling", "closed"):
        player.slots = (9 * 60, one + 30)
    if kind in ("vanishing", "leaving"):
        begin = begins + round(random.uniform(0.1, 0.5) * days * DAY_MS)
        is_back = kind == "vanishing" and random.random() < 0.5
        player.gone = begin, begin + round(random.uniform(4, 10) * DAY_MS) if is_back else FOREVER
    if kind == "travelling":
        player.remind_h = player.remind_h or 24
        begin = begins + round(random.uniform(0.2, 0.6) * days * DAY_MS)
        player.gone = begin, begin + 30 * HOUR_MS
    return player


def kinds_of(count: int) -> list[Kind]:
    """The kinds of `count` people: each kind by its share once there was one of each."""
    given: dict[Kind, int] = dict.fromkeys(SHARES, 0)
    found: list[Kind] = []
    for _ in range(count):
        kind = min(SHARES, key=lambda each: (given[each] > 0, (given[each] + 1) / SHARES[each]))
        given[kind] += 1
        found.append(kind)
    return found
