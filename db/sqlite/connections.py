"""Connections to the file. Writes bypass SQLAlchemy, which switches threads four times for each statement."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import aiosqlite
from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.writing import DriverStatement, prepare_for, steps_of
from sessions.refusals import StorageFull, StorageReplaced, StorageUnavailable, StorageUnsure
from sessions.store import Overtaken, Write

T = TypeVar("T")

ROWS_AT_ONCE = 64
OPEN_PARTS = ("", "-wal", "-shm")

Identity = tuple[int, int]
"""The device and inode of a file, which stay the same if the file is renamed."""


class FileReplaced(Exception):  # noqa: N818
    """A file of the database was deleted, moved or replaced while open, so writes to it would be lost."""


def identify(path: Path) -> Identity | None:
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


class Driver(aiosqlite.Connection):
    """A connection that runs a whole transaction in one switch to its thread. It never creates a missing file."""

    def __init__(self, path: Path) -> None:
        uri = f"file:{quote(str(path))}?mode=rw"
        super().__init__(lambda: sqlite3.connect(uri, isolation_level="IMMEDIATE", uri=True), ROWS_AT_ONCE)
        self._path = path
        self._files: dict[Path, Identity | None] = {}
        # A process that ends without closing must not wait for the driver's thread.
        self._thread.daemon = True

    async def transact(self, statements: list[DriverStatement]) -> None:
        """Commit these statements together. Raise the first error, without a rollback."""
        await self._execute(self._transact, statements)  # type: ignore[no-untyped-call]

    def _transact(self, statements: list[DriverStatement]) -> None:
        for sql, parameters in statements:
            self._conn.executemany(sql, parameters)
        self._check()
        self._conn.commit()

    async def remember_files(self) -> None:
        await self._execute(self._remember)  # type: ignore[no-untyped-call]

    def _remember(self) -> None:
        self._conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # This opens the write-ahead log.
        parts = (self._path.with_name(self._path.name + part) for part in OPEN_PARTS)
        self._files = {part: identify(part) for part in parts}

    async def check_files(self) -> None:
        """Raise `FileReplaced` if the database's path no longer leads to the open files."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        for path, opened in self._files.items():
            if identify(path) != opened:
                raise FileReplaced(path)


statements_of = prepare_for(sqlite.dialect(paramstyle="qmark"))


class SqliteConnection:
    def __init__(self, connection: AsyncConnection, driver: Driver) -> None:
        self._connection = connection
        self._driver = driver

    @property
    def is_open(self) -> bool:
        """Return True always. If the file can't be reached, the next call fails."""
        return True

    async def run(self, function: Callable[[Connection], T]) -> T:
        result = await self._connection.run_sync(function)
        await self._driver.check_files()
        await self._connection.commit()
        await self._confirm()
        return result

    async def write(self, writes: list[Write]) -> None:
        await self._driver.transact(statements_of(steps_of(writes)))
        await self._confirm()

    async def _confirm(self) -> None:
        """Raise `StorageUnsure` if the file was replaced during the commit, which may have gone to either file."""
        try:
            await self._driver.check_files()
        except FileReplaced as error:
            raise StorageUnsure from error

    async def roll_back(self) -> bool:
        try:
            await self._connection.rollback()
            await self._driver.rollback()
        except (DBAPIError, sqlite3.Error, ValueError):  # A closed driver raises ValueError.
            return False
        return True

    async def close(self) -> None:
        await self._connection.close()

    async def discard(self) -> None:
        await self._connection.invalidate()
        await self._connection.close()


class SqliteFile:
    def __init__(self, engine: AsyncEngine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._opened = identify(path)

    def check(self) -> None:
        if identify(self._path) != self._opened:
            raise FileReplaced(self._path)

    async def connect(self) -> SqliteConnection:
        self.check()
        connection = await self._engine.connect()
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, Driver)
        await driver.remember_files()
        return SqliteConnection(connection, driver)

    def refusal_of(self, error: BaseException) -> BaseException:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, FileReplaced):
            return StorageReplaced()
        if isinstance(cause, sqlite3.IntegrityError):
            return Overtaken()
        if isinstance(cause, sqlite3.Error):
            code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
            return StorageFull() if code == sqlite3.SQLITE_FULL else StorageUnavailable()
        return error
