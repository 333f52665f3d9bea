"""Questions of one seat."""

from engine.kernel.asking import Question
from engine.kernel.decision import Answer
from engine.kernel.game import Now
from engine.minos_dawn.state import Table


class Ask(Question[Table], frozen=True):
    """A question of this game. INFO-13: `hidden` where the options hang on a hand."""

    def take(self, state: Table, now: Now[Table], keys: tuple[str, ...]) -> None:
        """What follows from the options chosen."""
        raise NotImplementedError

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """What follows from the answer."""
        self.take(state, now, answer.keys)
