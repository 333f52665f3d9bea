"""The glory phase and the final scoring. GLORY, SCORE, TIE, TEMPLE, SOLO-13, SOLO-16"""

from collections.abc import Mapping

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import PARTS
from engine.minerva.state.facts import GameEnded, GloryBoxed, GloryTaken, Scored, TempleScored, TitleEarned
from engine.minerva.state.standings import parts, ranked, temple_scores, title_of
from engine.minerva.state.state import MinervaState


class FinalScoring(Happening[MinervaState], frozen=True, tag="FinalScoring"):
    """Score five items after the glory phase of the last round. SCORE-01, SOLO-15"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        for seat, player in enumerate(state.players):
            for placed, vp in temple_scores(player):
                now.emit(TempleScored(seat, placed.tile, vp))
            player.scored = parts(state, player)
            for part, vp in zip(PARTS, player.scored, strict=True):
                now.emit(Scored(seat, part, vp))
        state.phase = "over"
        if state.is_solo:
            total = sum(state.players[0].scored)
            now.emit(TitleEarned(0, title_of(total), total))
            now.emit(GameEnded(()))
        else:
            now.emit(GameEnded(tuple(seat for place, seat in ranked(state) if place == 1)))


class GainGlory(Happening[MinervaState], frozen=True, tag="GainGlory"):
    """Award the round's glory tiles. Tokens are compared, not spent. GLORY-01, GLORY-05, GLORY-02, GLORY-04"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        tiles = the_box().glory_of(state.round)
        ranked = ranks(state)
        for rank, seat in ranked.items():
            if rank in tiles:
                tile, player = tiles.pop(rank), state.players[seat]
                player.glory_tiles.append(tile)
                state.glory.remove(tile)
                behind = (other for place, other in ranked.items() if place > rank)
                tied = tuple(other for other in behind if state.players[other].glory == player.glory)
                now.emit(GloryTaken(seat, tile, player.glory, tied))
        left = tuple(tiles.values())
        for tile in left:
            state.glory.remove(tile)
        state.boxed += left
        if left:
            now.emit(GloryBoxed(left))


def ranks(state: MinervaState) -> Mapping[int, Seat]:
    """The seats by rank, from 1. A seat without tokens has no rank. Ties go to the lower order tile. GLORY-03"""
    if state.is_solo:
        # GLORY-06, SOLO-13: rank 1 needs as many tokens as the round's number. Rank 2 needs a fixed number.
        glory = state.players[0].glory
        if glory >= state.round:
            return {1: 0}
        return {2: 0} if glory >= the_box().constants.solo.glory_second_threshold else {}
    able = [seat for seat, player in enumerate(state.players) if player.glory]
    able.sort(key=lambda seat: (-state.players[seat].glory, state.players[seat].order))
    return dict(enumerate(able, 1))
