"""`python -m benchmarks.memory`: for each game, the memory of a loaded table and the size of a stored position.

A few games are played for a while and copied within the database file. A new process loads them one by one, and its
growth is measured. The first ones don't count, because they also load everything that games share.
"""

import asyncio
import gc
import multiprocessing
import resource
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from benchmarks.storage import multiply_file
from benchmarks.tables import Tables, play_some
from engine.games import GAMES

MANY, PLAYED, PRESSES = 2_000, 40, 100
PAGE = resource.getpagesize()


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


async def measure_growth(file: Path) -> float:
    """Return by how many bytes the process grows per table."""
    with closing(sqlite3.connect(file)) as connection:
        running = [row[0] for row in connection.execute("SELECT id FROM tables WHERE status = 'running' ORDER BY id")]
    tables = await Tables.open(file, most_loaded=2 * MANY)
    for table in running[:PLAYED]:
        await tables.sessions.by_id(table)
    before = resident_bytes()
    for table in running[PLAYED:]:
        await tables.sessions.by_id(table)
    each = (resident_bytes() - before) / len(running[PLAYED:])
    await tables.close()
    return each


def measure(game: str) -> tuple[float, float]:
    """Return the bytes of this game's loaded table and of its stored position."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        asyncio.run(play_some(str(file), PLAYED, PRESSES, game))
        multiply_file(file, PLAYED, MANY)
        with closing(sqlite3.connect(file)) as connection:
            (stored,) = connection.execute("SELECT avg(length(position)) FROM snapshots").fetchone()
        with multiprocessing.get_context("spawn").Pool(1) as fresh:
            return fresh.apply(_measure_in_fresh_process, (file,)), stored


def _measure_in_fresh_process(file: Path) -> float:
    return asyncio.run(measure_growth(file))


def main() -> None:
    for game in GAMES:
        each, stored = measure(game)
        print(f"{game}: {each / 1000:.1f} kB per table, × {each / stored:.1f} of its stored position", flush=True)


if __name__ == "__main__":
    main()
