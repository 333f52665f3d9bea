"""A process that thinks, as the bot waits for it: it may die, hang or talk nonsense, and is then replaced."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ai.orders import Order, read_told, written
from engine.kernel.codec import decode
from engine.kernel.decision import Answer
from engine.kernel.game import Game
from engine.kernel.levels import Thought
from engine.kernel.play import Play
from engine.kernel.refusals import Refusal
from render.child import BROKEN, Child

TRIES = 2
"""A process that dies is replaced once for the same order."""


class Unusable(Exception):  # noqa: N818  (a way on, not a mistake)
    """A process answered, and what it said is no answer."""


FAULTS = (*BROKEN, msgspec.MsgspecError, Unusable)
"""What an order is met with that nobody thought about."""


class Thinker:
    """One process at most, started when it is first asked. It belongs to one thread at a time, but `kill` to any."""

    def __init__(self, content: Sequence[str], order_s: float, start_s: float) -> None:
        """`order_s` is the deadline of an order, `start_s` what the first one of a new process may take longer."""
        self._content, self._order_s, self._start_s = content, order_s, start_s
        self._child: Child | None = None
        self._is_closed = False

    @property
    def pid(self) -> int:
        """The process; 0 while there is none."""
        child = self._child
        return 0 if child is None else child.pid

    def ask(self, game: Game[Any], order: Order) -> Thought:
        """The thought of the process, or of a new one if it fails. One that hangs is not waited for twice.

        Raises one of `FAULTS`.
        """
        tries = 0
        while True:
            tries += 1
            try:
                return self._asked(game, order)
            except BaseException as error:
                self.dismiss()
                is_last = tries == TRIES or isinstance(error, TimeoutError) or self._is_closed
                if is_last or not isinstance(error, FAULTS):
                    raise

    def _asked(self, game: Game[Any], order: Order) -> Thought:
        within_s = self._order_s
        if self._child is None:
            self._child = Child(self._content, "ai")
            within_s += self._start_s
            if self._is_closed:
                self._child.kill()  # `kill` came too early to see it
        told = read_told(self._child.ask(written(order), within_s))
        if told.thought is None:
            raise Unusable(told.fault)
        _check(game, order, told.thought)
        return told.thought

    def kill(self) -> None:
        """Think no more: what is being thought about is thrown away."""
        self._is_closed = True
        child = self._child
        if child is not None:
            child.kill()

    def dismiss(self) -> None:
        """Let go of the process, whatever it does."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.forget()


def _check(game: Game[Any], order: Order, thought: Thought) -> None:
    """Raise `Unusable` unless the thought is an answer to the question."""
    play = Play(game, decode(game, order.world))
    decision = play.decision_of(order.seat)
    assert decision is not None
    try:
        play.check(Answer(order.seat, decision.id, thought.keys))
    except Refusal as refusal:
        raise Unusable(type(refusal).__name__) from refusal
