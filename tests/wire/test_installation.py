"""Commands are installed in the declared places, and the host learns if Discord refuses them or the token."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

import bot
from cogs.client import Knossos
from sandbox import Sandbox
from sessions.refusals import StorageFull, StorageRefusal, StorageUnavailable
from settings import Settings
from tests.wire.evening import Wired, render_client

HOUR_S = 3600.0
SERVERS, PEOPLE = 0, 1
IN_SERVERS, IN_DIRECT_MESSAGES, IN_GROUPS = 0, 1, 2
OF_TABLES = {"table", "hand", "classic", "minos", "minerva", "play", "server", "league", "What happened since"}
"""Commands that need the bot in the server, because they post a board or change settings there."""


async def test_table_commands_are_installed_only_in_servers(wired_bot: Wired) -> None:
    installed = {
        command["name"]: command["integration_types"] for command in wired_bot.sandbox.world.application.commands[0]
    }

    assert {name for name, places in installed.items() if places == [SERVERS]} == OF_TABLES
    assert {name for name, places in installed.items() if places == [SERVERS, PEOPLE]} == installed.keys() - OF_TABLES
    assert {"help", "learn", "rules", "look", "settings", "myturns"} <= installed.keys() - OF_TABLES


async def test_table_commands_need_a_server_and_others_do_not(wired_bot: Wired) -> None:
    for command in wired_bot.sandbox.world.application.commands[0]:
        is_of_tables = command["name"] in OF_TABLES
        expected = [IN_SERVERS] if is_of_tables else [IN_SERVERS, IN_DIRECT_MESSAGES, IN_GROUPS]
        assert command["contexts"] == expected, command["name"]


async def test_a_refused_sync_names_the_setting_to_enable(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, database=str(tmp_path / "knossos.db"))
    async with Sandbox.running() as sandbox, bot.build(settings, render_client()) as parts:
        bot.point_at(sandbox.address)
        sandbox.faults.refuse("PUT /applications/*/commands", 50035)

        with pytest.raises(bot.CannotStart, match=r"50035.*Installation.*User Install and Guild Install"):
            await bot.serve(parts.client, "sandbox", asyncio.Event())


async def test_requests_within_a_long_rate_limit_are_sent(tmp_path: Path) -> None:
    """Discord allows 50 emoji in an hour. With `max_ratelimit_timeout`, discord.py refused the second of them."""
    settings, stop = Settings(_env_file=None, database=str(tmp_path / "knossos.db")), asyncio.Event()
    async with Sandbox.running() as sandbox, bot.build(settings, render_client()) as parts:
        bot.point_at(sandbox.address)
        serving = asyncio.create_task(bot.serve(parts.client, "sandbox", stop))
        await sandbox.until(lambda: len(sandbox.world.application.emojis) >= 3 or serving.done())
        stop.set()
        assert await serving == 0


async def test_a_bot_waits_until_it_may_register_its_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits, stop = AsyncMock(), asyncio.Event()
    settings = Settings(_env_file=None, database=str(tmp_path / "knossos.db"))
    async with Sandbox.running() as sandbox, bot.build(settings, render_client()) as parts:
        bot.point_at(sandbox.address)
        monkeypatch.setattr("cogs.commands.sync.asyncio", SimpleNamespace(sleep=waits))
        sandbox.faults.rate_limit("PUT /applications/*/commands", retry_after_s=HOUR_S)
        serving = asyncio.create_task(bot.serve(parts.client, "sandbox", stop))
        await sandbox.until(lambda: sandbox.gateway.is_connected or serving.done())
        stop.set()
        assert await serving == 0
        assert sandbox.world.application.commands[0]
    waits.assert_awaited_once_with(HOUR_S)


@pytest.mark.parametrize(
    ("method", "refusal"), [("keep_hash", StorageFull), ("hashes", StorageUnavailable)], ids=["full", "busy"]
)
async def test_a_refusing_database_does_not_stop_a_bot_with_new_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, refusal: type[StorageRefusal]
) -> None:
    async def refuse(*_: object) -> None:
        raise refusal

    settings, stop = Settings(_env_file=None, database=str(tmp_path / "knossos.db")), asyncio.Event()
    async with Sandbox.running() as sandbox, bot.build(settings, render_client()) as parts:
        bot.point_at(sandbox.address)
        monkeypatch.setattr(parts.store.starts, method, refuse)
        serving = asyncio.create_task(bot.serve(parts.client, "sandbox", stop))
        await sandbox.until(lambda: sandbox.gateway.is_connected or serving.done())
        stop.set()
        assert await serving == 0
        assert sandbox.world.application.commands[0]


async def test_a_bot_stopped_while_starting_does_not_connect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(client: Knossos, token: str) -> None:
        raise AssertionError("it connects")

    monkeypatch.setattr(Knossos, "start", connect)
    stop = asyncio.Event()
    stop.set()
    async with bot.build(Settings(_env_file=None, database=str(tmp_path / "knossos.db")), render_client()) as parts:
        assert await bot.serve(parts.client, "sandbox", stop) == 0


async def test_a_bot_ends_when_discord_rejects_its_token(tmp_path: Path) -> None:
    """Someone may reset the token while the bot runs."""
    settings = Settings(_env_file=None, database=str(tmp_path / "knossos.db"))
    async with Sandbox.running() as sandbox, bot.build(settings, render_client()) as parts:
        bot.point_at(sandbox.address)
        serving = asyncio.create_task(bot.serve(parts.client, "sandbox", asyncio.Event()))
        await sandbox.until(lambda: sandbox.gateway.is_connected)
        parts.client.invalid.count(401, "/api/v10/channels/1/messages")

        with pytest.raises(bot.CannotStart, match=r"no longer accepts this token\. Set a new DISCORD_TOKEN"):
            await serving
