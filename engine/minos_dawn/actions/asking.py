"""Questions of one seat."""

from engine.kernel.asking import Question
from engine.minos_dawn.state.state import Table


class Ask(Question[Table], frozen=True):
    """A question of this game. INFO-13: `hidden` where the options hang on a hand."""
