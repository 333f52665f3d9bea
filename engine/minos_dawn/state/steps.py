"""Benefits, the revealing of secret answers, and the base class of questions."""

from engine.kernel.decision import Argument, Seat
from engine.kernel.steps import Consequence, Now, SeatChoice
from engine.minos_dawn.content.words import reason
from engine.minos_dawn.state.state import DawnState, Sealed


class Benefit(Consequence[DawnState], frozen=True, tag="Benefit"):
    """All effects of `source` are due. `is_fresh`: the seat may use extra actions first. GEN-5, EFF-92, EXTRA-2"""

    seat: Seat
    source: str
    is_fresh: bool = True


def open_answers(state: DawnState, now: Now[DawnState]) -> None:
    """Reveal the secret answers. With several seats, undo is impossible after that. SOLO-INFO-6, SOLO-HUMAN-11"""
    if len(state.players) > 1:
        now.reveal()
    state.opened, state.sealed = tuple(state.sealed), [Sealed() for _ in state.players]


DawnChoice = SeatChoice[DawnState]
"""A question of this game for one seat. It is `hidden` if its options depend on the seat's hand. INFO-13"""


class SourceChoice(DawnChoice, frozen=True):
    source: str

    def blanks(self, state: DawnState) -> dict[str, Argument]:
        return {"reason": reason(self.source)}


class RepeatedChoice(SourceChoice, frozen=True):
    left: int

    def blanks(self, state: DawnState) -> dict[str, Argument]:
        return {"count": self.left, "reason": reason(self.source)}
