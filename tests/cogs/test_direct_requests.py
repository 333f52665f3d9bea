"""A table's stored messages are read only if one may be a direct message that asks for something."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from cogs.delivery.direct_requests import DirectRequests
from sessions.records.table import LiveMessage
from sessions.sessions import Sessions

BOARD, REMINDER = LiveMessage(1, "control", 5, 50, 0), LiveMessage(1, "remind:7:60", 6, 60, 0)


class StoredMessages:
    """Counts how often messages are read. Reading takes until `is_read` is set."""

    def __init__(self) -> None:
        self.rows = [BOARD]
        self.reads = 0
        self.is_read = asyncio.Event()
        self.is_read.set()

    async def live_messages(self, table: int) -> list[LiveMessage]:
        self.reads += 1
        found = [row for row in self.rows if row.table == table]
        await self.is_read.wait()
        return found

    async def keep_message(self, row: LiveMessage) -> None:
        self.rows.append(row)


def requests_in(stored: StoredMessages, *, is_shared: bool = False) -> DirectRequests:
    return DirectRequests(cast(Sessions, SimpleNamespace(store=SimpleNamespace(posts=stored), is_shared=is_shared)))


@pytest.mark.parametrize(("is_shared", "reads"), [(False, 1), (True, 2)])
async def test_one_process_alone_reads_a_table_without_requests_once(is_shared: bool, reads: int) -> None:
    stored = StoredMessages()
    requests = requests_in(stored, is_shared=is_shared)
    assert [await requests.of(1), await requests.of(1)] == [[], []]
    assert stored.reads == reads


async def test_a_reminder_is_found_after_a_look_that_found_none() -> None:
    requests = requests_in(StoredMessages())
    assert await requests.of(1) == []
    await requests.keep(REMINDER)
    assert await requests.of(1) == [REMINDER]


async def test_a_reminder_kept_during_a_look_is_found_later() -> None:
    stored = StoredMessages()
    requests = requests_in(stored)
    stored.is_read.clear()
    looking = asyncio.create_task(requests.of(1))
    await asyncio.sleep(0)
    await requests.keep(REMINDER)
    stored.is_read.set()
    assert await looking == []
    assert await requests.of(1) == [REMINDER]


async def test_a_forgotten_table_is_read_again() -> None:
    stored = StoredMessages()
    requests = requests_in(stored)
    await requests.of(1)
    requests.forget(1)
    await requests.of(1)
    assert stored.reads == 2
