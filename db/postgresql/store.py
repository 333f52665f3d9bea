"""The store of the sessions, kept in a PostgreSQL database that several processes may share."""

import asyncio
from typing import ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from db.postgresql.address import address_of
from db.postgresql.connections import PostgresServer
from db.postgresql.engine import Lock, Opening, engine_of, prepare
from db.queued import Job, QueuedStore

P = ParamSpec("P")
T = TypeVar("T")

_ALONE = text(f"SELECT pg_advisory_xact_lock({int(Lock.CHANGES)})")


class PostgresStore(QueuedStore):
    """The store at a server. `opening` has what was found at start."""

    def __init__(self, engine: AsyncEngine, opening: Opening) -> None:
        super().__init__(PostgresServer(engine), PostgresServer(engine, is_reading=True))
        self.opening = opening
        self.engine = engine

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Reach, check and migrate the database of this address, which must be there.

        Raises `ServerRefuses`, `NewerDatabase`, `UnusableAddress`.
        """
        address = address_of(url)
        engine = engine_of(address)
        try:
            opening = await prepare(engine, address)
        except BaseException:
            await engine.dispose()
            raise
        store = cls(engine, opening)
        await store.connect()
        return store

    async def close(self) -> None:
        """Finish what was given in, and let go of the connections."""
        await super().close()
        await self.engine.dispose()

    def _change(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[T]":
        """What is written rarely looks before it writes: one process at a time does, as with a file."""

        def alone(connection: Connection) -> T:
            connection.execute(_ALONE)
            return job(connection, *args, **kwargs)

        return self.writer.submit(alone)
