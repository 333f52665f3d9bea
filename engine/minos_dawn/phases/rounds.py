"""The rounds, SA2's gain, scoring, the change of age, and the end. ROUND, ABIL-SA2, SCORE, AGE2, END"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now, SeatHappening
from engine.minos_dawn.actions.cards import fill_offer
from engine.minos_dawn.content.box import SA2, the_box
from engine.minos_dawn.effects.interpreter import begin_effect
from engine.minos_dawn.phases.battles import BeginBattles
from engine.minos_dawn.phases.draft import RollDice
from engine.minos_dawn.phases.income import BeginIncome, CleanUp
from engine.minos_dawn.phases.progress import RevealAdvances
from engine.minos_dawn.phases.turn import NextTurn
from engine.minos_dawn.rival.scoring import ClaimVases, EndSolo, MarkVases, ScoreRival, score_farms, score_regions
from engine.minos_dawn.state.changes import gain_temp, take_good
from engine.minos_dawn.state.facts import AgeChanged, GameEnded, RoundBegan, Scored
from engine.minos_dawn.state.measures import ability_level, has_ability
from engine.minos_dawn.state.standings import area_vp, board_vp, farm_vp, palace_vp, region_vp, resource_vp
from engine.minos_dawn.state.state import CATEGORIES, NONE, DawnState
from engine.minos_dawn.state.steps import Benefit
from engine.minos_dawn.state.vases import CloseWindow, OpenWindow


def score(state: DawnState, now: Now[DawnState], seat: Seat, category: str, vp: int) -> None:  # END-2
    player = state.players[seat]
    player.vp += vp
    player.scored[CATEGORIES.index(category)] += vp
    if vp:
        now.emit(Scored(seat, category, vp))


class ScoreRound(Happening[DawnState], frozen=True, tag="ScoreRound"):
    """The scoring after rounds 2 and 4. The order doesn't matter. SCORE-1, SCORE-2, SCORE-7, ROUND-2, SOLO-SCORE-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in state.turn_order():
            score(state, now, seat, "farms", farm_vp(state, seat))
            score(state, now, seat, "play", state.players[seat].noted)
        if state.rival:
            score_farms(state, now)
        for seat, vp in enumerate(region_vp(state)):
            score(state, now, seat, "regions", vp)
        if state.rival:
            score_regions(state, now)


class ChangeAge(Happening[DawnState], frozen=True, tag="ChangeAge"):
    """The Age I deck, offer and discards leave the game. The Age II deck becomes the active deck. AGE2-1, AGE2-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Keep all other cards. An Age II card in the offer would stay there. AGE2-3, AGE2-4, SOLO-OFFER-5"""
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
    """The scoring at the end, after the last battles: cards drawn in them count. SCORE-3 to SCORE-6, EFF-91"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if state.rival:
            # SOLO-END-5 to SOLO-END-8
            now.then(BeginBattles(), ClaimVases(), ScoreHoldings(), ScoreRival(), EndSolo())
        else:
            now.then(BeginBattles(), ScoreHoldings(), EndGame())


class ScoreHoldings(Happening[DawnState], frozen=True, tag="ScoreHoldings"):
    """Every seat scores its holdings at the end of the game. SCORE-4 to SCORE-6"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in state.turn_order():
            score(state, now, seat, "resources", resource_vp(state, seat))
            score(state, now, seat, "area", area_vp(state, seat))
            score(state, now, seat, "palace", palace_vp(state, seat))
            score(state, now, seat, "board", board_vp(state, seat))


class EndGame(Happening[DawnState], frozen=True, tag="EndGame"):
    """The seat with the most VP wins. Tied seats share the victory. END-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "over"
        best = max(player.vp for player in state.players)
        now.emit(GameEnded(tuple(seat for seat, player in enumerate(state.players) if player.vp == best)))


class BeginRound(Happening[DawnState], frozen=True, tag="BeginRound"):
    """A round: abilities, roll, draft, progress, actions, income, clean-up. ROUND-1, ROUND-2, SOLO-ROUND-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:  # SETUP-8, ROUND-4
        board = the_box().board
        state.round += 1
        now.emit(RoundBegan(state.round, None if state.is_rival(state.first) else state.first))
        # SOLO-INCOME-1: the rival's markers move after the seat's income.
        marks = (MarkVases(),) if state.rival else ()
        now.then(RollDice(), RevealAdvances(), BeginActions(), BeginIncome(), *marks, CleanUp(), EndRound())
        if state.round > 1:
            # SETUP-25, Q-8: for round 1 the gain was part of the setup.
            seats = [seat for seat in range(len(state.players)) if has_ability(state.players[seat], SA2)]
            now.then(OpenWindow(), *(GainAtStart(seat) for seat in seats), CloseWindow())
        assert state.round <= board.rounds


class BeginActions(Happening[DawnState], frozen=True, tag="BeginActions"):  # ACT-1
    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "action"
        now.then(NextTurn(0))


class GainAtStart(SeatHappening[DawnState], frozen=True, tag="GainAtStart"):
    """SA2 gives its level's gains. If a gain isn't named or available, the seat chooses. ROUND-3, ABIL-SA2, Q-60"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        player = state.players[self.seat]
        temp, good = player.early_temp, player.early_good
        player.early_temp = player.early_good = NONE
        source = f"ability:SA2:{ability_level(state.players[self.seat])}"
        if temp == NONE:
            now.then(Benefit(self.seat, source, is_fresh=False))
            return
        effects = the_box().effects[source]
        if len(effects) > 1:
            now.then(GainNamedGood(self.seat, source, good))
        if state.temps[temp]:
            gain_temp(state, now, self.seat, temp, 1, source)
        else:
            begin_effect(state, now, self.seat, source, 0, is_fresh=False)


class GainNamedGood(SeatHappening[DawnState], frozen=True, tag="GainNamedGood"):
    """After the temp, SA2 at level 3 gives the named good. If none is named or left, the seat chooses one. ABIL-SA2"""

    source: str
    good: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if self.good != NONE and state.stacks[self.good]:
            take_good(state, now, self.seat, self.good, self.source)
        else:
            begin_effect(state, now, self.seat, self.source, 1, is_fresh=False)


class EndRound(Happening[DawnState], frozen=True, tag="EndRound"):
    """Score if due, change the age if due, and then begin a round or end the game. ROUND-2, SOLO-SCORE-7, Q-6"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        board = the_box().board
        is_last = state.round == board.rounds
        now.then(FinalScoring() if is_last else BeginRound())
        if state.round + 1 == board.age2_from_round:
            now.then(ChangeAge())
        if state.round in board.scoring_rounds:
            now.then(ScoreRound())
