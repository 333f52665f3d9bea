"""The step that makes a benefit due, for all that brings benefits about. What each effect means: effects/."""

from engine.kernel.decision import Seat
from engine.kernel.steps import Consequence
from engine.minos_dawn.state.state import DawnState


class Benefit(Consequence[DawnState], frozen=True, tag="Benefit"):
    """All effects of `source` are due to `seat`. GEN-5: complete before anything else goes on. EFF-92

    `is_fresh`: the seat may take extra actions before it begins (EXTRA-2); not where it just could have.
    """

    seat: Seat
    source: str
    is_fresh: bool = True
