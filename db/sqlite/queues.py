"""One connection and the jobs given in for it: each is one transaction, in order, and its result comes back.

Writes go to the driver itself, in one turn between the loop and the driver's thread, where SQLAlchemy's asynchronous
connection takes four for each statement. That connection serves reading, and what is written rarely.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.sqlite.driver import Driver
from db.sqlite.prepared import statements_of
from db.writing import steps_of
from sessions.refusals import StorageFull, StorageUnavailable
from sessions.store import Overtaken, Write

T = TypeVar("T")

LARGEST_BATCH = 64


class _Job(msgspec.Struct):
    """Work, and who waits for it. `work` is a `Write`, which may share a transaction, or a function, which does not."""

    work: Write | Callable[[Connection], Any]
    waiter: asyncio.Future[Any]


class _OpenConnection(msgspec.Struct):
    """An open connection, and the driver's own below it. There is no transaction in either between two jobs."""

    connection: AsyncConnection
    driver: Driver

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Commit what the function does, and return what it returns."""
        result = await self.connection.run_sync(function)
        await self.connection.commit()
        return result

    async def roll_back(self) -> None:
        """Undo what was begun, by whichever way it was. Raises what the driver raises."""
        await self.connection.rollback()
        await self.driver.rollback()


def refusal_of(error: BaseException) -> BaseException:
    """What a failing disk or database is to the people at the table; any other error is our mistake and stays."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.IntegrityError):
        return Overtaken()
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        return StorageFull() if code == sqlite3.SQLITE_FULL else StorageUnavailable()
    # The loop ends: nobody knows any more whether the last commit was carried out.
    return StorageUnavailable() if isinstance(error, asyncio.CancelledError) else error


class ConnectionQueue:
    """One connection, functions in order. The connection is opened for the first, and again after a fault."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._jobs: deque[_Job] = deque()
        self._open: _OpenConnection | None = None
        self._working: asyncio.Task[None] | None = None
        self._is_closed = False

    def submit(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Give in a function; the future has its result once it is committed.

        A closed queue answers `StorageUnavailable`. Cancelling the future only stops the waiting; the function
        is carried out all the same.
        """
        return self._submit(work)

    def _submit(self, work: Write | Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        waiter: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            waiter.set_exception(StorageUnavailable())
            return waiter
        self._jobs.append(_Job(work, waiter))
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name="database")
        return waiter

    async def connect(self) -> None:
        """Open the connection now, some 20 ms, so that nobody waits for it later. Raises what the driver raises."""
        await self._connected()

    async def close(self) -> None:
        """Finish what was given in, then close the connection."""
        self._is_closed = True
        if self._working is not None:
            await asyncio.wait([self._working])
        if self._open is not None:
            opened, self._open = self._open, None
            await opened.connection.close()

    async def _work(self) -> None:
        """Do all jobs there are, and those given in meanwhile."""
        batch: list[_Job] = []
        try:
            while self._jobs:
                batch = self._next_batch()
                await self._do(batch)
        finally:
            # Broken off, nobody is left waiting; what was answered stays so.
            self._working = None
            _answer([*batch, *self._jobs], error=StorageUnavailable())
            self._jobs.clear()

    def _next_batch(self) -> list[_Job]:
        """What is committed together next: one function."""
        return [self._jobs.popleft()]

    async def _commit(self, opened: _OpenConnection, batch: list[_Job]) -> Any:
        """Carry out a batch in one transaction, and return the result."""
        (job,) = batch
        assert not isinstance(job.work, Write)
        return await opened.run(job.work)

    async def _do(self, batch: list[_Job]) -> None:
        """Commit these jobs together; each alone if one of them cannot be."""
        try:
            result = await self._commit(await self._connected(), batch)
        except BaseException as error:
            await self._roll_back()
            refusal = refusal_of(error)
            if isinstance(refusal, Overtaken) and len(batch) > 1:
                for job in batch:
                    await self._do([job])
                return
            _answer(batch, error=refusal)
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            _answer(batch, result)

    async def _connected(self) -> _OpenConnection:
        if self._open is None:
            connection = await self._engine.connect()
            driver = (await connection.get_raw_connection()).driver_connection
            assert isinstance(driver, Driver)
            self._open = _OpenConnection(connection, driver)
        return self._open

    async def _roll_back(self) -> None:
        """Undo what was begun; a connection that cannot even do that is replaced."""
        if self._open is None:
            return
        try:
            await self._open.roll_back()
        except (DBAPIError, sqlite3.Error, ValueError):  # The driver answers with the last when it is closed already.
            opened, self._open = self._open, None
            await opened.connection.invalidate()
            await opened.connection.close()


class WriteQueue(ConnectionQueue):
    """A queue that takes writes as well: all that wait at once share one transaction, and one sync of the disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.commits = 0
        """How many transactions of writes were committed, with how many `writes` in all."""
        self.writes = 0

    def write(self, write: Write) -> "asyncio.Future[None]":
        """Give in a write, as `submit` a function. The future raises `Overtaken` if another writer was first."""
        return self._submit(write)

    def _next_batch(self) -> list[_Job]:
        """All writes that wait, up to the first function; or that function alone."""
        batch = super()._next_batch()
        while isinstance(batch[-1].work, Write) and self._jobs and len(batch) < LARGEST_BATCH:
            if not isinstance(self._jobs[0].work, Write):
                break
            batch.append(self._jobs.popleft())
        return batch

    async def _commit(self, opened: _OpenConnection, batch: list[_Job]) -> Any:
        """Carry out writes by the driver itself, a function as any queue does."""
        writes = [job.work for job in batch if isinstance(job.work, Write)]
        if not writes:
            return await super()._commit(opened, batch)
        await opened.driver.transact(statements_of(steps_of(writes)))
        self.commits += 1
        self.writes += len(writes)
        return None


def _answer(jobs: list[_Job], result: Any = None, error: BaseException | None = None) -> None:
    """Give the waiters their result or the error; those that were cancelled meanwhile are left alone."""
    for job in jobs:
        if job.waiter.done():
            continue
        if error is None:
            job.waiter.set_result(result)
        else:
            job.waiter.set_exception(error)
