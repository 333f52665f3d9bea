"""Lists of tables take as many queries for thirty of them as for one, in every store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from sessions.records import LiveMessage
from tests.db.test_contract import AT, LARGE, opened, stored
from tests.sessions.fixture import BOB, SessionFixture

__all__ = ["stored"]
pytestmark = pytest.mark.xdist_group("postgresql")


@contextmanager
def queries() -> Iterator[list[str]]:
    """The queries that are sent meanwhile, to any database."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_tables_and_their_messages_take_few_queries(stored: SessionFixture) -> None:
    store, counted = stored.store, []
    for number in range(1, 31):
        kept = await opened(stored, number, channel=number, owner=number)
        await store.keep_message(LiveMessage(kept.id, "control", number, 900 + number, AT))
        if number in (1, 30):
            with queries() as sent:
                of_user, in_guild = await store.tables_of(BOB), await store.tables_in(LARGE)
                messages = await store.live_messages(*(table.id for table in of_user))
            assert [table.id for table in of_user] == [table.id for table in in_guild] == list(range(1, number + 1))
            assert [table.sitters[0].user for table in of_user] == list(range(1, number + 1))
            assert [message.message for message in messages] == [900 + each for each in range(1, number + 1)]
            counted.append(len(sent))

    assert counted == [7, 7]


async def test_a_table_whose_row_was_just_read_is_not_looked_up_again(stored: SessionFixture) -> None:
    sessions = stored.sessions
    kept = await opened(stored)
    session = await sessions.by_id(kept.id)
    (row,) = await sessions.of_user(BOB)
    sessions.is_shared = True

    with queries() as known:
        assert await sessions.by_id(row.id, row.revision) is session
    with queries() as changed:
        assert await sessions.by_id(row.id, row.revision + 1) is session

    assert (len(known), len(changed)) == (0, 1)
