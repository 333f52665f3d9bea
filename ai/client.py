"""The bot's way to thoughts: whose turn it is to be thought about, and an answer at once where no process gives one.

No table waits for a process that has not answered in time, or for one that its question does not need. Nothing waits
in the event loop.
"""

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
from engine.kernel.levels import Keys, NoThought, Thought
from engine.kernel.offering.at_once import answer_at_once
from engine.kernel.play import Play, Position, copy_position

ORDER_S = 15.0
"""A thought is cut after 5 s of a processor, so a process that has not answered by then hangs."""
START_S = 5.0
"""So much longer may the first order of a new process take: it starts, and reads the games."""
REST_S = 30.0
"""After an order that failed as often as it was tried its place is given none as urgent or less for so long."""

log = logging.getLogger("knossos")


class Urgency(IntEnum):
    """Who waits for a thought, the first one first."""

    TABLE = 0
    """A computer is asked, and people wait for its turn."""
    REASONS = 1
    """Somebody asks for reasons: a hint, why a computer moved so, or those of a whole game, thought by thought."""


class _Wanted(NamedTuple):
    """An order that waits for a process, in the order in which they are taken; `number` tells them apart."""

    urgency: Urgency
    number: int
    game: Game[Any]
    order: Order
    thought: "asyncio.Future[Thought]"


class Thinkers:
    """Thinks for seats in `workers` processes, each started when it is first needed. `close` it at the end.

    A process thinks about one question at a time, and about what a table waits for before anything else: a table waits
    for no more of the reasons of a whole game than the one thought that is under way.

    Where an order fails as often as it is tried, the place of that process rests (`REST_S`), since the next one would
    be waited for as long. Other places go on: what ails the whole machine costs each of them one order, what ails one
    of them nothing of the others. Reasons that fail rest reasons alone: they may be of a question that no table asks,
    and whoever asks again and again for what does not come must neither put tables to rest nor hold them up. While all
    places rest policies answer, and no reasons are told.
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
        """`content` is a host's own. `order_s` and `start_s` are the deadlines of an order and of a start."""
        self.workers = workers
        self.note_thought: Callable[[bool], object] = _ignore
        """Told of each thought of a process whether it was cut short."""
        self.note_missing: Callable[[], object] = _ignore
        """Called for each answer that is given at once since no process gave one, where it is still waited for."""
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
        """The processes that think."""
        return tuple(pid for thinker in self._thinkers if (pid := thinker.pid))

    @property
    def waiting(self) -> int:
        """How many orders wait for a process, and somebody for them."""
        return sum(not wanted.thought.done() for wanted in self._wanted)

    async def think(self, game: Game[Any], position: Position[Any], seat: Seat, level: str, secret: bytes) -> Thought:
        """What `level` answers for `seat`, which is asked; without workers, or where they fail, what it says at once.

        The answer is legal in `position`. `secret` is 16 bytes of which nobody else knows.
        """
        mine = copy_position(game, position)
        order, is_missing = await asyncio.to_thread(self._order, game, mine, seat, level, secret), False
        if order is not None:
            try:
                return await self._thought_of(game, order, Urgency.TABLE)
            except NoThought:
                is_missing = not self._is_closed
        answer = await asyncio.to_thread(answer_at_once, game, mine, seat, game.programs.levels[level], secret)
        if is_missing:  # not before: who waits no longer answers in its place, and notes that
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
        """What `level` thinks of the question of `seat`, and of the answer `about`, to tell the reasons.

        As at a table, or as `thorough` as it is for a person who asks.

        Raises `NoThought` without workers, and where none answers: a policy has no reasons to tell.
        """
        order = Order.of(game, position, seat, level, secret, about, thorough)
        return await self._thought_of(game, order, Urgency.REASONS)

    def close(self) -> None:
        """Think no more. What is being thought about is thrown away, and policies answer."""
        self._is_closed = True
        for thinker in self._thinkers:
            thinker.kill()
        for thinker in self._free:  # the others are let go of where they are waited for
            try:
                self._lines.submit(thinker.dismiss)
            except RuntimeError:  # Python itself is ending: its threads are done
                thinker.dismiss()
        self._lines.shutdown(wait=False)
        self._hand_out()

    def _order(self, game: Game[Any], position: Position[Any], seat: Seat, level: str, secret: bytes) -> Order | None:
        """What a process is to think about; None where none is needed, or there is none. Runs in any thread."""
        decision = Play(game, position).decision_of(seat)
        assert decision is not None, seat
        search = game.programs.levels[level].search_of(lambda: game.rules.look(position.state, seat), decision)
        return Order.of(game, position, seat, level, secret) if self.workers and search is not None else None

    async def _thought_of(self, game: Game[Any], order: Order, urgency: Urgency) -> Thought:
        """What a process thinks of the order, once it is its turn. Raises `NoThought`."""
        thought: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        heappush(self._wanted, _Wanted(urgency, next(self._numbers), game, order, thought))
        self._hand_out()
        return await thought

    def _hand_out(self) -> None:
        """Give the most urgent orders to processes that are free. What none could be given is refused."""
        while self._wanted:
            wanted = self._wanted[0]
            awake = [thinker for thinker in self._thinkers if self._is_awake(thinker, wanted.urgency)]
            last_freed = (thinker for thinker in reversed(self._free) if thinker in awake)  # its process runs already
            free = next(last_freed, None)
            if awake and free is None:
                return
            heappop(self._wanted)
            if wanted.thought.done():
                continue  # nobody waits for it any more
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
        """Tell whoever waits what came of it, and let the process go on with what is wanted next."""
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
        """Give it nothing that is as urgent or less for a while."""
        if self._is_closed:
            return
        for each in Urgency:
            if each >= urgency:
                self._rests_until[thinker, each] = self._clock() + REST_S
        what = "a policy answers for a thinker" if urgency is Urgency.TABLE else "a thinker tells no reasons"
        log.warning("%s: why=%s", what, type(fault).__name__)


def _ignore(*_: object) -> None:
    """Nobody is told."""
