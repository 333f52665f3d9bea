"""The rival's scoring, his markers on the vases, and the end of the game. SOLO-SCORE, SOLO-INCOME, SOLO-END"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.rival.actions import is_dominant
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.rival import earn
from engine.minos_dawn.state.state import FREE, DawnState, rival_of


def _score(
    state: DawnState, now: Now[DawnState], category: str, count: int, vp: int, each: tuple[tuple[int, int], ...] = ()
) -> None:
    earn(rival_of(state), category, vp)
    now.emit(f.RivalScored(category, count, vp, each))


def _apiece(values: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple((values.count(value), value) for value in sorted(set(values)))


def score_farms(state: DawnState, now: Now[DawnState]) -> None:
    """Score the rival's farms by their number, including the one in his home. SOLO-SCORE-2"""
    farms = len(rival_of(state).farms)
    _score(state, now, "farms", farms, the_box().content.player_board.farm[farms - 1].scoring_vp)


def score_regions(state: DawnState, now: Now[DawnState]) -> None:
    """Score the rival's regions. Unless the game is ending, raise his Population marker. SOLO-HARD-3, SOLO-SCORE-3,
    SOLO-SCORE-4, SOLO-SCORE-6"""
    rival, box = rival_of(state), the_box()
    held = [number for number, count in enumerate(rival.warriors) if count]
    dominated = tuple(number for number in held if is_dominant(state, number))
    present = tuple(number for number in held if number not in dominated)
    vp = box.tracks.dominance[rival.population] * len(dominated) + box.tracks.presence[rival.population] * len(present)
    mode = box.solo.modes[rival.mode]
    bonus = mode.dominance_vp * len(dominated)
    earn(rival, "regions", vp)
    earn(rival, "difficulty", bonus)
    now.emit(f.RivalRegionsScored(dominated, present, vp, bonus))
    if state.round < box.board.rounds:
        rival.population = mode.population[1]
        now.emit(f.RivalPopulationRose(rival.population))


class ScoreRival(Happening[DawnState], frozen=True, tag="ScoreRival"):
    """At the end, the rival scores cards, route spaces and vases. SOLO-END-6, SOLO-END-7, SOLO-PREP-5, SOLO-DEV-5"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        rival, box = rival_of(state), the_box()
        mode = box.solo.modes[rival.mode]
        down, up, spaces = rival.face_down, rival.face_up, sum(rival.ships)
        worth = [mode.face_down_vp[box.cards.age_of[card]] for card in down]
        _score(state, now, "face_down", len(down), sum(worth), _apiece(worth))
        _score(state, now, "face_up", len(up), sum(box.decrees[card].vp for card in up))
        apiece = box.solo.figures.route_space_vp
        _score(state, now, "routes", spaces, spaces * apiece, ((spaces, apiece),))
        # SOLO-HARD-5: the mode sets the value of each space.
        marked = [mode.vase_vp[step - 1] for step in rival.marks if step]
        _score(state, now, "vases", len(marked), sum(marked), _apiece(marked))


class EndSolo(Happening[DawnState], frozen=True, tag="EndSolo"):
    """The seat wins if it has more VP than the rival. SOLO-END-8"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "over"
        vp, rival_vp = state.players[0].vp, rival_of(state).vp
        now.emit(f.SoloEnded(0, vp, rival_vp, vp > rival_vp))


TOP = 0
"""The index of a vase's best place."""


class MarkVases(Happening[DawnState], frozen=True, tag="MarkVases"):
    """The rival's marker moves up one step on each vase shown by a card drawn this round. SOLO-INCOME-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Move the markers, then put the cards on the used pile. Nothing is scored. SOLO-INCOME-5"""
        rival, box = rival_of(state), the_box()
        numbers = {box.vases[vase].number: place for place, vase in enumerate(state.vases)}
        for card in rival.drawn:
            for number in box.solo.cards[card].vases:
                if number in numbers:
                    _mark(state, now, card, numbers[number])
        rival.used += rival.drawn
        rival.drawn = []


def _mark(state: DawnState, now: Now[DawnState], card: str, vase: int) -> None:
    """Move the rival's marker up to 3, 7 or 10 VP. It stays at 7 if the seat is at 10. SOLO-INCOME-3, SOLO-INCOME-4"""
    rival, spaces = rival_of(state), the_box().solo.figures.vase_spaces
    name, step = state.vases[vase], rival.marks[vase]
    if step == len(spaces):
        now.emit(f.VaseMarkLost(card, name, "top"))
    elif step == len(spaces) - 1 and state.places[vase][TOP] != FREE:
        now.emit(f.VaseMarkLost(card, name, "held"))
    else:
        _move(state, vase, step + 1)
        now.emit(f.VaseMarked(card, name, spaces[step]))


def _move(state: DawnState, vase: int, step: int) -> None:
    """Move the rival's marker. Until it reaches 10 VP, it takes no place from the seat. SOLO-HUMAN-2"""
    rival_of(state).marks[vase] = step
    if step == len(the_box().solo.figures.vase_spaces):
        state.places[vase][TOP] = RIVAL


class ClaimVases(Happening[DawnState], frozen=True, tag="ClaimVases"):
    """The rival takes each vase's place for 10 VP or, if the seat has that one, his next-best space. SOLO-END-5, Q18"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        rival, spaces = rival_of(state), the_box().solo.figures.vase_spaces
        beside = the_box().solo.modes[rival.mode].vase_vp[:-1]
        best = 1 + beside.index(max(beside))
        for vase, name in enumerate(state.vases):
            step = best if state.places[vase][TOP] not in (FREE, RIVAL) else len(spaces)
            if step > rival.marks[vase]:
                _move(state, vase, step)
                now.emit(f.VaseClaimed(name, spaces[step - 1]))
