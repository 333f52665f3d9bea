"""Implements `sessions.store.Store`. Each connection has a queue of jobs, and runs them in order, in transactions."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from db import changes, privacy, queries, results
from sessions import store
from sessions.records.table import LiveMessage, Post
from sessions.refusals import StorageUnavailable

P = ParamSpec("P")
T = TypeVar("T")

LARGEST_BATCH = 64
SETTLED_S = 0.02
"""Longest time in seconds that a record of sent posts waits for other writes. If the bot crashes meanwhile, it sends
the posts again, with the same nonces."""


class _Job(msgspec.Struct):
    """Work to do, and the future of its result. A `Write` may share a transaction, but a function may not."""

    work: store.Write | Callable[[Connection], Any]
    waiter: asyncio.Future[Any]


class OpenConnection(Protocol):
    """An open connection. No transaction is open between two jobs."""

    @property
    def is_open(self) -> bool:
        """Return whether the connection is believed to be open."""

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Run the function, commit, and return its result."""

    async def write(self, writes: list[store.Write]) -> None:
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
        """Return the refusal for a failing disk or database, or the same error if it is a bug of ours."""


class ConnectionQueue:
    """Runs jobs on one connection, opened when needed. Waiting writes share a transaction; a function has its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: deque[_Job] = deque()
        self._open: OpenConnection | None = None
        self._working: asyncio.Task[None] | None = None
        self._is_closed = False
        self.commits = 0
        """The number of commits, each of one or more `writes`."""
        self.writes = 0
        self.note_commit: Callable[[float], object] = lambda _: None
        """Called with each commit's duration in seconds."""

    def submit(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """Return a future that is set after the commit. Cancelling it does not cancel the work."""
        return self._submit(work)

    def write(self, write: store.Write, patience_s: float = 0.0) -> "asyncio.Future[None]":
        """Submit a write. The future raises `Overtaken` if another writer came first. The write may wait `patience_s`
        for others, to share their commit."""
        return self._submit(write, patience_s)

    def _submit(
        self, work: store.Write | Callable[[Connection], Any], patience_s: float = 0.0
    ) -> "asyncio.Future[Any]":
        waiter: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            waiter.set_exception(StorageUnavailable())
            return waiter
        self._jobs.append(_Job(work, waiter))
        if patience_s:
            asyncio.get_running_loop().call_later(patience_s, self._begin)
        else:
            self._begin()
        return waiter

    def _begin(self) -> None:
        if self._jobs and self._working is None:
            self._working = asyncio.create_task(self._work(), name="database")

    async def connect(self) -> None:
        await self._connect()

    async def close(self) -> None:
        self._is_closed = True
        self._begin()
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
            # Even if this task is cancelled, every caller gets an answer.
            self._working = None
            _answer([*batch, *self._jobs], error=StorageUnavailable())
            self._jobs.clear()

    def _next_batch(self) -> list[_Job]:
        batch = [self._jobs.popleft()]
        if isinstance(batch[0].work, store.Write):
            while self._jobs and isinstance(self._jobs[0].work, store.Write) and len(batch) < LARGEST_BATCH:
                batch.append(self._jobs.popleft())
        return batch

    async def _commit(self, opened: OpenConnection, batch: list[_Job]) -> Any:
        if not isinstance(batch[0].work, store.Write):
            return await opened.run(batch[0].work)
        began = time.perf_counter()
        await opened.write([job.work for job in batch if isinstance(job.work, store.Write)])
        self.note_commit(time.perf_counter() - began)
        self.commits += 1
        self.writes += len(batch)
        return None

    async def _do(self, batch: list[_Job]) -> None:
        """Commit these jobs together, or one by one if one of them was overtaken."""
        try:
            opened = await self._connect()
        except Exception as error:
            # All waiting jobs fail together. Otherwise each would wait for the deadline again.
            _answer([*batch, *self._jobs], error=self._database.refusal_of(error))
            self._jobs.clear()
            return
        try:
            result = await self._commit(opened, batch)
        except BaseException as error:
            if self._open is not None and not await self._open.roll_back():
                await self._discard()
            # The task was cancelled, so nobody knows whether the last commit was carried out.
            is_ending = isinstance(error, asyncio.CancelledError)
            refusal = StorageUnavailable() if is_ending else self._database.refusal_of(error)
            if isinstance(refusal, store.Overtaken) and len(batch) > 1:
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

    async def _discard(self) -> None:
        assert self._open is not None
        opened, self._open = self._open, None
        await opened.discard()


def _answer(jobs: list[_Job], result: Any = None, error: BaseException | None = None) -> None:
    for job in jobs:
        if job.waiter.done():
            continue
        if error is None:
            job.waiter.set_result(result)
        else:
            job.waiter.set_exception(error)


Job = Callable[Concatenate[Connection, P], T]
"""A function that takes a connection and further arguments."""
Method = Callable[P, Coroutine[Any, Any, T]]
Hint = tuple[str, int]
"""A change to report to other processes: its kind, and the id of the table or 0."""


class Transactions:
    """Runs writes through one connection in order, and reads through another."""

    def __init__(self, database: Database, for_reading: Database | None = None) -> None:
        self.writer = ConnectionQueue(database)
        self.reader = ConnectionQueue(for_reading or database)

    async def connect(self) -> None:
        """Open both connections. If one fails, wait for the other before raising, or nothing would close it."""
        both = await asyncio.gather(self.writer.connect(), self.reader.connect(), return_exceptions=True)
        for refused in filter(None, both):
            raise refused

    async def close(self) -> None:
        await self.writer.close()
        await self.reader.close()

    def write(self, write: store.Write, patience_s: float = 0.0) -> "asyncio.Future[None]":
        return self.writer.write(write, patience_s)

    def reading(self, job: Job[P, T]) -> Method[P, T]:
        async def read(*args: P.args, **kwargs: P.kwargs) -> T:
            return await self.reader.submit(lambda connection: job(connection, *args, **kwargs))

        return read

    def changing(self, job: Job[P, T], hints: Callable[[T], Iterable[Hint]] = lambda _: ()) -> Method[P, T]:
        """Make a method that runs `job` as one transaction. `hints` lists changes to report to other processes."""

        async def change(*args: P.args, **kwargs: P.kwargs) -> T:
            return await self.writer.submit(lambda connection: job(connection, *args, **kwargs))

        return change


class QueuedStore:
    """A store divided by subject. All parts share its transactions."""

    def __init__(self, transactions: Transactions) -> None:
        self.sharing: store.Sharing | None = None
        self.transactions = transactions
        self.tables: store.TableStore = Tables(transactions)
        self.log: store.LogStore = Log(transactions)
        self.posts: store.PostStore = Posts(transactions)
        self.people: store.PeopleStore = People(transactions)
        self.clocks: store.ClockStore = Clocks(transactions)
        self.queue: store.QueueStore = Queue(transactions)
        self.leagues: store.LeagueStore = Leagues(transactions)
        self.starts: store.StartStore = Starts(transactions)

    @property
    def fault(self) -> str | None:
        """The damage found by a check of the whole database since the start, or None."""
        return None

    @property
    def is_checked(self) -> bool:
        """Return whether the check of the whole database has ended, or isn't needed."""
        return True

    async def close(self) -> None:
        await self.transactions.close()

    def commit(self, write: store.Write) -> "asyncio.Future[None]":
        return self.transactions.write(write)


class Tables:
    def __init__(self, transactions: Transactions) -> None:
        self.open = transactions.changing(changes.open_table)
        self.check_quotas = transactions.reading(changes.check_quotas)
        self.resume = transactions.reading(queries.stored_game)
        self.resume_all = transactions.reading(queries.stored_games)
        self.revision = transactions.reading(queries.revision_of)
        self.suspend_unread = transactions.changing(changes.suspend_unread)
        self.by_id = transactions.reading(queries.table_by_id)
        self.at = transactions.reading(queries.table_at)
        self.of_user = transactions.reading(queries.tables_of)
        self.in_guild = transactions.reading(queries.tables_in)
        self.ended_in = transactions.reading(queries.tables_ended)
        self.without_game = transactions.reading(queries.tables_without_game)
        self.guilds = transactions.reading(queries.guilds_with_data)
        self.count_by_status = transactions.reading(queries.live_tables_by_status)


class Log:
    def __init__(self, transactions: Transactions) -> None:
        self.entries = transactions.reading(queries.entries_between)
        self.newest_entries = transactions.reading(queries.newest_entries)
        self.seat_changes = transactions.reading(queries.seat_changes)
        self.snapshot_before = transactions.reading(queries.snapshot_before)
        self.done_by = transactions.reading(queries.done_by)
        self.past_games = transactions.reading(results.past_games)


class Posts:
    def __init__(self, transactions: Transactions) -> None:
        self._write = transactions.write
        self._waiting = transactions.reading(queries.waiting_posts)
        self.live_messages = transactions.reading(queries.live_messages_of)
        self.newest_shown = transactions.reading(queries.newest_shown)
        self.lately_shown = transactions.reading(queries.lately_shown)
        self.forget_message = transactions.changing(changes.forget_message)

    async def waiting(self) -> list[Post]:
        return await self.waiting_in(None)

    async def waiting_in(self, channel: int | None) -> list[Post]:
        sound, unsound = await self._waiting(channel)
        if unsound:
            await self.settle(unsound, [])
        return sound

    async def add(self, *posts: Post) -> None:
        await self._write(store.Write(posts=posts))

    async def settle(self, done: Sequence[int], later: Sequence[Post]) -> None:
        await self._write(store.Write(settled=tuple(done), put_off=tuple(later)), SETTLED_S)

    async def keep_message(self, message: LiveMessage) -> None:
        await self._write(store.Write(messages=(message,)))


class People:
    def __init__(self, transactions: Transactions) -> None:
        self.everyone = transactions.reading(queries.everyone)
        self.keep_person = transactions.changing(changes.keep_person, lambda _: [("people", 0)])
        self.servers = transactions.reading(queries.all_servers)
        self.keep_server = transactions.changing(changes.keep_server, lambda _: [("servers", 0)])
        self.forget_lost = transactions.changing(privacy.forget_lost, _hints_of_loss)
        self.schedules = transactions.reading(queries.everyones_schedules)
        self.watchers = transactions.reading(queries.everyone_watching)
        self.keep_watcher = transactions.changing(changes.keep_watcher, lambda _: [("watchers", 0)])
        self.forget_watcher = transactions.changing(changes.forget_watcher, lambda _: [("watchers", 0)])
        self.notices = transactions.reading(queries.notices_of)
        self.note = transactions.reading(queries.note_of)
        self.keep_note = transactions.changing(changes.keep_note)
        self.keep_report = transactions.changing(changes.keep_report)


def _hints_of_loss(removed: list[tuple[int, int]] | None) -> list[Hint]:
    return [("servers", 0), ("watchers", 0), *(("table", table) for table, _ in removed or ())]


class Clocks:
    def __init__(self, transactions: Transactions) -> None:
        self.clocks = transactions.reading(queries.all_clocks)
        self.due = transactions.reading(queries.all_due)
        self.without_clocks = transactions.reading(queries.tables_without_clocks)
        self.at = transactions.reading(queries.time_at)
        self.mark = transactions.reading(queries.clock_mark)
        self.keep_mark = transactions.changing(changes.keep_clock_mark)


class Queue:
    def __init__(self, transactions: Transactions) -> None:
        self.join = transactions.changing(changes.queue_up)
        self.leave = transactions.changing(changes.leave_queue)
        self.waiting = transactions.reading(queries.waiting_in)
        self.guilds = transactions.reading(queries.queue_guilds)
        self.post_of = transactions.reading(queries.queue_post_of)
        self.keep_post = transactions.changing(changes.keep_queue_post)


class Leagues:
    def __init__(self, transactions: Transactions) -> None:
        self.by_id = transactions.reading(queries.league_by_id)
        self.of_guild = transactions.reading(queries.leagues_in)
        self.active = transactions.reading(queries.active_leagues)
        self.add = transactions.changing(changes.add_league)
        self.keep = transactions.changing(changes.keep_league)


class Starts:
    def __init__(self, transactions: Transactions) -> None:
        self.reserve = transactions.changing(changes.reserve)
        self.since = transactions.reading(queries.starts_since)
        self.keep = transactions.changing(changes.keep_start)
        self.forget_old = transactions.changing(changes.forget_old)
        self.hashes = transactions.reading(queries.stored_hashes)
        self.keep_hash = transactions.changing(changes.keep_hash)
