"""A separate process thinks for computer players. They get an answer even if it fails."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import msgspec
import pytest

from ai import client, thinker
from ai.client import Thinkers
from ai.orders import LENGTH, Order, Reply, read_order, read_reply, to_bytes
from ai.worker import think_about
from engine.games import CONTENT, GAMES
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, Position, answer_without_search, start
from engine.kernel.policy import NoThought, Thought
from engine.search.thinking import MOST_CPU_S, think
from render.child import HOME, Child
from tests.waiting import eventually

GAME = GAMES["minos-classic"]
SEED, SECRET = bytes(range(16, 32)), bytes(range(16))
LEVEL = "strong"
LONG_S = 60.0
"""A timeout in seconds. Nothing here takes that long, even on a busy machine."""


def at(rule: str) -> tuple[Position[Any], Decision]:
    """Return the first position of a game with a question under this rule."""
    play = Play(GAME, start(GAME, complete_settings(GAME, 2, {}), SEED).position)
    while (decision := play.pending[0]).rule != rule:
        play.answer(Answer(decision.seat, decision.id, GAME.autopilot.answer(play.position.state, decision)))
    return play.position, decision


@pytest.fixture(scope="module")
def asked() -> tuple[Position[Any], Decision]:
    """Return the question at the start of a turn. Strong players search for its answer."""
    return at("TURN-2")


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(1, order_s=LONG_S)  # The process has low priority, so it may be slow.
    yield made
    made.close()


def order(position: Position[Any], decision: Decision) -> Order:
    return Order.of(GAME, position, decision.seat, LEVEL, SECRET)


def record_missing(made: Thinkers) -> list[None]:
    """Return a list to which every missing answer is appended."""
    noted: list[None] = []
    made.note_missing = lambda: noted.append(None)
    return noted


def usual(position: Position[Any], decision: Decision) -> tuple[str, ...]:
    return think(GAME, position, decision.seat, GAME.programs.levels["standard"], SECRET).keys


async def test_a_process_thinks_the_same_as_the_bot(thinkers: Thinkers, asked: tuple[Position[Any], Decision]) -> None:
    position, decision = asked
    thought = await thinkers.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert thought == think(GAME, position, decision.seat, GAME.programs.levels[LEVEL], SECRET)
    assert thought.trials > 0
    assert not thought.cut
    assert len(thinkers.pids) == 1
    os.kill(thinkers.pids[0], signal.SIGKILL)
    assert await thinkers.think(GAME, position, decision.seat, LEVEL, SECRET) == thought


async def test_nobody_waits_for_a_process_that_hangs(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    made, starts = Thinkers(1, order_s=0.05, start_s=0), []
    missing = record_missing(made)

    class Stopped(Child):
        def __init__(self, *of: Any) -> None:
            super().__init__(*of)
            starts.append(self.pid)
            os.kill(self.pid, signal.SIGSTOP)

    monkeypatch.setattr(thinker, "Child", Stopped)
    thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert (thought.keys, thought.trials) == (usual(position, decision), 0)
    assert (len(starts), made.pids, len(missing)) == (1, (), 1)
    # The process is paused after its failure, so the policy answers immediately.
    assert (await made.think(GAME, position, decision.seat, LEVEL, SECRET)).keys == thought.keys
    assert (len(starts), len(missing)) == (1, 2)
    made.close()


class Talking:
    """A process that sends the prepared reply."""

    pid = 4

    def __init__(self, *of: Any) -> None:
        self.says: list[Any] = TOLD

    def ask(self, order: bytes, within_s: float) -> bytes:
        said = self.says.pop(0)
        if isinstance(said, Exception):
            raise said
        return bytes(said)

    def kill(self) -> None:
        pass

    forget = kill


TOLD: list[Any] = []
GOOD = to_bytes(Reply(Thought(("end",), (), 7)))


@pytest.mark.parametrize(
    ("says", "trials", "missing"),
    [
        ([EOFError(), GOOD], 7, 0),
        ([b"\x00nonsense", GOOD], 7, 0),
        ([to_bytes(Reply(fault="MemoryError")), GOOD], 7, 0),
        ([EOFError(), EOFError(), GOOD], 0, 1),
        ([OSError(), b""], 0, 1),
        ([TimeoutError(), GOOD], 0, 1),
        ([to_bytes(Reply(Thought(("teleport",)))), to_bytes(Reply(Thought(("end", "end"))))], 0, 1),
        ([to_bytes(Reply(fault="OlderRules")), to_bytes(Reply(fault="OlderRules"))], 0, 1),
    ],
    ids=["died", "nonsense", "memory", "died twice", "pipe", "hung", "no option", "older rules"],
)
async def test_every_question_is_answered_legally_even_if_the_process_fails(
    monkeypatch: pytest.MonkeyPatch,
    asked: tuple[Position[Any], Decision],
    says: list[Any],
    trials: int,
    missing: int,
) -> None:
    position, decision = asked
    monkeypatch.setattr(thinker, "Child", Talking)
    TOLD[:] = says
    made = Thinkers(1)
    noted = record_missing(made)
    thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert (thought.trials, len(noted)) == (trials, missing)
    assert thought.keys == (("end",) if trials else usual(position, decision))
    made.close()


async def test_a_failed_process_is_tried_again_after_a_pause(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    now = [0.0]
    monkeypatch.setattr(thinker, "Child", Talking)
    TOLD[:] = [TimeoutError(), GOOD]
    made = Thinkers(1, clock=lambda: now[0])
    found = []
    for now[0] in (0, client.REST_S - 1, client.REST_S):
        found.append((await made.think(GAME, position, decision.seat, LEVEL, SECRET)).trials)
    assert found == [0, 0, 7]
    made.close()


async def test_the_policy_answers_without_workers_and_after_closing(asked: tuple[Position[Any], Decision]) -> None:
    position, decision = asked
    none, ended = Thinkers(0), Thinkers(1)
    ended.close()
    for made in (none, ended):
        missing = record_missing(made)
        thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
        assert (thought.keys, thought.trials) == (usual(position, decision), 0)
        with pytest.raises(NoThought):
            await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)
        assert (made.pids, missing) == ((), []), "without workers, none count as missing"
    none.close()


async def test_work_in_progress_at_closing_is_answered_immediately(
    held: type["Held"], asked: tuple[Position[Any], Decision]
) -> None:
    """One thought is in progress, and the others are queued behind it."""
    position, decision = asked
    made = Thinkers(1)
    missing = record_missing(made)
    table = asyncio.create_task(made.think(GAME, position, decision.seat, LEVEL, SECRET))
    await held.next_secret()
    behind = asyncio.create_task(made.think(GAME, position, decision.seat, LEVEL, SECRET))
    reasons = asyncio.create_task(made.weigh(GAME, position, decision.seat, LEVEL, SECRET))
    await eventually(lambda: made.waiting == 2, "both orders wait")
    made.close()
    async with asyncio.timeout(LONG_S):
        answered = [await table, await behind]
        with pytest.raises(NoThought):
            await reasons
    assert [(thought.keys, thought.trials) for thought in answered] == 2 * [(usual(position, decision), 0)]
    assert missing == []


async def test_answers_without_search_do_not_wait_for_a_process(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[Position[Any], Decision]
) -> None:
    """The only process hangs at its start, but levels and questions without a search don't need a process."""
    position, decision = asked
    other, unsearched = at("DICE-3")
    assert (
        GAME.programs.levels[LEVEL].search_of(lambda: GAME.rules.look(other.state, unsearched.seat), unsearched) is None
    )
    stopped = threading.Event()

    class Stopped(Child):
        def __init__(self, *of: Any) -> None:
            super().__init__(*of)
            os.kill(self.pid, signal.SIGSTOP)
            stopped.set()

    monkeypatch.setattr(thinker, "Child", Stopped)
    made = Thinkers(1, order_s=LONG_S)
    try:
        hangs = asyncio.create_task(made.think(GAME, position, decision.seat, LEVEL, SECRET))
        assert await asyncio.to_thread(stopped.wait, LONG_S)
        async with asyncio.timeout(LONG_S / 4):
            for level in ("standard", "novice"):
                thought = await made.think(GAME, position, decision.seat, level, SECRET)
                assert thought == think(GAME, position, decision.seat, GAME.programs.levels[level], SECRET)
            thought = await made.think(GAME, other, unsearched.seat, LEVEL, SECRET)
            assert thought == think(GAME, other, unsearched.seat, GAME.programs.levels[LEVEL], SECRET)
        assert not hangs.done()
    finally:
        made.close()
    assert (await hangs).keys == usual(position, decision)


