"""Copies of the database: made while the bot runs, put back while it does not, checked both times."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import create_engine
from sqlalchemy.exc import DatabaseError

from db.engine import Lock
from db.schema import head, revision_of, revisions


class NotDone(Exception):  # noqa: N818
    """A command of the host's could not be carried out; the text says why."""


class Health(msgspec.Struct, frozen=True):
    """What a look at a whole file found: nothing at all if it is sound."""

    faults: tuple[str, ...]
    tables: int
    entries: int


def health(path: Path) -> Health:
    """Check every page, every reference between rows, and that each log has no gap."""
    if not path.is_file():
        raise NotDone(f"There is no database {path}.")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(20)")]
            faults = [fault for fault in found if fault != "ok"]
            faults += [f"{row[0]}: a row refers to a missing {row[2]}"
                       for row in connection.execute("PRAGMA foreign_key_check")]  # fmt: skip
            gaps = "SELECT table_id FROM entries GROUP BY table_id HAVING max(number) != count(*) OR min(number) != 1"
            faults += [f"table {row[0]}: its log has a gap" for row in connection.execute(gaps)]
            tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
            entries = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return Health((str(error),), 0, 0)
    return Health(tuple(faults), tables, entries)


def backup(path: Path, target: Path) -> Health:
    """Copy the database as it is at one moment to `target`, which must not exist; the bot may run meanwhile.

    The copy is checked before it gets its name. Raises `NotDone`.
    """
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
        with closing(sqlite3.connect(path, timeout=30)) as connection:
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
    """Have the file or folder on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def restore(path: Path, source: Path) -> tuple[Health, Path | None]:
    """Put the backup `source` in place of the database, which is kept beside it under the name that is returned.

    Raises `AlreadyRunning` while the bot runs, and `NotDone` if the backup is unsound or of a newer version.
    """
    if not source.is_file():
        raise NotDone(f"There is no backup {source}.")
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        _check_schema(source)
        fresh = path.with_name(path.name + ".restoring")
        fresh.unlink(missing_ok=True)
        found = _copy(source, fresh)
        replaced = _set_aside(path)
        fresh.rename(path)
        _sync(path.parent)
    finally:
        lock.release()
    return found, replaced


def _check_schema(source: Path) -> None:
    engine = create_engine(f"sqlite:///{source}")
    try:
        with engine.connect() as connection:
            revision = revision_of(connection)
    except DatabaseError as error:
        raise NotDone(f"{source} is no sound database: {error.orig}.") from error
    finally:
        engine.dispose()
    if revision is None:
        raise NotDone(f"{source} is no database of this bot.")
    if revision not in revisions():
        raise NotDone(f"{source} is of a newer version (schema {revision}; this one knows up to {head()}).")


def _set_aside(path: Path) -> Path | None:
    """Rename the database and what belongs to it; None if there was none."""
    if not path.exists():
        return None
    replaced = path.with_name(f"{path.name}.replaced-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    for suffix in ("-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(replaced.with_name(replaced.name + suffix))
    return replaced
