"""Compare the time from a press to its first answer with that of a minimal durable bot under the same load."""

import asyncio

from benchmarks.row import Row
from sandbox.evening.run import Plan, spend_evening

GOALS = {50: 1.25, 99: 1.5}
PLAN = Plan(game="minos-classic", seats=3, games=10, seed=1, kills=3, presses=1500, rate_limits=False)


def rows() -> list[Row]:
    """Return the 50th and 99th percentile. Raises `AssertionError` if an answer was lost."""
    report, code = asyncio.run(spend_evening(PLAN))
    assert code == 0, report
    what = f"{PLAN.game}: press to first answer, {PLAN.games} tables"
    ours, theirs = ({percent: report[f"{whose}p{percent}_ms"] for percent in (50, 99)} for whose in ("", "bare_"))
    return [Row(f"{what}, p{p}", ours[p], theirs[p], "ms", "durable bare bot", GOALS[p]) for p in (50, 99)]
