"""Press at many tables in parallel, at each as soon as its board offers the next answer. Boards are text only, because
`pictures` measures drawing. For comparison, the same number of people send commands to a minimal durable bot.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from benchmarks.row import Row
from benchmarks.tables import GAME
from sandbox.client import NotOffered
from sandbox.evening.bare import BareBot
from sandbox.evening.table import EveningTable
from sandbox.seen import Reply, Seen
from sandbox.server import Sandbox
from sandbox.simulation.simulation import BOT, Simulation
from sandbox.simulation.visitor import Visitor, fate_of
from sandbox.world import GUILD_ID

TABLES, SEATS, SECONDS = 50, 3, 20.0
BOARD_S = 5.0
"""Longest wait for a board after an answer, in seconds."""


async def _press_on(table: EveningTable, until_s: float) -> int:
    """Use random controls of the board until `until_s`. Return the number of answers."""
    answers = 0
    while time.perf_counter() < until_s:
        live, before = table.live(), table.state()
        visitor = table.random.choice(table.asked_visitors() or table.visitors)
        for reply in await _press(visitor, live) if live is not None else ():
            answers += reply.latency_s is not None
        with contextlib.suppress(TimeoutError):
            await table.sandbox.until(_moves(table, before), BOARD_S)
    return answers


async def _press(visitor: Visitor, board: Seen) -> list[Reply]:
    """Use a random control of the board, and confirm the answer if the bot asks for that. Return the replies."""
    replies: list[Reply] = []
    with contextlib.suppress(NotOffered):
        message: Seen | None = board
        while message is not None and (reply := await visitor.use(message)) is not None:
            replies.append(reply)
            message = reply.message if fate_of(reply) == "asked" else None
    return replies


def _moves(table: EveningTable, before: tuple[int, int] | None) -> Callable[[], bool]:
    return lambda: table.state() != before


async def _rate(press: Callable[[int, float], Awaitable[int]]) -> float:
    """Run `TABLES` tasks that press until a given time. Return their answers per second."""
    begun = time.perf_counter()
    answers = await asyncio.gather(*(press(number, begun + SECONDS) for number in range(TABLES)))
    return sum(answers) / (time.perf_counter() - begun)


async def saturate(home: Path) -> tuple[float, float]:
    """Return the answers per second of our bot and of the minimal one."""
    async with Sandbox.running(port=0, rate_limits=False) as sandbox:
        simulation = Simulation(sandbox, home, BOT, 1, {"SANDBOX_PICTURES": "off"})
        bare, is_up = BareBot(sandbox, home / "bare"), asyncio.Event()
        is_up.set()
        tables = []
        await simulation.fleet.start()
        for number in range(TABLES):
            channel = sandbox.world.channels.new(GUILD_ID, f"table-{number}")
            people = [
                Visitor(simulation.newcomer(f"Guest {number}-{seat}", seat), Random(number)) for seat in range(SEATS)
            ]
            table = EveningTable(
                sandbox, channel, simulation.notes, people, Random(number), is_up, presses_at_once=True
            )
            await table.sit_down(GAME)
            tables.append(table)
        ours = await _rate(lambda number, until_s: _press_on(tables[number], until_s))
        await simulation.fleet.stop()
        async with bare.running():
            theirs = await _rate(lambda _, until_s: bare.press_on(until_s))
        return ours, theirs


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = asyncio.run(saturate(Path(folder)))
    what = f"{GAME}: presses a second when saturated, boards in words, {TABLES} tables"
    return [Row(what, ours, theirs, "/s", "bare bot", 0.6, more_is_better=True)]
