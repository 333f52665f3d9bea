"""Late heartbeats, killed bots, and sandboxes that end after their bots."""

import asyncio
import contextlib
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from sandbox import Sandbox, gateway
from sandbox.gateway import HEARTBEAT_ANSWER_S
from tests.sandbox.bot import joined

ROOT = Path(__file__).parents[2]
LEFT_S = 1.0
"""Seconds that the sandbox in these tests waits for another bot."""
LONGEST_S = 60.0
PARENT = f"""
import asyncio, sys
from pathlib import Path
import bot
from settings import Settings

bot.SANDBOX_WAITS_S = {LEFT_S}

async def main():
    settings = Settings(_env_file=None, sandbox_port=0, sandbox_world=Path(sys.argv[1]))
    async with bot.sandbox(settings) as address:
        print(address, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""
"""A script that starts a sandbox as the bot does, and waits to be killed."""


async def test_heartbeats_are_acknowledged_only_after_discord_py_notes_them(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py notes a heartbeat in a thread.

    If the acknowledgement came first, discord.py would warn of a slow line.
    """
    interval_s = 3.0
    latencies: list[float] = []
    send, acknowledged = DiscordWebSocket.send_heartbeat, KeepAliveHandler.ack

    async def sent_late(self: DiscordWebSocket, data: object) -> None:
        await send(self, data)
        await asyncio.sleep(HEARTBEAT_ANSWER_S / 10)

    def note(self: KeepAliveHandler) -> None:
        acknowledged(self)
        latencies.append(self.latency)

    monkeypatch.setattr(gateway, "HEARTBEAT_MS", round(interval_s * 1000))
    monkeypatch.setattr(DiscordWebSocket, "send_heartbeat", sent_late)
    monkeypatch.setattr(KeepAliveHandler, "ack", note)
    async with joined(sandbox):
        await sandbox.until(lambda: len(latencies) >= 2)
    assert max(latencies) < interval_s


async def test_a_bot_that_cannot_connect_raises_the_error(sandbox: Sandbox) -> None:
    def nosy() -> discord.Client:
        return discord.Client(intents=discord.Intents(guilds=True, members=True))

    async with asyncio.timeout(LONGEST_S):
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with joined(sandbox, nosy):
                raise AssertionError("it has joined")


async def test_killing_a_bot_during_an_upload_causes_no_error(
    sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = sandbox.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bot sandbox\r\n"
        "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{".encode()
    )
    await sandbox.until(lambda: bool(sandbox.rest.requests))
    writer.write_eof()  # The other half of the body never arrives.
    assert await reader.read() == b""
    writer.close()
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


class Orphan:
    """A sandbox whose parent can be killed."""

    def __init__(self, address: str, parent: "subprocess.Popen[str]") -> None:
        self.address = address
        self.parent = parent

    def lose_parent(self) -> None:
        self.parent.kill()
        self.parent.wait()

    async def answers(self) -> bool:
        """Return whether the sandbox still serves its page. This request does not count as a connected bot."""
        with contextlib.suppress(aiohttp.ClientError):
            async with aiohttp.ClientSession() as client, client.get(f"{self.address}/people") as answer:
                return answer.status == 200
        return False

    async def ends_within(self, longest_s: float = LONGEST_S) -> float:
        """Wait until the sandbox has ended. Return how many seconds that took."""
        begun = time.monotonic()
        while await self.answers():
            assert time.monotonic() < begun + longest_s
            await asyncio.sleep(LEFT_S / 20)
        return time.monotonic() - begun


def start_orphan(world: Path) -> Orphan:
    """Start a sandbox as the bot does, and wait for its address."""
    argv = [sys.executable, "-c", PARENT, str(world)]
    parent = subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout as said:
        line = said.readline()
    found = re.search(r"http://[\d.:]+", line)
    assert found is not None, line
    return Orphan(found[0], parent)


@pytest.fixture
async def orphan(tmp_path: Path) -> AsyncIterator[Orphan]:
    """A sandbox whose parent lives until a test kills it. The fixture ends the sandbox in any case."""
    made = await asyncio.wait_for(asyncio.to_thread(start_orphan, tmp_path / "world.json"), LONGEST_S)
    yield made
    made.lose_parent()
    await made.ends_within()


@contextlib.asynccontextmanager
async def bot_at(address: str) -> AsyncIterator[None]:
    """Connect a bot without a library: it identifies and then only listens."""
    async with aiohttp.ClientSession() as client, client.ws_connect(f"{address}/gateway") as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "sandbox", "intents": 1, "properties": {}}})
        assert (await socket.receive_json())["t"] == "READY"
        yield


async def test_a_sandbox_without_its_bot_ends_and_frees_its_port(orphan: Orphan) -> None:
    async with bot_at(orphan.address):
        orphan.lose_parent()
    assert await orphan.ends_within() > LEFT_S / 2
    taken = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", int(orphan.address.rpartition(":")[2]))
    taken.close()


async def test_a_sandbox_ends_with_the_bot_that_took_over(orphan: Orphan) -> None:
    orphan.lose_parent()
    async with bot_at(orphan.address):
        with pytest.raises(AssertionError):
            await orphan.ends_within(3 * LEFT_S)
    await orphan.ends_within()


async def test_a_sandbox_stays_while_its_parent_lives(orphan: Orphan) -> None:
    with pytest.raises(AssertionError):
        await orphan.ends_within(2 * LEFT_S)
