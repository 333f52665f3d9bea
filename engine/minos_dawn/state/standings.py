"""The VP that a seat's holdings score, and the final places. SCORE, END"""

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing, copier
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.state.measures import ability_level, dominator, has_ability
from engine.minos_dawn.state.rival import RIVAL_CATEGORIES
from engine.minos_dawn.state.state import CATEGORIES, DawnState, rival_of


def farm_vp(state: DawnState, seat: Seat) -> int:  # SCORE-1
    farms = len(state.players[seat].farms)
    return the_box().content.player_board.farm[farms - 1].scoring_vp if farms else 0


def region_vp(state: DawnState) -> list[int]:
    """Return each seat's VP for regions it dominates or is present in. SCORE-2, MAP-5, SOLO-SCORE-5"""
    box = the_box()
    gained = [0 for _ in state.players]
    for number in box.layouts[len(state.players)].active:
        dominant = dominator(state, number)
        for seat, player in enumerate(state.players):
            population = player.tracks[2]
            if seat == dominant:
                towers = len(player.towers)
                more = box.content.player_board.tower[towers - 1].region_vp if towers else 0
                gained[seat] += box.tracks.dominance[population] + more
            elif player.warriors[number]:
                gained[seat] += box.tracks.presence[population]
    return gained


def resource_vp(state: DawnState, seat: Seat) -> int:
    """Return VP for coins, weaponry and hand cards: 1 per 5, or per 3 with SA5 at level 3. SCORE-4, ABIL-SA5c, Q-30"""
    box, player = the_box(), state.players[seat]
    per = box.content.player_board.end.resources_per_vp
    if has_ability(state.players[seat], SA5):
        per = box.abilities[SA5].resources_per_vp[ability_level(state.players[seat]) - 1]
    return (player.coins + player.weaponry + len(player.hand)) // per


def area_vp(state: DawnState, seat: Seat) -> int:  # SCORE-4
    return len(state.players[seat].area) * the_box().content.player_board.end.vp_per_card_in_area


def palace_vp(state: DawnState, seat: Seat) -> int:  # SCORE-5
    return sum(the_box().decrees[card].vp for card in state.players[seat].palace)


def board_vp(state: DawnState, seat: Seat) -> int:
    """Return the VP of the uncovered places for cities and ships, plus all "VP at end of game". SCORE-6"""
    board, player = the_box().content.player_board, state.players[seat]
    ships = 3 - player.ships.count(0)
    places = [*board.city[: len(player.cities)], *board.ship[:ships]]
    return sum(place.end_vp for place in places) + player.at_end


def placings(state: DawnState) -> tuple[Placing, ...]:  # END-1, END-2
    if state.rival:
        return _solo_placings(state)
    scores = [player.vp for player in state.players]
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    places = [1 + sum(other > score for other in scores) for score in scores]
    sheets = [dict(zip(CATEGORIES, player.scored, strict=True)) for player in state.players]
    return tuple(Placing(seat, places[seat], scores[seat], sheets[seat]) for seat in order)


def standing(state: DawnState) -> tuple[Placing, ...]:
    """Return the places if holdings were scored now, without last battles. SCORE-1, SCORE-2, SCORE-4 to SCORE-7"""
    scored, regions = copier(DawnState)(state), region_vp(state)
    for seat, player in enumerate(scored.players):
        due = {
            "resources": resource_vp(state, seat),
            "area": area_vp(state, seat),
            "palace": palace_vp(state, seat),
            "board": board_vp(state, seat),
        }
        if state.phase != "battles":  # round 4 has been scored before the battles
            due |= {"farms": farm_vp(state, seat), "regions": regions[seat], "play": player.noted}
        for category, vp in due.items():
            player.vp += vp
            player.scored[CATEGORIES.index(category)] += vp
    return placings(scored)


def _solo_placings(state: DawnState) -> tuple[Placing, ...]:
    """Return both sides with their score sheets. In a tie, the rival is first. SOLO-END-8, SOLO-END-9"""
    (player,), rival = state.players, rival_of(state)
    is_won = player.vp > rival.vp
    sheet = dict(zip(CATEGORIES, player.scored, strict=True))
    seat = Placing(0, 1 if is_won else 2, player.vp, sheet, {"SOLO-END-8": 0})
    parts = dict(zip(RIVAL_CATEGORIES, rival.scored, strict=True))
    other = Placing(None, 2 if is_won else 1, rival.vp, parts, {"SOLO-END-8": 1})
    return (seat, other) if is_won else (other, seat)
