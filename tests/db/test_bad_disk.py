"""Writes and syncs of the disk fail. The answer is refused, nothing is half written, and the next answer succeeds."""

import itertools
import sqlite3
from collections.abc import Callable

import pytest

from sessions.refusals import StorageFull, StorageRefusal, StorageUnavailable
from tests.db.disk import Call, Disk, fail_at
from tests.db.test_power_loss import disk
from tests.sessions.conftest import fixture
from tests.sessions.fixture import CHANNEL, SessionFixture

__all__ = ["disk", "fixture"]


@pytest.mark.parametrize(
    ("call", "code", "refusal"),
    [
        ("sync", sqlite3.SQLITE_IOERR_FSYNC, StorageUnavailable),
        ("write", sqlite3.SQLITE_IOERR_WRITE, StorageUnavailable),
        ("write", sqlite3.SQLITE_FULL, StorageFull),
    ],
)
async def test_a_disk_that_fails_at_any_call_leaves_nothing_half_written(
    disk: Disk,
    fixture: SessionFixture,
    call: Call,
    code: int,
    refusal: type[StorageRefusal],
    record_property: Callable[[str, object], None],
) -> None:
    session = await fixture.game(options={"goal": 12})
    refused = 0
    for on_call in itertools.count(1):
        disk.fails = fail_at(on_call, call, code)
        digest, number = session.reader.timeline.digest(), session.number
        try:
            await fixture.step(session)
        except refusal:
            refused += 1
            assert (session.reader.timeline.digest(), session.number) == (digest, number)
        disk.fails = lambda call, path: 0
        stored = await fixture.store.log.newest_entries(session.table.id, 1)
        assert (stored[0].number, stored[0].digest) == (session.number, session.reader.timeline.digest())
        if session.number > number:
            break
        await fixture.step(session)
    assert refused >= 1
    record_property("tries", refused)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await fixture.play(session)
    assert session.table.status == "over"
