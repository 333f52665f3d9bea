"""The rival's actions, and the bag of tiles that show him where. SOLO-BAG, SOLO-PREP, SOLO-DEV, SOLO-BUILD, SOLO-EXP"""

import msgspec

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.rival import pieces
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.rival import Rival, earn
from engine.minos_dawn.state.state import NOBODY, DawnState, rival_of


def draw_region(state: DawnState, now: Now[DawnState]) -> int:
    """Return the region of a drawn tile, which stays out until the turn ends. SOLO-BAG-2, SOLO-BAG-3"""
    rival = rival_of(state)
    good = rival.bag.pop(now.below("bag", len(rival.bag)))
    rival.out.append(good)
    if rival.turn:
        rival.turn = msgspec.structs.replace(rival.turn, goods=(*rival.turn.goods, good))
    region = region_designated(state, rival, good)
    now.emit(f.RivalDrew(good, region))
    return region


def region_designated(state: DawnState, rival: Rival, good: int) -> int:
    """Return the only region in play that shows the good uncovered, so never his home. SOLO-BAG-3, SOLO-BAG-4, Q14"""
    box = the_box()
    shown = [number for number in box.layouts[len(state.players)].active if box.good_of[number] == good]
    (region,) = (number for number in shown if number != rival.home)
    return region


def put_back(rival: Rival) -> None:  # SOLO-BAG-1, SOLO-BAG-2
    rival.bag = sorted([*rival.bag, *rival.out])
    rival.out = []


class PrepareFaceDown(Happening[DawnState], frozen=True, tag="PrepareFaceDown"):
    """He takes `strength` cards, the rightmost first. SOLO-PREP-1, SOLO-PREP-2, SOLO-PREP-3, SOLO-PREP-4"""

    strength: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        cards = tuple(state.offer.pop() for _ in range(min(self.strength, len(state.offer))))
        rival_of(state).face_down += cards
        now.emit(f.RivalPrepared(cards, self.strength))


class DevelopFaceUp(Happening[DawnState], frozen=True, tag="DevelopFaceUp"):
    """He takes the cards of most VP, of equals the rightmost. SOLO-DEV-1, SOLO-DEV-2, SOLO-DEV-3, SOLO-DEV-4"""

    strength: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        decrees = the_box().decrees
        taken = []
        for _ in range(min(self.strength, len(state.offer))):
            place = max(range(len(state.offer)), key=lambda each: (decrees[state.offer[each]].vp, each))
            taken.append(state.offer.pop(place))
        rival_of(state).face_up += taken
        now.emit(f.RivalDeveloped(tuple(taken), tuple(decrees[card].vp for card in taken), self.strength))


class BuildByTile(Happening[DawnState], frozen=True, tag="BuildByTile"):
    """One tile designates the region for every point of the turn. SOLO-BUILD-1, SOLO-BUILD-2, SOLO-BUILD-9"""

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
            pieces.place_warriors(state, now, self.region, 1, "absent")
            if can_build_city(state, self.region):
                _build_city(state, now, self.region)
        elif can_build_city(state, self.region):
            _build_city(state, now, self.region)
        elif can_build_farm(state, self.region):
            _build_farm(state, now, self.region)
        else:
            pieces.advance_ship(state, now, from_the_top=True, why="no_site")


def can_build_city(state: DawnState, region: int) -> bool:
    """Return whether there is no city, but a Foundation and a warrior of his, and he has a city left. SOLO-BUILD-5"""
    rival = rival_of(state)
    return (
        rival.warriors[region] > 0
        and state.cities[region] == NOBODY
        and state.foundations[region] != ""
        and len(rival.cities) < the_box().solo.figures.cities
    )


def _build_city(state: DawnState, now: Now[DawnState], region: int) -> None:
    """Build on the Foundation, whose bonuses aren't gained. SOLO-BUILD-5, SOLO-GEN-4"""
    rival = rival_of(state)
    rival.cities.append(region)
    state.cities[region] = RIVAL
    state.foundations[region] = ""
    vp = the_box().solo.figures.city_vp
    earn(rival, "cities", vp)
    now.emit(f.RivalCityBuilt(region, vp))


def can_build_farm(state: DawnState, region: int) -> bool:  # SOLO-BUILD-6
    rival = rival_of(state)
    return (
        rival.warriors[region] > 0 and state.farms[region] == NOBODY and len(rival.farms) < the_box().solo.figures.farms
    )


def _build_farm(state: DawnState, now: Now[DawnState], region: int) -> None:  # SOLO-BUILD-6
    rival_of(state).farms.append(region)
    state.farms[region] = RIVAL
    now.emit(f.RivalFarmBuilt(region))
    pieces.return_warrior(state, now, region)


class SpendExpandPoint(Happening[DawnState], frozen=True, tag="SpendExpandPoint"):
    """He draws tiles until one's region takes the point. If the bag is empty a ship does. SOLO-EXP-2, SOLO-EXP-7"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Draw again after a region that takes none. Tiles stay out meanwhile. SOLO-EXP-6, SOLO-EXP-8"""
        rival = rival_of(state)
        while rival.bag:
            if _expand(state, now, draw_region(state, now)):
                return
        pieces.advance_ship(state, now, from_the_top=False, why="empty_bag")


def _expand(state: DawnState, now: Now[DawnState], region: int) -> bool:
    """Do the first that is possible there. Return whether there was any. SOLO-EXP-3, SOLO-EXP-4, SOLO-EXP-5"""
    rival = rival_of(state)
    if rival.warriors[region] == 0 and rival.reserve:
        wanted = the_box().solo.figures.warriors_placed
        count = min(wanted, rival.reserve)
        pieces.place_warriors(state, now, region, count, "absent" if count == wanted else "last")
        if state.sea[region]:
            pieces.battle(state, now, region, "arrived")
    elif pieces.is_dominant_or_tied(state, region) and state.sea[region]:
        pieces.battle(state, now, region)
    elif pieces.is_dominant(state, region) or not rival.reserve:
        now.emit(f.RivalPassedBy(region, "dominates" if pieces.is_dominant(state, region) else "no_reserve"))
        return False
    else:
        pieces.place_warriors(state, now, region, 1, "weaker")
    return True
