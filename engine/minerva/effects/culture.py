"""Culture points become culture tiles after the last tile of an activation. CULT"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now
from engine.minerva.state.facts import CultureTaken
from engine.minerva.state.measures import is_earned
from engine.minerva.state.state import MinervaState


class ClaimCulture(Happening[MinervaState], frozen=True, tag="ClaimCulture"):
    """CULT-04: once a turn, each category by itself; a claim cannot be refused. BUILD-13, BLDG-21d"""

    seat: Seat

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """CULT-05, CULT-06: one tile of a category at most; the one below it waits for a later turn."""
        assert state.turn is not None
        for art, points in enumerate(state.turn.points):
            if is_earned(state, art, points):
                take_culture(state, now, self.seat, art, "")


def take_culture(state: MinervaState, now: Now[MinervaState], seat: Seat, art: int, source: str) -> None:
    """The top tile goes to the seat for good. CULT-08, BLDG-17a"""
    tile = state.culture[art].pop()
    state.players[seat].culture_tiles.append(tile)
    now.emit(CultureTaken(seat, tile, source))
