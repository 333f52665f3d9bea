"""Requests that Discord calls invalid are counted, and posts stop long before Discord blocks the address."""

import pytest

from cogs.delivery.requests import MOST, WINDOW_S, InvalidRequests

MESSAGES = "/api/v10/channels/1/messages"


@pytest.fixture
def now() -> list[float]:
    return [5000.0]


@pytest.fixture
def refused() -> list[int]:
    return []


@pytest.fixture
def invalid(now: list[float], refused: list[int]) -> InvalidRequests:
    return InvalidRequests(lambda: refused.append(1), clock=lambda: now[0])


def test_posting_pauses_at_500_refusals_in_ten_minutes(
    invalid: InvalidRequests, now: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(MOST - 1):
        invalid.count(403, MESSAGES)
        now[0] += 0.5
    assert not invalid.pause_s

    invalid.count(429, MESSAGES, "user")
    assert invalid.pause_s == pytest.approx(WINDOW_S - (MOST - 1) * 0.5)
    for _ in range(5):
        invalid.count(403, MESSAGES)
    assert [record.levelname for record in caplog.records] == ["WARNING"], "logged once"
    assert MESSAGES in caplog.text

    now[0] += WINDOW_S
    assert not invalid.pause_s


@pytest.mark.parametrize(("status", "scope"), [(200, ""), (400, ""), (404, ""), (500, ""), (429, "shared")])
def test_responses_discord_does_not_penalise_are_not_counted(invalid: InvalidRequests, status: int, scope: str) -> None:
    for _ in range(2 * MOST):
        invalid.count(status, MESSAGES, scope)

    assert not invalid.pause_s


def test_refusals_spread_over_time_never_pause_posting(invalid: InvalidRequests, now: list[float]) -> None:
    for _ in range(3 * MOST):
        invalid.count(403, MESSAGES)
        now[0] += WINDOW_S / (MOST - 1)
        assert not invalid.pause_s


def test_only_a_401_outside_webhooks_invalidates_the_token(invalid: InvalidRequests, refused: list[int]) -> None:
    invalid.count(401, "/api/v10/webhooks/1/token/messages/@original")
    invalid.count(401, "/api/v10/interactions/1/token/callback")
    assert not refused

    invalid.count(401, MESSAGES)
    assert refused == [1]


def test_posting_stops_at_the_documented_number_of_refusals(invalid: InvalidRequests) -> None:
    """Discord blocks an address after 10,000 invalid requests in ten minutes."""
    for _ in range(499):
        invalid.count(403, MESSAGES)
    assert invalid.pause_s == 0
    invalid.count(403, MESSAGES)
    assert invalid.pause_s == 600
