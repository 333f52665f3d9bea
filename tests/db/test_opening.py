"""Opening a database: one process at a time, all pages checked, no newer schema, and durable settings."""

import asyncio
import errno
import itertools
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from db import __main__ as commands
from db.health import NotDone
from db.schema import MIGRATIONS, NewerDatabase, head, revisions
from db.sqlite import engine
from db.sqlite.connections import SqliteConnection, SqliteFile
from db.sqlite.engine import AlreadyRunning, Opening, UnfitFile, UnsoundDatabase, UnusableUrl, path_of
from db.sqlite.place import health, restore
from db.store import SqliteStore
from db.tables import hashes, metadata
from tests.sessions.fixture import CHANNEL, SessionFixture


async def test_an_error_contains_no_parameters(fixture: SessionFixture) -> None:
    """Errors may be logged, and parameters contain seeds and hands."""
    with pytest.raises(IntegrityError) as refused:
        async with fixture.store.engine.begin() as connection:
            await connection.execute(insert(hashes), [{"name": "card", "value": "A1-01"}] * 2)
    assert "INSERT INTO hashes" in str(refused.value)
    assert "A1-01" not in str(refused.value)


async def test_opening_a_database_reports_its_settings(fixture: SessionFixture) -> None:
    opening = fixture.store.opening
    assert isinstance(opening, Opening)
    assert (opening.journal_mode, opening.synchronous, opening.integrity) == ("wal", 2, "ok")
    assert opening.schema == head()
    assert opening.sqlite_version == sqlite3.sqlite_version


def test_the_names_of_migrations_give_their_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))

    assert [script.revision for script in scripts.walk_revisions()] == [*reversed(revisions())]


async def test_a_second_process_is_refused_until_the_first_is_gone(fixture: SessionFixture) -> None:
    script = "import asyncio,sys; from db.store import SqliteStore; asyncio.run(SqliteStore.open(sys.argv[1]))"
    for expected in ("AlreadyRunning", ""):
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            script,
            str(fixture.path),
            stderr=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        _, err = await child.communicate()
        assert (expected in err.decode()) if expected else child.returncode == 0
        if expected:
            with pytest.raises(AlreadyRunning):
                await SqliteStore.open(str(fixture.path))
            await fixture.kill()
    await fixture.open()


async def test_only_the_owner_may_read_the_lock(fixture: SessionFixture) -> None:
    """Anyone who can read the lock file could lock it and keep the bot from starting."""
    lock = fixture.path.with_name(f"{fixture.path.name}.lock")
    modes = [lock.stat().st_mode & 0o777]
    lock.chmod(0o644)  # Older versions created the lock file with this mode.
    await fixture.restart()
    modes.append(lock.stat().st_mode & 0o777)
    assert modes == [0o600, 0o600]


async def test_a_database_of_a_newer_version_is_not_touched(fixture: SessionFixture) -> None:
    await fixture.game()
    await fixture.kill()
    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerDatabase) as refused:
        await SqliteStore.open(str(fixture.path))
    assert "schema 9999" in str(refused.value)

    with closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (head(),))
    connection.close()
    await fixture.open()
    assert (await fixture.sessions.at(CHANNEL)).number == 1


@pytest.mark.parametrize("garbage", [b"this is no database at all" * 100, None])
async def test_a_damaged_file_is_refused_and_its_lock_released(fixture: SessionFixture, garbage: bytes | None) -> None:
    for channel in range(5):
        await fixture.game(channel=channel)
    await fixture.kill()
    sound = fixture.path.read_bytes()
    page = 4096
    fixture.path.write_bytes(garbage or sound[: 6 * page] + b"\xaa" * (10 * page) + sound[16 * page :])
    for _ in range(2):
        with pytest.raises(UnsoundDatabase):
            await SqliteStore.open(str(fixture.path))
    fixture.path.write_bytes(sound)
    await fixture.open()


async def test_a_file_with_a_damaged_name_in_its_schema_is_refused(fixture: SessionFixture) -> None:
    """SQLite quotes the damaged name in its error message, so Python can't decode the message."""
    await fixture.kill()
    sound = fixture.path.read_bytes()
    damaged = sound.replace(b"hasheshashes", b"h\xacsheshashes").replace(b"CREATE TABLE hashes", b"CREATE TABLX hashes")
    assert damaged.count(b"\xacshes") == damaged.count(b"TABLX") == 1
    fixture.path.write_bytes(damaged)

    with pytest.raises(UnsoundDatabase):
        await SqliteStore.open(str(fixture.path))
    assert health(fixture.path).faults
    other = fixture.path.with_name("other.db")
    other.write_bytes(damaged)
    with pytest.raises(NotDone, match="no sound database"):
        restore(fixture.path, other)


