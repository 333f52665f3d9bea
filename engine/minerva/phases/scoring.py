"""The final scoring and the places. SCORE, TIE, TEMPLE, SOLO-16"""

from engine.kernel.steps import Happening, Now
from engine.minerva.content.terms import PARTS
from engine.minerva.state.facts import GameEnded, Scored, TempleScored, TitleEarned
from engine.minerva.state.standings import parts, ranked, temple_scores, title_of
from engine.minerva.state.state import MinervaState


class FinalScoring(Happening[MinervaState], frozen=True, tag="FinalScoring"):
    """Score five items after the glory phase of the last round. SCORE-01, SOLO-15"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        for seat, player in enumerate(state.players):
            for placed, vp in temple_scores(player):
                now.emit(TempleScored(seat, placed.tile, vp))
            player.scored = list(parts(state, player))
            for part, vp in zip(PARTS, player.scored, strict=True):
                now.emit(Scored(seat, part, vp))
        state.phase = "over"
        if state.is_solo:
            total = sum(state.players[0].scored)
            now.emit(TitleEarned(0, title_of(total), total))
            now.emit(GameEnded(()))
        else:
            now.emit(GameEnded(tuple(seat for place, seat in ranked(state) if place == 1)))
