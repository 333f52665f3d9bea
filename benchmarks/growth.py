"""`python -m benchmarks.growth DATABASE …`: time a press and a start with 10 to 1,000,000 tables, as ratios to 10
tables. Each database is a file or an address, and must be new. SQL copies the tables. One in a hundred is running.
"""

import asyncio
import resource
import sys
from time import perf_counter
from typing import Any

from sqlalchemy import text

from benchmarks.tables import Tables, multiply, play_some
from db.postgresql.address import address_of, is_address
from db.postgresql.engine import SETTINGS, engine_of
from db.store import AnyStore, open_store

SIZES = (10, 10_000, 100_000, 1_000_000)
PRESSES, PLAYED, ENTRIES = 400, 10, 3
STATUS = "CASE n % 100 WHEN 0 THEN 'running' ELSE 'over' END"


async def fill(store: AnyStore, url: str, first: int, last: int) -> None:
    """Copy the tables directly instead of through the store's queues, whose deadlines are too short."""
    engine = store.engine
    if is_address(url):
        engine = engine_of(address_of(url), SETTINGS | {"statement_timeout": "0"})
    async with engine.begin() as connection:
        await connection.run_sync(multiply, PLAYED, range(first, last + 1), ENTRIES, status=STATUS)
    async with engine.connect() as connection:
        alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await alone.execute(text("ANALYZE"))


async def measure(url: str) -> list[tuple[int, float, float, int]]:
    """Return for each size: number of tables, seconds per press, seconds until ready, and added memory in kB."""
    found, there = [], PLAYED
    await play_some(url, PLAYED, 10)
    for size in SIZES:
        store = await open_store(url)
        if size > there:
            await fill(store, url, there + 1, size)
            there = size
        await store.close()
        before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, perf_counter()
        used = await Tables.open(url)
        ready_s = perf_counter() - begun
        held: list[Any] = [await used.sessions.by_id(table) for table in range(1, PLAYED + 1)]
        for number in range(PLAYED):
            await used.press(held[number])
        begun = perf_counter()
        for number in range(PRESSES):
            await used.press(held[number % PLAYED])
        press_s = (perf_counter() - begun) / PRESSES
        found.append((size, press_s, ready_s, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))
        await used.close()
        grown = found[-1][3]
        print(f"{size:>9,} tables: press {press_s * 1000:.2f} ms, ready {ready_s:.2f} s, +{grown} kB", flush=True)
    return found


def main() -> int:
    for url in sys.argv[1:]:
        print(url.partition("@")[0].partition(":")[0], flush=True)
        found = asyncio.run(measure(url))
        for size, press_s, ready_s, _ in found:
            ratios = press_s / found[0][1], ready_s / found[0][2]
            print(f"  {size:>9,} tables: press × {ratios[0]:.2f}, ready × {ratios[1]:.2f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
