"""Small records: people, live messages, starts of the bot, and hashes."""

import msgspec

from db import rows
from sessions.records.person import Person
from sessions.records.table import LiveMessage, Proposal
from tests.sessions.fixture import ALICE, BOB, CHANNEL, SessionFixture


async def test_peoples_settings_survive_a_restart(fixture: SessionFixture) -> None:
    people = fixture.sessions.choices.people
    assert people.get(ALICE) == Person(ALICE)
    await people.choose(ALICE, language="cs")
    await people.choose(ALICE, hand_by_dm=True)
    await people.close_dm(BOB)
    await fixture.restart()

    people = fixture.sessions.choices.people
    assert people.get(ALICE) == Person(ALICE, "cs", hand_by_dm=True)
    assert people.get(BOB) == Person(BOB, dm_closed_at=fixture.now)
    assert people.wants_hand(ALICE)
    assert not people.wants_hand(BOB)


async def test_a_table_has_one_live_message_of_each_kind(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    table, store = session.table.id, fixture.store
    for message, kind in ((1, "control"), (2, "hand:1"), (3, "control")):
        await store.posts.keep_message(LiveMessage(table, kind, CHANNEL, message, fixture.now))
    assert [(m.kind, m.message) for m in await store.posts.live_messages(table)] == [("control", 3), ("hand:1", 2)]

    await store.posts.forget_message(table, "control")
    await store.posts.forget_message(table, "control")
    assert [m.kind for m in await store.posts.live_messages(table)] == ["hand:1"]


async def test_starts_are_counted_and_old_ones_deleted(fixture: SessionFixture) -> None:
    day = 24 * 3600 * 1000
    for at in (fixture.now - 3 * day, fixture.now - day // 2, fixture.now, fixture.now):
        await fixture.store.starts.keep(at)
    assert await fixture.store.starts.since(0) == [fixture.now - day // 2, fixture.now]
    assert await fixture.store.starts.since(fixture.now - 1) == [fixture.now]


async def test_hashes_are_stored_by_name(fixture: SessionFixture) -> None:
    await fixture.store.starts.keep_hash("commands", "a")
    await fixture.store.starts.keep_hash("emoji", "b")
    await fixture.store.starts.keep_hash("commands", "c")
    assert await fixture.store.starts.hashes() == {"commands": "c", "emoji": "b"}


async def test_proposals_of_older_versions_are_read_as_undo_proposals(fixture: SessionFixture) -> None:
    session = await fixture.game()
    row = rows.table_row(session.table) | {"proposal": msgspec.msgpack.encode({"number": 3, "agreed": [0]})}
    assert rows.table_of(row, []).proposal == Proposal(3, (0,), 0, "undo")
