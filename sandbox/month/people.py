"""People with daily lives: when they look at their tables, when they sleep, and how long they stay."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from sandbox.driver import Actor
from sandbox.month.almanac import BEGINS_MS, DAY_MS, FOREVER, HOUR_MS, MINUTE_MS, Almanac
from sandbox.records import Channel
from sandbox.seen import Reply
from sandbox.simulation.notes import Life, up_ms

Kind: TypeAlias = Literal[
    "prompt", "daily", "weekend", "vanishing", "travelling", "night", "closed", "leaving", "deserting"
]
SHARES: dict[Kind, int] = {
    "prompt": 30, "daily": 24, "weekend": 10, "vanishing": 10, "travelling": 8, "night": 8, "closed": 7, "leaving": 3,
}  # fmt: skip
"""Percentage of people of each kind. Deserters aren't included: they sit at their own tables and vanish together."""
ZONES = ("Europe/Prague", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Europe/London", "America/Sao_Paulo")
REMINDERS_H = (24, 24, 24, 12, 48, 2, 0)
QUIET = ((23 * 60, 8 * 60), (22 * 60, 7 * 60), (0, 8 * 60), None)
MOST_DAYS = 40
STEP_MS = 5 * MINUTE_MS
"""People's own time is counted in steps of this length."""


def minute_of_day(at: int, zone: str) -> int:
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return local.hour * 60 + local.minute


def is_within(minute: int, hours: tuple[int, int]) -> bool:
    """Return whether a minute of the day is within these hours, which may extend past midnight."""
    begin, end = hours
    return begin <= minute < end if begin < end else minute >= begin or minute < end


@dataclass(frozen=True, slots=True)
class Hours:
    """Quiet hours and absences."""

    since: int
    """On the host's clock, like `away`."""
    zone: str
    quiet: tuple[int, int] | None = None
    """In minutes since midnight."""
    away: tuple[tuple[int, int], ...] = ()

    def is_quiet(self, shown: int) -> bool:
        if any(begin <= shown < end for begin, end in self.away):
            return True
        return self.quiet is not None and is_within(minute_of_day(shown, self.zone), self.quiet)


@dataclass(eq=False, slots=True)
class Player:
    """One person: their settings, and the time zone (`zone`) of the place they are in."""

    actor: Actor
    kind: Kind
    zone: str
    random: Random
    remind_h: int = 24
    quiet: tuple[int, int] | None = None
    slots: tuple[int, ...] = ()
    """Minutes of the day at which the person looks at their tables, even without a ping."""
    gone: tuple[int, int] | None = None
    """Between these times, the person doesn't look at all."""
    chosen: list[Hours] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)

    def next_look(self, now: int) -> int | None:
        """Return when the person next looks without a ping, or None if never."""
        days = (5, 6) if self.kind == "weekend" else range(7)
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(self.zone)).replace(
            hour=0, minute=0, second=0, microsecond=0
        )
        for ahead in range(MOST_DAYS):
            day = today + timedelta(days=ahead)
            for slot in self.slots if day.weekday() in days else ():
                sharp = round((day + timedelta(minutes=slot)).timestamp() * 1000)
                at = sharp + self.random.randrange(20) * MINUTE_MS
                if at > now and not self.is_gone(at):
                    return at
        return None

    def look_when_called(self, now: int) -> int | None:
        """Return when the person looks after a ping, or None if they ignore pings."""
        if self.kind not in ("prompt", "night", "leaving"):
            return None
        at = now + round(self.random.expovariate(1 / 30) * MINUTE_MS)
        minute = minute_of_day(at, self.zone)
        if self.quiet and is_within(minute, self.quiet):
            at += ((self.quiet[1] - minute) % 1440) * MINUTE_MS
        return None if self.is_gone(at) else at

    def is_gone(self, at: int) -> bool:
        return self.gone is not None and self.gone[0] <= at < self.gone[1]

    def hours_at(self, shown: int) -> Hours | None:
        return next((hours for hours in reversed(self.chosen) if hours.since <= shown), None)

    def is_quiet(self, shown: int) -> bool:
        """Return whether the bot must not ping the person at time `shown` on the host's clock."""
        hours = self.hours_at(shown)
        return hours is not None and hours.is_quiet(shown)


def new_player(actor: Actor, kind: Kind, random: Random, begins: int, days: int) -> Player:
    player = Player(actor, kind, random.choice(ZONES), random)
    player.remind_h = random.choice(REMINDERS_H)
    player.quiet = random.choice(QUIET)
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


def kinds_of(count: int, shares: Mapping[Kind, int] = SHARES) -> list[Kind]:
    given: dict[Kind, int] = dict.fromkeys(shares, 0)
    found: list[Kind] = []
    for _ in range(count):
        kind = min(shares, key=lambda each: (given[each] > 0, (given[each] + 1) / shares[each]))
        given[kind] += 1
        found.append(kind)
    return found


class OwnTime:
    """The time that counts for one person: outside quiet hours and absences, while the bot was connected."""

    def __init__(self, player: Player, almanac: Almanac, lives: list[Life], ends: int) -> None:
        self._steps = list(accumulate(
            (_share(at, player, almanac, lives) for at in range(BEGINS_MS, ends + STEP_MS, STEP_MS)), initial=0.0
        ))  # fmt: skip

    def until(self, at: int) -> float:
        """Return the person's own time between the start of the month and `at`, in milliseconds."""
        place, rest = divmod(max(0, at - BEGINS_MS), STEP_MS)
        place = min(place, len(self._steps) - 2)
        share = self._steps[place + 1] - self._steps[place]
        return (self._steps[place] + share * min(rest, STEP_MS) / STEP_MS) * STEP_MS

    def between(self, begin: int, end: int) -> float:
        return max(0.0, self.until(end) - self.until(begin))

    def after(self, begin: int, needed: float) -> int | None:
        """Return when the person has had `needed` ms of own time since `begin`, or None if the month ends first."""
        wanted = (self.until(begin) + needed) / STEP_MS
        place = bisect_left(self._steps, wanted)
        return None if place >= len(self._steps) else max(begin, BEGINS_MS + place * STEP_MS)


def _share(at: int, player: Player, almanac: Almanac, lives: list[Life]) -> float:
    """Return how much of the step that starts at `at` counts, from 0 to 1."""
    if player.is_quiet(almanac.shown_at(at + STEP_MS // 2)):
        return 0.0
    return min(1.0, up_ms(lives, at, at + STEP_MS) / STEP_MS)


async def choose_hours(player: Player, place: Channel) -> Reply:
    """Set a person's reminders, time zone and quiet hours in the panel of `/settings`. Return the last answer."""
    actor, quiet = player.actor, "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in player.quiet or ())
    reply = await actor.command("/settings", place)
    for name, value in (("reminders", str(player.remind_h)), ("time_zone", player.zone), ("quiet", quiet or "none")):
        panel, control = reply.message, f"s1:settings:{name}:{{}}:{actor.id}"
        if panel is None:
            break
        if value == "none" or name == "reminders":
            reply = await actor.choose(panel, value, custom_id=control.format(""))
        else:
            form = await actor.press(panel, custom_id=control.format("type"))
            reply = await actor.fill(form, {"text": value})
    return reply
