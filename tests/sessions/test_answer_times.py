"""Nobody can predict a computer player's answer, and its time doesn't reveal how long the computer thought."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.kernel.game import complete_settings
from engine.kernel.play import Position, start
from sessions.clocks.seat_clocks import COMPUTER_MS
from sessions.computers.computers import PATIENCE_MS, secret_of
from sessions.records.clock import COMPUTER
from sessions.session import Session
from tests.sessions.test_computers import WITH_LEVELS, Tables, tables

__all__ = ["tables"]

PAIRS = 40


def test_a_computers_secret_depends_on_the_seed() -> None:
    """Otherwise everybody could work out the computer's next move, since the code is public."""
    position: Position[Any] = start(WITH_LEVELS, complete_settings(WITH_LEVELS, 2, {}), bytes(16)).position
    other = replace(position, seed=bytes([1] * 16))
    assert secret_of(position, 0) != secret_of(other, 0)
    assert secret_of(position, 0) != secret_of(position, 1)
    assert secret_of(position, 0) == secret_of(position, 0)


async def test_the_time_of_an_answer_hides_the_thinking_time(
    tables: Tables, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """Otherwise players could tell that a hand takes long to think about."""
    random = Random(request.config.getoption("--seed"))
    tables.thinker.gate.clear()
    session = await tables.with_computers(1)
    for _ in range(PAIRS):
        beats, delays = random.choice((1, 1, 1, 2, 3)), []
        for _ in range(2):
            while all(decision.seat != 1 for decision in session.pending):
                if session.pending:
                    await tables.answer(session, session.pending[0])
                else:
                    session = await tables.with_computers(1)
            took_ms = random.randint((beats - 1) * COMPUTER_MS + 1, beats * COMPUTER_MS)
            delays.append(await delay_ms(tables, session, took_ms))
        assert delays == [beats * COMPUTER_MS] * 2
    record_property("tries", PAIRS)


async def delay_ms(tables: Tables, session: Session, took_ms: int) -> int | None:
    """Return the time from a question to the computer's answer. The test holds back its thought for `took_ms`."""
    asked_at, before = tables.now, session.number
    while session.number == before and tables.now - asked_at < PATIENCE_MS:
        due_at = tables.sessions.context.seat_clocks.due_at(session.table.id, COMPUTER)
        assert due_at is not None
        if tables.now < asked_at + took_ms <= due_at:
            tables.now = asked_at + took_ms
            tables.thinker.gate.set()
            await tables.let_think()
            tables.thinker.gate.clear()
        await tables.pass_(due_at - tables.now)
    return tables.now - asked_at if session.number > before else None
