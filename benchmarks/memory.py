"""`python -m benchmarks.memory`: the memory of a table that is loaded, and its stored position, title by title.

A few games are played some way, multiplied in the file and loaded one after the other by a process that has done
nothing before. What it has grown by then, through their number, is a table's; the first of them are loaded before it
is looked at, and with them whatever is loaded but once.
"""

import asyncio
import gc
import multiprocessing
import resource
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from benchmarks.storage import multiply
from benchmarks.tables import Tables
from engine.games import GAMES

MANY, PLAYED, PRESSES = 2_000, 40, 100
FIRST = PLAYED
"""How many are loaded before memory is looked at: each of the games that were played."""
PAGE = resource.getpagesize()


async def play(file: Path, game: str) -> None:
    """Play a few games some way and store them."""
    tables = await Tables.opened(file)
    for channel in range(1, PLAYED + 1):
        session = await tables.start(channel, game)
        for _ in range(PRESSES):
            await tables.press(session)
    await tables.close()


def resident() -> int:
    """The memory that this process has, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


async def grown(file: Path) -> float:
    """By how many bytes the process grows with each table that it loads."""
    with closing(sqlite3.connect(file)) as connection:
        running = [row[0] for row in connection.execute("SELECT id FROM tables WHERE status = 'running' ORDER BY id")]
    tables = await Tables.opened(file, most_loaded=2 * MANY)
    for table in running[:FIRST]:
        await tables.sessions.by_id(table)
    before = resident()
    for table in running[FIRST:]:
        await tables.sessions.by_id(table)
    each = (resident() - before) / len(running[FIRST:])
    await tables.close()
    return each


def measured(game: str) -> tuple[float, float]:
    """Bytes of a loaded table of this game, and of its stored position."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        asyncio.run(play(file, game))
        multiply(file, MANY)
        with closing(sqlite3.connect(file)) as connection:
            (stored,) = connection.execute("SELECT avg(length(position)) FROM snapshots").fetchone()
        with multiprocessing.get_context("spawn").Pool(1) as fresh:
            return fresh.apply(_grown, (file,)), stored


def _grown(file: Path) -> float:
    return asyncio.run(grown(file))


def main() -> None:
    """Measure every game."""
    for game in GAMES:
        each, stored = measured(game)
        print(f"{game}: {each / 1000:.1f} kB a table, × {each / stored:.1f} of its stored position", flush=True)


if __name__ == "__main__":
    main()
