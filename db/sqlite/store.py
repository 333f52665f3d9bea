"""The store of the sessions, kept in one SQLite file."""

import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine

from db import queries
from db.queued import QueuedStore
from db.sqlite.connections import SqliteFile
from db.sqlite.engine import Lock, Opening, engine_of, path_of, prepare, refuse_leftovers
from sessions.store import Damaged, Stored


def _stored_game(connection: Connection, table: int) -> Stored | None:
    """`queries.stored_game`; a page that is damaged concerns the table alone that needs it. Raises `Damaged`."""
    try:
        return queries.stored_game(connection, table)
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise Damaged(table, str(error.orig)) from error
        raise


class SqliteStore(QueuedStore):
    """The store in one file. `opening` has what was found at start."""

    def __init__(self, engine: AsyncEngine, lock: Lock | None, opening: Opening) -> None:
        super().__init__(SqliteFile(engine))
        self.opening = opening
        self.engine = engine
        self._lock = lock

    @classmethod
    async def open(cls, url: str, *, is_locked: bool = True) -> "SqliteStore":
        """Open, check and migrate the database of this URL or path; it is made if there is none.

        Raises `AlreadyRunning`, `CutShort`, `NewerDatabase`, `UnsoundDatabase`, `UnusableUrl`.
        """
        path = path_of(url).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        async with contextlib.AsyncExitStack() as undoing:
            lock = Lock(path) if is_locked else None
            if lock:
                undoing.callback(lock.release)
            engine = engine_of(path)
            undoing.push_async_callback(engine.dispose)
            refuse_leftovers(path)
            # The file holds the seeds of running games: it is its owner's alone to read.
            path.touch(mode=0o600)
            opening = await prepare(engine, path)
            store = cls(engine, lock, opening)
            undoing.push_async_callback(store.close)
            await store.connect()
            undoing.pop_all()
        return store

    @property
    def path(self) -> Path:
        """The file of the database."""
        return Path(self.opening.path)

    async def close(self) -> None:
        """Finish what was given in, and let go of the file."""
        await super().close()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    async def resume(self, table: int) -> Stored | None:
        """All that is needed to go on with a table."""
        return await self._read(_stored_game, table)
