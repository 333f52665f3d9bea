"""The Will of Rhadamanthus: a bag of the six goods, each of which designates a region. SOLO-BAG"""

import msgspec

from engine.kernel.steps import Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.state.rival import Rival
from engine.minos_dawn.state.rival_facts import RivalDrew
from engine.minos_dawn.state.state import DawnState, rival_of


def draw_region(state: DawnState, now: Now[DawnState]) -> int:
    """Return the region that the drawn tile designates.

    The tile stays out until the turn ends. SOLO-BAG-2, SOLO-BAG-3
    """
    rival = rival_of(state)
    good = rival.bag.pop(now.below("bag", len(rival.bag)))
    rival.out.append(good)
    if rival.turn:
        rival.turn = msgspec.structs.replace(rival.turn, goods=(*rival.turn.goods, good))
    region = designated(state, rival, good)
    now.emit(RivalDrew(good, region))
    return region


def designated(state: DawnState, rival: Rival, good: int) -> int:
    """Return the only region in play that shows the good uncovered, so never his home. SOLO-BAG-3, SOLO-BAG-4, Q14"""
    box = the_box()
    (region,) = [
        number for number in box.active[len(state.players)] if box.good_of[number] == good and number != rival.home
    ]
    return region


def put_back(rival: Rival) -> None:
    """Put all tiles that are out back into the bag. SOLO-BAG-1, SOLO-BAG-2"""
    rival.bag = sorted([*rival.bag, *rival.out])
    rival.out = []
