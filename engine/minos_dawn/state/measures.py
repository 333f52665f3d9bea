"""The counts of conditions, multipliers and vases. MAP-3 to MAP-5, EFF-50 to EFF-79, VASE-C1 to VASE-C12"""

from collections.abc import Callable, Iterable

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import Condition
from engine.minos_dawn.state.holdings import Holdings
from engine.minos_dawn.state.state import NOBODY, DawnState

_VALUE_TRIGGERS = 5
"""The first trigger by value, after those by row: 1 and 2, then 3 and 4, then 5 and 6."""


def warriors_on_map(holdings: Holdings) -> int:  # EFF-61, EFF-78
    return sum(holdings.warriors)


def regions_present(holdings: Holdings) -> int:
    """Return how many regions have a warrior of the seat, dominated ones included. MAP-3, MAP-5"""
    return len(holdings.warriors) - holdings.warriors.count(0)


def ships_on_routes(holdings: Holdings) -> int:
    return len(holdings.ships) - holdings.ships.count(0)


def strictly_most(counts: Iterable[int]) -> int:
    """Return the place of the one number above all others and above 0, or NOBODY. MAP-4"""
    best, place = 0, NOBODY
    for other, count in enumerate(counts):
        if count > best:
            best, place = count, other
        elif count == best:
            place = NOBODY
    return place


def dominator(state: DawnState, region: int) -> Seat:
    """Return the seat with strictly more warriors there than any other, or NOBODY; it may be the RIVAL. MAP-4"""
    counts = [player.warriors[region] for player in state.players]
    if state.rival:
        counts.append(state.rival.warriors[region])
    side = strictly_most(counts)
    return RIVAL if side == len(state.players) else side


def regions_dominated(state: DawnState, seat: Seat) -> int:  # VASE-C5
    return sum(
        count > 0 and dominator(state, region) == seat for region, count in enumerate(state.players[seat].warriors)
    )


def of_one_trigger(holdings: Holdings) -> int:  # VASE-C11
    trigger_of = the_box().cards.trigger_of
    triggers = [trigger_of[card] for card in holdings.palace]
    return max((triggers.count(trigger) for trigger in range(8)), default=0)


def traits_due(holdings: Holdings, row: int, value: int) -> list[str]:
    """Return the palace cards whose trait a die of that value from that row makes due. TRAIT-3, WILD-3"""
    trigger_of = the_box().cards.trigger_of
    triggers = (row, _VALUE_TRIGGERS + (value - 1) // 2)
    return [card for card in holdings.palace if trigger_of[card] in triggers]


_MEASURES: dict[str, Callable[[Holdings], int]] = {
    "income_space": lambda holdings: holdings.income,  # VASE-C1
    "goods_of_one_type": lambda holdings: max(holdings.goods),  # VASE-C2
    "track.influence": lambda holdings: holdings.tracks[0],  # VASE-C12
    "track.cultural": lambda holdings: holdings.tracks[1],  # VASE-C3
    "track.population": lambda holdings: holdings.tracks[2],  # VASE-C6
    "presence_regions": regions_present,  # VASE-C4
    "route_spaces": lambda holdings: sum(holdings.ships),  # VASE-C7
    "towers": lambda holdings: len(holdings.towers),  # VASE-C8
    "ships": ships_on_routes,  # VASE-C9
    "palace_cards": lambda holdings: len(holdings.palace),  # VASE-C10
    "palace_one_trigger": of_one_trigger,  # VASE-C11
}


def figure_of(state: DawnState, seat: Seat, measure: str) -> int:
    """Return what a vase's condition compares. VASE-C1 to VASE-C12"""
    if measure == "dominance_regions":  # VASE-C5
        return regions_dominated(state, seat)
    return _MEASURES[measure](state.players[seat])


_CONDITIONS: dict[str, Callable[[Holdings], int]] = {
    "towers": lambda holdings: len(holdings.towers),  # EFF-50
    "farms": lambda holdings: len(holdings.farms),  # EFF-51
    "cities": lambda holdings: len(holdings.cities),  # EFF-52
    "seapeoples": lambda holdings: len(holdings.sea_tiles),  # EFF-53
    "influence": lambda holdings: holdings.tracks[0],  # EFF-54
    "cultural": lambda holdings: holdings.tracks[1],  # EFF-55
    "population": lambda holdings: holdings.tracks[2],  # EFF-56
    "palace": lambda holdings: len(holdings.palace),  # EFF-57
    "area": lambda holdings: len(holdings.area),  # EFF-58
    "tracks": lambda holdings: min(holdings.tracks),  # EFF-59
    "ship": lambda holdings: max(holdings.ships),  # EFF-60
    "warriors": warriors_on_map,  # EFF-61
    "regions": regions_present,  # EFF-62
}


def is_met(holdings: Holdings, condition: Condition) -> bool:  # EFF-50 to EFF-62
    return _CONDITIONS[condition.measure](holdings) >= condition.at_least


_COUNTERS: dict[str, Callable[[Holdings], int]] = {
    "area_cards": lambda holdings: len(holdings.area),  # EFF-70
    "palace_cards": lambda holdings: len(holdings.palace),  # EFF-71
    "cities": lambda holdings: len(holdings.cities),  # EFF-72
    "towers": lambda holdings: len(holdings.towers),  # EFF-73
    "farms": lambda holdings: len(holdings.farms),  # EFF-74
    "regions": regions_present,  # EFF-75
    "seapeoples": lambda holdings: len(holdings.sea_tiles),  # EFF-76
    "lowest_track": lambda holdings: min(holdings.tracks),  # EFF-77, TRACK-5
    "warriors": warriors_on_map,  # EFF-78
    "route_spaces": lambda holdings: sum(holdings.ships),  # EFF-79
}


def count_of(holdings: Holdings, counter: str) -> int:  # EFF-70 to EFF-79
    return _COUNTERS[counter](holdings)
