"""Limits that the bot promises. The numbers are repeated here so that an accidental change makes a test fail."""

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.delivery import requests
from cogs.traffic import FORGET_AFTER, LIMITS, PRESSES_PER_MINUTE, Rates
from cogs.ui.refusals import UIRefusal
from engine.kernel.game import complete_settings
from engine.kernel.play import Position, start
from sessions.computers.computers import secret_of
from sessions.store import Quotas
from tests.engine.kernel.orchard import ORCHARD

WRITTEN = {
    "typing": (300, 60), "channel": (900, 60), "server": (3000, 60), "show": (6, 60), "show to all": (1, 30),
    "close up": (20, 60), "propose": (6, 600), "file": (6, 60), "hint": (24, 600), "why": (12, 600), "look": (3, 600),
    "watch": (6, 600), "report": (6, 600), "seek": (3, 3600), "open": (6, 600), "open in server": (30, 600),
}  # fmt: skip
"""The limits of `docs/authority.md`: the number of actions, and the seconds in which they count."""


def test_rate_limits_match_the_document() -> None:
    assert {name: (limit.count, limit.window_s) for name, limit in LIMITS.items()} == WRITTEN
    assert PRESSES_PER_MINUTE == 150
    assert Quotas() == Quotas(per_user=10, per_guild=50)


def test_at_most_500_invalid_requests_in_ten_minutes() -> None:
    """Discord bans an address after 10,000."""
    assert (requests.MOST, requests.WINDOW_S) == (500, 600)


@pytest.mark.parametrize("what", sorted(WRITTEN))
def test_each_limit_refuses_the_next_action(what: str) -> None:
    rates = Rates(lambda: 0, lambda: 1_000_000)
    for _ in range(WRITTEN[what][0]):
        rates.take(what, 7)
    with pytest.raises(UIRefusal):
        rates.take(what, 7)


def test_forgetting_old_rate_windows_resets_nobodys_limit() -> None:
    now = [1_000_000]
    rates = Rates(lambda: 0, lambda: now[0])
    for _ in range(6):
        rates.take("report", 7)
    for stranger in range(FORGET_AFTER + 2):
        rates.take("typing", 1000 + stranger)
    with pytest.raises(UIRefusal):
        rates.take("report", 7)


def test_a_computers_secret_depends_on_the_seed() -> None:
    """Otherwise everybody could work out its next move, since the code is public."""
    settings = complete_settings(ORCHARD, 2, {})
    position: Position[Any] = start(ORCHARD, settings, bytes(16)).position
    other = replace(position, seed=bytes([1] * 16))
    assert secret_of(position, 0) != secret_of(other, 0)
    assert secret_of(position, 0) != secret_of(position, 1)
    assert secret_of(position, 0) == secret_of(position, 0)
