"""Storage: compare a start with 10,000 games to reading their rows, and presses at 10,000 tables to presses at 10."""

import asyncio
import gc
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter

from sqlalchemy import create_engine, text

from benchmarks.row import Row
from benchmarks.tables import Tables, multiply, play_some
from sessions.session import Session

MANY, FEW = 10_000, 10
TEMPLATES = 50
PRESSES = 3_000


def multiply_file(file: Path, played: int = TEMPLATES, many: int = MANY, status: str = "status") -> None:
    """Copy the stored games until there are `many`. `status` is SQL as in `multiply`."""
    with create_engine(f"sqlite:///{file}").begin() as connection:
        connection.execute(text("DELETE FROM posts"))
        multiply(connection, played, range(played + 1, many + 1), status=status)


def seconds_to_read(file: Path) -> float:
    """Read every game's row and newest snapshot. Return the seconds."""
    begun = perf_counter()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("SELECT * FROM tables").fetchall()
        connection.execute("SELECT * FROM snapshots").fetchall()
    return perf_counter() - begun


async def seconds_until_ready(file: Path) -> float:
    """Open, check and load the database as the bot does before it connects. Return the seconds."""
    begun = perf_counter()
    tables = await Tables.open(file)
    seconds = perf_counter() - begun
    await tables.close()
    return seconds


async def press_in_turn(file: Path, count: int) -> tuple[int, float]:
    """Press at `count` open tables in turn, ten in parallel, until they have had `PRESSES` presses or their games are
    over. A table is pressed again when its press is on disk. Return the number of presses, and the seconds.
    """
    tables = await Tables.open(file, most_loaded=2 * MANY)
    with closing(sqlite3.connect(file)) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM tables ORDER BY id LIMIT ?", (count,))]
    sessions = [await tables.sessions.by_id(table) for table in ids]
    flying = [sessions[start::FEW] for start in range(FEW)]
    gc.freeze()  # like the bot when it has started

    async def press(mine: Sequence[Session]) -> int:
        pressed = 0
        for number in range(PRESSES // FEW):
            session = mine[number % len(mine)]
            if session.pending:
                await tables.press(session)
                pressed += 1
        return pressed

    begun = perf_counter()
    pressed = await asyncio.gather(*map(press, flying))
    seconds = perf_counter() - begun
    gc.unfreeze()
    await tables.close()
    return sum(pressed), seconds


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        asyncio.run(play_some(str(file), TEMPLATES, 40))
        few = Path(folder) / "few.db"
        shutil.copy(file, few)
        multiply_file(file)
        ready, read = asyncio.run(seconds_until_ready(file)), seconds_to_read(file)
        found = [asyncio.run(press_in_turn(few, FEW)), asyncio.run(press_in_turn(file, MANY))]
        with_few, with_many = (pressed / seconds for pressed, seconds in found)
    return [
        Row(f"ready with {MANY:,} stored games", ready, read, "s", "reading their rows", 1.1),
        Row(
            f"presses a second with {MANY:,} open tables", with_many, with_few, "/s", f"with {FEW} tables", 0.95,
            more_is_better=True,
        ),
    ]  # fmt: skip
