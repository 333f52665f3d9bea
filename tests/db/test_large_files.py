"""A large file is checked while the bot runs. Damage stops only the tables that need the damaged page."""

import asyncio
import contextlib
import logging
import math
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

import bot
from db.sqlite import checking, engine, store
from db.sqlite.engine import LATER, Opening, UnsoundDatabase, first_fault
from db.store import SqliteStore
from sessions.records.table import LiveMessage
from sessions.refusals import StorageUnavailable
from sessions.sessions import Sessions
from settings import Settings
from tests.sessions.fixture import BOB, GUILD, SessionFixture
from tests.waiting import PATIENCE_S, eventually

PAGE = 4096
GROWING = ("tables", "sitters", "entries", "snapshots", "results", "live_messages")
"""Tables whose rows stay when a game is over."""
ENDLESS = "WITH RECURSIVE s(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM s) SELECT n FROM s WHERE n < 0"


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every file as large, and check it without a delay."""
    monkeypatch.setattr(store, "CHECKED_FIRST_BYTES", 0)
    monkeypatch.setattr(checking, "PAUSE_S", 0)


def lines(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


def damage(path: Path, digest: str) -> None:
    """Overwrite the page that contains this digest."""
    pages = [path.read_bytes()[start : start + PAGE] for start in range(0, path.stat().st_size, PAGE)]
    (hit,) = [number for number, page in enumerate(pages) if digest.encode() in page]
    pages[hit] = b"\xaa" * PAGE
    path.write_bytes(b"".join(pages))


async def three_games(fixture: SessionFixture) -> str:
    """Play at three tables and stop the bot. Return the newest digest of the first table. The page with this digest has
    nothing of the third table."""
    for channel in (1, 2, 3):
        await fixture.play(await fixture.game(channel=channel, options={"goal": 12}), 30)
    (newest,) = await fixture.store.log.newest_entries(1, 1)
    await fixture.kill()
    return newest.digest


async def test_a_large_file_is_checked_while_the_bot_runs(
    fixture: SessionFixture, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "knossos")
    await three_games(fixture)
    await fixture.open()
    assert isinstance(fixture.store.opening, Opening)
    assert fixture.store.opening.integrity == LATER
    await fixture.step(await fixture.sessions.at(1))
    await eventually(lambda: fixture.store.is_checked, "the file is checked")

    assert fixture.store.fault is None
    assert [line for line in lines(caplog, logging.INFO) if line.startswith("database checked: integrity=ok")]


async def test_damage_in_a_large_file_stops_one_table_and_is_logged(
    fixture: SessionFixture, caplog: pytest.LogCaptureFixture
) -> None:
    digest = await three_games(fixture)
    damage(fixture.path, digest)

    await fixture.open()
    await eventually(lambda: fixture.store.is_checked, "the file is checked")
    rows = await fixture.store.tables.in_guild(GUILD)
    found = await fixture.sessions.all_of(rows)

    assert (found[0].table.status, found[0].table.reason) == ("suspended", "damaged")
    await fixture.step(found[2])
    assert fixture.store.fault
    (line,) = lines(caplog, logging.ERROR)
    assert "is damaged" in line
    assert fixture.store.fault in line
    assert "python -m db check" in line


async def test_dangling_references_in_a_large_file_are_found(fixture: SessionFixture, tmp_path: Path) -> None:
    await three_games(fixture)
    with contextlib.closing(sqlite3.connect(fixture.path)) as connection, connection:
        connection.execute("DELETE FROM tables WHERE id = 1")  # Without a pragma, references aren't enforced.
    connection.close()

    await fixture.open()
    await eventually(lambda: fixture.store.is_checked, "the file is checked")

    assert "refers to a missing tables" in (fixture.store.fault or "")


async def test_closing_ends_a_check_in_the_middle_of_the_file(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[bool] = []

    def check_for_ever(ask: Callable[[str], Iterable[Any]]) -> None:
        began.append(True)
        for _ in ask(ENDLESS):
            pass

    monkeypatch.setattr(checking, "first_fault", check_for_ever)
    await fixture.restart()
    await eventually(lambda: began, "the check has begun")
    closed = fixture.store
    await closed.close()

    assert not closed.is_checked
    assert closed.fault is None
    await fixture.open()
    await fixture.kill()  # before the check begins
    await fixture.open()


async def test_closing_ends_a_check_between_two_statements(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[bool] = []
    interrupted = threading.Event()

    class Connection(sqlite3.Connection):
        def interrupt(self) -> None:
            super().interrupt()
            interrupted.set()

    def check_late(ask: Callable[[str], Iterable[Any]]) -> None:
        began.append(True)
        interrupted.wait(PATIENCE_S)
        for _ in ask(ENDLESS):
            pass

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Connection))
    monkeypatch.setattr(checking, "first_fault", check_late)
    await fixture.restart()
    await eventually(lambda: began, "the check has begun")
    await asyncio.wait_for(fixture.store.close(), PATIENCE_S)

    assert not fixture.store.is_checked
    await fixture.open()


async def test_a_large_file_is_checked_before_it_is_migrated(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = await three_games(fixture)
    damage(fixture.path, digest)
    monkeypatch.setattr(engine, "is_current", lambda _: False)
    with pytest.raises(UnsoundDatabase):
        await SqliteStore.open(str(fixture.path))


@pytest.mark.parametrize("harm", ["no database", "cut short"])
async def test_a_large_file_that_cannot_be_opened_is_refused(fixture: SessionFixture, harm: str) -> None:
    await three_games(fixture)
    sound = fixture.path.read_bytes()
    fixture.path.write_bytes(sound[: len(sound) // 2] if harm == "cut short" else b"this is no database at all" * 100)
    with pytest.raises(UnsoundDatabase):
        await SqliteStore.open(str(fixture.path))
    fixture.path.write_bytes(sound)
    await fixture.open()


async def test_a_start_that_cannot_read_the_tables_advises_a_check(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: Sessions) -> None:
        raise StorageUnavailable

    await fixture.kill()
    with monkeypatch.context() as patched:
        patched.setattr(Sessions, "load", fail)
        with pytest.raises(bot.CannotStart, match="python -m db check"):
            await bot.build(Settings(_env_file=None, database=str(fixture.path))).__aenter__()
    await fixture.open()  # This works only if the lock was released.


async def test_a_host_sees_whether_the_file_is_sound(
    fixture: SessionFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = await three_games(fixture)
    looked = threading.Event()

    def check_when_looked(ask: Callable[[str], Iterable[Any]]) -> str | None:
        assert looked.wait(PATIENCE_S)
        return first_fault(ask)

    monkeypatch.setattr(checking, "first_fault", check_when_looked)
    for harmed, shown in ((False, 0.0), (True, 1.0)):
        path = tmp_path / f"{harmed}.db"
        shutil.copy(fixture.path, path)
        if harmed:
            damage(path, digest)
        looked.clear()
        async with bot.build(Settings(_env_file=None, database=str(path))) as parts:
            registry = parts.client.services.meters.registry
            before = registry.get_sample_value("knossos_database_damaged")
            looked.set()
            await eventually(partial(getattr, parts.store, "is_checked"), "the file is checked")
            assert before is not None
            assert math.isnan(before)
            assert registry.get_sample_value("knossos_database_damaged") == shown
    await fixture.open()


@contextlib.contextmanager
def queries_of(path: Path) -> Iterator[dict[str, list[str]]]:
    """Record the queries of a block, each with SQLite's plan. The mapping is filled when the block ends."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    plans: dict[str, list[str]] = {}
    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield plans
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for statement, parameters in asked:
            if statement.startswith("SELECT"):
                rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans[statement] = [row[3] for row in rows]


