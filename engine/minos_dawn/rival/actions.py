"""The rival's actions and battles. SOLO-SHIP, SOLO-SEA, SOLO-BAG, SOLO-PREP, SOLO-DEV, SOLO-BUILD, SOLO-EXP"""

import msgspec

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.measures import dominator
from engine.minos_dawn.state.rival import Rival, earn
from engine.minos_dawn.state.state import NOBODY, DawnState, rival_of, take_sea_tile
from engine.minos_dawn.state.vases import check_vases

LAST_SPACE = 5


def place_warriors(state: DawnState, now: Now[DawnState], region: int, count: int, why: str) -> None:
    rival = rival_of(state)
    rival.reserve -= count
    rival.warriors[region] += count
    now.emit(f.RivalPlaced(region, count, why))


def return_warrior(state: DawnState, now: Now[DawnState], region: int) -> None:
    """Return a warrior to the rival's reserve. If the seat now dominates the region, it may win a vase. SOLO-HUMAN-3"""
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
    """Fight the top tile. The rival scores VP for its weapons and returns a warrior (SOLO-SEA-3). The seat may fight
    the next tile (SOLO-HUMAN-6). Default `why`: `dominant` or `tied`. SOLO-SEA-1, SOLO-SEA-2, SOLO-SEA-4, SOLO-SEA-5"""
    box, rival = the_box(), rival_of(state)
    tile = take_sea_tile(state, region)
    rival.sea_tiles.append(tile)
    vp, bonus = box.tiles_of_sea[tile].weapons, box.solo.modes[rival.mode].battle_vp
    earn(rival, "battles", vp)
    earn(rival, "difficulty", bonus)
    now.emit(f.RivalFought(region, tile, vp, bonus, why or ("dominant" if is_dominant(state, region) else "tied")))
    return_warrior(state, now, region)


class FightLast(Happening[DawnState], frozen=True, tag="FightLast"):  # SOLO-END-3
    region: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if is_dominant_or_tied(state, self.region):
            battle(state, now, self.region)


def advance_ship(state: DawnState, now: Now[DawnState], *, from_the_top: bool, why: str) -> None:
    """Advance the rival's ship nearest to the top of its route (`from_the_top`), or the one farthest from the top.

    Ties are broken by the VP at the top, then by number. Ships at the top don't move (SOLO-SHIP-3, SOLO-SHIP-5). He
    needs no tower, pays nothing and gets no tile (SOLO-SHIP-4, SOLO-HUMAN-8). SOLO-SHIP-1, SOLO-SHIP-2
    """
    rival, routes = rival_of(state), [the_box().routes[name] for name in state.routes]
    under_way = [place for place, space in enumerate(rival.ships) if space < LAST_SPACE]
    if not under_way:
        now.emit(f.RivalPointLost(why))
        return
    sign = -1 if from_the_top else 1
    place = min(under_way, key=lambda each: (sign * rival.ships[each], -routes[each].top_vp, each))
    rival.ships[place] += 1
    vp = routes[place].top_vp if rival.ships[place] == LAST_SPACE else 0
    earn(rival, "tops", vp)
    now.emit(f.RivalSailed(routes[place].id, rival.ships[place], vp, why))


def draw_region(state: DawnState, now: Now[DawnState]) -> int:
    """Draw a tile and return its region. The tile stays out of the bag until the turn ends. SOLO-BAG-2, SOLO-BAG-3"""
    rival = rival_of(state)
    good = rival.bag.pop(now.below("bag", len(rival.bag)))
    rival.out.append(good)
    if rival.turn:
        rival.turn = msgspec.structs.replace(rival.turn, goods=(*rival.turn.goods, good))
    region = region_designated(state, rival, good)
    now.emit(f.RivalDrew(good, region))
    return region


def region_designated(state: DawnState, rival: Rival, good: int) -> int:
    """Return the only region in play that shows the good, apart from the rival's home. SOLO-BAG-3, SOLO-BAG-4, Q14"""
    box = the_box()
    shown = [number for number in box.layouts[len(state.players)].active if box.good_of[number] == good]
    (region,) = (number for number in shown if number != rival.home)
    return region


def put_back(rival: Rival) -> None:  # SOLO-BAG-1, SOLO-BAG-2
    rival.bag = sorted([*rival.bag, *rival.out])
    rival.out = []


