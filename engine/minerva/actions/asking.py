"""Questions of one seat."""

from engine.kernel.asking import Question
from engine.minerva.state.state import Table


class Ask(Question[Table], frozen=True):
    """A question of this game."""
