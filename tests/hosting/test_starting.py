"""A starting bot limits its attempts to connect, and starts and ends its sandbox."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

import bot
from cogs.gateway import FIRST_PAUSE_S, FREE_STARTS
from db.sqlite import engine
from db.store import AnyStore
from sessions.refusals import StorageFull
from settings import Settings

NOW = 1_700_000_000_000
"""The time of each start, in milliseconds."""
STOPPED_S = 20.0
"""Seconds between SIGTERM and SIGKILL, as in the systemd unit of docs/hosting.md."""


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[AnyStore]:
    monkeypatch.setattr(bot, "now_ms", lambda: NOW)
    opened = await bot.open_database(Settings(_env_file=None, database=str(tmp_path / "knossos.db")))
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    ("earlier", "warnings"),
    [(FREE_STARTS - 1, []), (FREE_STARTS, [f"started too often: waiting {FIRST_PAUSE_S:.0f} s"])],
)
async def test_only_a_bot_that_started_often_waits(
    store: AnyStore, caplog: pytest.LogCaptureFixture, earlier: int, warnings: list[str]
) -> None:
    starts = [NOW - number for number in range(earlier, 0, -1)]
    for at in starts:
        await store.starts.keep(at)
    stop = asyncio.Event()
    stop.set()  # A stopped bot doesn't wait any longer.

    with caplog.at_level(logging.WARNING):
        await bot.wait_for_budget(store, stop)

    assert [record.getMessage() for record in caplog.records] == warnings
    assert await store.starts.since(0) == [*starts, NOW]


async def test_a_full_disk_does_not_keep_the_bot_from_starting(
    store: AnyStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot then tells players that its disk is full."""

    async def refuse(at: int) -> None:
        raise StorageFull

    monkeypatch.setattr(store.starts, "keep", refuse)
    await bot.wait_for_budget(store, asyncio.Event())

    assert [record.getMessage() for record in caplog.records] == ["this start cannot be stored: why=StorageFull"]


async def test_a_disk_too_full_for_a_new_database_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PRAGMAS", (*engine.PRAGMAS, "max_page_count=2"))
    with pytest.raises(bot.CannotStart, match=r"knossos\.db cannot be used: .* disk is full\. Free some space"):
        await bot.open_database(Settings(_env_file=None, database=str(tmp_path / "knossos.db")))


async def test_sigterm_ends_a_bot_that_waits_for_its_database() -> None:
    """The bot waits half a minute for PostgreSQL to start. systemd and Docker kill it sooner."""
    has_come, is_over = asyncio.Event(), asyncio.Event()

    async def say_nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        has_come.set()
        await is_over.wait()
        writer.close()

    async with await asyncio.start_server(say_nothing, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        environment = os.environ | {"DATABASE": f"postgresql://knossos:secret@127.0.0.1:{port}/knossos"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(bot.HOME / "bot.py"), env=environment, stderr=asyncio.subprocess.PIPE
        )
        await has_come.wait()

        process.send_signal(signal.SIGTERM)
        _, said = await asyncio.wait_for(process.communicate(), STOPPED_S)
        is_over.set()

    assert (process.returncode, said) == (0, b"")


async def is_reachable(address: str) -> bool:
    with contextlib.suppress(aiohttp.ClientError):
        async with aiohttp.ClientSession() as client, client.get(f"{address}/people") as answer:
            return answer.status == 200
    return False


async def test_a_sandbox_runs_as_long_as_its_bot(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, sandbox_port=0, sandbox_world=tmp_path / "new/world.json")
    async with bot.sandbox(settings) as address:
        assert await is_reachable(address)
    assert not await is_reachable(address)
