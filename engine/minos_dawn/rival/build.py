"""The rival builds: one tile for the turn, then point by point. SOLO-BUILD"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.rival.bag import draw_region
from engine.minos_dawn.rival.pieces import advance_ship, place_warriors, return_warrior
from engine.minos_dawn.state.rival import earn
from engine.minos_dawn.state.rival_facts import RivalCityBuilt, RivalFarmBuilt
from engine.minos_dawn.state.state import NOBODY, DawnState, rival_of


class BuildByTile(Happening[DawnState], frozen=True, tag="BuildByTile"):
    """One tile designates the region for every point of the turn.

    SOLO-BUILD-1, SOLO-BUILD-2; it returns then, SOLO-BUILD-9
    """

    points: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        region = draw_region(state, now)
        now.then(*(SpendBuildPoint(region) for _ in range(self.points)))


class SpendBuildPoint(Happening[DawnState], frozen=True, tag="SpendBuildPoint"):
    """The first possible of a warrior with its city, a city, a farm, a ship. SOLO-BUILD-3, SOLO-BUILD-4"""

    region: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Spend one point by the board as it is now. SOLO-BUILD-7, SOLO-BUILD-8"""
        rival = rival_of(state)
        if rival.warriors[self.region] == 0 and rival.reserve:
            place_warriors(state, now, self.region, 1, "absent")
            if can_build_city(state, self.region):
                _build_city(state, now, self.region)
        elif can_build_city(state, self.region):
            _build_city(state, now, self.region)
        elif can_build_farm(state, self.region):
            _build_farm(state, now, self.region)
        else:
            advance_ship(state, now, from_the_top=True, why="no_site")


def can_build_city(state: DawnState, region: int) -> bool:
    """Return whether there is no city, but a Foundation and a warrior of his, and he has a city left. SOLO-BUILD-5"""
    rival = rival_of(state)
    return (
        rival.warriors[region] > 0
        and state.cities[region] == NOBODY
        and state.foundations[region] != ""
        and len(rival.cities) < the_box().rival.cities
    )


def _build_city(state: DawnState, now: Now[DawnState], region: int) -> None:
    """Build on the Foundation, whose bonuses aren't gained. SOLO-BUILD-5, SOLO-GEN-4"""
    rival = rival_of(state)
    rival.cities.append(region)
    state.cities[region] = RIVAL
    state.foundations[region] = ""
    vp = the_box().rival.city_vp
    earn(rival, "cities", vp)
    now.emit(RivalCityBuilt(region, vp))


def can_build_farm(state: DawnState, region: int) -> bool:
    """Return whether there is no farm, but a warrior of his, and he has a farm left. SOLO-BUILD-6"""
    rival = rival_of(state)
    return rival.warriors[region] > 0 and state.farms[region] == NOBODY and len(rival.farms) < the_box().rival.farms


def _build_farm(state: DawnState, now: Now[DawnState], region: int) -> None:
    """Build for exactly one warrior. The bonus isn't gained. SOLO-BUILD-6"""
    rival_of(state).farms.append(region)
    state.farms[region] = RIVAL
    now.emit(RivalFarmBuilt(region))
    return_warrior(state, now, region)
