"""The board shows when a time bank runs out without revealing the player's quiet hours."""

import pytest

from cogs.views.waiting import bank_line, nearest_hour
from sessions.clocks.own_time import empty_at
from sessions.records.clock import HOUR_MS, MINUTE_MS, Quiet, Schedule, SeatClock

NOON_MS = 1_700_049_600_000
"""A moment on the full hour."""
ARIADNE = 7


@pytest.mark.parametrize(("minutes", "hours"), [(0, 0), (29, 0), (30, 1), (59, 1), (90, 2)])
def test_a_deadline_is_rounded_to_the_hour(minutes: int, hours: int) -> None:
    assert nearest_hour(NOON_MS + minutes * MINUTE_MS) == (NOON_MS + hours * HOUR_MS) // 1000


def when_empty(quiet: Quiet | None) -> object:
    """Return when Ariadne's bank runs out, as the board shows it. She has five hours from noon."""
    clock = SeatClock(1, 0, ARIADNE, 3, since=NOON_MS, counted_at=NOON_MS, left=5 * HOUR_MS)
    return bank_line("Ariadne", empty_at(clock, Schedule(ARIADNE, quiet=quiet))).blanks["when"]


def test_a_bank_does_not_reveal_the_minute_of_quiet_hours() -> None:
    assert NOON_MS // 1000 % (24 * 3600) == 12 * 3600
    nights = [Quiet(13 * 60 + late, 20 * 60 + 2 * late) for late in (0, 5, 14)]
    assert {when_empty(night) for night in nights} == {f"<t:{(NOON_MS + 12 * HOUR_MS) // 1000}:R>"}
    assert when_empty(None) == f"<t:{(NOON_MS + 5 * HOUR_MS) // 1000}:R>"
