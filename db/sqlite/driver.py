"""The driver: aiosqlite, with a whole transaction as one call."""

import asyncio
import sqlite3
from pathlib import Path
from urllib.parse import quote

import aiosqlite

from db.sqlite.files import OpenFiles
from db.writing import DriverStatement

ROWS_AT_ONCE = 64


class Driver(aiosqlite.Connection):
    """A connection that runs a whole transaction in one switch to its thread, instead of one for each statement.

    A transaction begins before the first statement that writes, as a writer. A file that was removed is not made again.
    """

    def __init__(self, path: Path) -> None:
        uri = f"file:{quote(str(path))}?mode=rw"
        super().__init__(lambda: sqlite3.connect(uri, isolation_level="IMMEDIATE", uri=True), ROWS_AT_ONCE)
        self._path = path
        self._files: OpenFiles | None = None
        # A process that ends without closing must not wait for it.
        self._thread.daemon = True

    async def transact(self, statements: list[DriverStatement]) -> None:
        """Commit these statements together. Raises what the first failure raises, without a rollback."""
        await self._execute(self._transact, statements)  # type: ignore[no-untyped-call]

    def _transact(self, statements: list[DriverStatement]) -> None:
        for sql, parameters in statements:
            self._conn.executemany(sql, parameters)
        self._check()
        self._conn.commit()

    async def remember_files(self) -> None:
        """Remember which files are open now."""
        await self._execute(self._remember)  # type: ignore[no-untyped-call]

    def _remember(self) -> None:
        self._conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the write-ahead log
        self._files = OpenFiles(self._path)

    async def check_files(self) -> None:
        """Raise `FileReplaced` if the open files are no longer those of the database's name."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        if self._files is not None:
            self._files.check()
