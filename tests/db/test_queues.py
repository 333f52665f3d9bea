"""Queues of the database: jobs in order, shared commits, cancelled callers, and closing."""

import asyncio
import threading
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from db.queued import LARGEST_BATCH, ConnectionQueue
from db.tables import starts
from sessions.records.log import Entry, Retracted
from sessions.refusals import StorageUnavailable
from sessions.store import Overtaken, Write
from tests.sessions.fixture import SessionFixture

LONG_S = 3600.0


def entry(number: int) -> Write:
    """Return a write that adds an entry to the first table's log. Each number has its own interaction."""
    return Write(1, entries=(Entry(number, 0, Retracted((1,)), "digest", 900_000 + number, 0, 0),))


def pragma_of(pragma: str, connection: Connection) -> int:
    return int(connection.execute(text(f"PRAGMA {pragma}")).scalar_one())


async def numbers(fixture: SessionFixture) -> list[int]:
    return [entry.number for entry in await fixture.store.log.entries(1, 100, 1000)]


async def hold(queue: ConnectionQueue) -> tuple[threading.Event, "asyncio.Future[bool]"]:
    """Keep the queue busy until the event is set, so later work waits and is done together."""
    gate, busy, loop = threading.Event(), asyncio.Event(), asyncio.get_running_loop()

    def wait(_connection: Connection) -> bool:
        loop.call_soon_threadsafe(busy.set)
        return gate.wait(60)

    done = queue.submit(wait)
    await busy.wait()
    return gate, done


async def test_waiting_writes_share_a_commit_up_to_the_largest_batch(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    gate, _ = await hold(queue)
    commits = queue.commits
    waiting = [queue.write(entry(number)) for number in range(100, 100 + LARGEST_BATCH + 1)]
    gate.set()
    await asyncio.gather(*waiting)
    assert queue.commits == commits + 2
    assert len(await numbers(fixture)) == LARGEST_BATCH + 1


async def test_a_patient_write_shares_the_commit_of_the_next(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    commits = queue.commits
    patient = queue.write(entry(100), LONG_S)
    await asyncio.gather(patient, queue.write(entry(101)))
    assert queue.commits == commits + 1
    assert await numbers(fixture) == [100, 101]


async def test_a_patient_write_is_committed_by_its_deadline(fixture: SessionFixture) -> None:
    await fixture.game()
    await fixture.store.transactions.writer.write(entry(100), 0.01)
    assert await numbers(fixture) == [100]


async def test_closing_a_queue_commits_its_patient_writes(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    patient = queue.write(entry(100), LONG_S)
    await queue.close()
    await patient
    assert await numbers(fixture) == [100]


async def test_a_write_is_committed_even_if_its_caller_is_cancelled(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    gate, _ = await hold(queue)
    waiting = [queue.write(entry(number)) for number in (100, 101, 102)]
    waiting[1].cancel()
    gate.set()
    await asyncio.gather(waiting[0], waiting[2])
    assert await numbers(fixture) == [100, 101, 102]


async def test_an_overtaken_write_is_reported_and_the_rest_is_committed(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    await queue.write(entry(101))
    gate, _ = await hold(queue)
    told = asyncio.gather(*(queue.write(entry(number)) for number in (100, 101, 102)), return_exceptions=True)
    gate.set()
    assert [type(answer) for answer in await told] == [type(None), Overtaken, type(None)]
    assert await numbers(fixture) == [100, 101, 102]


async def test_a_queued_function_runs_in_a_transaction_between_writes(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    gate, _ = await hold(queue)

    def breaks_off(connection: Connection) -> None:
        connection.execute(starts.insert(), {"at": 5})
        raise ZeroDivisionError

    before, broken, after = queue.write(entry(100)), queue.submit(breaks_off), queue.write(entry(101))
    gate.set()
    with pytest.raises(ZeroDivisionError):
        await broken
    await asyncio.gather(before, after)
    assert await numbers(fixture) == [100, 101]
    found = await fixture.store.transactions.reader.submit(
        lambda connection: connection.execute(select(starts)).first()
    )
    assert found is None


async def test_closing_finishes_accepted_work_and_refuses_more(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    gate, done = await hold(queue)
    waiting = [queue.write(entry(number)) for number in (100, 101)]
    closing = asyncio.ensure_future(queue.close())
    await asyncio.sleep(0)
    with pytest.raises(StorageUnavailable):
        await queue.write(entry(102))
    gate.set()
    await asyncio.gather(closing, done, *waiting)
    assert await numbers(fixture) == [100, 101]


async def test_an_interrupted_queue_answers_every_caller_and_continues(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer
    gate, done = await hold(queue)
    waiting: list[asyncio.Future[Any]] = [done, *(queue.write(entry(number)) for number in (100, 101))]
    for task in asyncio.all_tasks():
        if task.get_name() == "database":
            task.cancel()
    gate.set()
    answers = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60)
    assert [type(answer) for answer in answers] == [StorageUnavailable] * 3
    await queue.write(entry(102))
    assert await numbers(fixture) == [102]


async def test_a_connection_closed_unexpectedly_is_reopened(fixture: SessionFixture) -> None:
    await fixture.game()
    queue = fixture.store.transactions.writer

    def close(connection: Connection) -> None:
        assert connection.connection.dbapi_connection is not None
        connection.connection.dbapi_connection.close()

    await queue.submit(close)
    with pytest.raises(StorageUnavailable):
        await queue.write(entry(100))
    await queue.write(entry(101))
    assert await numbers(fixture) == [101]


async def test_both_connections_have_the_durable_settings(fixture: SessionFixture) -> None:
    for queue in (fixture.store.transactions.writer, fixture.store.transactions.reader):
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)):
            assert await queue.submit(partial(pragma_of, pragma)) == value
