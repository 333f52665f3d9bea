"""A store as `sessions.store.Store` describes it, on queues of connections: the same for every database."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from db import changes, forgetting, queries, results
from db.queues import ConnectionQueue, Database, WriteQueue
from sessions.records.post import LiveMessage, Post
from sessions.store import (
    ClockStore,
    LogStore,
    PeopleStore,
    PostStore,
    QueueStore,
    Sharing,
    StartStore,
    TableStore,
    Write,
)

P = ParamSpec("P")
T = TypeVar("T")
Job = Callable[Concatenate[Connection, P], T]
"""A function of a connection and further arguments."""
Method = Callable[P, Coroutine[Any, Any, T]]
Hint = tuple[str, int]
"""A change that other processes should learn of: its kind, and the table concerned or 0."""


class QueuedStore:
    """A store whose writes go through one connection in order, and its reads through another."""

    def __init__(self, database: Database, for_reading: Database | None = None) -> None:
        self.writer = WriteQueue(database)
        self.reader = ConnectionQueue(for_reading or database)
        self.tables: TableStore = Tables(self)
        self.log: LogStore = Log(self)
        self.posts: PostStore = Posts(self)
        self.people: PeopleStore = People(self)
        self.clocks: ClockStore = Clocks(self)
        self.queue: QueueStore = Queue(self)
        self.starts: StartStore = Starts(self)

    @property
    def sharing(self) -> Sharing | None:
        return None

    async def connect(self) -> None:
        """Open both connections now. If one is refused, wait for the other, which would outlive the closing."""
        both = await asyncio.gather(self.writer.connect(), self.reader.connect(), return_exceptions=True)
        for refused in filter(None, both):
            raise refused

    async def close(self) -> None:
        await self.writer.close()
        await self.reader.close()

    def commit(self, write: Write) -> "asyncio.Future[None]":
        return self.writer.write(write)

    def reading(self, job: Job[P, T]) -> Method[P, T]:
        async def read(*args: P.args, **kwargs: P.kwargs) -> T:
            return await self.reader.submit(lambda connection: job(connection, *args, **kwargs))

        return read

    def changing(self, job: Job[P, T], hints: Callable[[T], Iterable[Hint]] = lambda _: ()) -> Method[P, T]:
        """Make a method that runs `job` as one transaction. `hints` lists what other processes should learn."""

        async def change(*args: P.args, **kwargs: P.kwargs) -> T:
            return await self.writer.submit(lambda connection: job(connection, *args, **kwargs))

        return change


class Tables:
    def __init__(self, store: QueuedStore) -> None:
        self.open = store.changing(changes.open_table)
        self.resume = store.reading(queries.stored_game)
        self.resume_all = store.reading(queries.stored_games)
        self.revision = store.reading(queries.revision_of)
        self.suspend_unread = store.changing(changes.suspend_unread)
        self.by_id = store.reading(queries.table_by_id)
        self.at = store.reading(queries.table_at)
        self.of_user = store.reading(queries.tables_of)
        self.in_guild = store.reading(queries.tables_in)
        self.guilds = store.reading(queries.guilds_with_tables)
        self.count_by_status = store.reading(queries.live_tables_by_status)


class Log:
    def __init__(self, store: QueuedStore) -> None:
        self.entries = store.reading(queries.entries_between)
        self.newest_entries = store.reading(queries.newest_entries)
        self.seat_changes = store.reading(queries.seat_changes)
        self.snapshot_before = store.reading(queries.snapshot_before)
        self.done_by = store.reading(queries.done_by)
        self.past_games = store.reading(results.past_games)


class Posts:
    def __init__(self, store: QueuedStore) -> None:
        self._write = store.writer.write
        self._waiting = store.reading(queries.waiting_posts)
        self.live_messages = store.reading(queries.live_messages_of)
        self.lately_shown = store.reading(queries.lately_shown)
        self.forget_message = store.changing(changes.forget_message)

    async def waiting(self) -> list[Post]:
        return await self._sound(None)

    async def waiting_in(self, channel: int) -> list[Post]:
        return await self._sound(channel)

    async def _sound(self, channel: int | None) -> list[Post]:
        sound, unsound = await self._waiting(channel)
        if unsound:
            await self.settle(unsound, [])
        return sound

    async def add(self, *posts: Post) -> None:
        await self._write(Write(posts=posts))

    async def settle(self, done: Sequence[int], later: Sequence[Post]) -> None:
        await self._write(Write(settled=tuple(done), put_off=tuple(later)))

    async def keep_message(self, message: LiveMessage) -> None:
        await self._write(Write(messages=(message,)))


class People:
    def __init__(self, store: QueuedStore) -> None:
        self.everyone = store.reading(queries.everyone)
        self.keep_person = store.changing(changes.keep_person, lambda _: [("people", 0)])
        self.servers = store.reading(queries.all_servers)
        self.keep_server = store.changing(changes.keep_server, lambda _: [("servers", 0)])
        self.forget_lost = store.changing(forgetting.forget_lost, _hints_of_loss)
        self.schedules = store.reading(queries.everyones_schedules)
        self.watchers = store.reading(queries.everyone_watching)
        self.keep_watcher = store.changing(changes.keep_watcher, lambda _: [("watchers", 0)])
        self.forget_watcher = store.changing(changes.forget_watcher, lambda _: [("watchers", 0)])
        self.note = store.reading(queries.note_of)
        self.keep_note = store.changing(changes.keep_note)
        self.keep_report = store.changing(changes.keep_report)


def _hints_of_loss(removed: list[tuple[int, int]] | None) -> list[Hint]:
    return [("servers", 0), ("watchers", 0), *(("table", table) for table, _ in removed or ())]


class Clocks:
    def __init__(self, store: QueuedStore) -> None:
        self.clocks = store.reading(queries.all_clocks)
        self.due = store.reading(queries.all_due)
        self.without_clocks = store.reading(queries.tables_without_clocks)
        self.at = store.reading(queries.time_at)
        self.mark = store.reading(queries.clock_mark)
        self.keep_mark = store.changing(changes.keep_clock_mark)


class Queue:
    def __init__(self, store: QueuedStore) -> None:
        self.join = store.changing(changes.queue_up)
        self.leave = store.changing(changes.leave_queue)


class Starts:
    def __init__(self, store: QueuedStore) -> None:
        self.reserve = store.changing(changes.reserve)
        self.since = store.reading(queries.starts_since)
        self.keep = store.changing(changes.keep_start)
        self.hashes = store.reading(queries.kept_hashes)
        self.keep_hash = store.changing(changes.keep_hash)
