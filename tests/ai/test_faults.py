"""Real processes fail in the middle of a thought. The table gets an answer anyway."""

import contextlib
import os
import selectors
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from ai import thinker
from ai.client import Thinkers
from ai.orders import read_reply
from engine.kernel.decision import Answer, Decision
from engine.kernel.play import Play, Position
from engine.search.thinking import think
from render.child import Child
from tests.ai.test_thinkers import GAME, LEVEL, SECRET, at, usual

LONG_S = 100.0
"""A deadline in seconds that even a busy machine meets."""
LOOK_S = 0.01
"""Seconds between checks of a process that is expected to hang."""


class Faulty(Child):
    """A real process. Each new process takes the next fault from `faults`, or has no fault if the list is empty.

    `came` lists the result of each order: the bot's error, the error reported by the process, or the answer.
    """

    faults: list[str]
    started: list[str]
    came: list[str]

    def __init__(self, arguments: Sequence[str], module: str) -> None:
        self.fault = self.faults.pop(0) if self.faults else ""
        self.started.append(self.fault)
        if self.fault:
            super().__init__([self.fault], "tests.ai.faulty")
        else:
            super().__init__(arguments, module)

    def ask(self, order: bytes, within_s: float) -> bytes:
        try:
            answer = super().ask(order, within_s)
        except Exception as error:
            self.came.append(type(error).__name__)
            raise
        told = read_reply(answer)
        self.came.append(" ".join(told.thought.keys) if told.thought else told.fault)
        return answer

    def _read(self, size: int, deadline: float) -> bytes:
        """Read the answer of the process, without waiting for the deadline if the process has stopped."""
        while self.fault == "hung" and time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                self._await(self._out, selectors.EVENT_READ, time.monotonic() + LOOK_S)
                break  # The process answers, so it does not hang.
            if os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT | os.WNOHANG):
                deadline = 0.0
        return super()._read(size, deadline)


@pytest.fixture(scope="module")
def asked() -> tuple[Position[Any], Decision]:
    """Return the question at the start of a turn. Strong players search for its answer."""
    return at("TURN-2")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinkers]:
    monkeypatch.setattr(Faulty, "started", [], raising=False)
    monkeypatch.setattr(Faulty, "came", [], raising=False)
    monkeypatch.setattr(thinker, "Child", Faulty)
    made = Thinkers(1, order_s=LONG_S, start_s=LONG_S)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("faults", "started", "came"),
    [
        (["killed"], ["killed", ""], ["EOFError"]),
        (["out of memory"], ["out of memory", ""], ["MemoryError"]),
        (["no option"], ["no option", ""], ["teleport"]),
        (["killed", "out of memory"], ["killed", "out of memory"], ["EOFError", "MemoryError"]),
        (["older", "older"], ["older", "older"], ["OlderRules", "OlderRules"]),
        (["hung"], ["hung"], ["TimeoutError"]),
    ],
    ids=", ".join,
)
async def test_a_failed_thought_is_retried_once_then_the_policy_answers(
    made: Thinkers,
    asked: tuple[Position[Any], Decision],
    monkeypatch: pytest.MonkeyPatch,
    faults: list[str],
    started: list[str],
    came: list[str],
) -> None:
    position, decision = asked
    told: list[str] = []
    made.note_thought = lambda is_cut: told.append("cut" if is_cut else "whole")
    made.note_missing = lambda: told.append("missing")
    monkeypatch.setattr(Faulty, "faults", faults.copy(), raising=False)
    thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert Faulty.started == started
    assert Faulty.came[: len(faults)] == came, "each attempt fails in its own way"
    if "" in started:
        assert thought == think(GAME, position, decision.seat, GAME.programs.levels[LEVEL], SECRET), (
            "the same thought as without a fault"
        )
        assert (len(made.pids), told) == (1, ["whole"])
    else:
        assert (thought.keys, thought.trials) == (usual(position, decision), 0)
        assert (made.pids, told) == ((), ["missing"])


async def test_a_thought_survives_whatever_a_game_prints(
    made: Thinkers, asked: tuple[Position[Any], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decision = asked
    monkeypatch.setattr(Faulty, "faults", ["prints"], raising=False)
    thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert thought == think(GAME, position, decision.seat, GAME.programs.levels[LEVEL], SECRET)
    assert Faulty.started == ["prints"]


async def test_using_too_much_cpu_returns_the_best_answer_so_far(
    made: Thinkers, asked: tuple[Position[Any], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decision = asked
    told: list[bool] = []
    made.note_thought = told.append
    monkeypatch.setattr(Faulty, "faults", ["slow"], raising=False)
    for secret in (SECRET, bytes(16)):
        thought = await made.think(GAME, position, decision.seat, LEVEL, secret)
        assert thought.cut
        assert thought.trials == 2 * len(thought.ranked)
        Play(GAME, position).check(Answer(decision.seat, decision.id, thought.keys))
    assert told == [True, True]
    assert Faulty.started == ["slow"]
