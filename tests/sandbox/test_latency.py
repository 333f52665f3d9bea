"""A slow line delays requests and events, and the bot refuses nobody who taps twice."""

import time
from pathlib import Path
from random import Random

import pytest

from sandbox.clock import Latency
from sandbox.evening.run import Plan, spend_evening
from tests.sandbox import crooked_bot
from tests.wire.evening import CHANNEL, wired


def test_jitter_depends_only_on_the_seed() -> None:
    first, second, other = (Latency(250, Random(seed)) for seed in (1, 1, 2))
    drawn = [first.draw_s() for _ in range(100)]

    assert drawn == [second.draw_s() for _ in range(100)]
    assert drawn != [other.draw_s() for _ in range(100)]
    assert 0.15 <= min(drawn) < 0.2 < 0.3 < max(drawn) <= 0.35
    assert Latency().draw_s() == 0.0


async def test_a_press_and_its_answer_are_delayed(tmp_path: Path) -> None:
    async with wired(tmp_path) as wired_bot:
        person = wired_bot.person("Ariadne")
        wired_bot.sandbox.slow_down(200)
        began = time.perf_counter()
        reply = await person.command("/myturns", CHANNEL)
        taken_s = time.perf_counter() - began
        wired_bot.sandbox.slow_down(0)

    assert reply.is_answered
    assert taken_s >= 2 * 0.6 * 0.2, "the delay applies in both directions"


PLAN = Plan("minos-classic", seats=2, games=1, seed=1, kills=0, presses=30, compare_bare=False, latency_ms=250)


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
@pytest.mark.usefixtures("without_pictures")
async def test_second_taps_on_a_slow_line_are_not_refused() -> None:
    report, code = await spend_evening(PLAN)

    assert code == 0, report
    assert report["second_presses"] >= 5
    assert report["wrong_refusals"] == report["unanswered"] == 0


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
@pytest.mark.usefixtures("without_pictures")
async def test_a_bot_that_refuses_second_taps_is_caught() -> None:
    report, code = await spend_evening(PLAN, ("-m", crooked_bot.__name__, crooked_bot.second_tap_refused.__name__))

    assert code == 1
    assert report["wrong_refusals"] >= 3
