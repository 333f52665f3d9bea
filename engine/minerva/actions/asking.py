"""Questions to one seat."""

from engine.kernel.steps import SeatChoice
from engine.minerva.state.state import MinervaState


class MinervaChoice(SeatChoice[MinervaState], frozen=True):
    """A question of this game."""
