"""A decree's arrival in the area. The question which one to play: action_points. DEV"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now
from engine.minos_dawn.state.benefit_step import Benefit
from engine.minos_dawn.state.facts import DecreePlayed
from engine.minos_dawn.state.state import DawnState


class DecreeArrives(Happening[DawnState], frozen=True, tag="DecreeArrives"):
    """In the area face-up, then its instant effects. `coins` the seat had before paying. DEV-8, DEV-9"""

    seat: Seat
    card: str
    origin: str
    coins: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """There it stays until it goes to the palace. DEV-11"""
        player = state.players[self.seat]
        state.in_payment = ""
        player.area.append(self.card)
        now.emit(DecreePlayed(self.seat, self.card, self.origin, self.coins - player.coins))
        now.then(Benefit(self.seat, f"decree:{self.card}"))
