"""What is due for a seat that is asked, and when: pure functions of its clock and of its person's schedule."""

from msgspec.structs import replace

from sessions.clocks.own_time import free_at, own_after, own_between
from sessions.records.clock import DAY_MS, HOUR_MS, NEVER, Schedule, SeatClock

LATER_REMINDERS_H = (72, 168)
SLEEPS_AFTER_H = 192
"""A day of own time after the last reminder of a question, whether one was wanted or not."""


def thresholds(schedule: Schedule) -> tuple[int, ...]:
    """After how much own time this person is reminded of one question, in milliseconds; three times at most."""
    if schedule.remind_h == NEVER:
        return ()
    first = schedule.remind_h * HOUR_MS
    return (first, *(hours * HOUR_MS for hours in LATER_REMINDERS_H if hours * HOUR_MS > first))


def gap(schedule: Schedule) -> int:
    """So long at least is between two reminders to one person: a day, unless they want to know sooner."""
    return min(DAY_MS, schedule.remind_h * HOUR_MS)


def own_at(clock: SeatClock, schedule: Schedule, at: int) -> int:
    """How much of the person's own time has passed since the question was put."""
    return clock.own + own_between(schedule, clock.counted_at, at)


def counted(clock: SeatClock, schedule: Schedule, at: int, goes_on_at: int | None = None) -> SeatClock:
    """The clock with all that has run until `at`; it goes on from `goes_on_at`, where that is another moment."""
    ran = own_between(schedule, clock.counted_at, at)
    left = None if clock.left is None else max(0, clock.left - ran)
    return replace(clock, own=clock.own + ran, left=left, counted_at=at if goes_on_at is None else goes_on_at)


def reminder_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When this person is to be reminded of the question next; None where they no longer are, or have left."""
    due = thresholds(schedule)
    if clock.reminded >= len(due) or clock.is_gone:
        return None
    at = own_after(schedule, clock.counted_at, due[clock.reminded] - clock.own)
    return max(at, free_at(schedule, schedule.reminded_at + gap(schedule)))


def warning_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When a seat is warned that three quarters of what it had for this question are gone; None where it was."""
    if clock.left is None or clock.is_warned or clock.is_out or clock.is_gone:
        return None
    quarter = (clock.left + clock.own) // 4
    return own_after(schedule, clock.counted_at, max(0, clock.left - quarter))


def empty_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When the seat's bank is empty; None at a table without a pace, and where that has been told."""
    return None if clock.left is None or clock.is_out else own_after(schedule, clock.counted_at, clock.left)


def sleep_at(clock: SeatClock, schedule: Schedule) -> int | None:
    """When the table tells that it sleeps; None where it has, or where a bank runs instead."""
    if clock.is_asleep or clock.left is not None:
        return None
    return own_after(schedule, clock.counted_at, SLEEPS_AFTER_H * HOUR_MS - clock.own)


def planned(clock: SeatClock, schedule: Schedule) -> SeatClock:
    """The clock with the moment at which something is due next."""
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
    """The clock once a message at that moment has told of its question, as one of the reminders due to this person.

    None where it is too young to count: it will be told in a message of its own. Reminders whose time has passed while
    nothing could be sent are counted with this one, so that they do not follow at once.
    """
    due, own = thresholds(schedule), own_at(clock, schedule, at)
    if clock.reminded >= len(due) or own < due[clock.reminded] / 2:
        return None
    told = max(clock.reminded + 1, sum(moment <= own for moment in due))
    return replace(clock, reminded=told)
