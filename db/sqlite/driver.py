"""The driver: aiosqlite, with a whole transaction as one call, and a check that its files are still there."""

import asyncio
import os
import sqlite3
import stat
from pathlib import Path
from urllib.parse import quote

import aiosqlite

from db.writing import DriverStatement

ROWS_AT_ONCE = 64
OPEN_PARTS = ("", "-wal", "-shm")

Identity = tuple[int, int]
"""The device and number of a file, which it keeps if it is renamed."""


class FileReplaced(Exception):  # noqa: N818
    """A file of the database was deleted, moved or replaced while open: writes to it are lost."""


def identify(path: Path) -> Identity | None:
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


class Driver(aiosqlite.Connection):
    """A connection that runs a whole transaction in one switch to its thread. A missing file is not made."""

    def __init__(self, path: Path) -> None:
        uri = f"file:{quote(str(path))}?mode=rw"
        super().__init__(lambda: sqlite3.connect(uri, isolation_level="IMMEDIATE", uri=True), ROWS_AT_ONCE)
        self._path = path
        self._files: dict[Path, Identity | None] = {}
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
        await self._execute(self._remember)  # type: ignore[no-untyped-call]

    def _remember(self) -> None:
        self._conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the write-ahead log
        parts = (self._path.with_name(self._path.name + part) for part in OPEN_PARTS)
        self._files = {part: identify(part) for part in parts}

    async def check_files(self) -> None:
        """Raise `FileReplaced` if the open files are no longer those of the database's name."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        for path, opened in self._files.items():
            if identify(path) != opened:
                raise FileReplaced(path)
