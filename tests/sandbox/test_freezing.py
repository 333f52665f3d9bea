"""Freezes during an evening: which processes freeze, for how long, and which presses need no answer meanwhile."""

from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from sandbox.evening.run import Evening, Plan
from sandbox.server import Sandbox
from sandbox.simulation import fleet
from sandbox.simulation.fleet import Fleet, Freeze, draw_freezes
from sandbox.simulation.simulation import play
from tests.sandbox import crooked_bot

BOT = ("-m", crooked_bot.__name__)
PATIENCE_MS = 3000


def test_everything_freezes_once_before_anything_freezes_twice() -> None:
    drawn = draw_freezes(Random(1), 8, processes=3, presses=400, has_server=True)
    for turn in (drawn[:4], drawn[4:]):
        assert {freeze.process for freeze in turn} == {0, 1, 2, None}
    assert all(2 <= freeze.length_s <= 20 for freeze in drawn)
    marks = [freeze.after_presses for freeze in drawn]
    assert marks == sorted(marks)
    assert 20 <= marks[0] <= marks[-1] < 400


def test_the_same_seed_draws_the_same_freezes() -> None:
    drawn = [draw_freezes(Random(seed), 5, processes=2, presses=400, has_server=True) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


async def test_only_frozen_processes_may_leave_presses_unanswered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now = [1_000_000]
    owed: list[tuple[bool, bool]] = []
    made = Fleet(Mock(), BOT, tmp_path, 2, {}, Mock(), clock=lambda: now[0])
    made.uptime._up_since = [0, 0]

    def look() -> None:
        """Check a press sent to each process 3 s ago. People stop waiting after 3 s."""
        for shard in (0, 1):
            press: Any = Mock(shards=[shard])
            owed.append((made.uptime.must_answer(press, PATIENCE_MS), made.uptime.was_frozen(press, PATIENCE_MS)))

    async def pass_time(seconds: float) -> None:
        now[0] += 2000
        look()
        now[0] += round(seconds * 1000) - 2000

    monkeypatch.setattr("sandbox.simulation.fleet.asyncio.sleep", pass_time)
    made.bots = [Mock(), Mock()]
    await made.freeze(Freeze(1, 5.0, 0))
    now[0] += PATIENCE_MS - 1
    look()
    now[0] += 1
    look()
    meanwhile, last_before, first_after = owed[:2], owed[2:4], owed[4:]
    assert meanwhile == last_before == [(True, False), (False, True)]
    assert first_after == [(True, False), (True, False)]
    owed.clear()
    await made.freeze(Freeze(None, 5.0, 0))
    assert owed == [(True, False), (True, False)], "bots that wait for a frozen server count as alive"


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
@pytest.mark.usefixtures("without_pictures")
async def test_answers_missed_by_a_frozen_bot_are_counted_separately(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet, "SHORTEST_S", 3.0)
    monkeypatch.setattr(fleet, "LONGEST_S", 3.0)
    plan = Plan("minos-classic", seats=2, games=2, seed=4, kills=0, presses=30, compare_bare=False, freezes=1)
    async with Sandbox.running(port=0, rate_limits=False) as sandbox:
        sandbox.interactions.patience_s = 1.0
        report, faults = await play(Evening(plan, sandbox, tmp_path, BOT))

    assert {kind: lines for kind, lines in faults.items() if lines} == {}
    assert (report["freezes"], report["server_freezes"], report["unanswered"]) == (1, 0, 0)
    assert report["unanswered_by_frozen"] >= 1, "more if people press often, which depends on the machine"
