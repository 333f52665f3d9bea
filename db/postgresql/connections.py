"""Connections to the server. All writes of a batch share statements and round trips."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import asyncpg as dialect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.postgresql.engine import CONNECT_S, LOST, RETRY_S, STATEMENT_S, cause_of, retry_connecting, state_of
from db.queries import is_carried_out
from db.writing import DriverStatement, prepare_for, steps_of
from sessions.refusals import StorageFull, StorageUnavailable, StorageUnsure
from sessions.store import Overtaken, Write

T = TypeVar("T")

TRANSACTION_S = 2 * STATEMENT_S
"""Longest transaction, in seconds. The connection is dropped after that."""
RECONNECT_S = 2.0
"""Seconds to retry an unreachable server before requests are refused."""
FATE_S = 10.0
"""Longest time, in seconds, to find out whether an unanswered commit was carried out."""
AGAIN = ("40001", "40P01")
"""Errors of conflicting transactions. The server has rolled ours back, so we try it again."""
MOST_TRIES = 3
PASSING = ("08", "0A", "25", "40", "53", "54", "55", "57", "58", "F0", "XX")
"""Error classes of a server that is busy, full, stopped, restarted or damaged."""

STOPPED = (asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.QueryCanceledError)
UNANSWERED = (asyncpg.InterfaceError, OSError, asyncpg.PostgresConnectionError, *STOPPED)
"""Errors of a commit that leave open whether it was carried out."""
LOCK_TABLES = "SELECT id FROM tables WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE"

statements_of = prepare_for(dialect.dialect())  # type: ignore[no-untyped-call]


class Unanswered(Exception):  # noqa: N818
    """The server disappeared before it confirmed a commit."""


class PostgresConnection:
    def __init__(self, server: "PostgresServer", connection: AsyncConnection, driver: asyncpg.Connection) -> None:
        self._server = server
        self._connection = connection
        self._driver = driver

    @property
    def is_open(self) -> bool:
        return not self._driver.is_closed()

    @contextlib.asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """Drop the connection if the server does not answer in time, because a rollback would hang as well."""
        try:
            async with asyncio.timeout(TRANSACTION_S):
                yield
        except TimeoutError:
            self._driver.terminate()
            raise

    async def run(self, function: Callable[[Connection], T]) -> T:
        is_committing = False
        try:
            async with self._in_time():
                result = await self._connection.run_sync(function)
                is_committing = not self._server.is_reading
                await self._connection.commit()
                return result
        except Exception as error:
            if not is_committing or not isinstance(cause_of(error), UNANSWERED):
                raise
            self._driver.terminate()
            raise StorageUnsure from error

    async def write(self, writes: list[Write]) -> None:
        """Carry out these writes. Retry after a conflict, and find out whether an unanswered commit was carried out."""
        statements = statements_of(steps_of(writes))
        tables = sorted({write.table for write in writes})
        try:
            await self._try(statements, tables if len(tables) > 1 else [])
        except Unanswered as error:
            try:
                is_there = await self._server.has_carried_out(writes)
            except TimeoutError:
                is_there = None
            if is_there is None:
                raise StorageUnsure from error
            if not is_there:
                raise StorageUnavailable from error

    async def _try(self, statements: list[DriverStatement], tables: list[int]) -> None:
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                async with self._in_time():
                    await self._begin(statements, tables)
                break
            except asyncpg.PostgresError as error:
                if state_of(error) not in AGAIN or not tries_left:
                    raise
                await self._driver.execute("ROLLBACK")
        try:
            await self._driver.execute("COMMIT")
        except UNANSWERED as error:
            self._driver.terminate()
            raise Unanswered from error

    async def _begin(self, statements: list[DriverStatement], tables: list[int]) -> None:
        """Begin a transaction and execute the statements. Rows of `tables` are locked in order to avoid deadlocks."""
        await self._driver.execute("BEGIN")
        if tables:
            await self._driver.fetch(LOCK_TABLES, tables)
        for sql, parameters in statements:
            await self._driver.executemany(sql, parameters)

    async def roll_back(self) -> bool:
        if self._driver.is_closed():
            return False
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._connection.rollback()
                if self._driver.is_in_transaction():
                    await self._driver.execute("ROLLBACK")
        except LOST:
            return False
        return True

    async def close(self) -> None:
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._connection.close()
        except LOST:
            self._driver.terminate()

    async def discard(self) -> None:
        self._driver.terminate()
        with contextlib.suppress(*LOST):
            await self._connection.invalidate()
            await self._connection.close()


class PostgresServer:
    """Opens connections to the database. Connections for reading use a snapshot and cannot write."""

    def __init__(self, engine: AsyncEngine, *, is_reading: bool = False) -> None:
        self._engine = engine
        self.is_reading = is_reading

    async def connect(self) -> PostgresConnection:
        connection = await retry_connecting(self._engine, RECONNECT_S)
        if self.is_reading:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, asyncpg.Connection)
        return PostgresConnection(self, connection, driver)

    async def has_carried_out(self, writes: list[Write]) -> bool | None:
        """Find out on another connection whether these writes were committed. Return None if they contain nothing to
        look for. Raises `TimeoutError`."""
        async with asyncio.timeout(FATE_S):
            while True:
                try:
                    opened = await self.connect()
                    try:
                        return await opened.run(lambda connection: is_carried_out(connection, writes))
                    finally:
                        await opened.close()
                except (*LOST, StorageUnsure):
                    await asyncio.sleep(RETRY_S)

    def refusal_of(self, error: BaseException) -> BaseException:
        cause = cause_of(error)
        state = state_of(cause)
        if state.startswith("23"):
            return Overtaken()
        if state == "53100":
            return StorageFull()
        is_passing = isinstance(cause, (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError))
        return StorageUnavailable() if is_passing or state.startswith(PASSING) else error
