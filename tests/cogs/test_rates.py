"""Rate limits never refuse normal play, always refuse floods, and end on time."""

import asyncio
from unittest.mock import Mock

import pytest

from cogs.traffic import FORGET_AFTER, LIMITS, PRESSES_PER_MINUTE, Rates, Traffic
from cogs.ui.refusals import UIRefusal
from tests.clocks import Clock

AT_MS = 1_700_000_000_000


def test_one_press_a_second_is_never_rate_limited() -> None:
    clock = Clock(AT_MS)
    rates = Rates(clock, clock)
    for _ in range(3600):
        for person in (1, 2, 3, 4):
            rates.take("press", person)
            rates.take("channel", 7)
            rates.take("server", 9)
        clock.now += 1000


def test_a_refused_flood_names_the_time_to_retry() -> None:
    clock = Clock(AT_MS)
    rates = Rates(clock, clock)
    for _ in range(PRESSES_PER_MINUTE):
        rates.take("press", 1)
    clock.now += 20_000
    with pytest.raises(UIRefusal) as refused:
        rates.take("press", 1)
    assert refused.value.message.id == "refused.too_fast"
    assert refused.value.message.blanks == {"when": f"<t:{1_700_000_060}:R>"}
    rates.take("press", 2)
    clock.now += 41_000
    rates.take("press", 1)


@pytest.mark.parametrize("what", LIMITS)
def test_every_rate_limit_refuses_beyond_its_number(what: str) -> None:
    clock = Clock(AT_MS)
    rates, limit = Rates(clock, clock), LIMITS[what]
    for _ in range(limit.count):
        rates.take(what, 1)
    with pytest.raises(UIRefusal):
        rates.take(what, 1)
    rates.take(what, 2)
    clock.now += limit.window_s * 1000 + 1
    rates.take(what, 1)


def test_a_host_can_switch_off_the_limits() -> None:
    rates = Rates(Clock(AT_MS), Clock(AT_MS), 0)
    for _ in range(10_000):
        rates.take("press", 1)
    assert len(rates) == 0


def test_expired_rate_limit_windows_are_dropped() -> None:
    clock = Clock(AT_MS)
    rates = Rates(clock, clock)
    for person in range(FORGET_AFTER + 1):
        rates.take("press", person)
    clock.now += 61_000
    rates.take("press", FORGET_AFTER + 1)
    assert len(rates) == 1, "more people than that came within a minute, and are gone"
    for person in range(3 * FORGET_AFTER):
        rates.take("press", person)
        clock.now += 100
    assert len(rates) <= FORGET_AFTER


@pytest.mark.parametrize("hours", [1, -1, 24, -24, 240, -240])
def test_a_limit_ends_on_time_despite_clock_changes(hours: int) -> None:
    clock, steady = Clock(AT_MS), Clock(AT_MS)
    rates = Rates(clock, steady)
    for _ in range(6):
        rates.take("show", 1)
    clock.now += hours * 3_600_000
    with pytest.raises(UIRefusal) as refused:
        rates.take("show", 1)
    assert refused.value.message.blanks == {"when": f"<t:{clock.now // 1000 + 60}:R>"}
    steady.now += 60_001
    rates.take("show", 1)


def test_a_flood_does_not_reset_an_exhausted_limit() -> None:
    rates = Rates(Clock(AT_MS), Clock(AT_MS))
    for _ in range(6):
        rates.take("report", 1)
    for person in range(2, 4200):
        rates.take("press", person)
    with pytest.raises(UIRefusal):
        rates.take("report", 1)


def test_tables_opened_in_one_server_do_not_limit_another() -> None:
    rates = Rates(Clock(AT_MS), Clock(AT_MS))
    for person in range(30):
        rates.admit_opening(Mock(user=Mock(id=person), guild_id=1))
    with pytest.raises(UIRefusal):
        rates.admit_opening(Mock(user=Mock(id=30), guild_id=1))
    rates.admit_opening(Mock(user=Mock(id=31), guild_id=2))


def test_players_may_repost_their_board_more_often_than_others() -> None:
    rates, table = Rates(Clock(AT_MS), Clock(AT_MS)), Mock(id=7, sitter_of=lambda user: user == 1)
    for _ in range(6):
        rates.admit_board(table, 1)
    rates.admit_board(table, 2)
    for user in (1, 3):
        with pytest.raises(UIRefusal):
            rates.admit_board(table, user)


async def test_other_work_waits_while_an_interaction_is_under_way() -> None:
    traffic = Traffic()
    with traffic.interaction(), pytest.raises(TimeoutError):
        await asyncio.wait_for(traffic.calm(60), 0.05)
    await asyncio.wait_for(traffic.calm(60), 20)
