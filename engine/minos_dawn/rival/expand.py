"""The rival expands: a tile for each point, and what he finds in its region. SOLO-EXP"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.rival.bag import draw_region
from engine.minos_dawn.rival.pieces import advance_ship, battle, is_dominant, is_dominant_or_tied, place_warriors
from engine.minos_dawn.state.rival_facts import RivalPassedBy
from engine.minos_dawn.state.state import DawnState, rival_of


class SpendExpandPoint(Happening[DawnState], frozen=True, tag="SpendExpandPoint"):
    """He draws tiles until one's region takes the point. If the bag is empty a ship does. SOLO-EXP-2, SOLO-EXP-7"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """After a region that takes none he draws again. Tiles stay out meanwhile. SOLO-EXP-6, SOLO-EXP-8"""
        rival = rival_of(state)
        while rival.bag:
            if _expand(state, now, draw_region(state, now)):
                return
        advance_ship(state, now, from_the_top=False, why="empty_bag")


def _expand(state: DawnState, now: Now[DawnState], region: int) -> bool:
    """Do the first that is possible there. Return whether there was any. SOLO-EXP-3, SOLO-EXP-4, SOLO-EXP-5"""
    rival = rival_of(state)
    if rival.warriors[region] == 0 and rival.reserve:
        wanted = the_box().rival.warriors_placed
        count = min(wanted, rival.reserve)
        place_warriors(state, now, region, count, "absent" if count == wanted else "last")
        if state.sea[region]:
            battle(state, now, region, "arrived")
    elif is_dominant_or_tied(state, region) and state.sea[region]:
        battle(state, now, region)
    elif is_dominant(state, region) or not rival.reserve:
        now.emit(RivalPassedBy(region, "dominates" if is_dominant(state, region) else "no_reserve"))
        return False
    else:
        place_warriors(state, now, region, 1, "weaker")
    return True
