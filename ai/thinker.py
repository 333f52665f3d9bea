"""The bot's side of a thinking process, which is replaced if it dies, hangs or sends an invalid answer."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ai.orders import Order, read_reply, to_bytes
from engine.kernel.codec import decode
from engine.kernel.decision import Answer
from engine.kernel.game import Game
from engine.kernel.play import Play
from engine.kernel.policy import Thought
from engine.kernel.refusals import Refusal
from render.child import BROKEN, Child

TRIES = 2
"""Number of tries per order."""


class Unusable(Exception):  # noqa: N818  (control flow, not an error)
    """A process sent an error or an illegal answer."""


FAULTS = (*BROKEN, msgspec.MsgspecError, Unusable)


class Thinker:
    """Runs at most one process, started on first use. Only `kill` may be called from any thread."""

    def __init__(self, content: Sequence[str], order_s: float, start_s: float) -> None:
        self._content, self._order_s, self._start_s = content, order_s, start_s
        self._child: Child | None = None
        self._is_closed = False

    @property
    def pid(self) -> int:
        child = self._child
        return 0 if child is None else child.pid

    def ask(self, game: Game[Any], order: Order) -> Thought:
        """Return the thought of the process. If it fails, try again in a new process, except after a timeout. Raises
        one of `FAULTS`."""
        for tries_left in reversed(range(TRIES)):
            try:
                return self._ask_once(game, order)
            except BaseException as error:
                self.dismiss()
                is_last = not tries_left or isinstance(error, TimeoutError) or self._is_closed
                if is_last or not isinstance(error, FAULTS):
                    raise
        raise AssertionError("the last try returns or raises")

    def _ask_once(self, game: Game[Any], order: Order) -> Thought:
        within_s = self._order_s
        if self._child is None:
            self._child = Child(self._content, "ai")
            within_s += self._start_s
            if self._is_closed:
                self._child.kill()  # `kill` was called before this process existed.
        told = read_reply(self._child.ask(to_bytes(order), within_s))
        if told.thought is None:
            raise Unusable(told.fault)
        _check(game, order, told.thought)
        return told.thought

    def kill(self) -> None:
        self._is_closed = True
        child = self._child
        if child is not None:
            child.kill()

    def dismiss(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.forget()


def _check(game: Game[Any], order: Order, thought: Thought) -> None:
    play = Play(game, decode(game, order.world))
    decision = play.decision_of(order.seat)
    assert decision is not None
    try:
        play.check(Answer(order.seat, decision.id, thought.keys))
    except Refusal as refusal:
        raise Unusable(type(refusal).__name__) from refusal
