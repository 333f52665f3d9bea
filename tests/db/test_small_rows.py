"""What is kept beside the tables: people, live messages, starts and hashes."""

import msgspec

from db import rows
from sessions.records import LiveMessage, Person, Proposal
from tests.sessions.evening import ALICE, BOB, CHANNEL, Evening


async def test_what_people_chose_is_there_after_a_restart(evening: Evening) -> None:
    people = evening.sessions.people
    assert people.get(ALICE) == Person(ALICE)
    await people.speak(ALICE, "cs")
    await people.send_hand(ALICE, True)
    await people.close_dm(BOB)
    await evening.restart()

    people = evening.sessions.people
    assert people.get(ALICE) == Person(ALICE, "cs", hand_by_dm=True)
    assert people.get(BOB) == Person(BOB, dm_closed=True)
    assert people.wants_hand(ALICE)
    assert not people.wants_hand(BOB)


async def test_a_table_has_one_live_message_of_a_kind(evening: Evening) -> None:
    session = await evening.lobby()
    table, store = session.table.id, evening.store
    for message, kind in ((1, "control"), (2, "hand:1"), (3, "control")):
        await store.keep_message(LiveMessage(table, kind, CHANNEL, message, evening.now))
    assert [(m.kind, m.message) for m in await store.live_messages(table)] == [("control", 3), ("hand:1", 2)]

    await store.forget_message(table, "control")
    await store.forget_message(table, "control")
    assert [m.kind for m in await store.live_messages(table)] == ["hand:1"]


async def test_starts_are_counted_and_old_ones_forgotten(evening: Evening) -> None:
    day = 24 * 3600 * 1000
    for at in (evening.now - 3 * day, evening.now - day // 2, evening.now, evening.now):
        await evening.store.keep_start(at)
    assert await evening.store.starts_since(0) == [evening.now - day // 2, evening.now]
    assert await evening.store.starts_since(evening.now - 1) == [evening.now]


async def test_hashes_are_kept_by_name(evening: Evening) -> None:
    await evening.store.keep_hash("commands", "a")
    await evening.store.keep_hash("emoji", "b")
    await evening.store.keep_hash("commands", "c")
    assert await evening.store.hashes() == {"commands": "c", "emoji": "b"}


async def test_a_proposal_of_an_earlier_version_is_one_to_go_back(evening: Evening) -> None:
    session = await evening.game()
    row = rows.table_row(session.table) | {"proposal": msgspec.msgpack.encode({"number": 3, "agreed": [0]})}
    assert rows.table_of(row, []).proposal == Proposal(3, (0,), 0, "undo")
