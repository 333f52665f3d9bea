"""A table's posts wait while an unanswered press at the table may still lock its board."""

import asyncio

import pytest

from cogs.delivery import live_messages
from cogs.delivery.live_messages import BoardLocks

TABLE, OTHER = 1, 2


async def is_held_up(locks: BoardLocks, table: int) -> bool:
    """Return whether a table's posts wait for an answer now."""
    waiting = asyncio.create_task(locks.wait_for_answers(table))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    is_waiting = not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    return is_waiting


async def test_a_post_waits_for_every_press_at_its_table() -> None:
    locks = BoardLocks()
    first, second = locks.begin(TABLE), locks.begin(TABLE)
    assert first is not None
    assert second is not None
    first.end()
    waiting = asyncio.create_task(locks.wait_for_answers(TABLE))
    await asyncio.sleep(0)
    assert not waiting.done()

    second.end()
    await asyncio.wait_for(waiting, 1.0)


async def test_a_press_does_not_delay_posts_at_other_tables() -> None:
    locks = BoardLocks()
    locks.begin(OTHER)

    assert not await is_held_up(locks, TABLE)
    assert await is_held_up(locks, OTHER)


async def test_no_board_is_locked_while_it_is_edited() -> None:
    locks = BoardLocks()

    with locks.posting(TABLE):
        assert locks.begin(TABLE) is None
        assert locks.begin(OTHER) is not None

    assert locks.begin(TABLE) is not None


async def test_a_missing_answer_delays_posts_only_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_messages, "ANSWERED_S", 0.05)
    locks = BoardLocks()
    locks.begin(TABLE)

    await asyncio.wait_for(locks.wait_for_answers(TABLE), 5.0)


async def test_answered_presses_are_forgotten() -> None:
    locks = BoardLocks()
    for _ in range(100):
        lock = locks.begin(TABLE)
        assert lock is not None
        lock.end()

    assert len(locks._locks[TABLE]) == 1
