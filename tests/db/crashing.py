"""A process that plays and kills itself (SIGKILL) at a named point of its n-th commit.

`python -m tests.db.crashing DATABASE POINT N` plays at the table in `CHANNEL`. The process writes a line `try
INTERACTION` before each answer, and a line `done INTERACTION` when the answer has been confirmed.
"""

import asyncio
import functools
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from db.queued import ConnectionQueue
from sessions.store import Write
from tests.db import watched
from tests.sessions.fixture import CHANNEL, SessionFixture

POINTS = ("before begin", "after append", "before commit", "after commit", "checkpoint")

EARLY = "early"
APPEND = "INSERT INTO entries"


class Fuse(watched.Watch):
    """Counts the commits of answers. Kills the process at the chosen point of the chosen commit."""

    def __init__(self, point: str, count: int) -> None:
        self.point = point
        self.count = count
        self.appended = False

    def at(self, point: str) -> None:
        if point == self.point and self.count <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def before(self, call: str, parameters: Any) -> None:
        if call.startswith(APPEND):
            self.count -= 1
            self.at("before begin")
        if call == "COMMIT" and self.appended:
            self.at("before commit")

    def after(self, call: str, connection: sqlite3.Connection) -> None:
        if call.startswith(APPEND):
            self.appended = True
            self.at("after append")
        if call == "COMMIT" and self.appended:
            self.appended = False
            self.at("after commit")
            if self.point == "checkpoint" and self.count <= 0:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self.at("checkpoint")


def confirm_early(queue: ConnectionQueue, fuse: Fuse) -> None:
    """Make a writer confirm each answer before the commit. The tests must detect this fault."""
    do = queue._do

    async def early(jobs: list[Any]) -> None:
        assert all(isinstance(job.work, Write) for job in jobs)
        fuse.count -= 1
        for job in jobs:
            job.waiter.set_result(None)
        if fuse.count <= 0:
            await asyncio.sleep(0.2)
            os.kill(os.getpid(), signal.SIGKILL)
        await do(jobs)

    setattr(queue, "_do", early)  # noqa: B010


async def play(path: Path, point: str, count: int, first: int) -> None:
    setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=watched.Connection))  # noqa: B010
    fixture = SessionFixture(path)
    fixture.interactions = first
    fixture.chance.counts["player"] = first
    await fixture.open()
    session = await fixture.sessions.at(CHANNEL)
    if point == EARLY:
        confirm_early(fixture.store.transactions.writer, Fuse(point, count))
    else:
        watched.Connection.watch = Fuse(point, count)
    while session.pending:
        print("try", 10_000_000 + fixture.interactions + 1, flush=True)
        await fixture.step(session)
        print("done", 10_000_000 + fixture.interactions, session.reader.timeline.digest(), flush=True)
    print("over", flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
