"""A disk that is full or away: one clear refusal, nothing changed, and all well once it is back. R5"""

import asyncio
import sqlite3
import threading
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DatabaseError, OperationalError

from sessions.refusals import StorageFull, StorageRefusal, StorageUnavailable
from tests.sessions.evening import ALICE, BOB, CHANNEL, Evening


async def limit_pages(evening: Evening, pages: int) -> None:
    """Let the file grow to so many pages and no further, as a disk does that is full."""
    await evening.store.writer.submit(
        lambda connection: connection.execute(text(f"PRAGMA max_page_count = {pages}")).scalar()
    )


async def pages_used(evening: Evening) -> int:
    return await evening.store.writer.submit(
        lambda connection: int(connection.execute(text("PRAGMA page_count")).scalar_one())
    )


async def test_a_full_disk_refuses_moves_and_plays_on_when_there_is_room(evening: Evening) -> None:
    session = await evening.game(options={"goal": 12, "crows": False})
    await limit_pages(evening, await pages_used(evening))
    refused = 0
    for _ in range(40):
        digest, number, epoch = session.digest, session.number, session.table.epoch
        try:
            await evening.step(session)
        except StorageFull:
            refused += 1
            assert (session.digest, session.number, session.table.epoch) == (digest, number, epoch)
    assert refused

    await limit_pages(evening, 1_000_000)
    entries = await evening.store.entries(session.table.id, 1, 1000)
    assert len(entries) == session.number
    await evening.play(session)
    assert session.table.status == "over"


class Failing:
    """Makes the n-th call of a kind fail as a bad disk does, once."""

    def __init__(self, evening: Evening, name: str, on_call: int) -> None:
        self.left = on_call
        self.name = name
        event.listen(evening.store.engine, "before_cursor_execute", self.execute)
        event.listen(evening.store.engine, "commit", self.commit)

    def fail(self) -> None:
        self.left -= 1
        if self.left == 0:
            error = sqlite3.OperationalError(self.name)
            codes = {"database or disk is full": 13, "disk I/O error": 10, "attempt to write a readonly database": 8}
            error.sqlite_errorcode = codes[self.name]
            raise OperationalError("statement", {}, error)

    def execute(self, *rest: Any) -> None:
        self.fail()

    def commit(self, connection: Any) -> None:
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
    evening: Evening, name: str, refusal: type[StorageRefusal]
) -> None:
    session = await evening.game(options={"goal": 12})
    on_call = 0
    while True:
        on_call += 1
        failing = Failing(evening, name, on_call)
        digest, number = session.digest, session.number
        try:
            await evening.step(session)
        except refusal:
            assert (session.digest, session.number) == (digest, number)
        failing.left = 0
        stored = await evening.store.newest_entries(session.table.id, 1)
        assert stored[0].digest == session.digest
        assert stored[0].number == session.number
        if session.number > number and on_call > 3:
            break
    assert on_call >= 4
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    await evening.play(session)
    assert session.table.status == "over"


async def test_one_failing_write_of_a_batch_fails_alone(evening: Evening) -> None:
    session, other = await evening.game(channel=1), await evening.game(channel=2)
    done = session.decision_of(ALICE)
    assert done is not None
    press = evening.press()
    await session.answer(ALICE, (done.options[0].key,), press)
    other._results.clear()

    # The same interaction at two tables: a forgery, which must hurt nobody else's answer in the same batch.
    third = await evening.game(channel=3)
    gate = threading.Event()
    held = evening.store.writer.submit(lambda connection: gate.wait(10))
    commits = evening.store.writer.commits
    answers = [
        asyncio.ensure_future(other.answer(ALICE, ("tree:0",), press)),
        asyncio.ensure_future(third.answer(BOB, ("tree:0",), evening.press())),
    ]
    await asyncio.sleep(0.01)
    gate.set()
    await held
    forged, honest = await asyncio.gather(*answers)
    assert forged.repeated
    assert not honest.repeated
    assert evening.store.writer.commits == commits + 1
    assert other.number == 1
    assert third.number == 2


async def test_a_damaged_page_shelves_the_table_that_needs_it_alone(evening: Evening) -> None:
    await evening.game(channel=1)
    await evening.game(channel=2)
    await evening.restart()

    def torn(connection: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        if "FROM entries" in statement and parameters[0] == 1:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise DatabaseError(statement, parameters, error)

    event.listen(evening.store.engine, "before_cursor_execute", torn)
    session = await evening.sessions.at(1)
    assert (session.table.status, session.table.reason) == ("suspended", "damaged")
    await evening.step(await evening.sessions.at(2))


async def test_after_closing_a_late_press_is_refused_and_does_not_hang(evening: Evening) -> None:
    session = await evening.game()
    await evening.kill()
    with pytest.raises(StorageUnavailable):
        await asyncio.wait_for(evening.step(session), 5)
    assert session.number == 1
    await evening.open()
