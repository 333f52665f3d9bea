"""Opens the file: checks its name and health, locks it, configures SQLite and migrates the schema."""

import asyncio
import contextlib
import errno
import fcntl
import glob
import math
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from db.schema import Unusable, head, is_current, migrate
from db.sqlite.connections import Driver

BUSY_TIMEOUT_MS = 5000
_SQLITE = re.compile(r"sqlite(\+aiosqlite)?://(/|$)")
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_TIMEOUT_MS}")

ASKED = ("wal", 2, 1)

LATER = "later"
"""Reported as the integrity of a file whose pages haven't been checked yet."""

RESTORING = ".restoring"
"""The suffix of a backup while it is being restored. A file with this suffix belongs to an unfinished restore."""
REPLACED = ".replaced-"
PARTS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps next to a database. It would mix old ones into a new database."""


class AlreadyRunning(Unusable):
    """Another process has this database open."""


class UnsoundDatabase(Unusable):
    """The file is damaged or is not a database. `found` is SQLite's message."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            f"The database {path} is damaged ({found}). Restore a backup with `python -m db restore FILE`."
        )


class CutShort(Unusable):
    """A restore was killed, or the database was deleted. The files `found` next to `path` belong to that database."""

    def __init__(self, path: Path, found: Sequence[Path]) -> None:
        names = ", ".join(map(str, found))
        super().__init__(
            f"A restore of {path} was cut short. Nothing is lost: run `python -m db restore FILE` once more."
            if found[0].name.endswith(RESTORING)
            else f"There is no database {path}, but there is {names}: what was in it may be there. "
            "Run `python -m db restore FILE`, or move these files away to begin with an empty database."
        )


class UnusableUrl(Unusable):
    """A database URL that names no SQLite file."""


class UnfitFile(Unusable):
    """The file can't be used safely."""


class Opening(msgspec.Struct, frozen=True):
    path: str
    sqlite_version: str
    journal_mode: str
    synchronous: int
    schema: str
    integrity: str

    def __str__(self) -> str:
        return (
            f"sqlite={self.sqlite_version} journal={self.journal_mode} synchronous={self.synchronous} "
            f"schema={self.schema} integrity={self.integrity}"
        )


def path_of(url: str) -> Path:
    """Return the file of a database URL or plain path, taken literally. Raises `UnusableUrl`."""
    if "://" not in url:
        return Path(url)
    name = _SQLITE.sub("", url, count=1)
    if name in (url, "", ":memory:"):
        shown = make_url(url).render_as_string(hide_password=True)
        raise UnusableUrl(
            f"DATABASE names neither a SQLite file nor PostgreSQL: {shown}. Write a file's name, such as "
            "var/knossos.db, or postgresql://user:password@host/name."
        )
    return Path(name)


def check_name(path: Path) -> None:
    """Raise `UnfitFile` for a folder or a hard-linked file. A second bot could open the file by its other name."""
    path = path.resolve()
    if path.is_dir():
        raise UnfitFile(f"{path} is a folder. Name a file in it.")
    if not path.exists():
        return
    opened = path.stat()
    kept = sum(each.samefile(path) for each in path.parent.glob(f"{glob.escape(path.name)}{REPLACED}*"))
    if opened.st_nlink > 1 + kept:
        raise UnfitFile(
            f"The database {path} has a second name (a hard link), by which another bot could open it. Delete that "
            "name, or replace it by a copy made with `python -m db backup FILE`."
        )


def refuse_leftovers(path: Path) -> None:
    """Raise `CutShort` if opening would create an empty database in place of a lost one, or mix two databases."""
    path = path.resolve()
    restoring = path.with_name(path.name + RESTORING)
    if restoring.exists():
        raise CutShort(path, (restoring,))
    if path.exists() and path.stat().st_size:
        return
    beside = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
    kept = [each for each in beside if each.name.startswith(path.name + REPLACED) and not each.name.endswith(PARTS)]
    parts = [part for part in (path.with_name(path.name + "-wal"),) if part.exists() and part.stat().st_size]
    if found := (*kept, *parts):
        raise CutShort(path, found)


class Lock:
    """An exclusive lock on a file, even across different paths to the file. Raises `AlreadyRunning`."""

    def __init__(self, path: Path) -> None:
        path = path.resolve()
        check_name(path)
        # Anyone who can read the lock can take it and keep the bot from starting, so only the owner may read it.
        self._file: IO[str] = open(f"{path}.lock", "a", opener=_private)  # noqa: SIM115
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise AlreadyRunning(f"Another process uses the database {path}. Stop it first, or set DATABASE.") from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()
        give_to_owner(path.with_name(f"{path.name}.lock"))

    def release(self) -> None:
        self._file.close()


