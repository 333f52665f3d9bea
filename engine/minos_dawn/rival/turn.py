"""An action turn of the rival: his highest die, its VP, its action. SOLO-ROUND-6, SOLO-ORDER, SOLO-WILD"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.content.box import ALONE, BUILD, DEVELOP, EXPAND, PREPARE, RIVAL, ROWS, WILD, the_box
from engine.minos_dawn.content.language import Advance, parts_of
from engine.minos_dawn.content.words import die_text
from engine.minos_dawn.rival.actions import BuildByTile, DevelopFaceUp, PrepareFaceDown, SpendExpandPoint, put_back
from engine.minos_dawn.state.action_rows import dice_of
from engine.minos_dawn.state.rival import RivalTurn, earn
from engine.minos_dawn.state.rival_facts import RivalDieRetrieved, RivalTrackScored
from engine.minos_dawn.state.state import DawnState, rival_of

ROWS_OF_EQUALS = (EXPAND, BUILD, DEVELOP, PREPARE, WILD)
"""Of equal dice the one in the earlier row comes first. SOLO-ORDER-2"""


class RetrieveHighest(Happening[DawnState], frozen=True, tag="RetrieveHighest"):
    """He retrieves his highest die, of equal ones by row, then the one further left. SOLO-ORDER-1 to SOLO-ORDER-3"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Count only the strength of the space, and the VP of a track. SOLO-ORDER-4, SOLO-ORDER-6"""
        rival = rival_of(state)
        dice = sorted(dice_of(state, RIVAL), key=lambda each: (-each[2].value, ROWS_OF_EQUALS.index(each[0]), each[1]))
        row, space, die = dice[0]
        state.rows[row][space] = None
        acts_as = die.mark if row == WILD else row
        strength = strength_of(row, space)
        text = die_text(die.colour, die.value)
        rival.turn = RivalTurn(text, row, space, acts_as, strength)
        passed = tuple(ROWS[other] for other, _, each in dice[1:] if each.value == die.value)
        now.emit(RivalDieRetrieved(text, ROWS[row], space + 1, passed, ROWS[acts_as], strength))
        _score_track(state, now, row, space)
        now.then(*_action(acts_as, strength), EndRivalTurn())


def strength_of(row: int, space: int) -> int:
    """Return the points of the space, half of them for Expand. SOLO-ORDER-7, SOLO-EXP-1, SOLO-WILD-2"""
    box = the_box()
    points = box.layouts[ALONE].rows[row][space].points
    return points // box.solo.figures.expand_divisor if row == EXPAND else points


def shows_advance(row: int, space: int) -> bool:
    """Return whether a space shows a track advance, alone or among its gains. SOLO-ORDER-5"""
    box = the_box()
    effects = box.effects.get(f"space:{ALONE}:{ROWS[row]}:{space + 1}", ())
    return any(isinstance(part.atom, Advance) for effect in effects for part in parts_of(effect))


def _score_track(state: DawnState, now: Now[DawnState], row: int, space: int) -> None:
    """Score before the action, by the space the die was on. No marker moves. SOLO-ORDER-5, SOLO-WILD-3"""
    rival = rival_of(state)
    vp = the_box().solo.modes[rival.mode].track_vp
    if vp and shows_advance(row, space):
        earn(rival, "tracks", vp)
        now.emit(RivalTrackScored(ROWS[row], space + 1, vp))


def _action(acts_as: int, strength: int) -> tuple[Happening[DawnState], ...]:
    """Return what a Wild die is marked with, at the strength of its Wild space. SOLO-WILD-1"""
    if acts_as == PREPARE:
        return (PrepareFaceDown(strength),)
    if acts_as == DEVELOP:
        return (DevelopFaceUp(strength),)
    if acts_as == BUILD:
        return (BuildByTile(strength),)
    return tuple(SpendExpandPoint() for _ in range(strength))


class EndRivalTurn(Happening[DawnState], frozen=True, tag="EndRivalTurn"):
    """The bag is complete again, and the mark went with the die. SOLO-ROUND-6, SOLO-WILD-4, SOLO-OFFER-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        put_back(rival_of(state))
        now.then(RefillOffer())
