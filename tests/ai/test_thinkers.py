"""Computer players: thoughts of a process beside the bot, and an answer whatever becomes of that process."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ai import client
from ai.client import Thinkers
from ai.orders import Order, Told, read_order, written
from ai.worker import thought_of
from engine.games import GAMES
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import Settings, settled
from engine.kernel.levels import NoThought, Thought
from engine.kernel.play import Play, Position, start
from engine.search.thinking import MOST_CPU_S, think
from render.child import Child

GAME = GAMES["minos-classic"]
SEED, SECRET = bytes(range(16, 32)), bytes(range(16))
LEVEL = "strong"


def at(rule: str) -> tuple[Position[Any], Decision]:
    """The first position of a game in which that is asked."""
    play = Play(GAME, start(GAME, settled(GAME, 2, {}), SEED).position)
    while (decision := play.pending[0]).rule != rule:
        play.answer(Answer(decision.seat, decision.id, GAME.autopilot(play.position.state, decision)))
    return play.position, decision


@pytest.fixture(scope="module")
def asked() -> tuple[Position[Any], Decision]:
    """The menu of a turn, which a strong player thinks about."""
    return at("TURN-2")


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(1, order_s=100)  # it comes after all else that this machine does
    yield made
    made.close()


def order(position: Position[Any], decision: Decision) -> Order:
    return Order.of(GAME, position, decision.seat, LEVEL, SECRET)


def usual(position: Position[Any], decision: Decision) -> tuple[str, ...]:
    return think(GAME, position, decision.seat, GAME.levels["standard"], SECRET).keys


async def test_a_thought_of_the_process_is_the_same_as_one_in_the_bot(
    thinkers: Thinkers, asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    thought = await thinkers.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert thought == think(GAME, position, decision.seat, GAME.levels[LEVEL], SECRET)
    assert thought.trials > 0
    assert not thought.cut
    assert len(thinkers.pids) == 1
    os.kill(thinkers.pids[0], signal.SIGKILL)
    assert await thinkers.think(GAME, position, decision.seat, LEVEL, SECRET) == thought
    assert thinkers.failed == 0


def test_an_order_holds_neither_the_seed_nor_what_the_seat_may_not_know() -> None:
    game = GAMES["minos-dawn"]
    position = start(game, Settings(3), SEED).position
    decision = Play(game, position).pending[0]
    sent = written(Order.of(game, position, decision.seat, LEVEL, SECRET))
    world = read_order(sent).world
    assert SEED not in sent
    assert SEED not in world
    state = msgspec.msgpack.decode(world)["state"]
    assert state["decks"] != msgspec.msgpack.decode(msgspec.msgpack.encode(position.state))["decks"]
    assert state["players"][decision.seat]["hand"] == position.state.players[decision.seat].hand


async def test_a_process_that_hangs_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    made, starts = Thinkers(1, order_s=0.05, start_s=0), []

    class Stopped(Child):
        def __init__(self, *of: Any) -> None:
            super().__init__(*of)
            starts.append(self.pid)
            os.kill(self.pid, signal.SIGSTOP)

    monkeypatch.setattr(client, "Child", Stopped)
    thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert (thought.keys, thought.trials) == (usual(position, decision), 0)
    assert (len(starts), made.pids, made.failed) == (1, (), 1)
    # It rests: the next answer is the policy's at once, without a process.
    assert (await made.think(GAME, position, decision.seat, LEVEL, SECRET)).keys == thought.keys
    assert (len(starts), made.failed) == (1, 1)
    made.close()


class Talking:
    """A process that says what it is told to."""

    pid = 0

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
GOOD = written(Told(Thought(("end",), (), 7)))


@pytest.mark.parametrize(
    ("says", "trials", "failed"),
    [
        ([EOFError(), GOOD], 7, 0),
        ([b"\x00nonsense", GOOD], 7, 0),
        ([written(Told(fault="MemoryError")), GOOD], 7, 0),
        ([EOFError(), EOFError(), GOOD], 0, 1),
        ([OSError(), b""], 0, 1),
        ([TimeoutError(), GOOD], 0, 1),
        ([written(Told(Thought(("teleport",)))), written(Told(Thought(("end", "end"))))], 0, 1),
        ([written(Told(fault="OlderRules")), written(Told(fault="OlderRules"))], 0, 1),
    ],
    ids=["died", "nonsense", "memory", "died twice", "pipe", "hung", "no option", "older rules"],
)
async def test_every_question_is_answered_legally_whatever_a_process_does(
    monkeypatch: pytest.MonkeyPatch,
    asked: tuple[Position[Any], Decision],
    says: list[Any],
    trials: int,
    failed: int,
) -> None:
    position, decision = asked
    monkeypatch.setattr(client, "Child", Talking)
    TOLD[:] = says
    made = Thinkers(1)
    thought = await made.think(GAME, position, decision.seat, LEVEL, SECRET)
    assert (thought.trials, made.failed) == (trials, failed)
    assert thought.keys == (("end",) if trials else usual(position, decision))
    made.close()


async def test_after_a_rest_a_process_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[Position[Any], Decision]
) -> None:
    position, decision = asked
    now = [0.0]
    monkeypatch.setattr(client, "Child", Talking)
    TOLD[:] = [TimeoutError(), GOOD]
    made = Thinkers(1, clock=lambda: now[0])
    found = []
    for now[0] in (0, client.REST_S - 1, client.REST_S):
        found.append((await made.think(GAME, position, decision.seat, LEVEL, SECRET)).trials)
    assert found == [0, 0, 7]
    made.close()


async def test_without_workers_and_after_the_end_the_policy_answers(asked: tuple[Position[Any], Decision]) -> None:
    position, decision = asked
    none = Thinkers(0)
    assert (await none.think(GAME, position, decision.seat, LEVEL, SECRET)).keys == usual(position, decision)
    assert (none.pids, none.failed) == ((), 0)
    none.close()


def test_an_order_that_cannot_be_thought_about_is_told_by_name(asked: tuple[Position[Any], Decision]) -> None:
    good = order(*asked)
    for changed, fault in (
        ({"version": GAME.version - 1}, "OlderRules"),
        ({"game": "senet"}, "KeyError"),
        ({"level": "godlike"}, "KeyError"),
        ({"world": b"\x80"}, "UnreadablePosition"),
        ({"seat": 1 - asked[1].seat}, "AssertionError"),
    ):
        assert thought_of(GAMES, msgspec.structs.replace(good, **changed)).fault == fault


def test_a_thought_that_takes_too_much_of_a_processor_is_cut(asked: tuple[Position[Any], Decision]) -> None:
    ticking = iter(range(0, 1000, 2))
    told = thought_of(GAMES, order(*asked), lambda: next(ticking))
    assert told.thought is not None
    assert told.thought.cut
    assert told.thought.trials == 2 * len(told.thought.ranked)
    assert MOST_CPU_S == 5


async def test_reasons_are_told_of_an_answer_too_and_never_by_the_policy(
    thinkers: Thinkers, asked: tuple[Position[Any], Decision]
) -> None:
    """The answer that is asked about is tried as often as the best one, in the same worlds."""
    position, decision = asked
    about = (decision.options[-1].key,)
    weighed = await thinkers.weigh(GAME, position, decision.seat, LEVEL, SECRET, about)
    assert weighed == think(GAME, position, decision.seat, GAME.levels[LEVEL], SECRET, about=about)
    (own,) = (each for each in weighed.ranked if each.keys == about)
    assert own.worlds == weighed.ranked[0].worlds
    none = Thinkers(0)
    with pytest.raises(NoThought):
        await none.weigh(GAME, position, decision.seat, LEVEL, SECRET)
    none.close()


async def test_a_process_that_dies_has_no_reasons(
    asked: tuple[Position[Any], Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decision = asked

    def dies(*_: object) -> Child:
        raise BrokenPipeError

    monkeypatch.setattr(client, "Child", dies)
    made = Thinkers(1)
    with pytest.raises(NoThought):
        await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)
    with pytest.raises(NoThought):
        await made.weigh(GAME, position, decision.seat, LEVEL, SECRET)  # it rests
    made.close()
