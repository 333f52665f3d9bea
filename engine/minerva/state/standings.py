"""Points and places at any moment. SCORE, TIE, TEMPLE, SOLO-16"""

from collections.abc import Sequence

from engine.kernel.decision import Seat
from engine.kernel.rules import Placing, copier
from engine.minerva.content.box import Box, the_box
from engine.minerva.content.language import AROUND, HELD, KINDS, Score
from engine.minerva.content.terms import PARTS, RESOURCES
from engine.minerva.state.measures import surrounding
from engine.minerva.state.state import MinervaState, Placed, SeatState


def parts(state: MinervaState, player: SeatState) -> tuple[int, ...]:  # SCORE-02 to SCORE-06, SCORE-08
    return (
        culture_vp(player),
        glory_vp(player),
        sum([vp for _, vp in temple_scores(player)]),
        # SCORE-05, SCORE-07: money and resources together, including resources that temples counted.
        (player.denarii + sum(player.resources)) // the_box().constants.money_resources_per_vp,
        order_vp(state, player),
    )


def culture_vp(player: SeatState) -> int:  # SCORE-02
    tiles = the_box().culture_tiles
    return sum([tiles[tile].vp for tile in player.culture_tiles])


def glory_vp(player: SeatState) -> int:  # SCORE-03
    tiles = the_box().glory_tiles
    return sum([tiles[tile].vp for tile in player.glory_tiles])


def order_vp(state: MinervaState, player: SeatState) -> int:
    """The VP of the order tile: in the last round only, and never for the highest tile. SCORE-06, PREP-03"""
    box = the_box()
    if state.round < box.constants.rounds or player.order not in box.order_numbers(len(state.players))[:-1]:
        return 0
    return box.order_tiles[player.order].vp


def temple_scores(player: SeatState) -> list[tuple[Placed, int]]:
    """The temples of a city with their VP, each counted separately. SCORE-04, TEMPLE-09"""
    box = the_box()
    found: list[tuple[Placed, int]] = []
    for placed in player.city:
        tile = box.tiles[placed.tile]
        if tile.is_temple:
            effect = tile.effect
            assert isinstance(effect, Score), tile.id
            found.append((placed, effect.vp * _matches(box, player, placed, effect)))
    return found


def _matches(box: Box, player: SeatState, temple: Placed, effect: Score) -> int:
    """The number of tokens (TEMPLE-08) or tiles that the temple counts. Tiles in an area (TEMPLE-03, TEMPLE-04) count
    once each (TEMPLE-06) or once per category (TEMPLE-07), and the temple itself never. TEMPLE-02, TEMPLE-05"""
    if effect.area == HELD:
        return player.resources[RESOURCES.index(effect.target)]
    near = surrounding if effect.area == AROUND else crossing
    categories = [box.tiles[placed.tile].category for placed in near(player.city, temple.x, temple.y)]
    return len(set(categories)) if effect.target == KINDS else categories.count(effect.target)


def crossing(city: Sequence[Placed], x: int, y: int) -> list[Placed]:
    """The other tiles in the same row or column, across gaps and residences. TEMPLE-04"""
    return [placed for placed in city if (placed.x == x) != (placed.y == y)]


def title_of(total: int) -> int:
    """The number of the solo title for that score. The highest title is 0. SOLO-16"""
    titles = the_box().constants.solo.title
    return next(number for number, title in enumerate(titles) if total >= title.min_points)


def placings(state: MinervaState) -> tuple[Placing, ...]:
    """The final places with the score sheet. A solo player is first. SCORE-09, SOLO-03"""
    return tuple(
        Placing(
            seat,
            place,
            sum(state.players[seat].scored),
            dict(zip(PARTS, state.players[seat].scored, strict=True)),
            _tie_breaks(state, seat),
        )
        for place, seat in ranked(state)
    )


def standing(state: MinervaState) -> tuple[Placing, ...]:
    """The places if the game were scored now. SCORE-01, SCORE-09"""
    scored = copier(MinervaState)(state)
    for player in scored.players:
        player.scored = parts(state, player)
    return placings(scored)


def ranked(state: MinervaState) -> list[tuple[int, Seat]]:
    ranks = [_rank(player) for player in state.players]
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat], reverse=True)
    return [(1 + sum([rank > ranks[seat] for rank in ranks]), seat) for seat in order]


def _rank(player: SeatState) -> tuple[int, int, int, int]:
    """The sort key: total (SCORE-09), culture and glory (TIE-01), temples (TIE-02), lower order tile (TIE-03)."""
    return sum(player.scored), _fame(player), _temples(player), -player.order


def _tie_breaks(state: MinervaState, seat: Seat) -> dict[str, int]:
    player = state.players[seat]
    if state.is_solo:
        return {}
    return {"TIE-01": _fame(player), "TIE-02": _temples(player), "TIE-03": player.order}


def _fame(player: SeatState) -> int:  # TIE-01
    return player.scored[PARTS.index("culture")] + player.scored[PARTS.index("glory")]


def _temples(player: SeatState) -> int:  # TIE-02
    tiles = the_box().tiles
    return sum([tiles[placed.tile].is_temple for placed in player.city])
