"""Connections to the file. Each transaction runs as a whole in the thread of its connection. SQLAlchemy would switch
threads four times for each statement, and each switch waits for the event loop."""

import contextlib
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import aiosqlite
from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import StaticPool

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
    """A connection that runs a whole transaction in one switch to its thread. It never creates a missing file. If the
    file is replaced, a transaction raises `FileReplaced` before its commit, or `StorageUnsure` after it."""

    def __init__(self, path: Path) -> None:
        uri = f"file:{quote(str(path))}?mode=rw"
        super().__init__(lambda: sqlite3.connect(uri, isolation_level="IMMEDIATE", uri=True), ROWS_AT_ONCE)
        self._path = path
        self._files: dict[Path, Identity | None] = {}
        self._in_thread: Connection | None = None
        """SQLAlchemy's view of this connection, for use in its thread only."""
        # A process that ends without closing must not wait for the driver's thread.
        self._thread.daemon = True

    async def transact(self, statements: list[DriverStatement]) -> None:
        """Commit these statements together. Raise the first error, without a rollback."""
        await self._execute(self._transact, statements)  # type: ignore[no-untyped-call]

    def _transact(self, statements: list[DriverStatement]) -> None:
        for sql, parameters in statements:
            self._conn.executemany(sql, parameters)
        self._commit(self._conn)

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Run the function, commit, and return its result. Raise the first error, without a rollback."""
        result: T = await self._execute(self._run, function)  # type: ignore[no-untyped-call]
        return result

    def _run(self, function: Callable[[Connection], T]) -> T:
        assert self._in_thread is not None
        result = function(self._in_thread)
        self._commit(self._in_thread)
        return result

    def _commit(self, connection: sqlite3.Connection | Connection) -> None:
        self._check()
        connection.commit()
        try:
            self._check()
        except (FileReplaced, OSError) as error:
            raise StorageUnsure from error

    async def roll_back(self) -> None:
        await self._execute(self._roll_back)  # type: ignore[no-untyped-call]

    def _roll_back(self) -> None:
        if self._in_thread is not None:
            self._in_thread.rollback()
        self._conn.rollback()

    async def begin(self) -> None:
        """Prepare for transactions. Call `end` before closing."""
        await self._execute(self._begin)  # type: ignore[no-untyped-call]

    def _begin(self) -> None:
        engine = create_engine("sqlite://", creator=lambda: self._conn, poolclass=StaticPool, hide_parameters=True)
        self._in_thread = engine.connect()
        self._remember()

    async def end(self) -> None:
        await self._execute(self._end)  # type: ignore[no-untyped-call]

    def _end(self) -> None:
        if self._in_thread is not None:
            self._in_thread.close()

    def _remember(self) -> None:
        self._conn.execute("SELECT count(*) FROM sqlite_master").fetchone()  # This opens the write-ahead log.
        parts = (self._path.with_name(self._path.name + part) for part in OPEN_PARTS)
        self._files = {part: identify(part) for part in parts}

    def _check(self) -> None:
        """Raise `FileReplaced` if the database's path no longer leads to the open files."""
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
        """Always return True. If the file can't be reached, the next call fails."""
        return True

    async def run(self, function: Callable[[Connection], T]) -> T:
        return await self._driver.run(function)

    async def write(self, writes: list[Write]) -> None:
        await self._driver.transact(statements_of(steps_of(writes)))

    async def roll_back(self) -> bool:
        try:
            await self._driver.roll_back()
        except (DBAPIError, sqlite3.Error, ValueError):  # A closed driver raises ValueError.
            return False
        return True

    async def close(self) -> None:
        await self._driver.end()
        await self._connection.close()

    async def discard(self) -> None:
        with contextlib.suppress(DBAPIError, sqlite3.Error, ValueError):
            await self._driver.end()
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
        await driver.begin()
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
        return StorageUnavailable() if isinstance(cause, OSError) else error
