"""What conditions, multipliers and vases count. MAP-3 to MAP-5, EFF-50 to EFF-79, VASE-C1 to VASE-C12"""

from collections.abc import Callable

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import Condition
from engine.minos_dawn.state.state import NOBODY, DawnState, SeatState


def warriors_on_map(player: SeatState) -> int:
    """Own warriors on the map, reserves not. EFF-61, EFF-78"""
    return sum(player.warriors)


def regions_present(player: SeatState) -> int:
    """Regions with own presence, dominated ones included. MAP-3, MAP-5"""
    return len(player.warriors) - player.warriors.count(0)


def dominator(state: DawnState, region: int) -> Seat:
    """The seat with strictly more warriors there than any other, or NOBODY. MAP-4; it may be the RIVAL."""
    best, seat = 0, NOBODY
    for other, player in enumerate(state.players):
        warriors = player.warriors[region]
        if warriors > best:
            best, seat = warriors, other
        elif warriors == best:
            seat = NOBODY
    if state.rival and state.rival.warriors[region] >= best:
        return RIVAL if state.rival.warriors[region] > best else NOBODY
    return seat


def regions_dominated(state: DawnState, seat: Seat) -> int:
    """Regions that a seat dominates. VASE-C5"""
    return sum(
        count > 0 and dominator(state, region) == seat for region, count in enumerate(state.players[seat].warriors)
    )


def _one_trigger(state: DawnState, seat: Seat) -> int:
    """Most palace cards whose traits have one trigger. VASE-C11"""
    trigger_of = the_box().trigger_of
    triggers = [trigger_of[card] for card in state.players[seat].palace]
    return max((triggers.count(trigger) for trigger in range(8)), default=0)


_MEASURES: dict[str, Callable[[DawnState, Seat], int]] = {
    "income_space": lambda state, seat: state.players[seat].income,  # VASE-C1
    "goods_of_one_type": lambda state, seat: max(state.players[seat].goods),  # VASE-C2
    "track.influence": lambda state, seat: state.players[seat].tracks[0],  # VASE-C12
    "track.cultural": lambda state, seat: state.players[seat].tracks[1],  # VASE-C3
    "track.population": lambda state, seat: state.players[seat].tracks[2],  # VASE-C6
    "presence_regions": lambda state, seat: regions_present(state.players[seat]),  # VASE-C4
    "dominance_regions": regions_dominated,  # VASE-C5
    "route_spaces": lambda state, seat: sum(state.players[seat].ships),  # VASE-C7
    "towers": lambda state, seat: len(state.players[seat].towers),  # VASE-C8
    "ships": lambda state, seat: 3 - state.players[seat].ships.count(0),  # VASE-C9
    "palace_cards": lambda state, seat: len(state.players[seat].palace),  # VASE-C10
    "palace_one_trigger": _one_trigger,  # VASE-C11
}


def measured(state: DawnState, seat: Seat, measure: str) -> int:
    """What a vase's condition compares. VASE-C1 to VASE-C12"""
    return _MEASURES[measure](state, seat)


_CONDITIONS: dict[str, Callable[[SeatState], int]] = {
    "towers": lambda player: len(player.towers),  # EFF-50
    "farms": lambda player: len(player.farms),  # EFF-51
    "cities": lambda player: len(player.cities),  # EFF-52
    "seapeoples": lambda player: len(player.sea_tiles),  # EFF-53
    "influence": lambda player: player.tracks[0],  # EFF-54
    "cultural": lambda player: player.tracks[1],  # EFF-55
    "population": lambda player: player.tracks[2],  # EFF-56
    "palace": lambda player: len(player.palace),  # EFF-57
    "area": lambda player: len(player.area),  # EFF-58
    "tracks": lambda player: min(player.tracks),  # EFF-59
    "ship": lambda player: max(player.ships),  # EFF-60
    "warriors": warriors_on_map,  # EFF-61
    "regions": regions_present,  # EFF-62
}


def is_met(player: SeatState, condition: Condition) -> bool:
    """Whether a condition holds now. EFF-50 to EFF-62"""
    return _CONDITIONS[condition.measure](player) >= condition.at_least


_COUNTERS: dict[str, Callable[[SeatState], int]] = {
    "area_cards": lambda player: len(player.area),  # EFF-70
    "palace_cards": lambda player: len(player.palace),  # EFF-71
    "cities": lambda player: len(player.cities),  # EFF-72
    "towers": lambda player: len(player.towers),  # EFF-73
    "farms": lambda player: len(player.farms),  # EFF-74
    "regions": regions_present,  # EFF-75
    "seapeoples": lambda player: len(player.sea_tiles),  # EFF-76
    "lowest_track": lambda player: min(player.tracks),  # EFF-77, TRACK-5
    "warriors": warriors_on_map,  # EFF-78
    "route_spaces": lambda player: sum(player.ships),  # EFF-79
}


def counted(player: SeatState, counter: str) -> int:
    """What a multiplier counts now. EFF-70 to EFF-79"""
    return _COUNTERS[counter](player)
