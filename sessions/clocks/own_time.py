"""Own time excludes a person's quiet hours and absences. Paces, reminders and time banks are measured in own time."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec.structs import replace

from sessions.records.clock import DAY_MS, HOUR_MS, NEVER, Absence, Quiet, Schedule, SeatClock

DAY_MIN = 24 * 60
NEVER_ENDS = 2**62


def own_between(schedule: Schedule, begin: int, end: int) -> int:
    """Own time from `begin` to `end`, in milliseconds; 0 if `end` is earlier."""
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
    return own_after(schedule, at, 0)


def is_free(schedule: Schedule, at: int) -> bool:
    return free_at(schedule, at) == at


def absence_at(schedule: Schedule, at: int) -> Absence | None:
    return next((absence for absence in schedule.absences if absence.since <= at < absence.until), None)


def free_spans(schedule: Schedule, begin: int) -> Iterator[tuple[int, int]]:
    """Yield all spans of own time from `begin` on, in order. The iterator never ends."""
    at = begin
    absences = ((absence.since, absence.until) for absence in sorted(schedule.absences))
    quiet: Iterator[tuple[int, int]] = iter(())
    if schedule.quiet is not None and schedule.quiet.minutes < DAY_MIN:  # quiet hours of a whole day would never end
        quiet = _quiet_spans(schedule.quiet, zone_of(schedule.zone), begin)
    for since, until in merge(absences, quiet):
        if since > at:
            yield at, since
        at = max(at, until)
    yield at, NEVER_ENDS


def _quiet_spans(quiet: Quiet, zone: ZoneInfo, begin: int) -> Iterator[tuple[int, int]]:
    """Yield each day's quiet hours, starting the day before `begin`, because those may not be over."""
    day = datetime.fromtimestamp(begin / 1000, zone).date() - timedelta(days=1)
    while True:
        last = day if quiet.end > quiet.begin else day + timedelta(days=1)
        yield moment(day, quiet.begin, zone), moment(last, quiet.end, zone)
        day += timedelta(days=1)


def moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """Return when a minute of the day begins, in ms since 1970. If daylight saving time skips it, it is moved past
    the gap. If it occurs twice, the first one counts."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return round(shown.astimezone(UTC).timestamp() * 1000)


def weekly_after(minute: int, zone: str, at: int) -> int:
    """Return the next time after `at` when this minute of the week begins, in ms. Minute 0 is the start of Monday."""
    today = datetime.fromtimestamp(at / 1000, zone_of(zone)).date()
    day = today + timedelta(days=minute // DAY_MIN - today.weekday())
    moments = (moment(day + timedelta(weeks=ahead), minute % DAY_MIN, zone_of(zone)) for ahead in range(-1, 3))
    return next(found for found in moments if found > at)


def zone_of(name: str) -> ZoneInfo:
    """The time zone called `name`, or UTC if the system no longer knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


LATER_REMINDERS_H = (72, 168)
SLEEPS_AFTER_H = 192
"""Hours of own time until a player counts as inactive: a day after a question's last possible reminder."""


def thresholds(schedule: Schedule) -> tuple[int, ...]:
    """Own time before each reminder of a question, in ms; at most three reminders."""
    if schedule.remind_h == NEVER:
        return ()
    first = schedule.remind_h * HOUR_MS
    return (first, *(hours * HOUR_MS for hours in LATER_REMINDERS_H if hours * HOUR_MS > first))


def gap(schedule: Schedule) -> int:
    """The shortest time between two reminders to a person, in ms."""
    return min(DAY_MS, schedule.remind_h * HOUR_MS)


def own_at(clock: SeatClock, schedule: Schedule, at: int) -> int:
    """The own time since the question was asked, in ms."""
    return clock.own + own_between(schedule, clock.counted_at, at)


def count_until(clock: SeatClock, schedule: Schedule, at: int, goes_on_at: int | None = None) -> SeatClock:
    """Return the clock with the time up to `at` added. The clock continues from `goes_on_at` (default: `at`)."""
    ran = own_between(schedule, clock.counted_at, at)
    left = None if clock.left is None else max(0, clock.left - ran)
    return replace(clock, own=clock.own + ran, left=left, counted_at=at if goes_on_at is None else goes_on_at)


def reminder_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """Time of the next reminder or digest; None after the last one. People who have left the server get one too,
    because they may be back by then."""
    if schedule.digest_h is not None:
        return next_digest(schedule, max(clock.since, schedule.reminded_at))
    due = thresholds(schedule)
    if clock.reminded >= len(due):
        return None
    at = own_after(schedule, clock.counted_at, due[clock.reminded] - clock.own)
    return max(at, free_at(schedule, schedule.reminded_at + gap(schedule)))


def next_digest(schedule: Schedule, after: int) -> int:
    """Time of the first digest after this moment. Absences are skipped, and quiet hours delay it."""
    assert schedule.digest_h is not None
    zone, hour = zone_of(schedule.zone), schedule.digest_h
    day = datetime.fromtimestamp(after / 1000, zone).date()
    while (at := moment(day, hour * 60, zone)) <= after or absence_at(schedule, at) is not None:
        day += timedelta(days=1)
    return free_at(schedule, at)


