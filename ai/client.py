"""The bot's queue of questions for the thinking processes. If no process answers, the level's policy does."""

import asyncio
import itertools
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from heapq import heappop, heappush
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ai.orders import Order
from ai.thinker import FAULTS, Thinker
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, answer_without_search, copy_position
from engine.kernel.policy import Keys, NoThought, Thought

ORDER_S = 15.0
"""Longest wait for an answer, in seconds. A thought is cut short after 5 CPU seconds."""
START_S = 5.0
"""Extra seconds for the first order to a new process."""
REST_S = 30.0
"""After a failed order, a process gets no orders of the same or lower urgency for this many seconds."""

log = logging.getLogger("knossos")


class Urgency(IntEnum):
    """The urgency of an order. Orders for a waiting table come before requests for reasons."""

    TABLE = 0
    REASONS = 1


class _Wanted(NamedTuple):
    """An order waiting for a process. Orders of equal urgency are handled in order of `number`."""

    urgency: Urgency
    number: int
    game: Game[Any]
    order: Order
    thought: "asyncio.Future[Thought]"


class Thinkers:
    """Thinks for seats in up to `workers` processes, each started when first needed. Call `close` at the end.

    If every try of an order fails, its process is suspended for `REST_S`, because the next order would probably fail
    too. After a failed request for reasons, it is suspended only for such requests. While all processes are
    suspended, policies answer, without reasons.
    """

    def __init__(
        self,
        workers: int,
        content: Path | None = None,
        *,
        order_s: float = ORDER_S,
        start_s: float = START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`content` is a folder of game content. An order may take `order_s`; a new process has `start_s` more."""
        self.workers = workers
        self.note_thought: Callable[[bool], object] = lambda _: None
        self.note_missing: Callable[[], object] = lambda: None
        told = [] if content is None else [str(content.resolve())]
        self._thinkers = [Thinker(told, order_s, start_s) for _ in range(workers)]
        self._free = list(self._thinkers)
        self._rests_until: dict[tuple[Thinker, Urgency], float] = {}
        self._wanted: list[_Wanted] = []
        self._numbers = itertools.count()
        self._clock = clock
        self._is_closed = False
        self._lines = ThreadPoolExecutor(max(1, workers), thread_name_prefix="thinker")

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(pid for thinker in self._thinkers if (pid := thinker.pid))

    @property
    def waiting(self) -> int:
        return sum(not wanted.thought.done() for wanted in self._wanted)

    async def think(self, game: Game[Any], position: Position[Any], seat: Seat, level: str, secret: bytes) -> Thought:
        """Return a legal answer of `level`. If processes fail, use the policy of `level`. `secret` is 16 bytes."""
        mine = copy_position(game, position)
        order, is_missing = await asyncio.to_thread(self._order, game, mine, seat, level, secret), False
        if order is not None:
            try:
                return await self._submit(game, order, Urgency.TABLE)
            except NoThought:
                is_missing = not self._is_closed
        answer = await asyncio.to_thread(answer_without_search, game, mine, seat, game.programs.levels[level], secret)
        if is_missing:  # A caller that times out cancels this call and counts the missing answer itself.
            self.note_missing()
        return answer

    async def weigh(
        self,
        game: Game[Any],
        position: Position[Any],
        seat: Seat,
        level: str,
        secret: bytes,
        about: Keys | None = None,
        thorough: bool = False,
    ) -> Thought:
        """Return the answer of `level` to the question of `seat`, with ratings. Raises `NoThought`.

        The answer `about` is rated too. If `thorough`, the level runs more simulations than in a game.
        """
        order = Order.of(game, position, seat, level, secret, about, thorough)
        return await self._submit(game, order, Urgency.REASONS)

    def close(self) -> None:
        """Stop all thinking. From now on, policies answer instead."""
        self._is_closed = True
        for thinker in self._thinkers:
            thinker.kill()
        for thinker in self._free:  # Busy thinkers are dismissed by the thread that waits for them.
            try:
                self._lines.submit(thinker.dismiss)
            except RuntimeError:  # Python is shutting down and its threads have ended.
                thinker.dismiss()
        self._lines.shutdown(wait=False)
        self._hand_out()

    def _order(self, game: Game[Any], position: Position[Any], seat: Seat, level: str, secret: bytes) -> Order | None:
        """Return the order for a process, or None if `level` doesn't search or there are no processes. Can run in any
        thread."""
        decision = Play(game, position).decision_of(seat)
        assert decision is not None, seat
        search = game.programs.levels[level].search_of(lambda: game.rules.look(position.state, seat), decision)
        return Order.of(game, position, seat, level, secret) if self.workers and search is not None else None

    async def _submit(self, game: Game[Any], order: Order, urgency: Urgency) -> Thought:
        thought: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        heappush(self._wanted, _Wanted(urgency, next(self._numbers), game, order, thought))
        self._hand_out()
        return await thought

    def _hand_out(self) -> None:
        """Give the most urgent orders to idle processes. If all processes are suspended, an order fails."""
        while self._wanted:
            wanted = self._wanted[0]
            awake = [thinker for thinker in self._thinkers if self._is_awake(thinker, wanted.urgency)]
            # Prefer the thinker freed last: its process is already running.
            last_freed = (thinker for thinker in reversed(self._free) if thinker in awake)
            free = next(last_freed, None)
            if awake and free is None:
                return
            heappop(self._wanted)
            if wanted.thought.done():
                continue  # The caller no longer waits.
            if free is None:
                wanted.thought.set_exception(NoThought())
            else:
                self._begin(free, wanted)

    def _is_awake(self, thinker: Thinker, urgency: Urgency) -> bool:
        return not self._is_closed and self._clock() >= self._rests_until.get((thinker, urgency), -inf)

    def _begin(self, thinker: Thinker, wanted: _Wanted) -> None:
        self._free.remove(thinker)
        asked = asyncio.get_running_loop().run_in_executor(self._lines, thinker.ask, wanted.game, wanted.order)
        asked.add_done_callback(partial(self._end, thinker, wanted))

    def _end(self, thinker: Thinker, wanted: _Wanted, asked: "asyncio.Future[Thought]") -> None:
        self._free.append(thinker)
        fault = asked.exception()
        if isinstance(fault, FAULTS):
            self._rest(thinker, wanted.urgency, fault)
            fault = NoThought()
        elif fault is None:
            self.note_thought(asked.result().cut)
        if not wanted.thought.done():
            if fault is None:
                wanted.thought.set_result(asked.result())
            else:
                wanted.thought.set_exception(fault)
        self._hand_out()

    def _rest(self, thinker: Thinker, urgency: Urgency, fault: BaseException) -> None:
        if self._is_closed:
            return
        for each in Urgency:
            if each >= urgency:
                self._rests_until[thinker, each] = self._clock() + REST_S
        what = "a policy answers for a thinker" if urgency is Urgency.TABLE else "a thinker tells no reasons"
        log.warning("%s: why=%s", what, type(fault).__name__)
