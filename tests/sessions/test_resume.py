"""Games continue after restarts, under newer rules, and next to a damaged table."""

from typing import Any

import pytest
from sqlalchemy import text

from sessions.records.log import Upgraded
from sessions.records.table import LiveMessage
from sessions.refusals import StorageFull, TableSuspended
from sessions.store import Write
from tests.databases import DATABASES
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import ALICE, CHANNEL, SessionFixture, in_memory

NEW_ORCHARD = with_part(ORCHARD, "rules", version=2)
"""The same rules with a new version number."""


def _give_coin(orders: Any, state: Any, seat: int, rule: str, keys: tuple[str, ...]) -> None:
    state.coins[seat] += 1


KINDER_ORCHARD = with_part(NEW_ORCHARD, "orders", take=_give_coin)
"""Rules under which old answers have other effects."""


def damage(fixture: SessionFixture, statement: str, value: Any) -> None:
    """Change stored data without the bot's knowledge. `value` fills the `?` in the statement."""
    written = text(statement.replace("?", ":value"))
    assert DATABASES.do(fixture.path, lambda connection: connection.execute(written, {"value": value}).rowcount) >= 1


async def test_a_game_resumes_exactly_from_any_entry(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.play(session, 9)
    while session.pending:
        digest, number = session.reader.timeline.digest(), session.number
        await fixture.restart()
        session = await fixture.sessions.at(CHANNEL)
        assert (session.reader.timeline.digest(), session.number) == (digest, number)
        await fixture.play(session, 7)


async def test_newer_rules_continue_from_the_snapshot_and_are_logged(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.play(session, 20)
    digest = session.reader.timeline.digest()
    fixture.games["orchard"] = NEW_ORCHARD
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)

    assert session.reader.timeline.digest() == digest
    assert session.table.version == 2
    (entry,) = await fixture.store.log.newest_entries(session.table.id, 1)
    assert entry.action == Upgraded(1, 2, False)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.reader.timeline.digest() == digest
    await fixture.play(session)
    assert session.table.status == "over"


async def test_answers_after_the_snapshot_follow_the_newer_rules(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.play.order(ALICE, "STAND-1", ("scarecrow:off",), fixture.press())
    fixture.games["orchard"] = KINDER_ORCHARD
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)

    (entry,) = await fixture.store.log.newest_entries(session.table.id, 1)
    assert entry.action == Upgraded(1, 2, True)
    assert session.reader.timeline.position.state.coins == [2, 1]


async def test_an_orderly_stop_keeps_the_position_for_newer_rules(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.play.order(ALICE, "STAND-1", ("scarecrow:off",), fixture.press())
    digest = session.reader.timeline.digest()
    fixture.games["orchard"] = KINDER_ORCHARD
    await fixture.close()
    await fixture.open()
    session = await fixture.sessions.at(CHANNEL)

    assert session.reader.timeline.digest() == digest
    assert session.reader.timeline.position.state.coins == [1, 1]


@pytest.mark.parametrize(("known", "changed"), [(b"fig", b"fi\xff"), (b"fig", b"pig"), (b"plum", b"pear")])
async def test_a_changed_snapshot_suspends_its_table(fixture: SessionFixture, known: bytes, changed: bytes) -> None:
    """The damaged position can't be read, isn't valid, or is valid but isn't that of the stored game."""
    session = await fixture.game()
    stored = await fixture.store.tables.resume(session.table.id)
    assert stored is not None
    assert stored.snapshot is not None
    position = stored.snapshot.position.replace(known, changed, 1)
    damage(fixture, "UPDATE snapshots SET position = ?", position)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert (session.table.status, session.table.reason) == ("suspended", "damaged")


async def test_a_table_of_an_unknown_game_is_suspended(fixture: SessionFixture) -> None:
    await fixture.game()
    del fixture.games["orchard"]
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)

    assert (session.table.status, session.table.reason) == ("suspended", "game")
    with pytest.raises(TableSuspended):
        await session.play.answer(ALICE, ("tree:0",), fixture.press())


@pytest.mark.parametrize(
    "wound",
    [
        ("UPDATE entries SET deed = ? WHERE table_id = 1 AND number = 5", b"\xc1rubbish"),
        ("UPDATE entries SET digest = ? WHERE table_id = 1 AND number = 5", "0" * 64),
        ("DELETE FROM entries WHERE table_id = 1 AND number = ?", 5),
        ("UPDATE snapshots SET position = ? WHERE table_id = 1", b"\x00"),
        ("UPDATE tables SET options = ? WHERE id = 1", b"\xff\xff"),
    ],
)
async def test_a_damaged_table_is_suspended_while_others_continue(
    fixture: SessionFixture, wound: tuple[str, Any]
) -> None:
    session = await fixture.game()
    await fixture.play(session, 8)
    healthy = await fixture.game(channel=2)
    await fixture.kill()
    damage(fixture, *wound)
    await fixture.open()

    session = await fixture.sessions.at(CHANNEL)
    assert (session.table.status, session.table.reason) == ("suspended", "damaged")
    assert session.pending == []
    with pytest.raises(TableSuspended):
        await session.play.answer(ALICE, ("tree:0",), fixture.press())
    await session.leaving.close(ALICE, fixture.press())
    assert session.table.status == "closed"
    await fixture.lobby()

    healthy = await fixture.sessions.at(2)
    await fixture.play(healthy)
    assert healthy.table.status == "over"


async def test_idle_sessions_are_unloaded_and_reload_unchanged(fixture: SessionFixture) -> None:
    await fixture.kill()
    await fixture.open(most_loaded=3)
    digests = {}
    for channel in range(6):
        session = await fixture.game(channel=channel)
        digests[channel] = session.reader.timeline.digest()
    assert in_memory(fixture.sessions, range(6)) == 3

    for channel, digest in digests.items():
        assert (await fixture.sessions.at(channel)).reader.timeline.digest() == digest
    fixture.now += 3_600_000
    await fixture.sessions.at(5)
    assert in_memory(fixture.sessions, range(6)) == 1


async def test_a_session_in_use_is_never_loaded_twice(fixture: SessionFixture) -> None:
    await fixture.kill()
    await fixture.open(most_loaded=1)
    held = await fixture.game(channel=1)
    await fixture.game(channel=2)
    assert fixture.sessions.at_hand(1) is None

    assert await fixture.sessions.at(1) is held


async def test_recently_played_tables_are_in_memory_after_a_restart(fixture: SessionFixture) -> None:
    shown = [await fixture.game(channel=channel) for channel in (1, 2, 3)]
    for place, session in enumerate(shown[:2]):
        await fixture.store.posts.keep_message(LiveMessage(session.table.id, "control", 1, 10 + place, posted_at=place))
    await fixture.restart()
    assert [channel for channel in (1, 2, 3) if fixture.sessions.at_hand(channel)] == [1, 2]
    assert await fixture.store.posts.lately_shown(1) == [shown[1].table.id]


async def test_a_failed_game_whose_hold_cannot_be_stored_is_held_later(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await fixture.game()
    asked, error = session.pending, RuntimeError("the game's mistake")

    async def refuse(write: Write) -> None:
        raise StorageFull

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(fixture.store, "commit", refuse)
        with pytest.raises(StorageFull):
            await session.writer.put_on_hold(error)
    assert (session.table.status, session.pending) == ("running", asked)

    assert await session.writer.put_on_hold(error)
    assert (session.table.status, session.table.reason) == ("suspended", "game")
