"""Seasons of a server's ladders. A game belongs to the season in which it ended, in the server's time zone."""

from collections.abc import Iterable
from datetime import date, datetime

import msgspec
from msgspec.structs import replace

from sessions.clocks.own_time import moment, zone_of
from sessions.records.clock import DAY_MS
from sessions.records.log import PastGame
from sessions.records.person import Seasons, Server

LENGTHS = {"month": 1, "quarter": 3}
"""Rules for seasons that follow the calendar, with each season's length in months."""


class Season(msgspec.Struct, frozen=True):
    """A season, numbered from 1. `until` is None if nobody has chosen the end yet."""

    number: int
    since: int
    until: int | None

    def select(self, games: Iterable[PastGame]) -> list[PastGame]:
        until = self.until or float("inf")
        return [each for each in games if self.since <= each.ended_at < until]


def past_seasons(server: Server, now: int) -> list[Season]:
    """Return the seasons that have ended, oldest first."""
    return [Season(number, *bounds) for number, bounds in enumerate(_carry_on(server, now).past, start=1)]


def running_season(server: Server, now: int) -> Season | None:
    seasons = _carry_on(server, now)
    if seasons.rule is None or seasons.since is None:
        return None
    return Season(len(seasons.past) + 1, seasons.since, _start_after(seasons, server.zone))


def settle_seasons(server: Server, now: int) -> Server:
    """Return the server with all seasons up to now stored. Later choices no longer change them."""
    seasons = _carry_on(server, now)
    # If the time zone has changed, the day on which the running season began must not begin another one.
    at = max(now, (seasons.since or 0) + DAY_MS // 2)
    return replace(server, seasons=replace(seasons, at=at))


def with_rule(server: Server, rule: str | None, now: int) -> Server:
    """Return a settled server with another rule. A running season continues. If seasons by month or quarter are turned
    on, the first one is the current month or quarter."""
    seasons, here = server.seasons, zone_of(server.zone)
    if rule in LENGTHS and (seasons.rule is None or seasons.since is None):
        begin = moment(_start_of(rule, datetime.fromtimestamp(now / 1000, here).date()), 0, here)
        seasons = replace(seasons, since=max(seasons.since or 0, begin))
    return replace(server, seasons=replace(seasons, rule=rule))


def _carry_on(server: Server, now: int) -> Seasons:
    """Return the seasons up to now, including seasons that have ended since the last time they were stored."""
    seasons = server.seasons
    while (start := _start_after(seasons, server.zone)) is not None and start <= now:
        past = seasons.past if seasons.since is None else (*seasons.past, (seasons.since, start))
        seasons = replace(seasons, past=past, since=start, at=start)
    return seasons


def _start_after(seasons: Seasons, zone: str) -> int | None:
    """Return the next start after `seasons.at`."""
    here = zone_of(zone)
    if seasons.rule is None:
        return None
    if seasons.rule in LENGTHS:
        day = datetime.fromtimestamp(seasons.at / 1000, here).date()
        return moment(_start_of(seasons.rule, day, LENGTHS[seasons.rule]), 0, here)
    start = moment(date.fromisoformat(seasons.rule), 0, here)
    return start if start > seasons.at else None


def _start_of(rule: str, day: date, months_later: int = 0) -> date:
    """Return the first day of the month or quarter that contains `day`, or of a later one."""
    months = day.year * 12 + day.month - 1
    year, month = divmod(months - months % LENGTHS[rule] + months_later, 12)
    return date(year, month + 1, 1)
