"""Limits that the documents promise. The numbers are repeated here so that an accidental change makes a test fail."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from cogs.traffic import LIMITS, PRESSES_PER_MINUTE
from sessions.store import Quotas

COGS = Path(__file__).parents[2] / "cogs"
AUTHORITY = COGS.parent / "docs" / "authority.md"
ROW = re.compile(r"^\|[^|]+\|[^|]+\| ([\d,]+) [^|]*\| (\d+) (second|minute|hour)s? \|$", re.MULTILINE)
SECONDS = {"second": 1, "minute": 60, "hour": 3600}

WRITTEN = {
    "typing": (300, 60), "channel": (900, 60), "server": (3000, 60), "show": (6, 60), "show to all": (1, 30),
    "close up": (20, 60), "propose": (6, 600), "file": (6, 60), "hint": (24, 600), "why": (12, 600), "look": (3, 600),
    "watch": (6, 600), "report": (6, 600), "seek": (3, 3600), "open": (6, 600), "open in server": (30, 600),
}  # fmt: skip
"""The limits of `docs/authority.md`: the number of actions, and the seconds in which they count."""

HOUR_MS = 3_600_000
PROMISES = {
    # docs/authority.md
    "sessions.delivery.outbox:PINGS_AT_MOST": 3,
    "sessions.delivery.outbox:PINGS_WITHIN_MS": 600_000,
    "sessions.sessions:TOLD_AFTER_MS": 6 * 24 * HOUR_MS,
    "sessions.lobby.seats:SILENT_MS": 7 * 24 * HOUR_MS,
    "sessions.waiting.proposals:SILENCE_AGREES_MS": 7 * 24 * HOUR_MS,
    "sessions.records.clock:MISSED_AT_MOST": 3,
    "sessions.play.playing:NUDGED_AGAIN_MS": 12 * HOUR_MS,
    # docs/architecture.md
    "sessions.clocks.seat_clocks:COMPUTER_MS": 3000,
    "cogs.play.presses:AGAIN_MS": 5000,
    "db.postgresql.engine:CONNECT_S": 5,
    "db.postgresql.engine:LOCK_S": 4,
    "db.postgresql.engine:STATEMENT_S": 10,
    "db.postgresql.connections:TRANSACTION_S": 20,
    "sessions.sessions:MOST_LOADED": 2000,
    # docs/hosting.md
    "cogs.interactions.answering:SLOW_S": 1.5,
    "cogs.delivery.requests:MOST": 500,
    "cogs.delivery.requests:WINDOW_S": 600,
    "sessions.computers.computers:PATIENCE_MS": 30_000,
    "ai.client:ORDER_S": 15,
    "ai.client:REST_S": 30,
    "engine.search.thinking:MOST_CPU_S": 5,
    "cogs.replay.films:WORK_S": 60,
    "cogs.delivery.turn_feed:POST_S": 5,
    "cogs.monitoring:MOST_LATENCY_S": 20,
    "cogs.monitoring:MOST_WAIT_S": 120,
    # docs/moderators.md
    "cogs.delivery.seeking:SOUGHT_MS": 6 * HOUR_MS,
}


def test_rate_limits_equal_the_documented_numbers() -> None:
    assert {name: (limit.count, limit.window_s) for name, limit in LIMITS.items()} == WRITTEN
    assert PRESSES_PER_MINUTE == 150
    rows = ROW.findall(AUTHORITY.read_text(encoding="utf-8"))
    documented = [(int(count.replace(",", "")), int(length) * SECONDS[unit]) for count, length, unit in rows]
    assert Counter(documented) == Counter([(150, 60), *WRITTEN.values()])


def test_every_limit_is_used() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in COGS.rglob("*.py"))
    assert {name for name in WRITTEN if f'.take("{name}"' not in code} == set()


def test_a_person_may_have_10_open_tables_and_a_server_50() -> None:
    assert Quotas() == Quotas(per_user=10, per_guild=50)


@pytest.mark.parametrize("name", PROMISES)
def test_a_promised_number_is_kept(name: str) -> None:
    module, _, constant = name.partition(":")
    assert getattr(import_module(module), constant) == PROMISES[name]
