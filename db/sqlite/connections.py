"""Connections to the file, for the queues.

Writes go to the driver itself, in one turn between the loop and the driver's thread, where SQLAlchemy's asynchronous
connection takes four for each statement. That connection serves reading, and what is written rarely.
"""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.prepared import Preparer
from db.sqlite.driver import Driver
from db.writing import steps_of
from sessions.refusals import StorageFull, StorageUnavailable
from sessions.store import Overtaken, Write

T = TypeVar("T")

statements_of = Preparer(sqlite.dialect(paramstyle="qmark"))


class SqliteConnection:
    """An open connection, and the driver's own below it."""

    def __init__(self, connection: AsyncConnection, driver: Driver) -> None:
        self._connection = connection
        self._driver = driver

    @property
    def is_open(self) -> bool:
        """Whether the file can be reached: what it cannot, the next call tells."""
        return True

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Commit what the function does, and return what it returns."""
        result = await self._connection.run_sync(function)
        await self._connection.commit()
        return result

    async def write(self, writes: list[Write]) -> None:
        """Carry out these writes in one transaction, by the driver itself."""
        await self._driver.transact(statements_of(steps_of(writes)))

    async def roll_back(self) -> bool:
        """Undo what was begun, by whichever way it was. Returns whether the connection can be used again."""
        try:
            await self._connection.rollback()
            await self._driver.rollback()
        except (DBAPIError, sqlite3.Error, ValueError):  # The driver answers with the last when it is closed already.
            return False
        return True

    async def close(self) -> None:
        """Let go of the connection."""
        await self._connection.close()

    async def discard(self) -> None:
        """Let go of a connection that does not work."""
        await self._connection.invalidate()
        await self._connection.close()


class SqliteFile:
    """Opens connections to the file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def connect(self) -> SqliteConnection:
        """Open a connection, some 20 ms. Raises what the driver raises."""
        connection = await self._engine.connect()
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, Driver)
        return SqliteConnection(connection, driver)

    def refusal_of(self, error: BaseException) -> BaseException:
        """What a failing disk is to the people at the table; any other error is our mistake and stays."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.IntegrityError):
            return Overtaken()
        if isinstance(cause, sqlite3.Error):
            code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
            return StorageFull() if code == sqlite3.SQLITE_FULL else StorageUnavailable()
        return error
