"""If the database is removed or replaced while the bot runs, nothing is written until it is back."""

import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from db.sqlite import store
from db.sqlite.connections import OPEN_PARTS, SqliteFile
from sessions.refusals import StorageReplaced, StorageUnavailable, StorageUnsure
from tests.db.watched import Watch
from tests.sessions.fixture import SessionFixture
from tests.waiting import eventually

PATIENCE_S = 20.0
WAYS: dict[str, Callable[[Path], object]] = {
    "deleted": lambda path: path.unlink(),
    "moved": lambda path: path.rename(path.with_name("elsewhere.db")),
    "replaced": lambda path: replace(path),
    "log deleted": lambda path: path.with_name(path.name + "-wal").unlink(),
    "folder moved": lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
}


def replace(path: Path) -> None:
    """Replace the file by a copy, as a restore does."""
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    copy.replace(path)


def entries_in(path: Path) -> int:
    """Return the number of log entries, including those in the write-ahead log."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


@pytest.mark.parametrize("way", WAYS)
async def test_no_move_is_written_to_a_removed_file(fixture: SessionFixture, way: str) -> None:
    session = await fixture.game()
    before = session.number
    WAYS[way](fixture.path)

    for _ in range(3):
        with pytest.raises(StorageReplaced):
            await fixture.step(session)
    with pytest.raises(StorageReplaced):
        await fixture.store.clocks.keep_mark("health", 1)
    with pytest.raises(StorageReplaced):
        await fixture.store.log.entries(session.table.id, 1, 1000)

    assert session.number == before
    assert way in ("replaced", "log deleted") or not fixture.path.exists(), "an empty file was created"


async def test_play_continues_when_the_file_is_back(fixture: SessionFixture) -> None:
    session = await fixture.game()
    elsewhere = fixture.path.with_name("elsewhere.db")
    fixture.path.rename(elsewhere)
    with pytest.raises(StorageReplaced):
        await fixture.step(session)

    elsewhere.rename(fixture.path)
    await fixture.step(session)

    assert len(await fixture.store.log.entries(session.table.id, 1, 1000)) == session.number > 1


async def test_a_restart_continues_with_the_replacement_file(fixture: SessionFixture) -> None:
    session = await fixture.game()
    copied = entries_in(fixture.path)
    with closing(sqlite3.connect(fixture.path)) as source, closing(sqlite3.connect(fixture.path.with_name("b"))) as to:
        source.backup(to)
    fixture.path.with_name("b").replace(fixture.path)
    with pytest.raises(StorageReplaced):
        await fixture.step(session)

    await fixture.kill()
    for part in ("-wal", "-shm"):
        fixture.path.with_name(fixture.path.name + part).unlink(missing_ok=True)
    await fixture.open()

    assert entries_in(fixture.path) == copied


async def test_a_new_connection_fails_if_the_file_was_replaced(fixture: SessionFixture) -> None:
    """After a fault, the queue opens a new connection.

    The queue may neither create a database nor write to another file.
    """
    session = await fixture.game()
    writer = fixture.store.transactions.writer
    await writer._discard()
    fixture.path.rename(fixture.path.with_name("elsewhere.db"))
    with pytest.raises(StorageReplaced):
        await fixture.step(session)
    assert not fixture.path.exists()


async def test_a_file_that_cannot_be_looked_at_is_no_mistake(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens if a host revokes the bot's access to the folder."""
    session = await fixture.game()
    before, found = session.number, os.stat
    fails_from = 0

    def look(path: Path) -> os.stat_result:
        nonlocal fails_from
        fails_from -= 1
        if fails_from < 0:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return found(path)

    with monkeypatch.context() as failing:
        failing.setattr("db.sqlite.connections.os", SimpleNamespace(stat=look))
        with pytest.raises(StorageUnavailable):
            await fixture.step(session)
        assert session.number == before
        fails_from = len(OPEN_PARTS)
        with pytest.raises(StorageUnsure):
            await fixture.step(session)

    assert len(await fixture.store.log.entries(session.table.id, 1, 1000)) == before + 1


async def test_a_commit_is_uncertain_if_the_file_vanishes_meanwhile(
    fixture: SessionFixture, watch: Callable[[Watch], None]
) -> None:
    class Thief(Watch):
        """Removes the file after it was checked and before the commit."""

        def before(self, call: str, parameters: object) -> None:
            if call == "COMMIT" and fixture.path.exists():
                fixture.path.rename(fixture.path.with_name("elsewhere.db"))

    session = await fixture.game()
    watch(Watch())
    await fixture.restart()  # Connections opened from here on are watched.
    session = await fixture.sessions.at(session.table.channel)
    watch(Thief())
    with pytest.raises(StorageUnsure):
        await fixture.step(session)


async def test_the_host_is_informed_of_a_missing_file_within_seconds(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "LOOK_S", 0.01)
    await fixture.restart()
    elsewhere = fixture.path.with_name("elsewhere.db")
    missing = 0
    check = SqliteFile.check

    def count_missing(file: SqliteFile) -> None:
        nonlocal missing
        missing += not fixture.path.exists()
        check(file)

    monkeypatch.setattr(SqliteFile, "check", count_missing)

    async def until_logged(text: str) -> None:
        await eventually(lambda: any(text in record.getMessage() for record in caplog.records), text, every_s=0.01)

    with caplog.at_level(logging.INFO, "knossos"):
        fixture.path.rename(elsewhere)
        await until_logged("was moved or replaced: all changes are refused")
        await eventually(lambda: missing > 2, "the file was missing several times", every_s=0.01)
        elsewhere.rename(fixture.path)
        await until_logged("is back")
    assert [record.levelname for record in caplog.records if "replaced" in record.getMessage()] == ["ERROR"]
