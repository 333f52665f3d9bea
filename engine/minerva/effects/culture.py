"""Turning culture points into culture tiles after an activation. CULT"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now
from engine.minerva.state.facts import CultureTaken
from engine.minerva.state.measures import is_earned
from engine.minerva.state.state import MinervaState


class ClaimCulture(Happening[MinervaState], frozen=True, tag="ClaimCulture"):
    """Claim culture tiles, each category by itself, once per turn. Nobody can refuse. CULT-04, BUILD-13, BLDG-21d"""

    seat: Seat

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Take at most one tile per category. The next tile of a pile waits for a later turn. CULT-05, CULT-06"""
        assert state.turn is not None
        for art, points in enumerate(state.turn.points):
            if is_earned(state, art, points):
                take_culture(state, now, self.seat, art, "")


def take_culture(state: MinervaState, now: Now[MinervaState], seat: Seat, art: int, source: str) -> None:
    """Give the top tile to the seat permanently. CULT-08, BLDG-17a"""
    tile = state.culture[art].pop()
    state.players[seat].culture_tiles.append(tile)
    now.emit(CultureTaken(seat, tile, source))
