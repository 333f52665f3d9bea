"""The end: what temples, tiles and leftovers are worth, and who is placed where. SCORE, TIE, TEMPLE, SOLO-16"""

from engine.kernel.steps import Happening, Now
from engine.minerva.content.terms import PARTS
from engine.minerva.state.facts import GameEnded, Scored, TempleScored, TitleEarned
from engine.minerva.state.standings import parts, ranked, temple_scores, title_of
from engine.minerva.state.state import MinervaState


class FinalScoring(Happening[MinervaState], frozen=True, tag="FinalScoring"):
    """SCORE-01: five items, after the glory phase of the last round."""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Seat by seat; nothing here hangs on the order. SOLO-15: alone as usual."""
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
