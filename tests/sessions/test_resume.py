"""Going on: after restarts, under newer rules, and beside a damaged table."""

import sqlite3
from typing import Any

import pytest

from sessions.records import LiveMessage, Upgraded
from sessions.refusals import TableSuspended
from tests.engine.kernel.orchard import OrchardGame
from tests.sessions.evening import ALICE, CHANNEL, Evening


class NewOrchard(OrchardGame):
    """The same rules under a new number."""

    version = 2


class KinderOrchard(OrchardGame):
    """Rules under which old answers lead elsewhere."""

    version = 2

    def stand(self, state: Any, seat: int, rule: str, keys: tuple[str, ...]) -> None:
        state.coins[seat] += 1


def damage(evening: Evening, statement: str, *values: Any) -> None:
    with sqlite3.connect(evening.path) as connection:
        assert connection.execute(statement, values).rowcount >= 1
    connection.close()


async def test_every_moment_of_a_game_is_resumed_exactly(evening: Evening) -> None:
    session = await evening.game()
    await evening.play(session, 9)
    while session.pending:
        digest, number = session.reader.digest, session.number
        await evening.restart()
        session = await evening.sessions.at(CHANNEL)
        assert (session.reader.digest, session.number) == (digest, number)
        await evening.play(session, 7)


async def test_newer_rules_go_on_from_the_snapshot_and_the_log_says_so(evening: Evening) -> None:
    session = await evening.game()
    await evening.play(session, 20)
    digest = session.reader.digest
    evening.games["orchard"] = NewOrchard()
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)

    assert session.reader.digest == digest
    assert session.table.version == 2
    (entry,) = await evening.store.newest_entries(session.table.id, 1)
    assert entry.action == Upgraded(1, 2, False)
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    assert session.reader.digest == digest
    await evening.play(session)
    assert session.table.status == "over"


async def test_answers_since_the_snapshot_count_as_the_newer_rules_have_it(evening: Evening) -> None:
    session = await evening.game()
    await session.order(ALICE, "STAND-1", ("scarecrow:off",), evening.press())
    evening.games["orchard"] = KinderOrchard()
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)

    (entry,) = await evening.store.newest_entries(session.table.id, 1)
    assert entry.action == Upgraded(1, 2, True)
    assert session.timeline.position.state.coins == [2, 1]


async def test_an_orderly_stop_keeps_the_position_for_newer_rules(evening: Evening) -> None:
    session = await evening.game()
    await session.order(ALICE, "STAND-1", ("scarecrow:off",), evening.press())
    digest = session.reader.digest
    evening.games["orchard"] = KinderOrchard()
    await evening.close()
    await evening.open()
    session = await evening.sessions.at(CHANNEL)

    assert session.reader.digest == digest
    assert session.timeline.position.state.coins == [1, 1]


async def test_a_game_no_longer_known_is_suspended(evening: Evening) -> None:
    await evening.game()
    del evening.games["orchard"]
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)

    assert (session.table.status, session.table.reason) == ("suspended", "rules")
    with pytest.raises(TableSuspended):
        await session.answer(ALICE, ("tree:0",), evening.press())


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
async def test_a_damaged_table_is_suspended_and_the_others_play_on(evening: Evening, wound: tuple[str, Any]) -> None:
    session = await evening.game()
    await evening.play(session, 8)
    healthy = await evening.game(channel=2)
    await evening.kill()
    damage(evening, *wound)
    await evening.open()

    session = await evening.sessions.at(CHANNEL)
    assert (session.table.status, session.table.reason) == ("suspended", "damaged")
    assert session.pending == []
    with pytest.raises(TableSuspended):
        await session.answer(ALICE, ("tree:0",), evening.press())
    await session.close(ALICE, evening.press())
    assert session.table.status == "closed"
    await evening.lobby()

    healthy = await evening.sessions.at(2)
    await evening.play(healthy)
    assert healthy.table.status == "over"


async def test_idle_sessions_leave_memory_and_come_back_as_they_were(evening: Evening) -> None:
    await evening.kill()
    await evening.open(most_loaded=3)
    digests = {}
    for channel in range(6):
        session = await evening.game(channel=channel)
        digests[channel] = session.reader.digest
    assert len(evening.sessions.loaded) == 3

    for channel, digest in digests.items():
        assert (await evening.sessions.at(channel)).reader.digest == digest
    evening.now += 3_600_000
    await evening.sessions.at(5)
    assert len(evening.sessions.loaded) == 1


async def test_a_session_still_held_is_never_loaded_twice(evening: Evening) -> None:
    await evening.kill()
    await evening.open(most_loaded=1)
    held = await evening.game(channel=1)
    await evening.game(channel=2)
    assert held not in evening.sessions.loaded

    assert await evening.sessions.at(1) is held


async def test_the_tables_played_last_are_at_hand_after_a_restart(evening: Evening) -> None:
    shown = [await evening.game(channel=channel) for channel in (1, 2, 3)]
    for place, session in enumerate(shown[:2]):
        await evening.store.keep_message(LiveMessage(session.table.id, "control", 1, 10 + place, posted_at=place))
    await evening.restart()
    loaded = [session.table.id for session in evening.sessions.loaded]
    assert loaded == [shown[1].table.id, shown[0].table.id]
    assert await evening.store.lately_shown(1) == [shown[1].table.id]
