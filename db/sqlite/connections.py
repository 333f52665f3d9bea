"""Connections to the file, for the queues.

Writes go to the driver itself: SQLAlchemy's asynchronous connection, which serves the rest, takes four switches to its
thread for each statement.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.sqlite.driver import Driver, FileReplaced, identify
from db.writing import prepare_for, steps_of
from sessions.refusals import StorageFull, StorageReplaced, StorageUnavailable, StorageUnsure
from sessions.store import Overtaken, Write

T = TypeVar("T")

statements_of = prepare_for(sqlite.dialect(paramstyle="qmark"))


class SqliteConnection:
    def __init__(self, connection: AsyncConnection, driver: Driver) -> None:
        self._connection = connection
        self._driver = driver

    @property
    def is_open(self) -> bool:
        """True: if the file cannot be reached, the next call fails."""
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
        """Raise `StorageUnsure` if the file was removed during the commit: nobody knows which file has it."""
        try:
            await self._driver.check_files()
        except FileReplaced as error:
            raise StorageUnsure from error

    async def roll_back(self) -> bool:
        try:
            await self._connection.rollback()
            await self._driver.rollback()
        except (DBAPIError, sqlite3.Error, ValueError):  # a closed driver raises the last one
            return False
        return True

    async def close(self) -> None:
        await self._connection.close()

    async def discard(self) -> None:
        await self._connection.invalidate()
        await self._connection.close()


class SqliteFile:
    """Opens connections to the file."""

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
