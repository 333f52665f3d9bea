"""Absences and quiet hours: which ones are allowed, and when they begin and end."""

from sessions.clocks.own_time import is_too_long, midnights, with_absence
from sessions.records.clock import DAY_MS, HOUR_MS, Absence, Quiet
from tests.sessions.test_own_time import PRAGUE, at

NOW = at("2026-11-20T12:00")


def test_quiet_hours_across_midnight_have_their_real_length() -> None:
    assert (Quiet(1320, 420).minutes, Quiet(0, 480).minutes) == (540, 480)


def test_tomorrow_and_monday_begin_at_local_midnight() -> None:
    assert midnights(NOW, PRAGUE) == {"tomorrow": at("2026-11-20T23:00"), "monday": at("2026-11-22T23:00")}


def test_a_new_absence_replaces_the_planned_one() -> None:
    past = Absence(NOW - 70 * DAY_MS, NOW - 61 * DAY_MS)
    present, planned = Absence(NOW - DAY_MS, NOW + DAY_MS), Absence(NOW + 5 * DAY_MS, NOW + 6 * DAY_MS)
    wanted = Absence(NOW, NOW + 3 * DAY_MS)

    assert with_absence((past, present, planned), wanted, NOW) == (Absence(NOW - DAY_MS, NOW), wanted)
    assert with_absence((present, planned), None, NOW) == (Absence(NOW - DAY_MS, NOW),)


def test_absences_are_limited_to_28_days_in_60() -> None:
    def away(begin: float, days: float) -> Absence:
        return Absence(NOW + int(begin * DAY_MS), NOW + int((begin + days) * DAY_MS))

    assert not is_too_long((away(0, 28),))
    assert is_too_long((away(0, 28.01),))
    assert is_too_long((away(0, 365),))
    assert is_too_long((away(0, 14), away(40, 15)))
    assert not is_too_long((away(0, 14), away(40, 14)))
    assert not is_too_long((away(0, 28), away(60, 28))), "they are more than 60 days apart"
    assert is_too_long((away(0, 28), away(59, 28)))
    assert not is_too_long((away(0, HOUR_MS / DAY_MS),))
