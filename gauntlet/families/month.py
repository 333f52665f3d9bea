"""CK: simulate weeks while clocks jump, the host's clock is wrong, and the bot is killed."""

import asyncio
import contextlib
import io
import os
from collections.abc import Callable
from functools import partial

from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.running import CROOKED
from sandbox.month.plan import Plan
from sandbox.month.run import spend_month
from tests.sandbox import crooked_bot

COUNTS = (
    "stuck", "reminders_in_quiet_hours", "reminders_doubled", "reminders_after_answer", "false_timeouts", "lost",
    "losses_untold", "doubled", "leaks", "errors_logged", "untold", "stale_questions", "boards_missing",
)  # fmt: skip
"""The counts of the report that must be zero."""
TABLES, DAYS = 4, 6
SILENT_TABLES, SILENT_DAYS = 5, 40


def busy_plan(seed: int, kills: int) -> Plan:
    """Return a few days of tables with all kinds of people, and three tables that everybody soon leaves together."""
    return Plan(TABLES, DAYS, seed, kills=kills, deserted=3, removals=2)


def silent_plan(seed: int, kills: int) -> Plan:
    """Return some weeks with only deserted tables: everybody leaves as soon as all of them have a question."""
    return Plan(0, SILENT_DAYS, seed, kills=kills, deserted=SILENT_TABLES)


def attempt(make: Callable[[int, int], Plan], seed: int) -> Findings:
    """Simulate a month. A try is one day of one table."""
    faults = os.environ.get(CROOKED, "").split()
    plan = make(seed, 0 if faults else 2)
    with contextlib.redirect_stderr(io.StringIO()) as told:
        bot = ("-m", crooked_bot.__name__, *faults) if faults else None
        report, code = asyncio.run(spend_month(plan, bot) if bot else spend_month(plan))
    failures = [f"{name}: {report[name]}" for name in COUNTS if report[name]]
    tries = (plan.tables + plan.deserted) * plan.days
    findings = Findings(tries, [*told.getvalue().splitlines(), *failures] if code else [])
    findings.expect(report["replays"], "the log does not replay")
    findings.expect(code == 0 or findings.failures, f"the month ended with {code}")
    return findings


FAMILIES = (
    Family(
        "CK",
        "clocks over weeks: reminders, banks, votes, removals, kills, a wrong clock",
        "days of tables",
        Doses(42, 2000, 10_000),
        (TABLES + 3) * DAYS,
        partial(attempt, busy_plan),
        (
            Control("silence_without_vote", "stuck: ", crooked="silence"),
            Control("bank_in_quiet_hours", "false_timeouts: ", crooked="quiet"),
        ),
    ),
    Family(
        "CK-silence",
        "tables at which everybody falls silent when all are asked, for 40 days",
        "days of tables",
        Doses(SILENT_TABLES * SILENT_DAYS, 2000, 20_000),
        SILENT_TABLES * SILENT_DAYS,
        partial(attempt, silent_plan),
        (Control("banks-held-while-empty", "stuck: "),),
    ),
)
