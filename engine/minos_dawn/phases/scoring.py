"""Scoring after rounds 2 and 4, the change of age, and the end. SCORE, AGE2, END"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now
from engine.minos_dawn.actions.cards import fill_offer
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.phases.battles import BeginBattles
from engine.minos_dawn.rival.scoring import ClaimVases, EndSolo, ScoreRival, score_farms, score_regions
from engine.minos_dawn.state.facts import AgeChanged, GameEnded, Scored
from engine.minos_dawn.state.standings import area_vp, board_vp, farm_vp, palace_vp, region_vp, resource_vp
from engine.minos_dawn.state.state import AREA, BOARD, CATEGORIES, FARMS, PALACE, PLAY, REGIONS, RESOURCES, DawnState


def score(state: DawnState, now: Now[DawnState], seat: Seat, category: int, vp: int) -> None:
    """Record VP under their heading of the score sheet. END-2"""
    player = state.players[seat]
    player.vp += vp
    player.scored[category] += vp
    if vp:
        now.emit(Scored(seat, CATEGORIES[category], vp))


class ScoreRound(Happening[DawnState], frozen=True, tag="ScoreRound"):
    """The scoring after rounds 2 and 4, in any order. SCORE-1, SCORE-2, SCORE-7, ROUND-2, SOLO-SCORE-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in state.turn_order():
            score(state, now, seat, FARMS, farm_vp(state, seat))
            score(state, now, seat, PLAY, state.players[seat].noted)
        if state.rival:
            score_farms(state, now)
        for seat, vp in enumerate(region_vp(state)):
            score(state, now, seat, REGIONS, vp)
        if state.rival:
            score_regions(state, now)


class ChangeAge(Happening[DawnState], frozen=True, tag="ChangeAge"):
    """Deck, offer and discards of Age I leave the game; the Age II deck becomes the active deck. AGE2-1, AGE2-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Leave all other cards; an Age II card in the offer would stay, too. AGE2-3, AGE2-4, SOLO-OFFER-5"""
        age_of = the_box().cards.age_of
        leaving = [card for card in state.offer if age_of[card] == 0]
        state.boxed += state.decks[0]
        state.retired += leaving + state.discards[0]
        state.decks[0], state.discards[0] = [], []
        state.offer = [card for card in state.offer if age_of[card] == 1]
        state.age = 1
        fill_offer(state, now)
        now.emit(AgeChanged(tuple(state.offer)))


class FinalScoring(Happening[DawnState], frozen=True, tag="FinalScoring"):
    """The scoring at the end, after the last battles: a card drawn there counts. SCORE-3 to SCORE-6, EFF-91"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if state.rival:
            # SOLO-END-5 to SOLO-END-8
            now.then(BeginBattles(), ClaimVases(), ScoreHoldings(), ScoreRival(), EndSolo())
        else:
            now.then(BeginBattles(), ScoreHoldings(), EndGame())


class ScoreHoldings(Happening[DawnState], frozen=True, tag="ScoreHoldings"):
    """Every seat scores what it holds at the end. SCORE-4 to SCORE-6"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in state.turn_order():
            score(state, now, seat, RESOURCES, resource_vp(state, seat))
            score(state, now, seat, AREA, area_vp(state, seat))
            score(state, now, seat, PALACE, palace_vp(state, seat))
            score(state, now, seat, BOARD, board_vp(state, seat))


class EndGame(Happening[DawnState], frozen=True, tag="EndGame"):
    """The seat with most VP wins. All that are tied share the victory. END-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "over"
        best = max(player.vp for player in state.players)
        now.emit(GameEnded(tuple(seat for seat, player in enumerate(state.players) if player.vp == best)))
