"""Several connections of one bot: each shard gets its own events, and session starts are limited."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.records import Guild
from sandbox.session_starts import WINDOW_S
from tests.sandbox.bot import LittleBot, joined, pointed_at
from tests.sandbox.conftest import Wire

GATEWAY_S = 20.0
"""Longest wait for an expected frame, in seconds."""


class Sharded(LittleBot, discord.AutoShardedClient):
    """The little bot with several shards. It starts them as fast as the sandbox allows."""

    def __init__(self, shard_ids: list[int] | None = None, shard_count: int | None = None) -> None:
        super().__init__()
        self.shard_ids = shard_ids
        if shard_count is not None:
            self.shard_count = shard_count

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return


@contextlib.asynccontextmanager
async def connection(sandbox: Sandbox) -> AsyncIterator[Any]:
    """A gateway connection without a library, after its HELLO."""
    async with aiohttp.ClientSession() as client, client.ws_connect(sandbox.gateway.url) as socket:
        assert (await socket.receive_json(timeout=GATEWAY_S))["op"] == 10
        yield socket


async def identify(socket: Any, shard: object = None, token: str = "sandbox") -> aiohttp.WSMessage:
    """Identify and return the first frame of the answer."""
    asked = {"token": token, "intents": 1, "properties": {}} | ({} if shard is None else {"shard": shard})
    await socket.send_json({"op": 2, "d": asked})
    answer: aiohttp.WSMessage = await socket.receive(timeout=GATEWAY_S)
    return answer


def what(frame: aiohttp.WSMessage) -> object:
    """Return a frame's event name. If there is no event, return the frame's op or close code."""
    if frame.type is aiohttp.WSMsgType.CLOSE:
        return frame.data
    told = frame.json()
    return told["t"] or (told["op"], told["d"])


def guild_of_shard(sandbox: Sandbox, number: int, of: int) -> Guild:
    """Add a guild with one channel. Its events go to shard `number` out of `of` shards."""
    guild = Guild((1000 * of + number) << 22, f"of {number}", sandbox.person("Ariadne").id, 1 << 10 | 1 << 11)
    sandbox.world.guilds[guild.id] = guild
    sandbox.world.channels.new(guild.id, f"hall-{number}")
    return guild


# The events of each shard


async def test_a_shard_gets_the_events_of_its_own_guilds(sandbox: Sandbox) -> None:
    sandbox.gateway.starts.recommended = 3
    for number in range(3):
        guild_of_shard(sandbox, number, 3)

    async with joined(sandbox, Sharded) as bot:
        assert sorted(session.shard for session in sandbox.gateway.sessions.values()) == [(0, 3), (1, 3), (2, 3)]
        assert {guild.name: guild.shard_id for guild in bot.guilds if guild.name != "Knossos"} == {
            "of 0": 0,
            "of 1": 1,
            "of 2": 2,
        }
        for number in range(3):
            assert (await sandbox.person("Ariadne").command("/ping", f"hall-{number}")).text == "pong"
            heard = [s.shard[0] for s in sandbox.gateway.sessions.values() if _hear(s, "INTERACTION_CREATE")]
            assert number in heard
            assert len(heard) <= number + 1


def _hear(session: Any, event: str) -> bool:
    return any(f'"t":"{event}"' in text for _, text in session.sent)


async def test_shard_0_gets_direct_messages_and_user_installs(sandbox: Sandbox) -> None:
    ariadne = sandbox.person("Ariadne")
    theirs = guild_of_shard(sandbox, 1, 2)
    async with joined(sandbox, lambda: Sharded([0, 1], 2)) as bot:
        first, second = sorted(sandbox.gateway.sessions.values(), key=lambda session: session.shard)
        assert (await ariadne.command("/ping", ariadne.inbox.direct)).text == "pong"
        assert (_hear(first, "INTERACTION_CREATE"), _hear(second, "INTERACTION_CREATE")) == (True, False)

        sandbox.places.remove_bot(theirs)
        sandbox.world.application.user_installs.add(ariadne.id)
        sandbox.interactions.patience_s = 0.2
        assert (await ariadne.command("/ping", "hall-1")).text == "pong"
        assert not _hear(second, "INTERACTION_CREATE")
        assert (
            await sandbox.person("Theseus").command("/ping", "hall-1")
        ).kind is None  # Theseus has not installed the bot.
        assert bot.heard


async def test_each_shard_resumes_its_own_session(sandbox: Sandbox) -> None:
    theirs = guild_of_shard(sandbox, 1, 2)
    async with joined(sandbox, lambda: Sharded([0, 1], 2)) as bot:
        await sandbox.connections.reconnect(shard=1)
        await sandbox.until(lambda: len(sandbox.gateway.connected) == 1)
        missed = sandbox.world.channels.new(theirs.id, "late")
        await sandbox.until(lambda: sandbox.gateway.resumes == 1)
        await sandbox.until(lambda: bot.get_channel(missed.id) is not None)

        assert sandbox.gateway.identifies == 2
        await sandbox.connections.invalidate(shard=0)
        await sandbox.until(lambda: sandbox.gateway.identifies == 3)
        await sandbox.until(lambda: len(sandbox.gateway.connected) == 2)
        assert sandbox.gateway.resumes == 1


async def test_any_shard_may_receive_a_misdirected_interaction(sandbox: Sandbox) -> None:
    sandbox.interactions.astray = Random(4)
    async with joined(sandbox, lambda: Sharded([0, 1], 2)):
        for _ in range(6):
            assert (await sandbox.person("Ariadne").command("/ping", "agora")).text == "pong"
        assert all(_hear(session, "INTERACTION_CREATE") for session in sandbox.gateway.sessions.values())


# Limits on starts


async def test_a_second_identify_in_one_bucket_is_refused(limited: Sandbox) -> None:
    async with connection(limited) as first, connection(limited) as second, connection(limited) as other:
        assert what(await identify(first, [0, 2])) == "READY"
        assert what(await identify(second, [1, 2])) == (9, False)
        assert what(await identify(other, token="another")) == "READY"  # each application has its own buckets

        limited.clock.advance(WINDOW_S - 0.5)
        assert what(await identify(second, [1, 2])) == (9, False)  # The refusal restarts the five seconds.
        limited.clock.advance(WINDOW_S)
        assert what(await identify(second, [1, 2])) == "READY"


async def test_shards_of_different_buckets_may_identify_together(limited: Sandbox) -> None:
    limited.gateway.starts.max_concurrency = 2
    async with connection(limited) as first, connection(limited) as second, connection(limited) as third:
        assert what(await identify(first, [0, 3])) == "READY"
        assert what(await identify(second, [1, 3])) == "READY"
        assert what(await identify(third, [2, 3])) == (9, False)


async def test_too_many_starts_in_a_day_reset_the_token(limited: Sandbox) -> None:
    limited.gateway.starts.a_day = 2
    async with connection(limited) as first, connection(limited) as second, connection(limited) as third:
        assert what(await identify(first)) == "READY"
        assert what(await identify(second)) == (9, False)
        assert what(await identify(third)) == 4004
        while first.close_code is None:
            await first.receive(timeout=GATEWAY_S)
        assert first.close_code == 4004
        assert not limited.gateway.accepts_token


async def test_a_bot_learns_its_remaining_starts_and_shard_count(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.gateway.starts.max_concurrency = 16
    async with connection(sandbox) as socket:
        await identify(socket)
    for number in range(1000):
        guild = Guild((1 << 30) + number, f"guild {number}", sandbox.person("Ariadne").id, 0)
        sandbox.world.guilds[guild.id] = guild

    status, told = await wire("GET", "/gateway/bot")

    limit = told["session_start_limit"]
    assert (status, told["shards"], told["url"]) == (200, 2, sandbox.gateway.url)
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (1000, 999, 16)
    assert 0 < limit["reset_after"] <= 24 * 3600 * 1000
    sandbox.clock.advance(24 * 3600 + 1)
    assert (await wire("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1000


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0], "0/2", [0, 0]])
async def test_an_impossible_shard_number_is_refused(sandbox: Sandbox, shard: object) -> None:
    async with connection(sandbox) as socket:
        assert what(await identify(socket, shard)) == 4010


async def test_having_too_few_shards_for_the_guilds_is_refused(sandbox: Sandbox) -> None:
    sandbox.gateway.starts.most_guilds = 2
    for number in range(2):
        guild_of_shard(sandbox, number, 2)  # three guilds, including Knossos
    async with connection(sandbox) as alone, connection(sandbox) as first:
        assert what(await identify(alone)) == 4011
        assert what(await identify(first, [0, 2])) == "READY"


async def test_a_session_of_another_token_is_not_resumed(sandbox: Sandbox) -> None:
    async with connection(sandbox) as first, connection(sandbox) as second:
        assert what(await identify(first)) == "READY"
        [session] = sandbox.gateway.sessions.values()
        asked = {"token": "another", "session_id": session.id, "seq": 1}
        await second.send_json({"op": 6, "d": asked})
        assert what(await second.receive(timeout=GATEWAY_S)) == (9, False)


async def test_all_processes_of_a_token_share_its_rate_limits(limited: Sandbox) -> None:
    path = f"{limited.api_base}/channels/{limited.channel('agora').id}/messages"
    headers = {"Authorization": "Bot sandbox"}
    statuses = []
    async with aiohttp.ClientSession(headers=headers) as one, aiohttp.ClientSession(headers=headers) as other:
        for number in range(6):
            async with (one, other)[number % 2].post(path, json={"content": str(number)}) as answer:
                statuses.append(answer.status)
    assert statuses == [200] * 5 + [429]


async def test_discord_py_identifies_again_after_a_refusal(limited: Sandbox) -> None:
    class Eager(Sharded):
        """Identifies again immediately, because the test moves the sandbox's clock forward."""

        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            if limited.gateway.identifies == 3:
                limited.clock.advance(WINDOW_S)

    with pointed_at(limited):
        bot = Eager([0, 1], 2)
        async with bot:
            running = asyncio.create_task(bot.start("sandbox"))
            await limited.until(lambda: len(limited.gateway.connected) >= 2)
            await bot.close()
            await running
    assert limited.gateway.identifies == 4
