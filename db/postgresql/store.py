"""The store in a PostgreSQL database, which several processes may share."""

import asyncio
import contextlib
import functools
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from db.postgresql.address import address_of
from db.postgresql.connections import PostgresServer
from db.postgresql.engine import REFUSED, Lock, Opening, engine_of, fault_of, prepare
from db.postgresql.presence import Presence
from db.queued import Hint, Job, Method, QueuedStore, Transactions
from sessions.store import Write

P = ParamSpec("P")
T = TypeVar("T")

_ALONE = text(f"SELECT pg_advisory_xact_lock({int(Lock.CHANGES)})")


class SharedTransactions(Transactions):
    """Runs changes in one process at a time, and sends the other processes hints about each change."""

    def __init__(self, engine: AsyncEngine, presence: Presence) -> None:
        super().__init__(PostgresServer(engine), PostgresServer(engine, is_reading=True))
        self._presence = presence

    def write(self, write: Write, patience_s: float = 0.0) -> "asyncio.Future[None]":
        done = super().write(write, patience_s)
        done.add_done_callback(functools.partial(self._hint, write))
        return done

    def _hint(self, write: Write, done: "asyncio.Future[None]") -> None:
        if done.cancelled() or done.exception() is not None:
            return
        tables = {clock.table for clock in write.clocks} | {due.table for due in write.due}
        tables |= {table for table, _ in (*write.stopped, *write.undone)}
        tables |= {clock.table for clock, _ in write.moved}
        if write.row is not None or write.entries:
            tables.add(write.table)
        for table in tables:
            self._presence.hint("table", table)
        if write.schedules:
            self._presence.hint("schedules")

    def changing(self, job: Job[P, T], hints: Callable[[T], Iterable[Hint]] = lambda _: ()) -> Method[P, T]:
        """Make a method that runs `job`, then sends hints. Jobs read before they write, so only one runs at a time."""

        def alone(connection: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
            connection.execute(_ALONE)
            return job(connection, *args, **kwargs)

        change = super().changing(alone)

        async def change_and_hint(*args: P.args, **kwargs: P.kwargs) -> T:
            result = await change(*args, **kwargs)
            for kind, table in hints(result):
                self._presence.hint(kind, table)
            return result

        return change_and_hint


class PostgresStore(QueuedStore):
    """The store in a database on a server. `opening` is the state of the database at the start."""

    sharing: Presence

    def __init__(self, engine: AsyncEngine, opening: Opening, presence: Presence) -> None:
        super().__init__(SharedTransactions(engine, presence))
        self.opening = opening
        self.engine = engine
        self.sharing = presence

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Open, check and migrate the database. Raises `ServerRefuses`, `NewerDatabase`, `UnusableAddress`."""
        address = address_of(url)
        async with contextlib.AsyncExitStack() as undoing:
            engine = engine_of(address)
            undoing.push_async_callback(engine.dispose)
            opening = await prepare(engine, address)
            store = cls(engine, opening, Presence(address))
            undoing.push_async_callback(store.close)
            try:
                await store.sharing.open()
                await store.transactions.connect()
            except REFUSED as error:
                raise fault_of(address, error) from error
            undoing.pop_all()
        return store

    async def close(self) -> None:
        await super().close()
        await self.sharing.close()
        await self.engine.dispose()
