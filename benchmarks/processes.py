"""Compare two and three processes with one, in presses per second, on PostgreSQL. Each process has ten tables. They
are pressed in parallel, each as soon as its last press is committed. Posts succeed immediately.
"""

import asyncio
import multiprocessing
import sys
import time
from collections.abc import Sequence
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

import asyncpg
import msgspec

from benchmarks.row import Row
from benchmarks.tables import Tables
from sandbox.simulation.postgresql import WHY_NOT, PostgresServer, is_installed
from sessions.delivery.outbox import DONE, Delivery
from sessions.records.table import Post

PROCESSES = (1, 2, 3)
GOALS = {2: 1.8, 3: 1.3}
ORDER = (1, 2, 3, 3, 2, 1)
"""Number of processes in each run. The order is symmetric, because the machine may become busier."""
TABLES, SECONDS = 10, 10.0
READY_S = 300.0
"""Longest wait until all processes have their tables, in seconds."""


class PressCounts(msgspec.Struct, frozen=True):
    """The committed presses of one process, and its CPU seconds."""

    presses: int
    processor_s: float


class _Nowhere:
    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        return DONE


async def _press_for_a_while(url: str, number: int, ready: Barrier) -> PressCounts:
    """Press the tables of one process for `SECONDS`. Start when all processes are ready."""
    tables = await Tables.open(url)
    tables.sessions.outbox.start(_Nowhere())
    channels = range(number * 1000, number * 1000 + TABLES)
    started = [(await tables.start(channel)).table.id for channel in channels]
    await asyncio.to_thread(ready.wait, READY_S)
    ends, used = time.perf_counter() + SECONDS, time.process_time()

    async def press(channel: int, table: int) -> int:
        presses = 0
        while time.perf_counter() < ends:
            session = await tables.sessions.by_id(table)
            if session.pending:
                await tables.press(session)
                presses += 1
            else:
                table = (await tables.start(channel)).table.id
        return presses

    made = await asyncio.gather(*map(press, channels, started))
    pressed = PressCounts(sum(made), time.process_time() - used)
    await tables.close()
    return pressed


def _process(url: str, number: int, ready: Barrier, answers: "Queue[PressCounts]") -> None:
    answers.put(asyncio.run(_press_for_a_while(url, number, ready)))


def press_together(url: str, count: int) -> list[PressCounts]:
    """Press in `count` processes on this empty database, and return their results."""
    context = multiprocessing.get_context("spawn")
    ready, answers = context.Barrier(count), context.Queue()
    processes = [
        context.Process(target=_process, args=(url, number, ready, answers), daemon=True)
        for number in range(1, count + 1)
    ]
    for process in processes:
        process.start()
    found = [answers.get(timeout=READY_S + 10 * SECONDS) for _ in processes]
    for process in processes:
        process.join()
    return found


async def _create(server: PostgresServer, name: str) -> str:
    connection = await asyncpg.connect(server.url())
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return server.url(name)


def rows() -> list[Row]:
    """Return the figures. The list is empty if PostgreSQL is not installed."""
    if not is_installed():
        print(WHY_NOT, file=sys.stderr)
        return []
    server = PostgresServer()
    presses: dict[int, float] = dict.fromkeys(PROCESSES, 0.0)
    try:
        for turn, count in enumerate(ORDER):
            found = press_together(asyncio.run(_create(server, f"bench_{turn}")), count)
            a_second = sum(each.presses for each in found) / SECONDS
            presses[count] += a_second / ORDER.count(count)
            shares = ", ".join(f"{each.processor_s / SECONDS:.2f}" for each in found)
            print(f"{count} processes: {a_second:.0f} presses per second, processors: {shares}", file=sys.stderr)
    finally:
        server.stop()
    return [
        Row(
            f"presses a second of {count} processes at one PostgreSQL, {TABLES} tables each",
            presses[count], presses[1], "/s", "one process", GOALS[count], more_is_better=True,
        )
        for count in PROCESSES[1:]
    ]  # fmt: skip
