"""A thinking process as the bot sees it. It may die, hang or talk nonsense, and is then replaced."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ai.orders import Order, read_reply, to_bytes
from engine.kernel.codec import decode
from engine.kernel.decision import Answer
from engine.kernel.game import Game
from engine.kernel.levels import Thought
from engine.kernel.play import Play
from engine.kernel.refusals import Refusal
from render.child import BROKEN, Child

TRIES = 2
"""Tries of an order. A process that dies is replaced once."""


class Unusable(Exception):  # noqa: N818  (a way on, not a mistake)
    """A process replied, but not with an answer."""


FAULTS = (*BROKEN, msgspec.MsgspecError, Unusable)
"""Errors after which nobody has thought about an order."""


class Thinker:
    """At most one process, started on first use. Belongs to one thread at a time, but any thread may call `kill`."""

    def __init__(self, content: Sequence[str], order_s: float, start_s: float) -> None:
        """`order_s` is the deadline of an order, `start_s` the extra time for the first one of a new process."""
        self._content, self._order_s, self._start_s = content, order_s, start_s
        self._child: Child | None = None
        self._is_closed = False

    @property
    def pid(self) -> int:
        """The process id, or 0 if there is no process."""
        child = self._child
        return 0 if child is None else child.pid

    def ask(self, game: Game[Any], order: Order) -> Thought:
        """Return the thought of the process, or of a new one if it fails. A hanging process gets no second try.

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
        told = read_reply(self._child.ask(to_bytes(order), within_s))
        if told.thought is None:
            raise Unusable(told.fault)
        _check(game, order, told.thought)
        return told.thought

    def kill(self) -> None:
        """Stop the process. The thought in progress is lost."""
        self._is_closed = True
        child = self._child
        if child is not None:
            child.kill()

    def dismiss(self) -> None:
        """Let go of the process, whatever it is doing."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.forget()


def _check(game: Game[Any], order: Order, thought: Thought) -> None:
    """Raise `Unusable` unless the thought answers the question."""
    play = Play(game, decode(game, order.world))
    decision = play.decision_of(order.seat)
    assert decision is not None
    try:
        play.check(Answer(order.seat, decision.id, thought.keys))
    except Refusal as refusal:
        raise Unusable(type(refusal).__name__) from refusal
