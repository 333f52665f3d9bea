"""The bot with several shards, over the wire: all of them in one process, or only some."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

import bot
from cogs.client import Knossos
from cogs.gateway import SessionStarts
from sandbox import Sandbox
from sandbox.parts import PATIENCE_S
from sandbox.records import Guild
from sandbox.world import GUILD_ID
from sessions.time.due_work import DueWork
from settings import Settings
from tests.wire.evening import render_client

THEIRS = (GUILD_ID >> 22) % 2
"""The number of the shard that serves the sandbox's own guild, out of two shards."""


@contextlib.asynccontextmanager
async def shared(folder: Path, shards: str | None = None) -> AsyncIterator[tuple[Sandbox, bot.Parts]]:
    """A sandbox with a guild for each of two shards, and a bot that is about to join it."""
    settings = Settings(_env_file=None, database=str(folder / "knossos.db"), presses_per_minute=0, shards=shards)
    async with Sandbox.running(rate_limits=False) as sandbox, bot.build(settings, render_client()) as parts:
        sandbox.gateway.starts.recommended = sandbox.gateway.starts.max_concurrency = 2
        other = Guild(
            GUILD_ID + (1 << 22), "Pylos", sandbox.person("Ariadne").id, sandbox.world.guilds[GUILD_ID].bot_permissions
        )
        sandbox.world.guilds[other.id] = other
        sandbox.world.channels.new(other.id, "harbour-of-pylos")
        bot.point_at(sandbox.address)
        yield sandbox, parts


@contextlib.asynccontextmanager
async def started(client: Knossos) -> AsyncIterator[None]:
    """Start the bot and wait until all its servers are available."""
    running = asyncio.create_task(client.start("sandbox"))
    try:
        await asyncio.wait_for(client.gateway.has_arrived.wait(), PATIENCE_S)
        yield
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


async def test_one_process_has_as_many_shards_as_discord_recommends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shared(tmp_path) as (sandbox, parts), started(parts.client):
        parts.client.session_starts = SessionStarts(gap_ms=0)
        assert sorted(session.shard for session in sandbox.gateway.sessions.values()) == [(0, 2), (1, 2)]
        assert {guild.name for guild in parts.client.guilds} == {"Knossos", "Pylos"}
        for channel in ("agora", "harbour-of-pylos"):
            opened = await sandbox.person("Ariadne").command("/table open", channel, game="minerva")
            assert opened.is_ephemeral, opened
        monkeypatch.setattr("cogs.interactions.answering.SLOW_S", PATIENCE_S)  # A slow answer would be deferred first.
        ariadne = sandbox.person("Ariadne")
        assert len((await ariadne.command("/myturns", ariadne.inbox.direct)).text) > 1

        clocks = parts.client.services.due_work
        await sandbox.until(lambda: clocks.is_running)
        stood_still = record_stops(clocks, monkeypatch)
        sandbox.connections.cut(shard=1 - THEIRS)  # One shard cannot answer now, so the clocks stop.
        await sandbox.until(lambda: stood_still == [True, False])
        assert sandbox.gateway.resumes == 1
        await sandbox.connections.invalidate(shard=THEIRS)  # A shard with a new session restarts the clocks too.
        await sandbox.until(lambda: stood_still == [True, False] * 2)
        assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (3, 1)
        assert clocks.is_running


def record_stops(clocks: DueWork, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Record the clocks' stops (True) and starts (False)."""
    stood_still: list[bool] = []
    lose, regain = clocks.lose, clocks.regain

    async def lose_and_note() -> None:
        await lose()
        stood_still.append(not clocks.is_running)

    async def regain_and_note() -> None:
        await regain()
        stood_still.append(not clocks.is_running)

    monkeypatch.setattr(clocks, "lose", lose_and_note)
    monkeypatch.setattr(clocks, "regain", regain_and_note)
    return stood_still


async def test_clocks_stay_stopped_if_a_new_connection_breaks_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection breaks while the bot looks for the servers that have removed it."""
    async with shared(tmp_path, "0-0/1") as (sandbox, parts), started(parts.client):
        client, due_work = parts.client, parts.client.services.due_work
        client.session_starts = SessionStarts(gap_ms=0)
        await sandbox.until(lambda: due_work.is_running)
        stood_still = record_stops(due_work, monkeypatch)
        looking, goes_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()
        reconcile = client.lost_servers.reconcile

        async def look_slowly(is_in: Callable[[int], bool | None]) -> None:
            looking.set()
            await goes_on.wait()
            await reconcile(is_in)
            done.set()

        monkeypatch.setattr(client.lost_servers, "reconcile", look_slowly)
        await sandbox.connections.invalidate()
        await asyncio.wait_for(looking.wait(), PATIENCE_S)
        sandbox.gateway.is_reachable = False
        sandbox.connections.cut()
        await sandbox.until(lambda: stood_still == [True, True])
        goes_on.set()
        await done.wait()
        await asyncio.sleep(0.05)
        assert not due_work.is_running

        sandbox.gateway.is_reachable = True
        await sandbox.until(lambda: due_work.is_running)


async def test_servers_stay_known_if_a_new_session_ends_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py reports a shard as ready some time after its session began, even if the session has ended by then."""
    async with shared(tmp_path, "0-0/1") as (sandbox, parts), started(parts.client):
        client, identify = parts.client, sandbox.gateway._identify
        client.session_starts = SessionStarts(gap_ms=0)
        client._connection.guild_ready_timeout = 1.0
        known, asked, goes_on, is_ready = client.get_guild(GUILD_ID), *(asyncio.Event() for _ in range(3))

        async def note_ready(_: int) -> None:
            is_ready.set()

        async def identify_later(*arguments: Any) -> Any:
            asked.set()
            await goes_on.wait()
            return await identify(*arguments)

        await sandbox.connections.invalidate()
        await sandbox.until(lambda: client.get_guild(GUILD_ID) is not known)
        client.add_listener(note_ready, "on_shard_ready")
        monkeypatch.setattr(sandbox.gateway, "_identify", identify_later)
        await sandbox.connections.invalidate()
        await asyncio.wait_for(asked.wait(), PATIENCE_S)
        assert not is_ready.is_set()
        await asyncio.wait_for(is_ready.wait(), PATIENCE_S)
        await asyncio.sleep(0)

        assert {guild.name for guild in client.guilds} == {"Knossos", "Pylos"}
        goes_on.set()
        await sandbox.until(lambda: client.services.due_work.is_running)


async def test_a_process_without_the_first_shard_registers_no_commands(tmp_path: Path) -> None:
    async with shared(tmp_path) as (sandbox, parts):
        client = Knossos(parts.client.services, parts.client.lost_servers, [1], 2)
        async with started(client):
            assert [session.shard for session in sandbox.gateway.sessions.values()] == [(1, 2)]
            assert [guild.shard_id for guild in client.guilds] == [1]
            await sandbox.until(lambda: client.services.due_work.is_running)
        assert sandbox.world.application.commands[0] == []
        assert not [request for request in sandbox.rest.requests if request.startswith(("PUT", "POST"))]
        assert not client.gateway.is_first


async def test_a_permanent_refusal_by_discord_is_explained_in_one_sentence(tmp_path: Path) -> None:
    async with shared(tmp_path, "0-0/1") as (sandbox, parts):
        sandbox.gateway.starts.most_guilds = 0
        with pytest.raises(bot.CannotStart, match="SHARDS' last number"):
            await asyncio.wait_for(bot.serve(parts.client, "sandbox", asyncio.Event()), PATIENCE_S)
