"""The driver of the database: aiosqlite, with a whole transaction as one call."""

import asyncio
import sqlite3
from pathlib import Path
from urllib.parse import quote

import aiosqlite

from db.prepared import DriverStatement
from db.sqlite.files import OpenFiles

ROWS_AT_ONCE = 64


class Driver(aiosqlite.Connection):
    """A connection that can take a transaction to its thread and back in one turn, where each statement is one else.

    A transaction is begun before the first statement that writes, and as a writer at once. The file must exist: one
    that was taken away isn't made again.
    """

    def __init__(self, path: Path) -> None:
        uri = f"file:{quote(str(path))}?mode=rw"
        super().__init__(lambda: sqlite3.connect(uri, isolation_level="IMMEDIATE", uri=True), ROWS_AT_ONCE)
        self._path = path
        self._files: OpenFiles | None = None
        # A process that ends without closing does not wait for it.
        self._thread.daemon = True

    async def transact(self, statements: list[DriverStatement]) -> None:
        """Commit these statements together.

        Raises what the first that fails raises, and leaves the rollback to the caller.
        """
        await self._execute(self._transact, statements)  # type: ignore[no-untyped-call]

    def _transact(self, statements: list[DriverStatement]) -> None:
        for sql, parameters in statements:
            self._conn.executemany(sql, parameters)
        self._check()
        self._conn.commit()

    async def remember_files(self) -> None:
        """Note which files are open now, to be compared later."""
        await self._execute(self._remember)  # type: ignore[no-untyped-call]

    def _remember(self) -> None:
        self._conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the write-ahead log
        self._files = OpenFiles(self._path)

    async def check_files(self) -> None:
        """Raise `FileReplaced` if the files that are open are no longer those of the database's name."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        if self._files is not None:
            self._files.check()
