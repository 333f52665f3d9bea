"""What somebody may choose of their time, read from what they typed: pure functions, tried without a clock."""

import re
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from sessions.clocks.own_time import moment, zone_of
from sessions.clocks.records import DAY_MS, HOUR_MS, Absence, Quiet

MOST_QUIET_MIN = 16 * 60
"""Quiet hours take at most this much of a day: the rest is left for being told of anything."""
MOST_AWAY_MS = 28 * DAY_MS
AWAY_WITHIN_MS = 60 * DAY_MS
"""Somebody may be away for 28 days in any 60."""
FARTHEST_MS = 366 * DAY_MS
"""Nobody plans an absence further ahead."""

_CLOCK = r"(?:T|,?\s+)?(\d{1,2})(?::|h|\.)(\d{2})"
_ISO = re.compile(rf"(\d{{4}})-(\d{{1,2}})-(\d{{1,2}})(?:{_CLOCK})?", re.ASCII)
_DOTTED = re.compile(rf"(\d{{1,2}})\.\s*(\d{{1,2}})\.\s*(\d{{4}})?(?:{_CLOCK})?", re.ASCII)
_SLASHED = re.compile(rf"(\d{{1,2}})/(\d{{1,2}})/(\d{{4}})(?:{_CLOCK})?", re.ASCII)
_IN = re.compile(r"(\d{1,3})\s*([hdwjt])", re.ASCII)
_UNITS = {"h": HOUR_MS, "d": DAY_MS, "j": DAY_MS, "w": 7 * DAY_MS, "t": 7 * DAY_MS}
"""Hours, days and weeks as English, French (*jour*) and Czech (*týden*) shorten them."""
_QUIET = re.compile(r"(\d{1,2})(?:[:h.](\d{2}))?h?\s*[-–—]\s*(\d{1,2})(?:[:h.](\d{2}))?h?", re.ASCII)


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, those of places first."""
    found = available_timezones() - {"localtime", "Factory"}
    return tuple(sorted(found, key=lambda name: ("/" not in name or name.startswith("Etc/"), name)))


def zone_named(typed: str) -> str | None:
    """The time zone of that name, in whatever case it was typed; None where there is none."""
    wanted = typed.strip().replace(" ", "_").casefold()
    return next((name for name in zones() if name.casefold() == wanted), None)


def quiet_of(typed: str) -> Quiet | None:
    """The hours that somebody typed, as in `22:00-7:00` or `22-7`; None where they are none."""
    match = _QUIET.fullmatch(typed.strip())
    if match is None:
        return None
    begin_h, begin_min, end_h, end_min = (int(part or 0) for part in match.groups())
    if begin_h > 23 or end_h > 24 or max(begin_min, end_min) > 59:
        return None
    begin, end = begin_h * 60 + begin_min, (end_h * 60 + end_min) % (24 * 60)
    return Quiet(begin, end) if begin != end else None


def clock_face(minute: int) -> str:
    """A minute of the day as clocks show it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def moment_of(typed: str, now: int, zone: str) -> int | None:
    """The moment that somebody typed, in milliseconds since 1970; None where it cannot be read.

    As `2026-12-24`, `24.12.`, `24/12/2026`, each with a time of day or without (midnight then, in their zone), or as a
    time from now: `12h`, `3d`, `2w`. A day without a year is the next one.
    """
    text = typed.strip()
    if match := _IN.fullmatch(text.lower()):
        return now + int(match[1]) * _UNITS[match[2]]
    here = zone_of(zone)
    if match := _ISO.fullmatch(text):
        year, month, day, hour, minute = match.groups()
    elif match := _DOTTED.fullmatch(text) or _SLASHED.fullmatch(text):
        day, month, year, hour, minute = match.groups()
    else:
        return None
    if year is not None:
        return _moment(int(year), int(month), int(day), hour, minute, here)
    this_year = datetime.fromtimestamp(now / 1000, here).year
    found = (_moment(this_year + ahead, int(month), int(day), hour, minute, here) for ahead in (0, 1))
    return next((at for at in found if at is not None and at > now), None)


def _moment(year: int, month: int, day: int, hour: str | None, minute: str | None, zone: ZoneInfo) -> int | None:
    """That time of that day; None where there is no such day or time."""
    try:
        shown = datetime(year, month, day, int(hour or 0), int(minute or 0))
    except ValueError:
        return None
    if not 2000 <= year <= 2200:
        return None
    return moment(shown.date(), shown.hour * 60 + shown.minute, zone)


def midnights(now: int, zone: str) -> dict[str, int]:
    """The beginnings of tomorrow and of the next Monday for somebody in that zone, by `tomorrow` and `monday`."""
    here = zone_of(zone)
    today = datetime.fromtimestamp(now / 1000, here).date()
    monday = today + timedelta(days=7 - today.weekday())
    return {"tomorrow": moment(today + timedelta(days=1), 0, here), "monday": moment(monday, 0, here)}


def with_absence(known: tuple[Absence, ...], wanted: Absence | None, now: int) -> tuple[Absence, ...]:
    """The absences of somebody who plans this one: what was planned before it and has not begun is dropped.

    One that lasts is ended now, or goes on into the new one. None: they are back. Absences too old to count are
    forgotten.
    """
    kept = [
        Absence(absence.since, min(absence.until, now))
        for absence in known
        if absence.since < now and absence.until > now - AWAY_WITHIN_MS
    ]
    if wanted is not None:
        kept.append(wanted)
    return tuple(sorted(kept))


def not_before(known: tuple[Absence, ...], at: int, now: int) -> tuple[Absence, ...]:
    """The absences of somebody who is away from now on until `at` at least. What they have planned stays."""
    later = [absence for absence in known if absence.since > at]
    until = max([at, *(absence.until for absence in known if absence.since <= at)])
    return (*with_absence(known, Absence(now, until), now), *later)


def is_too_long(absences: tuple[Absence, ...]) -> bool:
    """Whether somebody is away for more than 28 days in any 60 of these."""
    begins = [absence.since for absence in absences] + [absence.until - AWAY_WITHIN_MS for absence in absences]
    return any(
        sum(max(0, min(each.until, begin + AWAY_WITHIN_MS) - max(each.since, begin)) for each in absences)
        > MOST_AWAY_MS
        for begin in begins
    )
