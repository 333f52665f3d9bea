"""`python -m sandbox.evening.bare API_BASE GATEWAY_URL FILE`: a minimal bot to measure latency. For each press on our
bot it gets a command, at the same intervals. Like our bot, it commits a row to SQLite (WAL, `synchronous=FULL`), then
answers."""

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiosqlite
import discord
import yarl
from discord import app_commands

from sandbox.server import Sandbox
from sandbox.simulation.fleet import BotProcess
from sandbox.world import GUILD_ID

MOST_PRESSES = 400
STARTS_S = 30.0
TABLE = "CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY, interaction INTEGER UNIQUE)"


class BareBot:
    def __init__(self, sandbox: Sandbox, home: Path) -> None:
        self._sandbox = sandbox
        argv = ["-m", __name__, sandbox.api_base, sandbox.gateway.url, str(home / "bare.db")]
        self.process = BotProcess(sandbox, argv, home, {"PYTHONPATH": str(Path(__file__).parents[2])})
        self._actor = sandbox.newcomer("Bare")
        self._channel = sandbox.world.channels.new(GUILD_ID, "bare")
        self.latencies_s: list[float] = []

    async def measure(self, instants_s: Sequence[float]) -> None:
        """Start the bare bot, send `/append` at the intervals of the last `MOST_PRESSES` instants, record the
        latencies, and kill the bot."""
        instants_s = sorted(instants_s[-MOST_PRESSES:])
        if not instants_s:
            return
        async with self.running():
            begun = time.perf_counter()

            async def append(at_s: float) -> float | None:
                await asyncio.sleep(max(0.0, at_s - instants_s[0] - (time.perf_counter() - begun)))
                return (await self._actor.command("/append", self._channel)).latency_s

            latencies = await asyncio.gather(*(append(at_s) for at_s in instants_s))
        self.latencies_s += [latency for latency in latencies if latency is not None]

    async def press_on(self, until_s: float) -> int:
        """Send `/append` again and again until `perf_counter` reaches this time. Return the number of answers."""
        answers = 0
        while time.perf_counter() < until_s:
            answers += (await self._actor.command("/append", self._channel)).latency_s is not None
        return answers

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start the bare bot, and kill it at the end. Meanwhile its command replaces those of our bot."""
        world = self._sandbox.world
        commands = dict(world.application.commands)
        await self.process.start()
        await self._sandbox.until(
            lambda: any(each["name"] == "append" for each in world.application.commands[0]), STARTS_S
        )
        try:
            yield
        finally:
            await self.process.end()
            world.application.commands.clear()
            world.application.commands.update(commands)


async def run(api_base: str, gateway: str, file: str) -> None:
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    client = discord.Client(intents=discord.Intents(guilds=True), max_messages=None)
    tree = app_commands.CommandTree(client)
    async with aiosqlite.connect(file) as database, client:
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute(TABLE)
        await database.commit()

        @tree.command(description="Append one row and answer")
        async def append(interaction: discord.Interaction) -> None:
            await database.execute("INSERT INTO entry (interaction) VALUES (?)", (interaction.id,))
            await database.commit()
            await interaction.response.send_message("done", ephemeral=True)

        await client.login("bare")  # a separate token, because session starts are limited per token
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:4]))
