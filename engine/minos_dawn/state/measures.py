"""Counting a seat's public holdings. MAP-3 to MAP-5, EFF-50 to EFF-79, VASE-C1 to VASE-C12"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import CULTURAL, Condition
from engine.minos_dawn.state.state import NOBODY, DawnState, SeatState


class SeenHoldings(msgspec.Struct, frozen=True):
    """The public holdings of a seat."""

    coins: int
    ability: int
    income: int
    warriors: tuple[int, ...]
    """The number of warriors in each region."""
    tracks: tuple[int, ...]
    goods: tuple[int, ...]
    temps: tuple[int, ...]
    ships: tuple[int, ...]
    """The space of the ship on each route, 0 for no ship."""
    area: tuple[str, ...]
    palace: tuple[str, ...]
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    farms: tuple[int, ...]
    sea_tiles: tuple[str, ...]


Holdings: TypeAlias = SeatState | SeenHoldings
"""A seat's holdings, from the state or from a view. Prices and counts are computed from either."""


def ability_level(holdings: Holdings) -> int:  # ABIL-1
    return the_box().tracks.ability_levels[holdings.tracks[CULTURAL]]


def has_ability(holdings: Holdings, ability: int) -> bool:
    return holdings.ability == ability


_VALUE_TRIGGERS = 5
"""The number of the first trigger for die values (1 and 2, 3 and 4, 5 and 6). Triggers for rows come before it."""


def regions_present(holdings: Holdings) -> int:
    """Return how many regions have one of the seat's warriors, including regions that it dominates. MAP-3, MAP-5"""
    return len(holdings.warriors) - holdings.warriors.count(0)


def ships_on_routes(holdings: Holdings) -> int:
    return len(holdings.ships) - holdings.ships.count(0)


def strictly_most(counts: Iterable[int]) -> int:
    """Return the index of the largest count if it is positive and unique, otherwise NOBODY. MAP-4"""
    best, place = 0, NOBODY
    for other, count in enumerate(counts):
        if count > best:
            best, place = count, other
        elif count == best:
            place = NOBODY
    return place


def dominator(state: DawnState, region: int) -> Seat:
    """Return the seat (or RIVAL) with strictly more warriors in the region than any other, or NOBODY. MAP-4"""
    counts = [player.warriors[region] for player in state.players]
    if state.rival:
        counts.append(state.rival.warriors[region])
    side = strictly_most(counts)
    return RIVAL if side == len(state.players) else side


def regions_dominated(state: DawnState, seat: Seat) -> int:  # VASE-C5
    warriors = state.players[seat].warriors
    return sum(count > 0 and dominator(state, region) == seat for region, count in enumerate(warriors))


def of_one_trigger(holdings: Holdings) -> int:  # VASE-C11
    trigger_of = the_box().cards.trigger_of
    triggers = [trigger_of[card] for card in holdings.palace]
    return max((triggers.count(trigger) for trigger in range(8)), default=0)


def traits_due(holdings: Holdings, row: int, value: int) -> list[str]:
    """Return the palace cards whose trait is triggered by a die of that value from that row. TRAIT-3, WILD-3"""
    trigger_of = the_box().cards.trigger_of
    triggers = (row, _VALUE_TRIGGERS + (value - 1) // 2)
    return [card for card in holdings.palace if trigger_of[card] in triggers]


_COUNTS: dict[str, Callable[[Holdings], int]] = {
    "income_space": lambda held: held.income,  # VASE-C1
    "goods_of_one_type": lambda held: max(held.goods),  # VASE-C2
    "track.influence": lambda held: held.tracks[0],  # VASE-C12
    "track.cultural": lambda held: held.tracks[1],  # VASE-C3
    "track.population": lambda held: held.tracks[2],  # VASE-C6
    "presence_regions": regions_present,  # VASE-C4
    "route_spaces": lambda held: sum(held.ships),  # VASE-C7, EFF-79
    "ships": ships_on_routes,  # VASE-C9
    "palace_cards": lambda held: len(held.palace),  # VASE-C10, EFF-71
    "palace_one_trigger": of_one_trigger,  # VASE-C11
    "towers": lambda held: len(held.towers),  # VASE-C8, EFF-50, EFF-73
    "farms": lambda held: len(held.farms),  # EFF-51, EFF-74
    "cities": lambda held: len(held.cities),  # EFF-52, EFF-72
    "seapeoples": lambda held: len(held.sea_tiles),  # EFF-53, EFF-76
    "influence": lambda held: held.tracks[0],  # EFF-54
    "cultural": lambda held: held.tracks[1],  # EFF-55
    "population": lambda held: held.tracks[2],  # EFF-56
    "palace": lambda held: len(held.palace),  # EFF-57
    "area": lambda held: len(held.area),  # EFF-58
    "area_cards": lambda held: len(held.area),  # EFF-70
    "tracks": lambda held: min(held.tracks),  # EFF-59
    "lowest_track": lambda held: min(held.tracks),  # EFF-77, TRACK-5
    "ship": lambda held: max(held.ships),  # EFF-60
    "warriors": lambda held: sum(held.warriors),  # EFF-61, EFF-78
    "regions": regions_present,  # EFF-62, EFF-75
}
"""Functions for the counts that vases, conditions and multipliers use, by name."""


def figure_of(state: DawnState, seat: Seat, measure: str) -> int:  # VASE-C1 to VASE-C12
    if measure == "dominance_regions":  # VASE-C5
        return regions_dominated(state, seat)
    return _COUNTS[measure](state.players[seat])


def is_met(holdings: Holdings, condition: Condition) -> bool:  # EFF-50 to EFF-62
    return _COUNTS[condition.measure](holdings) >= condition.at_least


def count_of(holdings: Holdings, counter: str) -> int:  # EFF-70 to EFF-79
    return _COUNTS[counter](holdings)
