"""Due times of a seat that is asked: pure functions of its clock and its person's schedule."""

from msgspec.structs import replace

from sessions.clocks.own_time import free_at, own_after, own_between
from sessions.records.clock import DAY_MS, HOUR_MS, NEVER, Schedule, SeatClock

LATER_REMINDERS_H = (72, 168)
SLEEPS_AFTER_H = 192
"""A day of own time after the last possible reminder of a question."""


def thresholds(schedule: Schedule) -> tuple[int, ...]:
    """The amounts of own time, in milliseconds, after which this person is reminded of a question; three at most."""
    if schedule.remind_h == NEVER:
        return ()
    first = schedule.remind_h * HOUR_MS
    return (first, *(hours * HOUR_MS for hours in LATER_REMINDERS_H if hours * HOUR_MS > first))


def gap(schedule: Schedule) -> int:
    """The shortest time between two reminders to a person, in ms: a day, unless they want to know sooner."""
    return min(DAY_MS, schedule.remind_h * HOUR_MS)


def own_at(clock: SeatClock, schedule: Schedule, at: int) -> int:
    """The own time that has passed since the question was asked, in ms."""
    return clock.own + own_between(schedule, clock.counted_at, at)


def counted(clock: SeatClock, schedule: Schedule, at: int, goes_on_at: int | None = None) -> SeatClock:
    """The clock with everything counted until `at`. It goes on from `goes_on_at`, or from there."""
    ran = own_between(schedule, clock.counted_at, at)
    left = None if clock.left is None else max(0, clock.left - ran)
    return replace(clock, own=clock.own + ran, left=left, counted_at=at if goes_on_at is None else goes_on_at)


def reminder_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When this person is reminded of the question next; None after the last time, or if they have left the server."""
    due = thresholds(schedule)
    if clock.reminded >= len(due) or clock.is_gone:
        return None
    at = own_after(schedule, clock.counted_at, due[clock.reminded] - clock.own)
    return max(at, free_at(schedule, schedule.reminded_at + gap(schedule)))


def warning_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When a seat is warned that three quarters of its bank for this question are gone; None if it has been."""
    if clock.left is None or clock.is_warned or clock.is_out or clock.is_gone:
        return None
    quarter = (clock.left + clock.own) // 4
    return own_after(schedule, clock.counted_at, max(0, clock.left - quarter))


def empty_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When the seat's bank is empty; None at a table without a pace, and if it is known to be empty."""
    return None if clock.left is None or clock.is_out else own_after(schedule, clock.counted_at, clock.left)


def sleep_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When the table says that this person sleeps; None if it has, or if a bank runs instead."""
    if clock.is_asleep or clock.left is not None:
        return None
    return own_after(schedule, clock.counted_at, SLEEPS_AFTER_H * HOUR_MS - clock.own)


def planned(clock: SeatClock, schedule: Schedule) -> SeatClock:
    """The clock with its next due time."""
    if clock.decision is None:
        return replace(clock, due_at=None)
    moments = (
        reminder_at(clock, schedule),
        sleep_at(clock, schedule),
        warning_at(clock, schedule),
        empty_at(clock, schedule),
    )
    return replace(clock, due_at=min((moment for moment in moments if moment is not None), default=None))


def reminded(clock: SeatClock, schedule: Schedule, at: int) -> SeatClock | None:
    """The clock after a reminder at that moment that covers its question.

    None if the question is too young to count: it will get a message of its own. Reminders that came due while nothing
    could be sent count with this one, so that they do not follow immediately.
    """
    due, own = thresholds(schedule), own_at(clock, schedule, at)
    if clock.reminded >= len(due) or own < due[clock.reminded] / 2:
        return None
    told = max(clock.reminded + 1, sum(moment <= own for moment in due))
    return replace(clock, reminded=told)
