"""The rival takes decrees from the offer, face down or face up. SOLO-PREP, SOLO-DEV"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.state.rival_facts import RivalDeveloped, RivalPrepared
from engine.minos_dawn.state.state import DawnState, rival_of


class PrepareFaceDown(Happening[DawnState], frozen=True, tag="PrepareFaceDown"):
    """He takes that many cards of the offer, or all, the rightmost first. SOLO-PREP-1, SOLO-PREP-3, SOLO-PREP-4"""

    strength: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """The offer is filled at the end of the turn. SOLO-PREP-2"""
        cards = tuple(state.offer.pop() for _ in range(min(self.strength, len(state.offer))))
        rival_of(state).face_down += cards
        now.emit(RivalPrepared(cards, self.strength))


class DevelopFaceUp(Happening[DawnState], frozen=True, tag="DevelopFaceUp"):
    """He takes up to `strength` cards of the offer. SOLO-DEV-1, SOLO-DEV-4

    He takes those worth most first, and of equal ones the one furthest right.
    """

    strength: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Nothing is paid or resolved, and nothing slides meanwhile. SOLO-DEV-2, SOLO-DEV-3"""
        decrees = the_box().decrees
        taken = []
        for _ in range(min(self.strength, len(state.offer))):
            place = max(range(len(state.offer)), key=lambda each: (decrees[state.offer[each]].vp, each))
            taken.append(state.offer.pop(place))
        rival_of(state).face_up += taken
        now.emit(RivalDeveloped(tuple(taken), tuple(decrees[card].vp for card in taken), self.strength))
