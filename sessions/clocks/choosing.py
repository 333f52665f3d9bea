"""Personal time settings, as pure functions."""

from datetime import datetime, timedelta

from sessions.clocks.own_time import moment, zone_of
from sessions.records.clock import DAY_MS, Absence

MOST_QUIET_MIN = 16 * 60
MOST_AWAY_MS = 28 * DAY_MS
AWAY_WITHIN_MS = 60 * DAY_MS
"""Somebody may be away for 28 days in any 60."""
FARTHEST_MS = 366 * DAY_MS


def clock_face(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def midnights(now: int, zone: str) -> dict[str, int]:
    """The beginnings of tomorrow and of next Monday in that zone, as `tomorrow` and `monday`."""
    here = zone_of(zone)
    today = datetime.fromtimestamp(now / 1000, here).date()
    monday = today + timedelta(days=7 - today.weekday())
    return {"tomorrow": moment(today + timedelta(days=1), 0, here), "monday": moment(monday, 0, here)}


def with_absence(known: tuple[Absence, ...], wanted: Absence | None, now: int) -> tuple[Absence, ...]:
    """The absences of somebody who plans this one, or is back (None). Other plans are dropped."""
    kept = [
        Absence(absence.since, min(absence.until, now))
        for absence in known
        if absence.since < now and absence.until > now - AWAY_WITHIN_MS
    ]
    if wanted is not None:
        kept.append(wanted)
    return tuple(sorted(kept))


def not_before(known: tuple[Absence, ...], at: int, now: int) -> tuple[Absence, ...]:
    """The absences of somebody who is away until at least `at`. Their plans stay."""
    later = [absence for absence in known if absence.since > at]
    until = max([at, *(absence.until for absence in known if absence.since <= at)])
    return (*with_absence(known, Absence(now, until), now), *later)


def is_too_long(absences: tuple[Absence, ...]) -> bool:
    begins = [absence.since for absence in absences] + [absence.until - AWAY_WITHIN_MS for absence in absences]
    return any(
        sum(max(0, min(each.until, begin + AWAY_WITHIN_MS) - max(each.since, begin)) for each in absences)
        > MOST_AWAY_MS
        for begin in begins
    )
