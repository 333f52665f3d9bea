"""Questions of one seat."""

from engine.kernel.asking import SeatChoice
from engine.minerva.state.state import Table


class Ask(SeatChoice[Table], frozen=True):
    """A question of this game."""
