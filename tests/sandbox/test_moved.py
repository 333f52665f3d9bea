"""The clock that a simulated month shares with its bot."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from sandbox.clock import Clock
from sandbox.month.almanac import BEGINS_MS, DAY_MS, HOUR_MS, Almanac
from sandbox.moved import MovedClock
from settings import Settings

SOON_MS = 5_000


def test_both_clocks_advance_but_only_the_hosts_can_be_wrong(tmp_path: Path) -> None:
    almanac = Almanac.beginning(Clock(), tmp_path / "clock")
    bots = MovedClock(tmp_path / "clock")
    before, steady = bots.host_ms(), bots.steady_ms()
    assert 0 <= before - BEGINS_MS < SOON_MS

    almanac.leap_to(BEGINS_MS + DAY_MS)
    assert 0 <= bots.host_ms() - BEGINS_MS - DAY_MS < SOON_MS
    assert abs(bots.host_ms() - before - (bots.steady_ms() - steady)) < SOON_MS
    assert abs(almanac.clock.now() * 1000 - bots.host_ms()) < SOON_MS

    almanac.let_host_be_wrong(HOUR_MS)
    assert 0 <= bots.host_ms() - BEGINS_MS - DAY_MS - HOUR_MS < SOON_MS
    assert bots.steady_ms() - steady < DAY_MS + SOON_MS


def test_a_repeated_hour_is_resolved_by_the_previous_event(tmp_path: Path) -> None:
    almanac = Almanac.beginning(Clock(), tmp_path / "clock")
    forward, back = BEGINS_MS + DAY_MS, BEGINS_MS + 2 * DAY_MS
    almanac.wrong += [(forward, HOUR_MS), (back, 0)]

    assert almanac.true_of(BEGINS_MS + 5) == BEGINS_MS + 5
    assert almanac.true_of(forward + HOUR_MS + 5) == forward + 5
    twice = back + HOUR_MS // 2
    assert almanac.true_of(twice) == back - HOUR_MS // 2
    assert almanac.true_of(twice, since=back) == twice
    assert almanac.shown_at(back - 1) == back - 1 + HOUR_MS


def test_ids_continue_after_the_newest_post_if_it_seems_to_be_in_the_future(tmp_path: Path) -> None:
    almanac = Almanac.beginning(Clock(), tmp_path / "clock")
    begun = almanac.now()
    almanac.note_start(begun + HOUR_MS)
    assert 0 <= almanac.true_of_unbroken(begun + HOUR_MS) - begun < SOON_MS
    assert 0 <= almanac.ahead_of_unbroken() + HOUR_MS < SOON_MS

    almanac.leap_to(begun + DAY_MS)
    almanac.note_start(begun + DAY_MS + 2 * DAY_MS)  # the clock was wrong then
    assert abs(almanac.ahead_of_unbroken()) < SOON_MS


@pytest.mark.parametrize("given", [{"sandbox_clock": Path("clock")}, {"sandbox_pictures": False}])
def test_a_bot_with_a_token_ignores_test_clocks_and_draws(given: dict[str, Any]) -> None:
    assert Settings(_env_file=None, **given).has_token is False
    with pytest.raises(ValidationError, match="SANDBOX_CLOCK"):
        Settings(_env_file=None, discord_token=SecretStr("a.real.token"), **given)
