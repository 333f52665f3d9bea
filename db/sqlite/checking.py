"""The check of a large file's pages while the bot runs."""

import asyncio
import contextlib
import logging
import sqlite3
import time
from pathlib import Path

from db.sqlite.engine import first_fault

CHECKED_FIRST_BYTES = 64 * 1024 * 1024
"""Files up to this size are checked before they're used. This takes about a second even on a slow disk."""
PAUSE_S = 10.0
"""Seconds to wait before the check: the disk is busy while the bot starts."""
INTERRUPTED_AGAIN_S = 0.1
"""Seconds between two interruptions of a check that has to stop."""

log = logging.getLogger("knossos")


class BackgroundCheck:
    """Checks the file in a thread, over a connection that only reads."""

    def __init__(self, path: Path) -> None:
        self.fault: str | None = None
        """The first fault found."""
        self.is_done = False
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="database check")

    async def stop(self) -> None:
        """Stop, even in the middle of the file."""
        if self._task is None or self._task.done():
            return
        if self._connection is None:
            self._task.cancel()
            await asyncio.wait([self._task])
        while not self._task.done():
            assert self._connection is not None
            self._connection.interrupt()  # This has no effect between two statements.
            await asyncio.wait([self._task], timeout=INTERRUPTED_AGAIN_S)

    async def _run(self) -> None:
        await asyncio.sleep(PAUSE_S)
        began = time.perf_counter()
        connection = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True, check_same_thread=False)
        with contextlib.closing(connection):
            self._connection = connection
            try:
                self.fault = await asyncio.to_thread(first_fault, connection.execute)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                    return
                self.fault = str(error)
            except UnicodeDecodeError as error:  # SQLite's message quotes a damaged name
                self.fault = str(error)
        self.is_done = True
        if self.fault is None:
            log.info("database checked: integrity=ok seconds=%.0f", time.perf_counter() - began)
        else:
            log.error(
                "the database %s is damaged (%s): tables that cannot be read are stopped one by one. Stop the bot, run "
                "`python -m db check`, and restore a backup", self._path, self.fault,
            )  # fmt: skip
