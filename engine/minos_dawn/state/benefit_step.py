"""The step that makes a benefit due. The meaning of each effect is in effects/."""

from engine.kernel.decision import Seat
from engine.kernel.steps import Consequence
from engine.minos_dawn.state.state import DawnState


class Benefit(Consequence[DawnState], frozen=True, tag="Benefit"):
    """All effects of `source` are due to `seat`, complete before anything else goes on. GEN-5, EFF-92

    `is_fresh`: the seat may take extra actions before it begins (EXTRA-2), and couldn't a moment ago.
    """

    seat: Seat
    source: str
    is_fresh: bool = True
