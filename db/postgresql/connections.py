"""Connections to the server, for the queues.

Writes go to the driver itself, each statement for all writes of a batch at once, so that they share their round trips.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import asyncpg as dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.postgresql.engine import CONNECT_S, STATEMENT_S, cause_of, state_of
from db.prepared import Preparer
from db.writing import steps_of
from sessions.refusals import StorageFull, StorageUnavailable
from sessions.store import Overtaken, Write

T = TypeVar("T")

TRANSACTION_S = 2 * STATEMENT_S
"""So long a whole transaction may take; then the connection is given up."""
AGAIN = ("40001", "40P01")
"""Two transactions were in each other's way, and the server has undone this one: it is begun once more."""
MOST_TRIES = 3
PASSING = ("08", "0A", "25", "40", "53", "54", "55", "57", "58", "F0", "XX")
"""The classes of errors of a server that is busy, full, stopped, restarted or damaged."""

statements_of = Preparer(dialect.dialect())  # type: ignore[no-untyped-call]


class PostgresConnection:
    """An open connection, and the driver's own below it."""

    def __init__(self, connection: AsyncConnection, driver: asyncpg.Connection) -> None:
        self._connection = connection
        self._driver = driver

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Commit what the function does, and return what it returns."""
        async with asyncio.timeout(TRANSACTION_S):
            result = await self._connection.run_sync(function)
            await self._connection.commit()
            return result

    async def write(self, writes: list[Write]) -> None:
        """Carry out these writes in one transaction, begun again where another one was in its way."""
        statements = statements_of(steps_of(writes))
        async with asyncio.timeout(TRANSACTION_S):
            for tries_left in reversed(range(MOST_TRIES)):
                try:
                    await self._transact(statements)
                except asyncpg.PostgresError as error:
                    if state_of(error) not in AGAIN or not tries_left:
                        raise
                    await self._driver.execute("ROLLBACK")
                else:
                    break

    async def _transact(self, statements: list[tuple[str, list[tuple[Any, ...]]]]) -> None:
        await self._driver.execute("BEGIN")
        for sql, parameters in statements:
            await self._driver.executemany(sql, parameters)
        await self._driver.execute("COMMIT")

    async def roll_back(self) -> bool:
        """Undo what was begun, by whichever way it was. Returns whether the connection can be used again."""
        if self._driver.is_closed():
            return False
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._connection.rollback()
                if self._driver.is_in_transaction():
                    await self._driver.execute("ROLLBACK")
        except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            return False
        return True

    async def close(self) -> None:
        """Let go of the connection."""
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._connection.close()
        except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            self._driver.terminate()

    async def discard(self) -> None:
        """Let go of a connection that does not work."""
        self._driver.terminate()
        with contextlib.suppress(DBAPIError, asyncpg.InterfaceError, OSError):
            await self._connection.invalidate()
            await self._connection.close()


class PostgresServer:
    """Opens connections to the database; those for reading see it as it is at one moment, and cannot write."""

    def __init__(self, engine: AsyncEngine, *, is_reading: bool = False) -> None:
        self._engine = engine
        self._is_reading = is_reading

    async def connect(self) -> PostgresConnection:
        """Open a connection. Raises what the driver raises."""
        connection = await self._engine.connect()
        if self._is_reading:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, asyncpg.Connection)
        return PostgresConnection(connection, driver)

    def refusal_of(self, error: BaseException) -> BaseException:
        """What a failing server is to the people at the table; any other error is our mistake and stays."""
        cause = cause_of(error)
        state = state_of(cause)
        if state.startswith("23"):
            return Overtaken()
        if state == "53100":
            return StorageFull()
        if state.startswith(PASSING) or isinstance(cause, OSError | asyncpg.InterfaceError):
            return StorageUnavailable()
        return error