async def test_a_start_reads_no_growing_table_in_full(fixture: SessionFixture) -> None:
    """Only an index of live tables may be read whole. Otherwise, a million finished games would delay the start."""
    for channel in (1, 2, 3):
        session = await fixture.game(channel=channel)
        await fixture.store.posts.keep_message(LiveMessage(session.table.id, "control", channel, 900 + channel, 1))
    await fixture.kill()
    with queries_of(fixture.path) as plans:
        await fixture.open()
        await fixture.store.clocks.without_clocks()
        await fixture.store.tables.of_user(BOB)
        await fixture.store.tables.in_guild(GUILD)
    whole = [
        (step, statement)
        for statement, steps in plans.items()
        for step in steps
        if step.startswith("SCAN") and step.split()[1] in GROWING and "live_table" not in step
    ]
    assert len(plans) > 15
    assert whole == []


async def test_ended_tables_of_a_server_are_found_by_their_index(fixture: SessionFixture) -> None:
    with queries_of(fixture.path) as plans:
        await fixture.store.tables.ended_in(GUILD, since=0)
    steps = [step for found in plans.values() for step in found if " tables " in f"{step} "]
    assert steps[0].startswith("SEARCH tables USING INDEX ended_tables_by_guild (guild=? AND changed_at>?)")
