"""From press to first answer with many tables, against a durable bare bot under the same load."""

import asyncio

from benchmarks.row import Row
from sandbox.evening.run import Plan, spend_evening

PLAN = Plan(game="minos-classic", seats=3, games=10, seed=1, kills=3, presses=1500, rate_limits=False)


def rows() -> list[Row]:
    """The 50th and 99th percentile. Raises `AssertionError` if anything was lost."""
    report, code = asyncio.run(spend_evening(PLAN))
    assert code == 0, report
    return [
        Row(
            f"{PLAN.game}: press to first answer, {PLAN.games} tables, p{percent}",
            report[f"p{percent}_ms"],
            report[f"bare_p{percent}_ms"],
            "ms",
            "durable bare bot",
            3.0,
            1.5,
        )
        for percent in (50, 99)
    ]
