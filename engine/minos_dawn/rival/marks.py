"""The rival's markers on the vases. SOLO-INCOME, SOLO-END-5"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.state.rival_facts import VaseClaimed, VaseMarked, VaseMarkLost
from engine.minos_dawn.state.state import FREE, DawnState, rival_of

TOP = 0
"""The number of the best place of a vase."""


class MarkVases(Happening[DawnState], frozen=True, tag="MarkVases"):
    """Each mark on the cards drawn this round, in their order, moves his marker on that vase a step. SOLO-INCOME-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Then the cards are used. Nothing is scored. SOLO-INCOME-5"""
        rival, box = rival_of(state), the_box()
        numbers = {box.vases[vase].number: place for place, vase in enumerate(state.vases)}
        for card in rival.drawn:
            for number in box.solo_cards[card].vases:
                if number in numbers:
                    _mark(state, now, card, numbers[number])
        rival.used += rival.drawn
        rival.drawn = []


def _mark(state: DawnState, now: Now[DawnState], card: str, vase: int) -> None:
    """Move through none, 3, 7, 10, but not onto 10 while the seat holds it, nor beyond. SOLO-INCOME-3, SOLO-INCOME-4"""
    rival, spaces = rival_of(state), the_box().rival.vase_spaces
    name, step = state.vases[vase], rival.marks[vase]
    if step == len(spaces):
        now.emit(VaseMarkLost(card, name, "top"))
    elif step == len(spaces) - 1 and state.places[vase][TOP] != FREE:
        now.emit(VaseMarkLost(card, name, "held"))
    else:
        _move(state, vase, step + 1)
        now.emit(VaseMarked(card, name, spaces[step]))


def _move(state: DawnState, vase: int, step: int) -> None:
    """Move his marker. Only on 10 does he take a place from the seat. SOLO-HUMAN-2"""
    rival_of(state).marks[vase] = step
    if step == len(the_box().rival.vase_spaces):
        state.places[vase][TOP] = RIVAL


class ClaimVases(Happening[DawnState], frozen=True, tag="ClaimVases"):
    """He takes 10 if nobody holds it, and beside the seat the best space that counts for him. SOLO-END-5, Q18"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        rival, spaces = rival_of(state), the_box().rival.vase_spaces
        beside = the_box().modes[rival.mode].vase_vp[:-1]
        best = 1 + beside.index(max(beside))
        for vase, name in enumerate(state.vases):
            step = best if state.places[vase][TOP] not in (FREE, RIVAL) else len(spaces)
            if step > rival.marks[vase]:
                _move(state, vase, step)
                now.emit(VaseClaimed(name, spaces[step - 1]))
