"""A full table's search message is deleted, whichever process posted it."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.delivery.seeking import SEEK, Seeking
from sessions.records.table import LiveMessage

SEEKING = LiveMessage(1, SEEK, 5, 6, 0)


class Messages:
    """A store with the messages of one table."""

    def __init__(self) -> None:
        self.rows: list[LiveMessage] = []

    async def live_messages(self, *tables: int) -> list[LiveMessage]:
        return list(self.rows)

    async def forget_message(self, table: int, kind: str) -> None:
        self.rows = []


@pytest.mark.parametrize("is_shared", [False, True])
async def test_search_messages_of_other_processes_are_found(is_shared: bool) -> None:
    store, deleted = Messages(), []

    async def delete() -> None:
        deleted.append(True)

    message = SimpleNamespace(delete=delete)
    client: Any = SimpleNamespace(
        get_partial_messageable=lambda channel: SimpleNamespace(get_partial_message=lambda number: message)
    )
    sessions: Any = SimpleNamespace(store=SimpleNamespace(posts=store), is_shared=is_shared)
    wording: Any = None
    session: Any = SimpleNamespace(
        table=SimpleNamespace(id=1, status="lobby", sitters=(1, 2)), reader=SimpleNamespace(seats=2)
    )
    seeking = Seeking(client, wording, sessions)
    await seeking.take_back(session)
    store.rows = [SEEKING]

    await seeking.take_back(session)

    assert bool(deleted) is is_shared
    seeking.forget(1)
    await seeking.take_back(session)
    assert deleted == [True]
    assert store.rows == []
