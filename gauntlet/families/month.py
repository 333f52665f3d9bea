"""CK: simulate weeks while clocks jump, the host's clock is wrong, and the bot is killed."""

import asyncio
import contextlib
import io
import os

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


def attempt(seed: int) -> Findings:
    """Simulate a few tables for a few days. A try is one day of one table."""
    faults = os.environ.get(CROOKED, "").split()
    plan = Plan(TABLES, DAYS, seed, kills=0 if faults else 2, deserted=3, removals=2)
    with contextlib.redirect_stderr(io.StringIO()) as told:
        bot = ("-m", crooked_bot.__name__, *faults) if faults else None
        report, code = asyncio.run(spend_month(plan, bot) if bot else spend_month(plan))
    failures = [f"{name}: {report[name]}" for name in COUNTS if report[name]]
    findings = Findings((TABLES + 3) * DAYS, [*told.getvalue().splitlines(), *failures] if code else [])
    findings.expect(report["replays"], "the log does not replay")
    findings.expect(code == 0 or findings.failures, f"the month ended with {code}")
    return findings


FAMILY = Family(
    "CK",
    "clocks over weeks: reminders, banks, votes, removals, kills, a wrong clock",
    "days of tables",
    Doses(42, 2000, 10_000),
    (TABLES + 3) * DAYS,
    attempt,
    (
        Control("silence_without_vote", "stuck: ", crooked="silence"),
        Control("bank_in_quiet_hours", "false_timeouts: ", crooked="quiet"),
    ),
)