class PrepareFaceDown(Happening[DawnState], frozen=True, tag="PrepareFaceDown"):
    """The rival takes `strength` cards, the rightmost first. SOLO-PREP-1, SOLO-PREP-2, SOLO-PREP-3, SOLO-PREP-4"""

    strength: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        cards = tuple(state.offer.pop() for _ in range(min(self.strength, len(state.offer))))
        rival_of(state).face_down += cards
        now.emit(f.RivalPrepared(cards, self.strength))


class DevelopFaceUp(Happening[DawnState], frozen=True, tag="DevelopFaceUp"):
    """The rival takes the cards with the most VP. In a tie, he takes the rightmost. SOLO-DEV-1, SOLO-DEV-2, SOLO-DEV-3,
    SOLO-DEV-4"""

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
    """One tile decides the region for all build points of the turn. SOLO-BUILD-1, SOLO-BUILD-2, SOLO-BUILD-9"""

    points: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        region = draw_region(state, now)
        now.then(*(SpendBuildPoint(region) for _ in range(self.points)))


class SpendBuildPoint(Happening[DawnState], frozen=True, tag="SpendBuildPoint"):
    """Do the first thing possible: warrior (and city), city, farm, step of a ship. SOLO-BUILD-3, SOLO-BUILD-4"""

    region: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Spend one point. It depends on what earlier points have changed. SOLO-BUILD-7, SOLO-BUILD-8"""
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
    """Return whether the region has a Foundation and no city, and the rival has a warrior there and a city left.

    SOLO-BUILD-5
    """
    rival = rival_of(state)
    return (
        rival.warriors[region] > 0
        and state.cities[region] == NOBODY
        and state.foundations[region] != ""
        and len(rival.cities) < the_box().solo.figures.cities
    )


def _build_city(state: DawnState, now: Now[DawnState], region: int) -> None:
    """Build a city on the Foundation. The rival doesn't gain the Foundation's bonuses. SOLO-BUILD-5, SOLO-GEN-4"""
    rival = rival_of(state)
    rival.cities.append(region)
    state.cities[region] = RIVAL
    state.foundations[region] = ""
    vp = the_box().solo.figures.city_vp
    earn(rival, "cities", vp)
    now.emit(f.RivalCityBuilt(region, vp))


def can_build_farm(state: DawnState, region: int) -> bool:  # SOLO-BUILD-6
    rival, figures = rival_of(state), the_box().solo.figures
    return rival.warriors[region] > 0 and state.farms[region] == NOBODY and len(rival.farms) < figures.farms


def _build_farm(state: DawnState, now: Now[DawnState], region: int) -> None:  # SOLO-BUILD-6
    rival_of(state).farms.append(region)
    state.farms[region] = RIVAL
    now.emit(f.RivalFarmBuilt(region))
    return_warrior(state, now, region)


class SpendExpandPoint(Happening[DawnState], frozen=True, tag="SpendExpandPoint"):
    """Draw tiles until a region can use the point. If the bag is empty, move a ship. SOLO-EXP-2, SOLO-EXP-7"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Draw again if nothing is possible in the region. Drawn tiles stay out of the bag. SOLO-EXP-6, SOLO-EXP-8"""
        rival = rival_of(state)
        while rival.bag:
            if _expand(state, now, draw_region(state, now)):
                return
        advance_ship(state, now, from_the_top=False, why="empty_bag")


def _expand(state: DawnState, now: Now[DawnState], region: int) -> bool:
    """Do the first thing possible in the region. Return False if there is none. SOLO-EXP-3, SOLO-EXP-4, SOLO-EXP-5"""
    rival = rival_of(state)
    if rival.warriors[region] == 0 and rival.reserve:
        wanted = the_box().solo.figures.warriors_placed
        count = min(wanted, rival.reserve)
        place_warriors(state, now, region, count, "absent" if count == wanted else "last")
        if state.sea[region]:
            battle(state, now, region, "arrived")
    elif is_dominant_or_tied(state, region) and state.sea[region]:
        battle(state, now, region)
    elif is_dominant(state, region) or not rival.reserve:
        now.emit(f.RivalPassedBy(region, "dominates" if is_dominant(state, region) else "no_reserve"))
        return False
    else:
        place_warriors(state, now, region, 1, "weaker")
    return True
