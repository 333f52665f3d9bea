"""People's own time: all but their quiet hours and absences."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sessions.records.clock import Absence, Quiet, Schedule

DAY_MIN = 24 * 60
NEVER_ENDS = 2**62
"""A moment after all others."""


def own_between(schedule: Schedule, begin: int, end: int) -> int:
    """The own time from `begin` to `end`, in milliseconds; 0 if `end` is earlier."""
    own = 0
    for since, until in free_spans(schedule, begin):
        if since >= end:
            break
        own += min(until, end) - since
    return own


def own_after(schedule: Schedule, begin: int, needed: int) -> int:
    """The moment at which `needed` milliseconds of own time have passed since `begin`."""
    for since, until in free_spans(schedule, begin):
        if until - since >= needed:
            return since + max(0, needed)
        needed -= until - since
    raise AssertionError("time does not end")


def free_at(schedule: Schedule, at: int) -> int:
    """The first moment from `at` on outside quiet hours and absences."""
    return own_after(schedule, at, 0)


def is_free(schedule: Schedule, at: int) -> bool:
    """Return whether that moment is outside quiet hours and absences."""
    return free_at(schedule, at) == at


def absence_at(schedule: Schedule, at: int) -> Absence | None:
    """The absence at this moment, if any."""
    return next((absence for absence in schedule.absences if absence.since <= at < absence.until), None)


def free_spans(schedule: Schedule, begin: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of own time from `begin` on, in order and without end."""
    at = begin
    absences = ((absence.since, absence.until) for absence in sorted(schedule.absences))
    quiet: Iterator[tuple[int, int]] = iter(())
    if schedule.quiet is not None and schedule.quiet.minutes < DAY_MIN:  # those of a whole day would never end
        quiet = _quiet_spans(schedule.quiet, zone_of(schedule.zone), begin)
    for since, until in merge(absences, quiet):
        if since > at:
            yield at, since
        at = max(at, until)
    yield at, NEVER_ENDS


def _quiet_spans(quiet: Quiet, zone: ZoneInfo, begin: int) -> Iterator[tuple[int, int]]:
    """Yield the quiet hours of each day, beginning with those that may still last at `begin`."""
    day = datetime.fromtimestamp(begin / 1000, zone).date() - timedelta(days=1)
    while True:
        last = day if quiet.end > quiet.begin else day + timedelta(days=1)
        yield moment(day, quiet.begin, zone), moment(last, quiet.end, zone)
        day += timedelta(days=1)


def moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """That minute of that day, in milliseconds since 1970.

    If clocks skip it, as much later; if they show it twice, the first time.
    """
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return round(shown.astimezone(UTC).timestamp() * 1000)


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name; UTC if it is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
