"""If the disk is full or missing, requests are refused without changes. Everything works again afterwards."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from sessions.refusals import StorageFull, StorageRefusal, StorageUnavailable
from tests.db.watched import Watch
from tests.sessions.fixture import ALICE, BOB, CHANNEL, SessionFixture


async def limit_pages(fixture: SessionFixture, pages: int) -> None:
    """Limit the file to this number of pages, like a full disk."""
    await fixture.store.transactions.writer.submit(
        lambda connection: connection.execute(text(f"PRAGMA max_page_count = {pages}")).scalar()
    )


async def pages_used(fixture: SessionFixture) -> int:
    return await fixture.store.transactions.writer.submit(
        lambda connection: int(connection.execute(text("PRAGMA page_count")).scalar_one())
    )


async def test_a_full_disk_refuses_moves_until_there_is_room(fixture: SessionFixture) -> None:
    session = await fixture.game(options={"goal": 12, "crows": False})
    await limit_pages(fixture, await pages_used(fixture))
    refused = 0
    for _ in range(40):
        digest, number, epoch = session.reader.timeline.digest(), session.number, session.table.epoch
        try:
            await fixture.step(session)
        except StorageFull:
            refused += 1
            assert (session.reader.timeline.digest(), session.number, session.table.epoch) == (digest, number, epoch)
    assert refused

    await limit_pages(fixture, 1_000_000)
    entries = await fixture.store.log.entries(session.table.id, 1, 1000)
    assert len(entries) == session.number
    await fixture.play(session)
    assert session.table.status == "over"


CODES = {
    "database or disk is full": sqlite3.SQLITE_FULL,
    "disk I/O error": sqlite3.SQLITE_IOERR,
    "attempt to write a readonly database": sqlite3.SQLITE_READONLY,
    "database disk image is malformed": sqlite3.SQLITE_CORRUPT,
}


def fault(name: str) -> sqlite3.DatabaseError:
    """Return an error like SQLite's."""
    error = sqlite3.DatabaseError(name) if "malformed" in name else sqlite3.OperationalError(name)
    error.sqlite_errorcode = CODES[name]
    return error


class Failing(Watch):
    """A bad disk: the n-th call fails. A commit fails before it is made, a statement after it was executed."""

    def __init__(self, name: str, on_call: int) -> None:
        self.left = on_call
        self.name = name

    def fail(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise fault(self.name)

    def before(self, call: str, parameters: Any) -> None:
        if call == "COMMIT":
            self.fail()

    def after(self, call: str, connection: sqlite3.Connection) -> None:
        if call not in ("COMMIT", "ROLLBACK"):
            self.fail()


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("database or disk is full", StorageFull),
        ("disk I/O error", StorageUnavailable),
        ("attempt to write a readonly database", StorageUnavailable),
    ],
)
async def test_a_fault_at_any_call_leaves_nothing_half_written(
    watch: Callable[[Watch], None],
    fixture: SessionFixture,
    name: str,
    refusal: type[StorageRefusal],
    record_property: Callable[[str, object], None],
) -> None:
    session = await fixture.game(options={"goal": 12})
    on_call = refused = 0
    while True:
        on_call += 1
        watch(Failing(name, on_call))
        digest, number = session.reader.timeline.digest(), session.number
        try:
            await fixture.step(session)
        except refusal:
            refused += 1
            assert (session.reader.timeline.digest(), session.number) == (digest, number)
        watch(Watch())
        stored = await fixture.store.log.newest_entries(session.table.id, 1)
        assert stored[0].digest == session.reader.timeline.digest()
        assert stored[0].number == session.number
        if session.number > number and on_call > 3:
            break
    assert refused >= 3
    record_property("tries", refused)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await fixture.play(session)
    assert session.table.status == "over"


async def test_one_failing_write_does_not_fail_its_batch(fixture: SessionFixture) -> None:
    session, other = await fixture.game(channel=1), await fixture.game(channel=2)
    done = session.reader.decision_of(ALICE)
    assert done is not None
    press = fixture.press()
    await session.play.answer(ALICE, (done.options[0].key,), press)
    other.writer._results.clear()

    # A forged interaction is used at two tables. The forgery must not affect other answers in its batch.
    third = await fixture.game(channel=3)
    gate = threading.Event()
    held = fixture.store.transactions.writer.submit(lambda connection: gate.wait())
    commits = fixture.store.transactions.writer.commits
    answers = [
        asyncio.ensure_future(other.play.answer(ALICE, ("tree:0",), press)),
        asyncio.ensure_future(third.play.answer(BOB, ("tree:0",), fixture.press())),
    ]
    await asyncio.sleep(0.01)
    gate.set()
    await held
    forged, honest = await asyncio.gather(*answers)
    assert (forged.first, forged.last) == (0, 0)
    assert honest.first == 2
    assert fixture.store.transactions.writer.commits == commits + 1
    assert other.number == 1
    assert third.number == 2


class Torn(Watch):
    """A disk with an unreadable page. Only the log of the first table needs that page."""

    def __init__(self, name: str = "database disk image is malformed") -> None:
        self.name = name

    def before(self, call: str, parameters: Any) -> None:
        if "FROM entries" in call and parameters[0] == 1:
            raise fault(self.name)


async def test_a_damaged_page_suspends_only_the_table_that_needs_it(
    watch: Callable[[Watch], None], fixture: SessionFixture
) -> None:
    await fixture.game(channel=1)
    await fixture.game(channel=2)
    await fixture.restart()

    watch(Torn())
    session = await fixture.sessions.at(1)
    assert (session.table.status, session.table.reason) == ("suspended", "damaged")
    await fixture.step(await fixture.sessions.at(2))


async def test_a_table_is_not_suspended_if_the_disk_fails_for_a_moment(
    watch: Callable[[Watch], None], fixture: SessionFixture
) -> None:
    table = (await fixture.game(channel=1)).table
    await fixture.restart()

    watch(Torn("disk I/O error"))
    for load in (fixture.store.tables.resume, fixture.store.tables.resume_all):
        with pytest.raises(StorageUnavailable):
            await load(table.id)
    watch(Watch())

    assert (await fixture.sessions.at(1)).table.status == "running"


class Gone(Watch):
    """A missing disk: commits and rollbacks fail."""

    def before(self, call: str, parameters: Any) -> None:
        if call in ("COMMIT", "ROLLBACK"):
            raise fault("disk I/O error")


async def test_a_connection_that_cannot_roll_back_is_reopened(
    watch: Callable[[Watch], None], fixture: SessionFixture
) -> None:
    session = await fixture.game()
    digest = session.reader.timeline.digest()
    watch(Gone())
    for _ in range(2):
        with pytest.raises(StorageUnavailable):
            await fixture.step(session)
        assert (session.reader.timeline.digest(), session.number) == (digest, 1)
    watch(Watch())
    await fixture.step(session)
    assert [entry.number for entry in await fixture.store.log.entries(session.table.id, 1, 9)] == [1, 2]


async def test_a_press_after_closing_is_refused_without_hanging(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.kill()
    with pytest.raises(StorageUnavailable):
        await asyncio.wait_for(fixture.step(session), 60)
    assert session.number == 1
    await fixture.open()
