"""Questions of one seat."""

from engine.kernel.asking import Question
from engine.kernel.decision import Answer
from engine.kernel.game import Now
from engine.minerva.state import Table


class Ask(Question[Table], frozen=True):
    """A question that one option answers; subclasses say what follows from its key."""

    def take(self, state: Table, now: Now[Table], key: str) -> None:
        """What follows from the option chosen."""
        raise NotImplementedError

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """What follows from the answer."""
        self.take(state, now, answer.keys[0])
