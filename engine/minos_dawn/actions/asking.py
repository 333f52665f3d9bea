"""Questions of one seat."""

from engine.kernel.steps import SeatChoice
from engine.minos_dawn.state.state import DawnState


class DawnChoice(SeatChoice[DawnState], frozen=True):
    """A question of this game. INFO-13: `hidden` where the options hang on a hand."""