def give_to_owner(path: Path) -> None:
    """Give this file to its folder's owner if we are root. Otherwise the bot's user could not open it."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _private(path: str, flags: int) -> int:
    opened = os.open(path, flags, 0o600)
    with contextlib.suppress(PermissionError):
        os.fchmod(opened, 0o600)
    return opened


def engine_of(path: Path) -> AsyncEngine:
    """Make an engine with durable connections: WAL, a sync for each commit, and foreign keys enforced."""

    async def open_driver() -> Driver:
        driver = Driver(path)
        await driver
        try:
            await driver.executescript("".join(f"PRAGMA {pragma};" for pragma in PRAGMAS))
        except BaseException:
            await driver.close()
            raise
        return driver

    # Errors in the log must not show parameters, which include seeds and hands.
    return create_async_engine(
        "sqlite+aiosqlite://", poolclass=NullPool, async_creator=open_driver, hide_parameters=True
    )


async def prepare(engine: AsyncEngine, path: Path, largest_bytes: float = math.inf) -> Opening:
    """Check the file's health and migrate its schema. A file over `largest_bytes` is checked only if it's migrated.

    Raises `UnfitFile`, `UnsoundDatabase`, `NewerDatabase`, `OSError`.
    """
    _check_rights(path)
    is_large = await asyncio.to_thread(os.path.getsize, path) > largest_bytes
    try:
        async with engine.connect() as connection:
            is_left = is_large and await connection.run_sync(is_current)
            if not is_left:
                await asyncio.to_thread(_read_through, path)
            return await connection.run_sync(_prepare, path, is_left)
    except OperationalError as error:
        is_full = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if is_full else errno.EIO, str(error.orig), str(path)) from error
    except DatabaseError as error:
        raise UnsoundDatabase(path, str(error.orig)) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes a damaged name
        raise UnsoundDatabase(path, str(error)) from error


def _check_rights(path: Path) -> None:
    """Raise `UnfitFile` for a read-only file. SQLite would open the database and then refuse every change."""
    for suffix in ("", *PARTS):
        part = path.with_name(path.name + suffix)
        if part.exists() and not os.access(part, os.W_OK):
            raise UnfitFile(
                f"DATABASE: {part} is read-only for the user that the bot runs as. Give the file to this user (chown), "
                "and let it write (chmod u+w)."
            )


def _read_through(path: Path) -> None:
    """Read the file into the system's cache, because the health check is eight times slower on a cold disk."""
    chunk = bytearray(1 << 20)
    with path.open("rb", buffering=0) as file:
        while file.readinto(chunk):
            pass


def first_fault(ask: Callable[[str], Iterable[Sequence[Any]]]) -> str | None:
    """Read every page and compare references between rows. Return the first fault. `ask` runs a statement."""
    found = "; ".join(str(row[0]) for row in ask("PRAGMA quick_check(5)"))
    if found != "ok":
        return found
    # If the `-wal` of another database was mixed in, every page may be valid. Only this check finds it.
    for table, _, missing, *_ in ask("PRAGMA foreign_key_check"):
        return f"{table}: a row refers to a missing {missing}"
    return None


def _prepare(connection: Connection, path: Path, is_left: bool) -> Opening:
    if not is_left and (fault := first_fault(connection.exec_driver_sql)):
        raise UnsoundDatabase(path, fault)
    journal_mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
    synchronous = connection.execute(text("PRAGMA synchronous")).scalar_one()
    held = (journal_mode, synchronous, connection.execute(text("PRAGMA foreign_keys")).scalar_one())
    if held != ASKED:
        raise UnfitFile(
            f"DATABASE: SQLite cannot keep {path} safely (journal_mode, synchronous, foreign_keys are {held} in place "
            f"of {ASKED}). Put the file on a local disk."
        )
    schema = _migrate(connection)
    return Opening(str(path), sqlite3.sqlite_version, journal_mode, synchronous, schema, LATER if is_left else "ok")


def _migrate(connection: Connection) -> str:
    if is_current(connection):
        connection.commit()
        return head()
    # The driver begins a transaction for changes of rows, but not for CREATE TABLE.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    return migrate(connection)
