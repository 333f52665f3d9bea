"""Scoring after rounds 2 and 4, the change of age, and the end. SCORE, AGE2, END"""

from engine.kernel.decision import Seat
from engine.kernel.game import Happening, Now, Placing
from engine.minos_dawn.actions.cards import fill_offer
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.phases.battles import BeginBattles
from engine.minos_dawn.rival.marks import ClaimVases
from engine.minos_dawn.rival.scoring import EndSolo, ScoreRival, score_farms, score_regions, solo_placings
from engine.minos_dawn.state.facts import AgeChanged, GameEnded, Scored
from engine.minos_dawn.state.measures import dominator
from engine.minos_dawn.state.state import (
    AREA,
    BOARD,
    CATEGORIES,
    FARMS,
    PALACE,
    PLAY,
    REGIONS,
    RESOURCES,
    Table,
    ability_level,
    has_ability,
)


def score(state: Table, now: Now[Table], seat: Seat, category: int, vp: int) -> None:
    """Note VP under their heading of the score sheet. END-2"""
    player = state.players[seat]
    player.vp += vp
    player.scored[category] += vp
    if vp:
        now.tell(Scored(seat, CATEGORIES[category], vp))


class ScoreRound(Happening[Table], frozen=True, tag="ScoreRound"):
    """SCORE-1, SCORE-7, then SCORE-2: after rounds 2 and 4. ROUND-2"""

    def happen(self, state: Table, now: Now[Table]) -> None:
        """In turn order; nothing here hangs on the order. SOLO-SCORE-1"""
        for seat in state.turn_order():
            score(state, now, seat, FARMS, farm_vp(state, seat))
            score(state, now, seat, PLAY, state.players[seat].noted)
        if state.rival:
            score_farms(state, now)
        for seat, vp in enumerate(region_vp(state)):
            score(state, now, seat, REGIONS, vp)
        if state.rival:
            score_regions(state, now)


def farm_vp(state: Table, seat: Seat) -> int:
    """SCORE-1: by the number of farms on the map, not summed."""
    farms = len(state.players[seat].farms)
    return the_box().content.player_board.farm[farms - 1].scoring_vp if farms else 0


def region_vp(state: Table) -> list[int]:
    """SCORE-2: by seat, over all regions; MAP-5: each region once, dominance if the seat has it, else presence.

    SOLO-SCORE-5: the rival's warriors count as any seat's.
    """
    box = the_box()
    gained = [0 for _ in state.players]
    for number in box.active[len(state.players)]:
        dominant = dominator(state, number)
        for seat, player in enumerate(state.players):
            population = player.tracks[2]
            if seat == dominant:
                towers = len(player.towers)
                more = box.content.player_board.tower[towers - 1].region_vp if towers else 0
                gained[seat] += box.dominance[population] + more
            elif player.warriors[number]:
                gained[seat] += box.presence[population]
    return gained


class ChangeAge(Happening[Table], frozen=True, tag="ChangeAge"):
    """AGE2-1: Age I deck, offer and discards leave the game. AGE2-2: the Age II deck is the active deck."""

    def happen(self, state: Table, now: Now[Table]) -> None:
        """AGE2-3, SOLO-OFFER-5: all other cards stay. AGE2-4: an Age II card in the offer would stay too."""
        age_of = the_box().age_of
        leaving = [card for card in state.offer if age_of[card] == 0]
        state.boxed += state.decks[0]
        state.retired += leaving + state.discards[0]
        state.decks[0], state.discards[0] = [], []
        state.offer = [card for card in state.offer if age_of[card] == 1]
        state.age = 1
        fill_offer(state, now)
        now.tell(AgeChanged(tuple(state.offer)))


class FinalScoring(Happening[Table], frozen=True, tag="FinalScoring"):
    """SCORE-3 to SCORE-6, after round 4."""

    def happen(self, state: Table, now: Now[Table]) -> None:
        """The last battles first; a card drawn there counts in SCORE-4 (EFF-91)."""
        if state.rival:
            # SOLO-END-5 to SOLO-END-8
            now.then(BeginBattles(), ClaimVases(), ScoreHoldings(), ScoreRival(), EndSolo())
        else:
            now.then(BeginBattles(), ScoreHoldings(), EndGame())


class ScoreHoldings(Happening[Table], frozen=True, tag="ScoreHoldings"):
    """SCORE-4 to SCORE-6"""

    def happen(self, state: Table, now: Now[Table]) -> None:
        """Seat by seat."""
        for seat in state.turn_order():
            score(state, now, seat, RESOURCES, resource_vp(state, seat))
            score(state, now, seat, AREA, area_vp(state, seat))
            score(state, now, seat, PALACE, palace_vp(state, seat))
            score(state, now, seat, BOARD, board_vp(state, seat))


def resource_vp(state: Table, seat: Seat) -> int:
    """SCORE-4: coins, weaponry and cards in hand by 5, or by 3 with SA5 at level 3 (ABIL-SA5c), rounded down (Q-30)."""
    box, player = the_box(), state.players[seat]
    per = box.content.player_board.end.resources_per_vp
    if has_ability(state, seat, SA5):
        per = box.abilities[SA5].resources_per_vp[ability_level(state, box, seat) - 1]
    return (player.coins + player.weaponry + len(player.hand)) // per


def area_vp(state: Table, seat: Seat) -> int:
    """SCORE-4: for each card played and not in the palace."""
    return len(state.players[seat].area) * the_box().content.player_board.end.vp_per_card_in_area


def palace_vp(state: Table, seat: Seat) -> int:
    """SCORE-5: the VP values of all palace cards."""
    return sum(the_box().decrees[card].vp for card in state.players[seat].palace)


def board_vp(state: Table, seat: Seat) -> int:
    """SCORE-6: the uncovered places of cities and ships, and every "VP at end of game" owned."""
    board, player = the_box().content.player_board, state.players[seat]
    ships = 3 - player.ships.count(0)
    places = [*board.city[: len(player.cities)], *board.ship[:ships]]
    return sum(place.end_vp for place in places) + player.at_end


class EndGame(Happening[Table], frozen=True, tag="EndGame"):
    """END-1: most VP wins; all tied share the victory."""

    def happen(self, state: Table, now: Now[Table]) -> None:
        """Nothing is left to happen."""
        state.phase = "over"
        best = max(player.vp for player in state.players)
        now.tell(GameEnded(tuple(seat for seat, player in enumerate(state.players) if player.vp == best)))


def placings(state: Table) -> tuple[Placing, ...]:
    """END-1, END-2: the final places with the score sheet."""
    if state.rival:
        return solo_placings(state)
    scores = [player.vp for player in state.players]
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return tuple(
        Placing(
            seat,
            1 + sum(other > scores[seat] for other in scores),
            scores[seat],
            dict(zip(CATEGORIES, state.players[seat].scored, strict=True)),
        )
        for seat in order
    )
