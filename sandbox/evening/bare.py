"""The bare bot under the same schedule: its one command, sent at the instants at which the real bot was pressed."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from sandbox.driver import Actor
from sandbox.records import Channel
from sandbox.server import Sandbox
from sandbox.simulation.process import BotProcess


def bare_process(sandbox: Sandbox, home: Path) -> BotProcess:
    """A bare bot with a database of its own, not yet started."""
    home.mkdir(exist_ok=True)
    root = str(Path(__file__).parents[2])
    argv = ["-m", "sandbox.bare_bot", sandbox.api_base, sandbox.gateway_url, str(home / "bare.db")]
    return BotProcess(sandbox, argv, home, {"PYTHONPATH": root})


async def replay(sandbox: Sandbox, actor: Actor, channel: Channel, instants_s: Sequence[float]) -> list[float]:
    """Send `/append` at these instants, counted from now; the latencies of the answers in seconds."""
    begun = time.perf_counter()
    first = min(instants_s, default=0.0)

    async def one(at_s: float) -> float | None:
        await asyncio.sleep(max(0.0, at_s - first - (time.perf_counter() - begun)))
        return (await actor.command("/append", channel)).latency_s

    latencies = await asyncio.gather(*(one(at_s) for at_s in sorted(instants_s)))
    return [latency for latency in latencies if latency is not None]
