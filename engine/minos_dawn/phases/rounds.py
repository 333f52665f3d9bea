"""The rounds and what belongs to each. ROUND, ABIL-SA2"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import SA2, the_box
from engine.minos_dawn.effects.interpreter import begin_effect
from engine.minos_dawn.phases.draft import RollDice
from engine.minos_dawn.phases.income import BeginIncome, CleanUp
from engine.minos_dawn.phases.progress import RevealAdvances
from engine.minos_dawn.phases.scoring import ChangeAge, FinalScoring, ScoreRound
from engine.minos_dawn.phases.turn import NextTurn
from engine.minos_dawn.rival.scoring import MarkVases
from engine.minos_dawn.state.changes import gain_temp, take_good
from engine.minos_dawn.state.facts import RoundBegan
from engine.minos_dawn.state.holdings import ability_level, has_ability
from engine.minos_dawn.state.state import NONE, DawnState
from engine.minos_dawn.state.steps import Benefit, SeatHappening
from engine.minos_dawn.state.vases import CloseWindow, OpenWindow


class BeginRound(Happening[DawnState], frozen=True, tag="BeginRound"):
    """Abilities, roll, draft, progress, actions, income, clean-up. ROUND-1, ROUND-2, SOLO-ROUND-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Move the round marker here. SETUP-8, ROUND-4"""
        board = the_box().board
        state.round += 1
        now.emit(RoundBegan(state.round, None if state.is_rival(state.first) else state.first))
        # SOLO-INCOME-1: the seat's income is over before the rival's markers move.
        marks = (MarkVases(),) if state.rival else ()
        now.then(RollDice(), RevealAdvances(), BeginActions(), BeginIncome(), *marks, CleanUp(), EndRound())
        if state.round > 1:
            # SETUP-25, Q-8: in round 1 the gain was part of the setup.
            seats = [seat for seat in range(len(state.players)) if has_ability(state.players[seat], SA2)]
            now.then(OpenWindow(), *(GainAtStart(seat) for seat in seats), CloseWindow())
        assert state.round <= board.rounds


class BeginActions(Happening[DawnState], frozen=True, tag="BeginActions"):
    """The action turns begin with the first seat in turn order. ACT-1"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "action"
        now.then(NextTurn(0))


class GainAtStart(SeatHappening, frozen=True, tag="GainAtStart"):
    """SA2 gives what its level says, unasked if it was named early and is still there. ROUND-3, ABIL-SA2, Q-60"""

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


class GainNamedGood(SeatHappening, frozen=True, tag="GainNamedGood"):
    """SA2 at level 3 gives the good, after the temp. It is asked if it wasn't named or its stack is empty. ABIL-SA2"""

    source: str
    good: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if self.good != NONE and state.stacks[self.good]:
            take_good(state, now, self.seat, self.good, self.source)
        else:
            begin_effect(state, now, self.seat, self.source, 1, is_fresh=False)


class EndRound(Happening[DawnState], frozen=True, tag="EndRound"):
    """Scoring if due, then the next round, the change of age before round 3, or the end. ROUND-2, SOLO-SCORE-7, Q-6"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        board = the_box().board
        is_last = state.round == board.rounds
        now.then(FinalScoring() if is_last else BeginRound())
        if state.round + 1 == board.age2_from_round:
            now.then(ChangeAge())
        if state.round in board.scoring_rounds:
            now.then(ScoreRound())
