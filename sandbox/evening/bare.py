"""Run the bare bot at the pace of the real bot: it gets one command for each press, at the same instants."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from sandbox.server import Sandbox
from sandbox.simulation.process import BotProcess
from sandbox.world import GUILD_ID

MOST_PRESSES = 400
STARTS_S = 30.0


class BareBot:
    def __init__(self, sandbox: Sandbox, home: Path) -> None:
        self._sandbox = sandbox
        argv = ["-m", "sandbox.bare_bot", sandbox.api_base, sandbox.gateway_url, str(home / "bare.db")]
        self.process = BotProcess(sandbox, argv, home, {"PYTHONPATH": str(Path(__file__).parents[2])})
        self._actor = sandbox.newcomer("Bare")
        self._channel = sandbox.world.channels.new(GUILD_ID, "bare")
        self.latencies_s: list[float] = []

    async def measure(self, instants_s: Sequence[float]) -> None:
        """Start the bare bot, send `/append` at the last `MOST_PRESSES` instants, note the latencies, and kill it."""
        instants_s = sorted(instants_s[-MOST_PRESSES:])
        if not instants_s:
            return
        world = self._sandbox.world
        commands = dict(world.application.commands)
        await self.process.start()
        await self._sandbox.until(
            lambda: any(each["name"] == "append" for each in world.application.commands[0]), STARTS_S
        )
        begun = time.perf_counter()

        async def append(at_s: float) -> float | None:
            await asyncio.sleep(max(0.0, at_s - instants_s[0] - (time.perf_counter() - begun)))
            return (await self._actor.command("/append", self._channel)).latency_s

        latencies = await asyncio.gather(*(append(at_s) for at_s in instants_s))
        self.latencies_s += [latency for latency in latencies if latency is not None]
        await self.process.end()
        world.application.commands.clear()
        world.application.commands.update(commands)
