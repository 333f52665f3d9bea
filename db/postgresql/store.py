"""The store of the sessions, kept in a PostgreSQL database that several processes may share."""

import asyncio
import contextlib
import functools
from typing import ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from db.postgresql.address import address_of
from db.postgresql.connections import PostgresServer
from db.postgresql.engine import REFUSED, Lock, Opening, engine_of, fault_of, prepare
from db.postgresql.presence import Presence
from db.queued import Job, QueuedStore
from sessions.records.person import Person, Server, Watcher
from sessions.store import Write

P = ParamSpec("P")
T = TypeVar("T")

_ALONE = text(f"SELECT pg_advisory_xact_lock({int(Lock.CHANGES)})")


class PostgresStore(QueuedStore):
    """The store at a server. `opening` has what was found at start."""

    def __init__(self, engine: AsyncEngine, opening: Opening, presence: Presence) -> None:
        super().__init__(PostgresServer(engine), PostgresServer(engine, is_reading=True))
        self.opening = opening
        self.engine = engine
        self.presence = presence

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Reach, check and migrate the database of this address, which must be there.

        Raises `ServerRefuses`, `NewerDatabase`, `UnusableAddress`.
        """
        address = address_of(url)
        async with contextlib.AsyncExitStack() as undoing:
            engine = engine_of(address)
            undoing.push_async_callback(engine.dispose)
            opening = await prepare(engine, address)
            store = cls(engine, opening, Presence(address))
            undoing.push_async_callback(store.close)
            try:
                await store.presence.open()
                await store.connect()
            except REFUSED as error:
                raise fault_of(address, error) from error
            undoing.pop_all()
        return store

    @property
    def sharing(self) -> Presence:
        """The other processes at this database."""
        return self.presence

    async def close(self) -> None:
        """Finish what was given in, and let go of the connections."""
        await super().close()
        await self.presence.close()
        await self.engine.dispose()

    # What others should hear of

    def commit(self, write: Write) -> "asyncio.Future[None]":
        """Carry out `write` as one transaction, begun at once."""
        done = super().commit(write)
        done.add_done_callback(functools.partial(self._hint, write))
        return done

    def _hint(self, write: Write, done: "asyncio.Future[None]") -> None:
        """Tell others of the tables and schedules of a write that is carried out."""
        if done.cancelled() or done.exception() is not None:
            return
        tables = {clock.table for clock in write.clocks} | {due.table for due in write.due}
        tables |= {table for table, _ in (*write.stopped, *write.undone)}
        tables |= {clock.table for clock, _ in write.moved}
        if write.row is not None or write.entries:
            tables.add(write.table)
        for table in tables:
            self.presence.hint("table", table)
        if write.schedules:
            self.presence.hint("schedules")

    async def keep_person(self, person: Person) -> None:
        """Keep what someone chose."""
        await super().keep_person(person)
        self.presence.hint("people")

    async def keep_server(self, server: Server) -> None:
        """Keep what those who manage a server chose."""
        await super().keep_server(server)
        self.presence.hint("servers")

    async def forget_lost(self, guild: int, lost_by: int, most: int) -> list[tuple[int, int]] | None:
        """Remove some tables of a server that removed the bot by that moment, and in the end the server itself."""
        removed = await super().forget_lost(guild, lost_by, most)
        for table, _ in removed or ():
            self.presence.hint("table", table)
        for kind in ("servers", "watchers"):
            self.presence.hint(kind)
        return removed

    async def keep_watcher(self, watcher: Watcher) -> None:
        """Keep that someone watches a table, and what they were told."""
        await super().keep_watcher(watcher)
        self.presence.hint("watchers")

    async def forget_watcher(self, table: int, user: int) -> None:
        """Keep that someone watches a table no more."""
        await super().forget_watcher(table, user)
        self.presence.hint("watchers")

    def _change(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[T]":
        """What is written rarely looks before it writes: one process at a time does, as with a file."""

        def alone(connection: Connection) -> T:
            connection.execute(_ALONE)
            return job(connection, *args, **kwargs)

        return self.writer.submit(alone)
