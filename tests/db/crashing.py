"""A process that plays and is killed by SIGKILL at a named point of its n-th commit.

`python -m tests.db.crashing DATABASE POINT N` plays the table of the channel and writes a line `done INTERACTION` for
every answer that was confirmed, and `try INTERACTION` before it.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event

from db import writing
from db.desk import Desk
from tests.sessions.evening import CHANNEL, Evening

POINTS = ("before begin", "after append", "before commit", "after commit", "checkpoint")

EARLY = "early"


class Fuse:
    """Counts the commits of answers and ends the process at the chosen one."""

    def __init__(self, point: str, count: int) -> None:
        self.point = point
        self.count = count

    def at(self, point: str) -> None:
        if point == self.point and self.count <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def confirm_early(desk: Desk, fuse: Fuse) -> None:
    """The control: a writer that confirms before it commits, and is killed in between."""
    write = desk._write

    def early(jobs: list[Any]) -> None:
        fuse.count -= 1
        loop = jobs[0].waiter.get_loop()
        loop.call_soon_threadsafe(jobs[0].waiter.set_result, None)
        if fuse.count <= 0:
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGKILL)
        write(jobs)

    desk._write = early  # type: ignore[method-assign]


def arm(evening: Evening, fuse: Fuse) -> None:
    """Put the fuse into the writer."""
    plain = writing.carry_out
    desk: Desk = evening.store.writer

    def carry_out(connection: Connection, writes: Any) -> None:
        fuse.count -= 1
        fuse.at("before begin")
        plain(connection, writes)

    desk._carry_out = carry_out

    def executed(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if statement.startswith("INSERT INTO entries"):
            fuse.at("after append")

    event.listen(evening.store.engine, "after_cursor_execute", executed)
    event.listen(evening.store.engine, "commit", lambda connection: fuse.at("before commit"))
    commit = evening.store.engine.dialect.do_commit

    def do_commit(connection: Any) -> None:
        commit(connection)
        fuse.at("after commit")
        if fuse.count <= 1 and fuse.point == "checkpoint":
            connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            fuse.at("checkpoint")

    evening.store.engine.dialect.do_commit = do_commit  # type: ignore[method-assign]


async def play(path: Path, point: str, count: int, first: int) -> None:
    evening = Evening(path)
    evening.interactions = first
    evening.chance.counts["player"] = first
    await evening.open()
    session = await evening.sessions.at(CHANNEL)
    if point == EARLY:
        confirm_early(evening.store.writer, Fuse(point, count))
    else:
        arm(evening, Fuse(point, count))
    while session.pending:
        print("try", 10_000_000 + evening.interactions + 1, flush=True)
        await evening.step(session)
        print("done", 10_000_000 + evening.interactions, session.digest, flush=True)
    print("over", flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
