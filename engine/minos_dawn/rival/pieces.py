"""The rival's warriors, ships and battles. SOLO-SHIP, SOLO-SEA"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.state.facts import RivalFought, RivalPlaced, RivalPointLost, RivalSailed
from engine.minos_dawn.state.measures import dominator
from engine.minos_dawn.state.rival import earn
from engine.minos_dawn.state.state import DawnState, rival_of
from engine.minos_dawn.state.vases import check_vases

LAST_SPACE = 5


def place_warriors(state: DawnState, now: Now[DawnState], region: int, count: int, why: str) -> None:
    rival = rival_of(state)
    rival.reserve -= count
    rival.warriors[region] += count
    now.emit(RivalPlaced(region, count, why))


def return_warrior(state: DawnState, now: Now[DawnState], region: int) -> None:
    """Return a warrior to his reserve. The seat may come to dominate by it, and win a vase. SOLO-HUMAN-3"""
    rival = rival_of(state)
    rival.warriors[region] -= 1
    rival.reserve += 1
    check_vases(state, now, "dominance_regions")


def is_dominant_or_tied(state: DawnState, region: int) -> bool:
    own = rival_of(state).warriors[region]
    return own > 0 and all(own >= player.warriors[region] for player in state.players)


def is_dominant(state: DawnState, region: int) -> bool:
    return dominator(state, region) == RIVAL


def battle(state: DawnState, now: Now[DawnState], region: int, why: str = "") -> None:
    """Score the weapons of the top tile as VP, and nothing else of it. SOLO-SEA-1, SOLO-SEA-2, SOLO-SEA-4, SOLO-SEA-5

    `why` is for the log; by default he is dominant or tied. Then one warrior returns (SOLO-SEA-3). The tile below is
    open to the seat as well (SOLO-HUMAN-6).
    """
    box, rival = the_box(), rival_of(state)
    tile = state.sea[region].pop()
    rival.sea_tiles.append(tile)
    vp, bonus = box.tiles_of_sea[tile].weapons, box.solo.modes[rival.mode].battle_vp
    earn(rival, "battles", vp)
    earn(rival, "difficulty", bonus)
    now.emit(RivalFought(region, tile, vp, bonus, why or ("dominant" if is_dominant(state, region) else "tied")))
    return_warrior(state, now, region)


class FightLast(Happening[DawnState], frozen=True, tag="FightLast"):  # SOLO-END-3
    region: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if is_dominant_or_tied(state, self.region):
            battle(state, now, self.region)


def advance_ship(state: DawnState, now: Now[DawnState], *, from_the_top: bool, why: str) -> None:
    """Advance the ship nearest to the top, or farthest from it. SOLO-SHIP-1, SOLO-SHIP-2

    Ties go by the top's VP, then by number. Ships at the top stay (SOLO-SHIP-3, SOLO-SHIP-5). There is no tower, cost
    or tile (SOLO-SHIP-4, SOLO-HUMAN-8).
    """
    rival, routes = rival_of(state), [the_box().routes[name] for name in state.routes]
    under_way = [place for place, space in enumerate(rival.ships) if space < LAST_SPACE]
    if not under_way:
        now.emit(RivalPointLost(why))
        return
    sign = -1 if from_the_top else 1
    place = min(under_way, key=lambda each: (sign * rival.ships[each], -routes[each].top_vp, each))
    rival.ships[place] += 1
    vp = routes[place].top_vp if rival.ships[place] == LAST_SPACE else 0
    earn(rival, "tops", vp)
    now.emit(RivalSailed(routes[place].id, rival.ships[place], vp, why))
