"""The step that hands a benefit to the interpreter, for all that brings benefits about."""

from engine.kernel.decision import Seat
from engine.kernel.game import Happening, Now
from engine.minos_dawn.state.state import Table


class Benefit(Happening[Table], frozen=True, tag="Benefit"):
    """All effects of `source` are due to `seat`. GEN-5: complete before anything else goes on. EFF-92

    `is_fresh`: the seat may take extra actions before it begins (EXTRA-2); not where it just could have.
    """

    seat: Seat
    source: str
    is_fresh: bool = True

    def happen(self, state: Table, now: Now[Table]) -> None:
        """Begin them."""
        # Late, because an effect may build and what is built has an effect.
        from engine.minos_dawn.effects.interpreter import begin_benefit

        begin_benefit(state, now, self)
