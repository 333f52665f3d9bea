"""Own time excludes quiet hours and absences, also across midnight and clock changes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions.clocks.own_time import absence_at, free_at, is_free, own_after, own_between, reminder_at, weekly_after
from sessions.records.clock import DAY_MS, HOUR_MS, Absence, Quiet, Schedule, SeatClock

PRAGUE = "Europe/Prague"
NIGHT = Quiet(22 * 60, 7 * 60)


def at(text: str) -> int:
    """Return the milliseconds of a moment in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_without_quiet_hours_all_time_counts_as_own_time() -> None:
    schedule, begin = Schedule(1), at("2026-03-01T12:00")
    assert own_between(schedule, begin, begin + 5 * HOUR_MS) == 5 * HOUR_MS
    assert own_between(schedule, begin, begin - HOUR_MS) == 0, "a clock that is set back costs no time"
    assert own_after(schedule, begin, DAY_MS) == begin + DAY_MS


def test_an_absence_is_over_at_its_end() -> None:
    away = Absence(at("2026-03-01T12:00"), at("2026-03-03T12:00"))
    schedule = Schedule(1, absences=(away,))
    assert absence_at(schedule, away.since - 1) is None
    assert absence_at(schedule, away.since) == absence_at(schedule, away.until - 1) == away
    assert absence_at(schedule, away.until) is None


def test_own_time_stops_during_quiet_hours() -> None:
    schedule = Schedule(1, PRAGUE, NIGHT)
    evening = at("2026-01-10T20:00")  # 21:00 in Prague
    assert own_between(schedule, evening, evening + 12 * HOUR_MS) == 3 * HOUR_MS
    assert own_after(schedule, evening, HOUR_MS + 1) == at("2026-01-11T06:00") + 1
    assert free_at(schedule, at("2026-01-11T02:00")) == at("2026-01-11T06:00")
    assert is_free(schedule, evening)
    assert not is_free(schedule, at("2026-01-10T21:00"))


@pytest.mark.parametrize(
    ("begin", "quiet_h"),
    [("2026-03-28T12:00", 8), ("2026-10-24T12:00", 10), ("2026-06-10T12:00", 9)],
    ids=["spring", "autumn", "summer"],
)
def test_quiet_hours_across_a_clock_change_have_their_real_length(begin: str, quiet_h: int) -> None:
    schedule = Schedule(1, PRAGUE, NIGHT)
    assert own_between(schedule, at(begin), at(begin) + DAY_MS) == (24 - quiet_h) * HOUR_MS


@pytest.mark.parametrize(("day", "until"), [("2026-03-29", "01:30"), ("2026-10-25", "00:30")])
def test_quiet_hours_may_end_during_a_clock_change(day: str, until: str) -> None:
    """In Prague, 02:30 does not exist in spring and counts as 03:30.

    In autumn 02:30 comes twice, and the first one counts.
    """
    schedule = Schedule(1, PRAGUE, Quiet(0, 2 * 60 + 30))
    assert free_at(schedule, at(f"{day}T00:00")) == at(f"{day}T{until}")


@pytest.mark.parametrize("minute", [0, 7 * 60])
def test_quiet_hours_of_a_whole_day_are_ignored(minute: int) -> None:
    """Nobody can choose such quiet hours. A database may contain them anyway, and time must not stop forever."""
    schedule, begin = Schedule(1, PRAGUE, Quiet(minute, minute)), at("2026-01-10T12:00")
    assert own_between(schedule, begin, begin + DAY_MS) == DAY_MS
    assert free_at(schedule, begin) == begin


def test_quiet_hours_during_an_absence_are_not_counted_twice() -> None:
    begin = at("2026-01-10T12:00")
    away = Absence(begin + HOUR_MS, begin + 2 * DAY_MS + HOUR_MS)
    schedule = Schedule(1, PRAGUE, NIGHT, absences=(away,))
    assert own_between(schedule, begin, begin + 3 * DAY_MS) == HOUR_MS + 14 * HOUR_MS
    assert free_at(schedule, begin + DAY_MS) == away.until


def test_an_unknown_stored_zone_is_read_as_utc() -> None:
    assert own_between(Schedule(1, "Minos/Knossos", NIGHT), at("2026-01-10T00:00"), at("2026-01-11T00:00")) == (
        15 * HOUR_MS
    )


@settings(max_examples=30)
@given(
    begin=st.integers(at("2026-03-20T00:00"), at("2026-11-10T00:00")),
    needed=st.integers(0, 20 * DAY_MS),
    quiet=st.builds(Quiet, st.integers(0, 1439), st.integers(0, 1439)).filter(lambda quiet: quiet.minutes <= 16 * 60),
    zone=st.sampled_from([PRAGUE, "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"]),
)
def test_the_needed_own_time_is_over_at_the_computed_moment(begin: int, needed: int, quiet: Quiet, zone: str) -> None:
    away = Absence(begin + DAY_MS, begin + 3 * DAY_MS)
    schedule = Schedule(1, zone, quiet, absences=(away,))
    then = own_after(schedule, begin, needed)
    assert own_between(schedule, begin, then) == needed
    assert is_free(schedule, free_at(schedule, then))


@pytest.mark.parametrize(
    ("asked", "told", "quiet", "away", "due"),
    [
        ("2026-01-10T12:00", None, None, None, "2026-01-10T17:00"),  # 18:00 in Prague
        ("2026-01-10T17:00", None, None, None, "2026-01-11T17:00"),
        ("2026-01-01T12:00", "2026-01-10T17:00", None, None, "2026-01-11T17:00"),
        ("2026-01-01T12:00", "2026-01-10T16:59", None, None, "2026-01-10T17:00"),
        ("2026-07-10T12:00", None, None, None, "2026-07-10T16:00"),
        ("2026-03-28T17:00", None, None, None, "2026-03-29T16:00"),
        ("2026-01-10T12:00", None, Quiet(17 * 60, 20 * 60), None, "2026-01-10T19:00"),
        ("2026-01-10T12:00", None, None, ("2026-01-10T13:00", "2026-01-15T23:00"), "2026-01-16T17:00"),
    ],
)
def test_a_digest_is_due_once_a_day_in_free_time(
    asked: str, told: str | None, quiet: Quiet | None, away: tuple[str, str] | None, due: str
) -> None:
    absences = (Absence(at(away[0]), at(away[1])),) if away else ()
    schedule = Schedule(1, PRAGUE, quiet, absences=absences, reminded_at=at(told) if told else 0, digest_h=18)
    clock = SeatClock(1, 0, 1, 1, since=at(asked), counted_at=at(asked), reminded=3)

    assert reminder_at(clock, schedule) == at(due)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("2024-03-25T17:00", "2024-04-01T16:00"),
        ("2024-03-25T16:59", "2024-03-25T17:00"),
        ("2024-03-31T22:30", "2024-04-01T16:00"),
        ("2024-12-31T12:00", "2025-01-06T17:00"),
    ],
    ids=["at the moment itself", "just before", "after summer time has begun", "over the end of a year"],
)
def test_a_weekly_moment_keeps_its_local_time(after: str, expected: str) -> None:
    assert weekly_after(18 * 60, PRAGUE, at(after)) == at(expected)
