"""The store in one SQLite file."""

import asyncio
import contextlib
import logging
import sqlite3
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine

from db import queries
from db.queued import QueuedStore, Tables, Transactions
from db.sqlite.checking import CHECKED_FIRST_BYTES, BackgroundCheck
from db.sqlite.connections import FileReplaced, SqliteFile
from db.sqlite.engine import LATER, Lock, Opening, engine_of, path_of, prepare, refuse_leftovers
from sessions.store import Damaged, Stored

LOOK_S = 2.0
"""Seconds between checks that the file still exists."""

log = logging.getLogger("knossos")


def _is_of_damage(error: DatabaseError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def _stored_game(connection: Connection, table: int) -> Stored | None:
    """Return a stored game. Raises `Damaged`, also if a page of the file is damaged."""
    try:
        return queries.stored_game(connection, table)
    except DatabaseError as error:
        if _is_of_damage(error):
            raise Damaged(table, str(error.orig)) from error
        raise


def _stored_games(connection: Connection, *tables: int) -> dict[int, Stored]:
    """Return the stored games that can be read. If a page of the file is damaged, read them one by one."""
    try:
        return queries.stored_games(connection, *tables)
    except DatabaseError as error:
        if not _is_of_damage(error):
            raise
    found: dict[int, Stored] = {}
    for table in tables:
        with contextlib.suppress(Damaged):
            if (stored := _stored_game(connection, table)) is not None:
                found[table] = stored
    return found


class SqliteStore(QueuedStore):
    """The store in one file. `opening` is the state of the database at the start."""

    def __init__(self, engine: AsyncEngine, lock: Lock | None, opening: Opening) -> None:
        self._file = SqliteFile(engine, Path(opening.path))
        super().__init__(Transactions(self._file))
        self.tables = tables = Tables(self.transactions)
        # A damaged page affects only the tables on it.
        tables.resume = self.transactions.reading(_stored_game)
        tables.resume_all = self.transactions.reading(_stored_games)
        self.opening = opening
        self.engine = engine
        self._lock = lock
        self._looking: asyncio.Task[None] | None = None
        self._check = BackgroundCheck(Path(opening.path))

    @property
    def fault(self) -> str | None:
        return self._check.fault

    @property
    def is_checked(self) -> bool:
        return self.opening.integrity != LATER or self._check.is_done

    @classmethod
    async def open(cls, url: str, *, is_locked: bool = True) -> "SqliteStore":
        """Open, check and migrate this database, and create it if needed. A large file is checked later.

        If `is_locked`, no other process can open the database. Raises `Unusable`, `OSError`.
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
            # The file contains the seeds of running games, so only its owner may read it.
            path.touch(mode=0o600)
            opening = await prepare(engine, path, CHECKED_FIRST_BYTES)
            store = cls(engine, lock, opening)
            undoing.push_async_callback(store.close)
            await store.transactions.connect()
            undoing.pop_all()
        store._looking = asyncio.create_task(store._look(), name="database file")
        if opening.integrity == LATER:
            store._check.start()
        return store

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        await self._check.stop()
        await super().close()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    async def _look(self) -> None:
        is_there = True
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await asyncio.to_thread(self._file.check)
            except FileReplaced:
                if is_there:
                    log.error(
                        "the database %s was moved or replaced: all changes are refused. Put it back, or restart the "
                        "bot to go on with the file of that name", self.opening.path,
                    )  # fmt: skip
                is_there = False
            except OSError as error:
                log.warning("the database %s cannot be looked at: %s", self.opening.path, error.strerror)
            else:
                if not is_there:
                    log.info("the database %s is back", self.opening.path)
                is_there = True