async def test_the_policy_does_not_run_on_the_event_loop(
    asked: tuple[Position[Any], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decision = asked
    threads = []

    def note(*of: Any) -> Thought:
        threads.append(threading.current_thread())
        return answer_without_search(*of)

    monkeypatch.setattr(client, "answer_without_search", note)
    made = Thinkers(0)
    for level in ("standard", LEVEL):
        await made.think(GAME, position, decision.seat, level, SECRET)
    assert len(threads) == 2
    assert threading.current_thread() not in threads
    made.close()


async def test_a_cancelled_answer_is_not_reported_as_missing(
    asked: tuple[Position[Any], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process has failed. While the policy computes an answer, the caller gives up and reports a substitute."""
    position, decision = asked
    begun, goes_on = threading.Event(), threading.Event()

    def slow(*of: Any) -> Thought:
        begun.set()
        assert goes_on.wait(LONG_S)
        return answer_without_search(*of)

    monkeypatch.setattr(thinker, "Child", Talking)
    monkeypatch.setattr(client, "answer_without_search", slow)
    TOLD[:] = [TimeoutError()]
    made = Thinkers(1)
    missing = record_missing(made)
    table = asyncio.create_task(made.think(GAME, position, decision.seat, LEVEL, SECRET))
    assert await asyncio.to_thread(begun.wait, LONG_S)
    table.cancel()
    goes_on.set()
    await asyncio.wait([table])
    assert table.cancelled()
    assert missing == []
    made.close()


class Held(Talking):
    """A process that holds back each answer until the test releases the semaphore `let` or kills the process."""

    orders: "Queue[Order]"
    let: threading.Semaphore

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.is_asked = self.is_killed = False

    def ask(self, order: bytes, within_s: float) -> bytes:
        self.is_asked = True
        self.orders.put(read_order(order))
        assert self.let.acquire(timeout=LONG_S)
        self.is_asked = False
        if self.is_killed:
            raise EOFError
        return super().ask(order, within_s)

    def kill(self) -> None:
        self.is_killed = True
        if self.is_asked:
            self.let.release()

    @classmethod
    async def next_secret(cls) -> bytes:
        """Wait until a process receives its next order. Return that order's secret."""
        return (await asyncio.to_thread(cls.orders.get, timeout=LONG_S)).secret


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> type[Held]:
    """Make processes hold their answers until the test releases them."""
    monkeypatch.setattr(Held, "orders", Queue(), raising=False)
    monkeypatch.setattr(Held, "let", threading.Semaphore(0), raising=False)
    monkeypatch.setattr(thinker, "Child", Held)
    TOLD[:] = 9 * [GOOD]
    return Held


def secret(number: int) -> bytes:
    return bytes([number] * 16)


async def test_questions_at_tables_overtake_older_requests_for_reasons(
    held: type[Held], asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    made = Thinkers(1)
    orders = [made.weigh, made.weigh, made.think, made.weigh, made.think]
    tasks = []
    for number, ask in enumerate(orders):
        tasks.append(asyncio.create_task(ask(GAME, position, decision.seat, LEVEL, secret(number))))
        await eventually(lambda: made.waiting == len(tasks) - 1, "the order waits")
    assert await held.next_secret() == secret(0)
    tasks[1].cancel()
    assert made.waiting == 3
    found = []
    for _ in range(3):
        held.let.release()
        found.append(await held.next_secret())
    assert found == [secret(2), secret(4), secret(3)], "the cancelled second request is skipped"
    held.let.release()
    await asyncio.gather(*tasks, return_exceptions=True)
    made.close()


async def test_abandoned_requests_do_not_delay_others(held: type[Held], asked: tuple[Position[Any], Decision]) -> None:
    position, decision = asked
    TOLD[:] = [TimeoutError()]
    made, tasks = Thinkers(1), []
    for number in range(3):
        tasks.append(asyncio.create_task(made.think(GAME, position, decision.seat, LEVEL, secret(number))))
        await eventually(lambda: made.waiting == len(tasks) - 1, "the order waits")
    assert await held.next_secret() == secret(0)
    tasks[1].cancel()
    held.let.release()
    await tasks[0]
    assert made.waiting == 0
    assert (await tasks[2]).keys == usual(position, decision)
    made.close()


async def test_a_failed_request_for_reasons_pauses_only_requests_for_reasons(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    now = [0.0]
    monkeypatch.setattr(thinker, "Child", Talking)
    TOLD[:] = [TimeoutError(), GOOD, GOOD]
    made = Thinkers(1, clock=lambda: now[0])
    for _ in range(2):
        with pytest.raises(NoThought):
            await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)
    assert len(TOLD) == 2, "the second request was not tried"
    assert (await made.think(GAME, position, decision.seat, LEVEL, SECRET)).trials == 7
    with pytest.raises(NoThought):
        await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)
    now[0] = client.REST_S
    assert (await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)).trials == 7
    made.close()


async def test_a_process_starts_only_if_none_is_free(held: type[Held], asked: tuple[Position[Any], Decision]) -> None:
    position, decision = asked
    made, tasks = Thinkers(2), []
    for number, processes in ((0, 1), (1, 1), (2, 2)):
        tasks.append(asyncio.create_task(made.think(GAME, position, decision.seat, LEVEL, secret(number))))
        await held.next_secret()
        assert len(made.pids) == processes
        if number == 0:
            held.let.release()
            await tasks[0]
    held.let.release(2)
    await asyncio.gather(*tasks)
    made.close()


async def test_a_failing_process_does_not_pause_the_others(
    held: type[Held], asked: tuple[Position[Any], Decision]
) -> None:
    """While one process is paused, the other is used. Once both have failed, policies answer immediately."""
    position, decision = asked
    TOLD[:] = [TimeoutError(), GOOD, GOOD, TimeoutError(), GOOD]
    made = Thinkers(2)
    missing = record_missing(made)

    async def trials() -> int:
        return (await made.think(GAME, position, decision.seat, LEVEL, SECRET)).trials

    held.let.release()
    assert await trials() == 0
    await held.next_secret()
    first = asyncio.create_task(trials())
    await held.next_secret()
    second = asyncio.create_task(trials())
    await eventually(lambda: made.waiting == 1, "the order waits")
    for _ in range(3):
        held.let.release()
    assert (await first, await second) == (7, 7)
    assert [await trials(), await trials()] == [0, 0]
    assert (len(missing), len(TOLD)) == (3, 1)
    made.close()


def test_a_process_answers_and_ends_with_the_bot(asked: tuple[Position[Any], Decision], tmp_path: Path) -> None:
    """The process reads its content from a host's folder, here a copy of the bundled content."""
    shutil.copytree(CONTENT[GAME.rules.key].folder, tmp_path / GAME.rules.key)
    position, decision = asked
    sent = to_bytes(order(position, decision))
    process = subprocess.Popen(
        [sys.executable, "-m", "ai", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HOME
    )
    told, _ = process.communicate(len(sent).to_bytes(LENGTH, "big") + sent, timeout=LONG_S)
    assert read_reply(told[LENGTH:]).thought == think(
        GAME, position, decision.seat, GAME.programs.levels[LEVEL], SECRET
    )
    assert process.returncode == 0


def test_sigterm_is_left_to_the_bot(asked: tuple[Position[Any], Decision]) -> None:
    """systemd sends it to all processes of the service, while the bot still finishes its work."""
    child = Child([], "ai")
    try:
        first = child.ask(to_bytes(order(*asked)), LONG_S)
        os.kill(child.pid, signal.SIGTERM)

        second = child.ask(to_bytes(order(*asked)), LONG_S)

        assert read_reply(first).thought == read_reply(second).thought
    finally:
        child.kill()
        child.forget()


def test_an_impossible_order_is_answered_with_the_errors_name(asked: tuple[Position[Any], Decision]) -> None:
    good = order(*asked)
    for changed, fault in (
        ({"version": GAME.rules.version - 1}, "OlderRules"),
        ({"game": "senet"}, "KeyError"),
        ({"level": "godlike"}, "KeyError"),
        ({"world": b"\x80"}, "UnreadablePosition"),
        ({"seat": 1 - asked[1].seat}, "AssertionError"),
    ):
        assert think_about(GAMES, msgspec.structs.replace(good, **changed)).fault == fault


def test_a_thought_that_uses_too_much_cpu_is_cut_short(asked: tuple[Position[Any], Decision]) -> None:
    ticking = iter(range(0, 1000, 2))
    told = think_about(GAMES, order(*asked), lambda: next(ticking))
    assert told.thought is not None
    assert told.thought.cut
    assert told.thought.trials == 2 * len(told.thought.ranked)
    assert MOST_CPU_S == 5


async def test_reasons_explain_the_given_answer_and_need_a_process(
    thinkers: Thinkers, asked: tuple[Position[Any], Decision]
) -> None:
    """The given answer is tried as often as the best answer, in the same worlds."""
    position, decision = asked
    about = (decision.options[-1].key,)
    weighed = await thinkers.weigh(GAME, position, decision.seat, LEVEL, SECRET, about)
    assert weighed == think(GAME, position, decision.seat, GAME.programs.levels[LEVEL], SECRET, about=about)
    thorough = await thinkers.weigh(GAME, position, decision.seat, LEVEL, SECRET, about, thorough=True)
    assert thorough == think(
        GAME, position, decision.seat, GAME.programs.levels[LEVEL], SECRET, about=about, thorough=True
    )
    assert thorough.trials > weighed.trials
    (own,) = (each for each in weighed.ranked if each.keys == about)
    assert own.worlds == weighed.ranked[0].worlds
    none = Thinkers(0)
    with pytest.raises(NoThought):
        await none.weigh(GAME, position, decision.seat, LEVEL, SECRET)
    none.close()


async def test_a_process_that_dies_gives_no_reasons(
    asked: tuple[Position[Any], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decision = asked

    def dies(*_: object) -> Child:
        raise BrokenPipeError

    monkeypatch.setattr(thinker, "Child", dies)
    made = Thinkers(1)
    with pytest.raises(NoThought):
        await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)
    with pytest.raises(NoThought):
        await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)  # The process is paused after its failure.
    made.close()
