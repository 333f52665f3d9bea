"""The bot's way to thoughts: processes that may die, hang or talk nonsense, and a policy that answers all the same.

No table waits for a process: one that has not answered in time is killed, and the level's policy answers here. Nothing
waits in the event loop.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import LifoQueue
from typing import Any

import msgspec

from ai.orders import Order, read_told, written
from engine.kernel.at_once import at_once
from engine.kernel.codec import decode
from engine.kernel.decision import Answer, Seat
from engine.kernel.game import Game
from engine.kernel.levels import Keys, NoThought, Thought
from engine.kernel.play import Play, Position
from engine.kernel.refusals import Refusal
from render.child import BROKEN, Child

ORDER_S = 15.0
"""A thought is cut after 5 s of a processor, so a process that has not answered by then hangs."""
START_S = 5.0
"""So much longer may the first order of a new process take: it starts, and reads the games."""
TRIES = 2
"""A process that dies is replaced once for the same order."""
REST_S = 30.0
"""After an order that failed as often as it was tried nothing is ordered for so long: policies answer meanwhile."""

log = logging.getLogger("knossos")


class _Unusable(Exception):  # noqa: N818  (a way on, not a mistake)
    """A process answered, and what it said is no answer."""


class Thinkers:
    """Thinks for seats in `workers` processes, each started when it is first needed. `close` it at the end."""

    def __init__(
        self,
        workers: int,
        content: Path | None = None,
        *,
        order_s: float = ORDER_S,
        start_s: float = START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`content` is a host's own. `order_s` and `start_s` are the deadlines of an order and of a start."""
        self.workers = workers
        self.failed = 0
        """How many answers were the policy's since no process gave one."""
        self._content = [] if content is None else [str(content.resolve())]
        self._order_s, self._start_s, self._clock = order_s, start_s, clock
        self._rests_until: float | None = None
        self._is_closed = False
        self._children: LifoQueue[Child | None] = LifoQueue()
        self._alive: set[Child] = set()
        for _ in range(workers):
            self._children.put(None)
        self._lines = ThreadPoolExecutor(max(1, workers), thread_name_prefix="thinker")

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that think."""
        return tuple(child.pid for child in list(self._alive))

    async def think(self, game: Game[Any], position: Position[Any], seat: Seat, level: str, secret: bytes) -> Thought:
        """What `level` answers for `seat`, which is asked; without workers, or where they fail, what its policy says.

        The answer is legal in `position`. `secret` is 16 bytes of which nobody else knows.
        """
        order = Order.of(game, position, seat, level, secret)
        return await asyncio.get_running_loop().run_in_executor(self._lines, self._wait_for, game, order)

    async def weigh(
        self,
        game: Game[Any],
        position: Position[Any],
        seat: Seat,
        level: str,
        secret: bytes,
        about: Keys | None = None,
    ) -> Thought:
        """What `level` thinks of the question of `seat`, and of the answer `about`, to tell the reasons.

        Raises `NoThought` without workers, and where none answers: a policy has no reasons to tell.
        """
        if self._is_closed:
            raise NoThought
        order = Order.of(game, position, seat, level, secret, about)
        return await asyncio.get_running_loop().run_in_executor(self._lines, self._weighed, game, order)

    def _weighed(self, game: Game[Any], order: Order) -> Thought:
        """Waits in one of the lines' threads."""
        if not self.workers or self._is_resting():
            raise NoThought
        try:
            return self._tried(game, order)
        except (*BROKEN, msgspec.MsgspecError, _Unusable) as error:
            raise NoThought from error

    def close(self) -> None:
        """Think no more. What is being thought about is thrown away."""
        self._is_closed = True
        for child in list(self._alive):
            child.kill()
            try:
                self._lines.submit(self._dismiss, child)
            except RuntimeError:  # Python itself is ending: its threads are done
                self._dismiss(child)
        self._lines.shutdown(wait=False)

    def _wait_for(self, game: Game[Any], order: Order) -> Thought:
        """Waits in one of the lines' threads."""
        level = game.levels[order.level]
        if level.search is not None and self.workers and not self._is_resting():
            try:
                return self._tried(game, order)
            except (*BROKEN, msgspec.MsgspecError, _Unusable) as error:
                self.failed += 1
                log.warning("a policy answers for a thinker: why=%s", type(error).__name__)
        return at_once(game, decode(game, order.world), order.seat, level, order.secret)

    def _is_resting(self) -> bool:
        return self._is_closed or (self._rests_until is not None and self._clock() < self._rests_until)

    def _tried(self, game: Game[Any], order: Order) -> Thought:
        """The thought of a process, by another one if the first dies. One that hangs is not waited for twice."""
        tries = 0
        while True:
            tries += 1
            child = self._children.get()
            try:
                child, thought = self._asked(child, game, order)
            except (*BROKEN, msgspec.MsgspecError, _Unusable) as error:
                if tries == TRIES or isinstance(error, TimeoutError) or self._is_closed:
                    self._rests_until = self._clock() + REST_S
                    raise
                continue
            self._rests_until = None
            return thought

    def _asked(self, child: Child | None, game: Game[Any], order: Order) -> tuple[Child, Thought]:
        """Gives the process back to the others, or none in its place where it failed."""
        within_s = self._order_s
        try:
            if child is None:
                child = Child(self._content, "ai")
                self._alive.add(child)
                within_s += self._start_s
                if self._is_closed:
                    child.kill()  # `close` came too early to see it
            told = read_told(child.ask(written(order), within_s))
            if told.thought is None:
                raise _Unusable(told.fault)
            _check(game, order, told.thought)
        except BaseException:
            if child is not None:
                self._dismiss(child)
            self._children.put(None)
            raise
        self._children.put(child)
        return child, told.thought

    def _dismiss(self, child: Child) -> None:
        self._alive.discard(child)
        child.kill()
        child.forget()


def _check(game: Game[Any], order: Order, thought: Thought) -> None:
    """Raise `_Unusable` unless the thought is an answer to the question."""
    play = Play(game, decode(game, order.world))
    decision = play.decision_of(order.seat)
    assert decision is not None
    try:
        play.check(Answer(order.seat, decision.id, thought.keys))
    except Refusal as refusal:
        raise _Unusable(type(refusal).__name__) from refusal
