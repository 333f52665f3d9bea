"""A SQLite file, for the commands of `python -m db`."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from db.health import Health, NotDone
from db.sqlite.backup import backup, health, restore
from db.sqlite.engine import Lock, check_name, engine_of, prepare, refuse_leftovers


class SqlitePlace:
    """A file that a bot may have open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    @contextlib.asynccontextmanager
    async def opened(self, *, is_alone: bool, is_new: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a transaction. If `is_alone`, no bot may run and the schema is migrated; `is_new` makes the file.

        Raises `AlreadyRunning`, `CutShort`, `NotDone`.
        """
        check_name(self._path)
        refuse_leftovers(self._path)
        if not is_new and not self._path.is_file():
            raise NotDone(f"There is no database {self._path}.")
        if is_new:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(self._path) if is_alone else None
        engine = engine_of(self._path)
        try:
            if is_alone:
                self._path.touch(mode=0o600)
                await prepare(engine, self._path)
            async with engine.begin() as connection:
                yield connection
        finally:
            await engine.dispose()
            if lock:
                lock.release()

    async def health(self) -> Health:
        """Check the whole file."""
        return health(self._path)

    def backup(self, target: Path) -> str:
        """Copy the file while the bot runs. Return a report in a sentence."""
        found = backup(self._path, target)
        return f"{target}: {found.tables} tables, {found.entries} entries, checked."

    def restore(self, source: Path) -> str:
        """Replace the file by a backup. Return a report in sentences."""
        found, replaced = restore(self._path, source)
        done = f"{self._path} is now the backup: {found.tables} tables, {found.entries} entries, checked."
        return f"{done}\nWhat was there before is kept as {replaced}." if replaced else done
