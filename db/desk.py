"""A thread with a connection of its own: jobs go in, each is one transaction, results come back to the loop.

The writing desk takes all writes that wait at once into one transaction: many tables then share one sync of the disk.
One hop between loop and thread carries a whole transaction, where a driver that is asynchronous call by call needs ten.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from sessions.refusals import StorageFull, StorageRefusal, StorageUnavailable
from sessions.store import Overtaken, Write

T = TypeVar("T")

LARGEST_BATCH = 64


class _Job(msgspec.Struct):
    """Work, and who waits for it. `work` is a `Write`, which may share a transaction, or a function, which does not."""

    work: Write | Callable[[Connection], Any]
    waiter: asyncio.Future[Any]


def refusal_of(error: DBAPIError) -> StorageRefusal:
    """What a failing disk or database is to the people at the table."""
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    return StorageFull() if code == sqlite3.SQLITE_FULL else StorageUnavailable()


class Desk:
    """One thread, one connection, jobs in order. The connection is opened again after a fault."""

    def __init__(self, engine: Engine, name: str, carry_out: Callable[[Connection, list[Write]], None]) -> None:
        """`carry_out` executes writes; the desk commits them."""
        self._engine = engine
        self._carry_out = carry_out
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()
        self.commits = 0
        self.writes = 0

    def submit(self, work: Write | Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Give in a job; the future has its result once it is committed. A closed desk answers `StorageUnavailable`."""
        waiter: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            waiter.set_exception(StorageUnavailable())
        else:
            self._jobs.put(_Job(work, waiter))
        return waiter

    def close(self) -> None:
        """Finish what was given in, then close the connection."""
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (batch := self._next_batch()) is not None:
            writes = [job for job in batch if isinstance(job.work, Write)]
            if writes:
                self._write(writes)
            for job in batch:
                if not isinstance(job.work, Write):
                    self._run(job, job.work)
        self._hang_up()

    def _next_batch(self) -> list[_Job] | None:
        """All jobs that wait, up to the first function; None at the end."""
        job = self._jobs.get()
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if not isinstance(job.work, Write) or len(batch) == LARGEST_BATCH:
                return batch
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch
        if batch:
            self._jobs.put(None)
        return batch or None

    def _write(self, jobs: list[_Job]) -> None:
        """Commit the writes of these jobs together; alone if one of them cannot be."""
        try:
            connection = self._connected()
            self._carry_out(connection, [job.work for job in jobs if isinstance(job.work, Write)])
            connection.commit()
        except IntegrityError:
            self._roll_back()
            if len(jobs) == 1:
                _answer(jobs, error=Overtaken())
            else:
                for job in jobs:
                    self._write([job])
        except DBAPIError as error:
            self._roll_back()
            _answer(jobs, error=refusal_of(error))
        except BaseException as error:
            self._roll_back()
            _answer(jobs, error=error)
        else:
            self.commits += 1
            self.writes += len(jobs)
            _answer(jobs)

    def _run(self, job: _Job, function: Callable[[Connection], Any]) -> None:
        try:
            connection = self._connected()
            result = function(connection)
            connection.commit()
        except IntegrityError:
            self._roll_back()
            _answer([job], error=Overtaken())
        except DBAPIError as error:
            self._roll_back()
            _answer([job], error=refusal_of(error))
        except BaseException as error:
            self._roll_back()
            _answer([job], error=error)
        else:
            _answer([job], result)

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _roll_back(self) -> None:
        """Undo what was begun; a connection that cannot even do that is replaced."""
        if self._connection is None:
            return
        try:
            self._connection.rollback()
        except DBAPIError:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None


def _answer(jobs: list[_Job], result: Any = None, error: BaseException | None = None) -> None:
    """Wake whoever waits, in their loop; who has gone away meanwhile is not told."""

    def tell() -> None:
        for job in jobs:
            if job.waiter.done():
                continue
            if error is None:
                job.waiter.set_result(result)
            else:
                job.waiter.set_exception(error)

    loop = jobs[0].waiter.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(tell)