def warning_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """Time of the warning that a quarter of the bank is left; None if the seat has been warned."""
    if clock.left is None or clock.is_warned or clock.is_out:
        return None
    quarter = (clock.left + clock.own) // 4
    return own_after(schedule, clock.counted_at, max(0, clock.left - quarter))


def empty_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """Time when the bank runs out; None without a pace, or if it has already run out."""
    return None if clock.left is None or clock.is_out else own_after(schedule, clock.counted_at, clock.left)


def sleep_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """Time when the table reports this player as inactive; None if already reported, or if a time bank is running."""
    if clock.is_asleep or clock.left is not None:
        return None
    return own_after(schedule, clock.counted_at, SLEEPS_AFTER_H * HOUR_MS - clock.own)


def with_due_time(clock: SeatClock, schedule: Schedule) -> SeatClock:
    if clock.decision is None:
        return replace(clock, due_at=None)
    moments = (due_at(clock, schedule) for due_at in (reminder_at, sleep_at, warning_at, empty_at))
    return replace(clock, due_at=min((at for at in moments if at is not None), default=None))


def with_reminder(clock: SeatClock, schedule: Schedule, at: int) -> SeatClock | None:
    """Return the clock after a reminder, or None if it is too early or the last one was sent. All reminders due so far
    count as sent.

    A digest is never too early, and counts as the first reminder.
    """
    if schedule.has_digest:
        return replace(clock, reminded=max(1, clock.reminded))
    due, own = thresholds(schedule), own_at(clock, schedule, at)
    if clock.reminded >= len(due) or own < due[clock.reminded] / 2:
        return None
    told = max(clock.reminded + 1, sum(moment <= own for moment in due))
    return replace(clock, reminded=told)


NONE = "none"
LONGEST_H = 720
"""The largest bank, in hours: 30 days."""
DAY_MORE_MS = 24 * HOUR_MS
"""Time added to an empty bank if the other players vote to wait another day."""
_TYPED = re.compile(r"(\d{1,3})\s*h?\s*\+\s*(\d{1,3})\s*h?", re.ASCII)


class Pace(msgspec.Struct, frozen=True):
    """The limits of a time bank. A seat starts with `bank` and gains `more` each turn, up to `most` in total."""

    bank: int
    more: int
    most: int

    @property
    def hours(self) -> tuple[int, int, int]:
        """`bank`, `more` and `most`, in hours."""
        return self.bank // HOUR_MS, self.more // HOUR_MS, self.most // HOUR_MS


NAMED = {
    "relaxed": Pace(72 * HOUR_MS, 24 * HOUR_MS, 120 * HOUR_MS),
    "daily": Pace(36 * HOUR_MS, 12 * HOUR_MS, 72 * HOUR_MS),
    "brisk": Pace(8 * HOUR_MS, 2 * HOUR_MS, 12 * HOUR_MS),
}


def pace_of(kept: str | None) -> Pace | None:
    """The pace stored as a name or as two numbers of hours (`48+6`); None for no pace."""
    if kept in NAMED:
        return NAMED[kept]
    match = _TYPED.fullmatch(kept or "")
    if match is None:
        return None
    bank, more = (int(part) * HOUR_MS for part in match.groups())
    return Pace(bank, more, 2 * bank)


def parse_pace(typed: str) -> str | None:
    """Return the stored form of a pace typed as two numbers of hours; None if it is invalid."""
    match = _TYPED.fullmatch(typed.strip().lower())
    if match is None:
        return None
    bank, more = map(int, match.groups())
    return f"{bank}+{more}" if 1 <= bank <= LONGEST_H and more <= bank else None


def after_turn(left: int, pace: Pace) -> int:
    return min(pace.most, max(0, left) + pace.more)


MOST_QUIET_MIN = 16 * 60
MOST_AWAY_MS = 28 * DAY_MS
AWAY_WITHIN_MS = 60 * DAY_MS
"""People may be away for 28 days in any 60. Absences in this period are added up."""
FARTHEST_MS = 366 * DAY_MS


def clock_face(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def midnights(now: int, zone: str) -> dict[str, int]:
    """Return the midnights when `tomorrow` and next `monday` begin in this time zone, in ms since 1970."""
    here = zone_of(zone)
    today = datetime.fromtimestamp(now / 1000, here).date()
    monday = today + timedelta(days=7 - today.weekday())
    return {"tomorrow": moment(today + timedelta(days=1), 0, here), "monday": moment(monday, 0, here)}


def with_absence(known: tuple[Absence, ...], wanted: Absence | None, now: int) -> tuple[Absence, ...]:
    """Return a person's absences with `wanted` as the only planned one. If `wanted` is None, the person is back."""
    kept = [
        Absence(absence.since, min(absence.until, now))
        for absence in known
        if absence.since < now and absence.until > now - AWAY_WITHIN_MS
    ]
    if wanted is not None:
        kept.append(wanted)
    return tuple(sorted(kept))


def not_before(known: tuple[Absence, ...], at: int, now: int) -> tuple[Absence, ...]:
    """Return a person's absences, with the current one extended until at least `at`. Planned absences are kept."""
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
