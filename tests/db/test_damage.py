"""Random damage is noticed when a database is opened, or when a table is read. A backup can always be restored.

Nobody continues in a wrong position, and other tables aren't affected.
"""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

from db.schema import Unusable
from db.sqlite.place import SqlitePlace
from engine.kernel.refusals import Refusal
from sessions.refusals import StorageUnavailable
from tests.db.disk import lay_out
from tests.sessions.conftest import fixture
from tests.sessions.fixture import SessionFixture

__all__ = ["fixture"]

DAMAGES = 20
TABLES = range(1, 7)
PAGE = 4096
CELLS = {
    "tables": ("id", "options", "seating", "status", "commitment", "game"),
    "sitters": ("table_id", "name", "user"),
    "entries": ("table_id", "deed", "digest", "kind"),
    "snapshots": ("table_id", "position"),
    "posts": ("table_id", "payload", "kind"),
}
"""For each database table, the column with the table's id, then the columns to damage."""

Digests = Mapping[int, list[str]]
"""The digests after each entry of each table."""


class Database:
    """A database of a bot that was killed. The last answers of its games are only in the write-ahead log."""

    def __init__(self, folder: Path) -> None:
        self.backup = folder / "backup.db"
        self.files: dict[str, bytes] = {}
        self.digests: dict[int, list[str]] = {table: [] for table in TABLES}

    async def fill(self, fixture: SessionFixture, random: Random) -> None:
        for table in TABLES:
            await fixture.game(channel=table, options={"goal": 12})
        await self._play(fixture, random)
        await fixture.restart()
        SqlitePlace(fixture.path).backup(self.backup)
        await self._play(fixture, random)
        names = [fixture.path.name + suffix for suffix in ("", "-wal")]
        self.files = {name: fixture.path.with_name(name).read_bytes() for name in names}

    async def _play(self, fixture: SessionFixture, random: Random) -> None:
        for table in TABLES:
            session = await fixture.sessions.by_id(table)
            await fixture.play(session, random.randint(3, 12))
            entries = await fixture.store.log.entries(table, 1, session.number)
            self.digests[table] = [entry.digest for entry in entries]


def flip_bits(content: bytes, random: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(random.randint(1, 8)):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def scribble(content: bytes, random: Random) -> bytes:
    """Replace part of a page, or all of it, by random bytes or zeros."""
    start = random.randrange(len(content))
    size = min(random.choice((16, 512, PAGE)), len(content) - start)
    return content[:start] + random.choice((random.randbytes(size), bytes(size))) + content[start + size :]


def cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(1, len(content))]


def damage_files(files: Mapping[str, bytes], random: Random) -> dict[str, bytes]:
    """Damage the main file or the log, or remove the log."""
    name = random.choice(list(files))
    how = random.choice((flip_bits, scribble, cut, None))
    if how is None:
        return {name: content for name, content in files.items() if not name.endswith("-wal")}
    return {**files, name: how(files[name], random)}


def damage_cell(path: Path, random: Random) -> int:
    """Damage one stored value of a random table. Return the table's number."""
    name = random.choice(list(CELLS))
    key, *columns = CELLS[name]
    column, table = random.choice(columns), random.choice(TABLES)

    def change(value: str | bytes | int | None) -> str | bytes:
        if isinstance(value, bytes) and value and random.random() < 0.7:
            return flip_bits(value, random)
        return random.choice((random.randbytes(9), "\ufffd", b""))

    with closing(sqlite3.connect(path)) as connection, connection:
        connection.create_function("change", 1, change)
        connection.execute(f"UPDATE {name} SET {column} = change({column}) WHERE {key} = ?", (table,))  # noqa: S608
    return table


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SessionFixture]:
    """Open a database, and close it even if a test fails."""
    found = SessionFixture(path)
    found.interactions = 5000
    try:
        await found.open()
        yield found
    finally:
        if hasattr(found, "store"):
            await found.kill()


async def find_wrong(found: SessionFixture, tables: set[int], digests: Digests) -> list[str]:
    """Load each of these tables and continue it. Return a line for each table that is in a wrong position without being
    suspended."""
    wrong: list[str] = []
    for table in sorted(tables):
        try:
            session = await found.sessions.by_id(table)
            if session.table.status == "suspended":
                continue
            if session.reader.timeline.digest() not in digests[table]:
                wrong.append(f"table {table} goes on in a wrong position")
            if session.pending:
                await found.step(session)
        except Refusal:
            continue
    return wrong


async def test_damaged_files_are_refused_or_lose_only_the_damaged_tables(
    fixture: SessionFixture,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    random, database = Random(request.config.getoption("--seed")), Database(tmp_path)
    await database.fill(fixture, random)
    wrong: list[str] = []
    for number in range(DAMAGES):
        folder = tmp_path / f"damage-{number}"
        path = folder / fixture.path.name
        lay_out(damage_files(database.files, random), folder)
        with contextlib.suppress(Unusable, StorageUnavailable):  # the bot can't start and says so
            async with opened(path) as found:
                wrong += await find_wrong(found, set(TABLES), database.digests)
        restored, _ = SqlitePlace(path), SqlitePlace(path).restore(database.backup)
        assert not (await restored.health()).faults
    record_property("tries", DAMAGES)
    assert wrong == []


async def test_a_damaged_record_affects_no_other_table(
    fixture: SessionFixture,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    random, database = Random(request.config.getoption("--seed")), Database(tmp_path)
    await database.fill(fixture, random)
    for number in range(DAMAGES):
        folder = tmp_path / f"damage-{number}"
        path = folder / fixture.path.name
        lay_out(database.files, folder)
        table = damage_cell(path, random)
        async with opened(path) as found:
            assert await find_wrong(found, {table}, database.digests) == []
            for other in set(TABLES) - {table}:
                session = await found.sessions.by_id(other)
                assert session.reader.timeline.digest() == database.digests[other][-1]
                await found.step(session)
    record_property("tries", DAMAGES)
