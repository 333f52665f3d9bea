"""What people type for their zone, their quiet hours and their absences, and what of it is allowed."""

import pytest

from sessions.clocks.choosing import is_too_long, midnights, moment_of, quiet_of, with_absence, zone_named
from sessions.clocks.records import DAY_MS, HOUR_MS, Absence, Quiet
from tests.sessions.test_own_time import PRAGUE, at

NOW = at("2026-11-20T12:00")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("Europe/Prague", PRAGUE), ("europe/prague", PRAGUE), ("America/New york", "America/New_York"), ("UTC", "UTC"),
     ("Minos/Knossos", None), ("../../etc/passwd", None), ("", None)],
)  # fmt: skip
def test_only_zones_that_exist_are_taken(typed: str, zone: str | None) -> None:
    assert zone_named(typed) == zone


@pytest.mark.parametrize(
    ("typed", "quiet"),
    [("22:00-7:30", Quiet(1320, 450)), ("22 – 7", Quiet(1320, 420)), ("22h-7h30", Quiet(1320, 450)),
     ("9-24", Quiet(540, 0)), ("25-7", None), ("22:75-7", None), ("7-7", None), ("night", None), ("", None)],
)  # fmt: skip
def test_quiet_hours_are_read_as_people_write_them(typed: str, quiet: Quiet | None) -> None:
    assert quiet_of(typed) == quiet


def test_hours_past_midnight_are_as_long_as_they_are() -> None:
    assert (Quiet(1320, 420).minutes, Quiet(0, 480).minutes) == (540, 480)


@pytest.mark.parametrize(
    ("typed", "moment"),
    [("2026-12-24", "2026-12-23T23:00"), ("2026-12-24 18:30", "2026-12-24T17:30"), ("24.12.", "2026-12-23T23:00"),
     ("24. 12. 2026 8:00", "2026-12-24T07:00"), ("24/12/2026", "2026-12-23T23:00"), ("1.2.", "2027-01-31T23:00"),
     ("3d", "2026-11-23T12:00"), ("2 w", "2026-12-04T12:00"), ("12h", "2026-11-21T00:00"),
     ("31.2.", None), ("2026-13-01", None), ("24.12. 25:00", None), ("soon", None), ("99999-01-01", None), ("", None)],
)  # fmt: skip
def test_moments_are_read_in_the_zone_of_who_typed_them(typed: str, moment: str | None) -> None:
    assert moment_of(typed, NOW, PRAGUE) == (None if moment is None else at(moment))


def test_tomorrow_and_monday_begin_at_midnight_there() -> None:
    assert midnights(NOW, PRAGUE) == {"tomorrow": at("2026-11-20T23:00"), "monday": at("2026-11-22T23:00")}


def test_a_new_absence_takes_the_place_of_what_was_planned() -> None:
    past = Absence(NOW - 70 * DAY_MS, NOW - 61 * DAY_MS)
    present, planned = Absence(NOW - DAY_MS, NOW + DAY_MS), Absence(NOW + 5 * DAY_MS, NOW + 6 * DAY_MS)
    wanted = Absence(NOW, NOW + 3 * DAY_MS)

    assert with_absence((past, present, planned), wanted, NOW) == (Absence(NOW - DAY_MS, NOW), wanted)
    assert with_absence((present, planned), None, NOW) == (Absence(NOW - DAY_MS, NOW),)


def test_28_days_in_any_60_are_the_limit() -> None:
    def away(begin: float, days: float) -> Absence:
        return Absence(NOW + int(begin * DAY_MS), NOW + int((begin + days) * DAY_MS))

    assert not is_too_long((away(0, 28),))
    assert is_too_long((away(0, 28.01),))
    assert is_too_long((away(0, 365),))
    assert is_too_long((away(0, 14), away(40, 15)))
    assert not is_too_long((away(0, 14), away(40, 14)))
    assert not is_too_long((away(0, 28), away(60, 28))), "none of them is in the 60 days of the other"
    assert is_too_long((away(0, 28), away(59, 28)))
    assert not is_too_long((away(0, HOUR_MS / DAY_MS),))