async def test_a_database_is_released_if_opening_it_fails(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fixture.kill()
    tries = itertools.count()
    opened: list[SqliteConnection] = []
    closed: list[SqliteConnection] = []
    connect, close = SqliteFile.connect, SqliteConnection.close

    async def connect_once(file: SqliteFile) -> SqliteConnection:
        if next(tries):
            raise OSError(errno.EMFILE, "too many open files")
        opened.append(await connect(file))
        return opened[0]

    async def seen_closing(connection: SqliteConnection) -> None:
        closed.append(connection)
        await close(connection)

    monkeypatch.setattr(SqliteFile, "connect", connect_once)
    monkeypatch.setattr(SqliteConnection, "close", seen_closing)
    with pytest.raises(OSError, match="too many open files"):
        await SqliteStore.open(str(fixture.path))
    assert len(opened) == 1
    assert closed == opened
    monkeypatch.undo()
    await fixture.open()  # This works only if the lock was released.


async def test_migrations_create_the_same_tables_as_the_code(fixture: SessionFixture) -> None:
    async with fixture.store.engine.connect() as connection:
        differing = await connection.run_sync(lambda wire: compare_metadata(MigrationContext.configure(wire), metadata))
        rows = await connection.exec_driver_sql("SELECT name, wr FROM pragma_table_list")
        without_rowid = {name for name, without in rows if without}
    assert differing == []
    assert without_rowid == {
        "sitters", "entries", "results", "posts", "handled", "live_messages", "notes", "watchers", "seat_clocks", "due",
    }  # fmt: skip


def test_urls_and_plain_paths_name_the_same_file() -> None:
    assert path_of("var/k.db") == path_of("sqlite:///var/k.db") == path_of("sqlite+aiosqlite:///var/k.db")
    for url in ("postgresql+asyncpg://host/k", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(UnusableUrl):
            path_of(url)


async def test_a_hard_linked_database_is_refused_under_both_names(fixture: SessionFixture) -> None:
    second = fixture.path.with_name("second.db")
    second.hardlink_to(fixture.path)
    with pytest.raises(UnfitFile, match=r"second\.db has a second name .* Delete that"):
        await SqliteStore.open(str(second))
    await fixture.kill()
    with pytest.raises(UnfitFile, match="has a second name"):
        await SqliteStore.open(str(fixture.path))
    second.unlink()
    await fixture.open()


@pytest.mark.parametrize("pragma", ["journal_mode=DELETE", "synchronous=NORMAL", "foreign_keys=OFF"])
async def test_a_file_that_sqlite_cannot_keep_safely_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str
) -> None:
    monkeypatch.setattr(engine, "PRAGMAS", (*engine.PRAGMAS, pragma))
    with pytest.raises(UnfitFile, match=r"SQLite cannot keep .*k\.db safely .* Put the file on a local disk"):
        await SqliteStore.open(str(tmp_path / "k.db"))


DROPPED = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 else ()
"""Runs a command without the rights of root, which may write to read-only files."""
CHILD_S = 60.0


@pytest.mark.parametrize("part", ["", "-wal"])
async def test_a_read_only_file_is_refused_at_the_start(fixture: SessionFixture, part: str) -> None:
    await fixture.store.close()
    read_only = fixture.path.with_name(fixture.path.name + part)
    read_only.touch()
    read_only.chmod(0o444)

    script = "import asyncio,sys; from db.store import SqliteStore; asyncio.run(SqliteStore.open(sys.argv[1]))"
    child = await asyncio.create_subprocess_exec(
        *DROPPED, sys.executable, "-c", script, str(fixture.path),
        stderr=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    _, said = await asyncio.wait_for(child.communicate(), CHILD_S)

    assert child.returncode == 1
    assert f"UnfitFile: DATABASE: {read_only} is read-only" in said.decode()


def test_a_command_on_a_folder_gets_a_one_sentence_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["--database", "/", "replay"]) == 2
    assert capsys.readouterr().err.startswith("/ is a folder. Name a file in it.")
