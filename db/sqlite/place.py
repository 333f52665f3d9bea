"""A SQLite file, for the commands of `python -m db`: health checks, backups of a running bot, and restores."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from db.health import Health, NotDone
from db.schema import head, is_current, revision_of, revisions
from db.sqlite.engine import (
    PARTS,
    REPLACED,
    RESTORING,
    Lock,
    check_name,
    engine_of,
    give_to_owner,
    prepare,
    refuse_leftovers,
)
from sessions.store import VERSION


class SqlitePlace:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    @contextlib.asynccontextmanager
    async def transaction(self, *, is_alone: bool, is_new: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a transaction. `is_alone` locks bots out and migrates the schema. `is_new` creates the file."""
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
                give_to_owner(self._path)
                await prepare(engine, self._path)
            async with engine.begin() as connection:
                if not await connection.run_sync(is_current):
                    raise NotDone(f"{self._path} has the tables of an older version: start the bot once.")
                yield connection
        finally:
            await engine.dispose()
            if lock:
                lock.release()

    async def health(self) -> Health:
        return health(self._path)

    def backup(self, target: Path) -> str:
        found = backup(self._path, target)
        return f"{target}: {found.tables} tables, {found.entries} entries, checked."

    def restore(self, source: Path) -> str:
        found, replaced = restore(self._path, source)
        done = f"{self._path} is now the backup: {found.tables} tables, {found.entries} entries, checked."
        return f"{done}\nWhat was there before is kept as {replaced}." if replaced else done


def health(path: Path) -> Health:
    """Check every page, every reference between rows, and every log for gaps."""
    if not path.is_file():
        raise NotDone(f"There is no database {path}.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(20)")]
            faults = [fault for fault in found if fault != "ok"]
            faults += [f"{row[0]}: a row refers to a missing {row[2]}"
                       for row in connection.execute("PRAGMA foreign_key_check")]  # fmt: skip
            gaps = "SELECT table_id FROM entries GROUP BY table_id HAVING max(number) != count(*) OR min(number) != 1"
            faults += [f"table {row[0]}: its log has a gap" for row in connection.execute(gaps)]
            tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
            entries = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
            version = connection.execute("SELECT value FROM hashes WHERE name = ?", (VERSION,)).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's message may quote a damaged name
        return Health((str(error),), 0, 0)
    return Health(tuple(faults), tables, entries, version[0] if version else None)


def backup(path: Path, target: Path) -> Health:
    """Copy the database at one moment to a new file and check the copy. Raises `NotDone`, `CutShort`."""
    refuse_leftovers(path)
    if not path.is_file():
        raise NotDone(f"There is no database {path}.")
    if target.exists():
        raise NotDone(f"{target} exists already; a backup is never written over.")
    if not target.parent.is_dir():
        raise NotDone(f"There is no folder {target.parent}.")
    return _copy(path, target)


def _copy(path: Path, target: Path) -> Health:
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        partial.touch(mode=0o600)
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as connection:
            connection.execute("VACUUM INTO ?", (str(partial),))
        found = health(partial)
        if found.faults:
            raise NotDone(f"{path} is damaged: {found.faults[0]}")
        _sync(partial)
        partial.rename(target)
        _sync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise NotDone(f"The copy to {target} failed: {error}.") from error
    finally:
        partial.unlink(missing_ok=True)
    return found


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def restore(path: Path, source: Path) -> tuple[Health, Path | None]:
    """Replace the database with a backup. Return the new database's health, and the path of the old one.

    If this is killed, the path has the old database, the new one, or a marker of an unfinished restore. With that
    marker, only another restore is possible. Raises `AlreadyRunning`, `NotDone`.
    """
    if not source.is_file():
        raise NotDone(f"There is no backup {source}.")
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        _check_schema(source)
        fresh = path.with_name(path.name + RESTORING)
        was_cut_short = fresh.exists()  # a restore was killed, so the database may lack files
        _copy(source, fresh)
        give_to_owner(fresh)
        try:
            replaced = _keep_aside(path)
        except OSError:
            if not was_cut_short:
                fresh.unlink()
            raise
        for suffix in PARTS:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        _sync(path.parent)
        fresh.replace(path)
        _sync(path.parent)
        found = health(path)
    finally:
        lock.release()
    if found.faults:
        raise NotDone(
            f"{path} is now the backup, and damaged: {found.faults[0]}. What was there is kept as {replaced}."
        )
    return found, replaced


def _check_schema(source: Path) -> None:
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(source), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            revision = revision_of(connection)
    except DatabaseError as error:
        raise NotDone(f"{source} is no sound database: {error.orig}.") from error
    except UnicodeDecodeError as error:
        raise NotDone(f"{source} is no sound database: {error}.") from error
    finally:
        engine.dispose()
    if revision is None:
        raise NotDone(f"{source} is no database of this bot.")
    if revision not in revisions():
        raise NotDone(f"{source} is of a newer version (schema {revision}; this one knows up to {head()}).")


def _keep_aside(path: Path) -> Path | None:
    """Give the database and its other files a second name. Return that name, or None if there is no database."""
    replaced = path.with_name(f"{path.name}{REPLACED}{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    kept: list[Path] = []
    for suffix in (*PARTS, ""):  # The database itself comes last, so its copy always has the other files.
        part = path.with_name(path.name + suffix)
        if part.exists():
            kept.append(replaced.with_name(replaced.name + suffix))
            _link(part, kept[-1])
    _sync(path.parent)
    return kept[-1] if kept else None


def _link(part: Path, name: Path) -> None:
    try:
        name.hardlink_to(part)
    except OSError:
        name.touch(mode=0o600)
        shutil.copyfile(part, name)
        _sync(name)
