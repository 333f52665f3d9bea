"""Shards identify one after another, and hosts may choose the shards."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.gateway import AGAIN_S, GAP_MS, SessionStarts, Turns, pause_before_start_s
from sessions.refusals import StorageUnavailable
from settings import BadSettings, Settings, read_settings

POSTGRESQL = "postgresql://bot@localhost/knossos"


async def test_identify_slots_of_one_bucket_are_spaced_apart() -> None:
    now = [100.0]
    turns = Turns(lambda: now[0])

    assert [await turns.reserve("identify 0", GAP_MS) for _ in range(3)] == [0, GAP_MS, 2 * GAP_MS]
    assert await turns.reserve("identify 1", GAP_MS) == 0
    now[0] += 2 * GAP_MS / 1000 + 1
    assert await turns.reserve("identify 0", GAP_MS) == GAP_MS - 1000
    now[0] += 60
    assert await turns.reserve("identify 0", GAP_MS) == 0


class Http:
    """A Discord API that reports session starts."""

    def __init__(self, *remaining: int, max_concurrency: int = 1) -> None:
        self.remaining = list(remaining)
        self.max_concurrency = max_concurrency

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        told = {"remaining": self.remaining.pop(0), "reset_after": 3_600_000, "max_concurrency": self.max_concurrency}
        return 4, "", told | {"total": 1000}


def http(*remaining: int, max_concurrency: int = 1) -> Any:
    return Http(*remaining, max_concurrency=max_concurrency)


async def test_shards_with_equal_remainders_share_identify_slots() -> None:
    asked: list[tuple[str, int]] = []

    async def reserve(name: str, gap_ms: int) -> int:
        asked.append((name, gap_ms))
        return 0

    starts = SessionStarts(reserve, 10)
    await starts.learn(http(1000, max_concurrency=2), None)
    for shard in range(4):
        await starts.turn(shard)

    assert starts.limit.shards == 4
    assert asked == [("identify 0", 10), ("identify 1", 10), ("identify 0", 10), ("identify 1", 10)]


async def test_a_shard_waits_for_a_database_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py would end the process if the error reached it."""
    answers: list[int | Exception] = [StorageUnavailable(), StorageUnavailable(), 30]
    waited: list[float] = []

    async def reserve(*_: object) -> int:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("cogs.gateway.asyncio", SimpleNamespace(sleep=sleep))
    await SessionStarts(reserve).turn(0)

    assert waited == [AGAIN_S, AGAIN_S, 0.03]


async def test_a_process_with_too_few_starts_waits_for_tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("cogs.gateway.asyncio", SimpleNamespace(sleep=sleep))
    await SessionStarts().learn(http(3, 1000), None)  # Four shards are recommended.
    await SessionStarts().learn(http(3), 3)
    assert waited == [3600.0]
    assert asyncio.sleep is not sleep


@pytest.mark.parametrize(
    ("given", "ids", "count", "processes"),
    [("0-3/16", range(4), 16, 4), ("10-15/16", range(10, 16), 16, 3), ("5/16", range(5, 6), 16, 16)],
)
def test_a_host_can_assign_shards_to_a_process(given: str, ids: range, count: int, processes: int) -> None:
    settings = Settings(_env_file=None, shards=given, database=POSTGRESQL)
    assert (settings.shard_ids, settings.shard_count, settings.is_part) == (ids, count, True)
    assert settings.processes == processes


def test_a_host_can_set_the_shards_of_one_process() -> None:
    settings = Settings(_env_file=None, shards="0-15/16")
    assert (settings.shard_ids, settings.shard_count) == (range(16), 16)
    assert (settings.is_part, settings.processes) == (False, 1)


def test_session_starts_are_counted_for_each_process() -> None:
    now, lately = 10_000_000, [9_000_000 + number for number in range(24)]
    assert pause_before_start_s(lately, now) > 0
    assert pause_before_start_s(lately[:20], now, 3) == 0


@pytest.mark.parametrize("hours", [1, 24, 240])
def test_session_starts_dated_in_the_future_delay_nobody(hours: int) -> None:
    now = 1_700_000_000_000
    assert pause_before_start_s([now + hours * 3_600_000 + number for number in range(24)], now) == 0


def test_discord_recommends_the_shards_if_none_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARDS", "")
    settings = Settings(_env_file=None)
    assert (settings.shard_ids, settings.shard_count, settings.is_part) == (None, None, False)


@pytest.mark.parametrize("given", ["4", "0-3", "3-0/16", "0-16/16", "a/b", "0-3/0", "-1/4", "0–3/16", "0/4/4"])
def test_impossible_shard_numbers_are_refused_in_a_sentence(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARDS", given)
    monkeypatch.setenv("DATABASE", POSTGRESQL)
    with pytest.raises(BadSettings) as refused:
        read_settings()
    assert refused.value.faults == [
        ("SHARDS", "is not of the form 0-3/16: the first shard, the last one, and how many there are")
    ]


def test_running_only_some_shards_needs_a_shared_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARDS", "0-3/16")
    monkeypatch.setenv("DATABASE", "var/knossos.db")
    with pytest.raises(BadSettings, match="SQLite file takes only one; set DATABASE to a PostgreSQL server"):
        read_settings()
