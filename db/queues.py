"""Queues of jobs for one connection: each job is a transaction, in order, with its result."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from sessions.refusals import StorageUnavailable
from sessions.store import Overtaken, Write

T = TypeVar("T")

LARGEST_BATCH = 64


class _Job(msgspec.Struct):
    """Work and the future of its result. A `Write` may share a transaction, a function does not."""

    work: Write | Callable[[Connection], Any]
    waiter: asyncio.Future[Any]


class OpenConnection(Protocol):
    """An open connection, without a transaction between two jobs."""

    @property
    def is_open(self) -> bool:
        """Return whether the other end is still there, as far as is known."""

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Run the function, commit, and return its result."""

    async def write(self, writes: list[Write]) -> None:
        """Carry out these writes in one transaction."""

    async def roll_back(self) -> bool:
        """Roll the transaction back. Return whether the connection can be used again."""

    async def close(self) -> None: ...

    async def discard(self) -> None:
        """Close a connection that does not work."""


class Database(Protocol):
    """Opens connections, and translates their failures."""

    async def connect(self) -> OpenConnection: ...

    def refusal_of(self, error: BaseException) -> BaseException:
        """Return the refusal for a failing disk or database; an error that is our mistake unchanged."""


class ConnectionQueue:
    """A queue of functions for one connection, which is opened for the first, and again after a fault."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: deque[_Job] = deque()
        self._open: OpenConnection | None = None
        self._working: asyncio.Task[None] | None = None
        self._is_closed = False

    def submit(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Return a future of the result once it is committed. Cancelling it does not cancel the function."""
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
        await self._connect()

    async def close(self) -> None:
        self._is_closed = True
        if self._working is not None:
            await asyncio.wait([self._working])
        if self._open is not None:
            opened, self._open = self._open, None
            await opened.close()

    async def _work(self) -> None:
        batch: list[_Job] = []
        try:
            while self._jobs:
                batch = self._next_batch()
                await self._do(batch)
        finally:
            # If this is cancelled, nobody is left waiting.
            self._working = None
            _answer([*batch, *self._jobs], error=StorageUnavailable())
            self._jobs.clear()

    def _next_batch(self) -> list[_Job]:
        return [self._jobs.popleft()]

    async def _commit(self, opened: OpenConnection, batch: list[_Job]) -> Any:
        (job,) = batch
        assert not isinstance(job.work, Write)
        return await opened.run(job.work)

    async def _do(self, batch: list[_Job]) -> None:
        """Commit these jobs together, or each alone if one was overtaken."""
        try:
            opened = await self._connect()
        except Exception as error:
            # All fail together: one after the other, the last would wait for all their deadlines.
            _answer([*batch, *self._jobs], error=self._database.refusal_of(error))
            self._jobs.clear()
            return
        try:
            result = await self._commit(opened, batch)
        except BaseException as error:
            await self._roll_back()
            # The loop ends, and nobody knows whether the last commit was carried out.
            is_ending = isinstance(error, asyncio.CancelledError)
            refusal = StorageUnavailable() if is_ending else self._database.refusal_of(error)
            if isinstance(refusal, Overtaken) and len(batch) > 1:
                for job in batch:
                    await self._do([job])
                return
            _answer(batch, error=refusal)
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            _answer(batch, result)

    async def _connect(self) -> OpenConnection:
        if self._open is not None and not self._open.is_open:
            await self._discard()
        if self._open is None:
            self._open = await self._database.connect()
        return self._open

    async def _roll_back(self) -> None:
        if self._open is not None and not await self._open.roll_back():
            await self._discard()

    async def _discard(self) -> None:
        assert self._open is not None
        opened, self._open = self._open, None
        await opened.discard()


class WriteQueue(ConnectionQueue):
    """A queue that also takes writes. All waiting writes share one transaction, and one sync of the disk."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.commits = 0
        """The number of committed transactions, with `writes` in all."""
        self.writes = 0
        self.note_commit: Callable[[float], object] = lambda _: None
        """Called with each commit's duration in seconds."""

    def write(self, write: Write) -> "asyncio.Future[None]":
        """Submit a write. The future raises `Overtaken` if another writer was first."""
        return self._submit(write)

    def _next_batch(self) -> list[_Job]:
        batch = super()._next_batch()
        while isinstance(batch[-1].work, Write) and self._jobs and len(batch) < LARGEST_BATCH:
            if not isinstance(self._jobs[0].work, Write):
                break
            batch.append(self._jobs.popleft())
        return batch

    async def _commit(self, opened: OpenConnection, batch: list[_Job]) -> Any:
        writes = [job.work for job in batch if isinstance(job.work, Write)]
        if not writes:
            return await super()._commit(opened, batch)
        began = time.perf_counter()
        await opened.write(writes)
        self.note_commit(time.perf_counter() - began)
        self.commits += 1
        self.writes += len(writes)
        return None


def _answer(jobs: list[_Job], result: Any = None, error: BaseException | None = None) -> None:
    for job in jobs:
        if job.waiter.done():
            continue
        if error is None:
            job.waiter.set_result(result)
        else:
            job.waiter.set_exception(error)
