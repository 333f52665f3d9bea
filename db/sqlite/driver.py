"""The driver of the database: aiosqlite, with a whole transaction as one call."""

import sqlite3
from pathlib import Path

import aiosqlite

from db.prepared import DriverStatement

ROWS_AT_ONCE = 64


class Driver(aiosqlite.Connection):
    """A connection that can take a transaction to its thread and back in one turn, where each statement is one else.

    A transaction is begun before the first statement that writes, and as a writer at once.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: sqlite3.connect(path, isolation_level="IMMEDIATE"), ROWS_AT_ONCE)
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
        self._conn.commit()
