"""SOLO-BAG, SOLO-BUILD, SOLO-SHIP: tiles, cities, farms and ships of the rival."""

from copy import deepcopy

import pytest

from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.rival.actions import (
    BuildByTile,
    SpendBuildPoint,
    advance_ship,
    can_build_city,
    can_build_farm,
    region_designated,
)
from engine.minos_dawn.rival.turn import EndRivalTurn
from engine.minos_dawn.state.facts import (
    RivalCityBuilt,
    RivalDrew,
    RivalFarmBuilt,
    RivalPlaced,
    RivalPointLost,
    RivalSailed,
)
from tests.engine.minos_dawn.solo.solo_table import Lent, facts_of, happen, rivals, solo, the_rival

WHERE = {"silver": 3, "stone": 6, "copper": 5, "grain": 1, "herb": 2}
"""The region that shows each good. Wood is in 4 and 7, and one of these is the rival's home."""
BUILT = (RivalPlaced, RivalCityBuilt, RivalFarmBuilt, RivalSailed, RivalPointLost)


def acts(then):
    return [type(fact).__name__.removeprefix("Rival") for fact in facts_of(then, *BUILT)]


def build(state, good, points):
    return happen(state, BuildByTile(points), bag=[good])


def test_solo_bag_1_the_bag_holds_one_tile_of_each_good():
    assert [GOODS[good] for good in the_rival(solo()).bag] == list(GOODS)
    assert solo().players[0].temps == [0] * 6


def test_solo_bag_2_solo_build_9_drawn_tiles_stay_out_of_the_bag_until_turn_end():
    then = build(solo(), "herb", 1)
    rival = the_rival(then.state)
    assert [GOODS[good] for good in rival.out] == ["herb"]
    assert GOODS.index("herb") not in rival.bag
    state = happen(deepcopy(then.state), EndRivalTurn()).state
    assert (the_rival(state).bag, the_rival(state).out) == ([0, 1, 2, 3, 4, 5], [])


def test_solo_inv_3_bag_and_drawn_tiles_together_hold_each_good_once():
    rival = the_rival(build(solo(), "herb", 1).state)
    assert sorted(rival.bag + rival.out) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("start", "home", "other_wood"), [(3, 7, 4), (1, 4, 7)])
def test_solo_bag_3_each_tile_designates_the_region_that_shows_its_good(start, home, other_wood):
    state = solo(start)
    regions = {good: region_designated(state, the_rival(state), GOODS.index(good)) for good in GOODS}
    assert regions == {**WHERE, "wood": other_wood}
    assert home not in regions.values()


@pytest.mark.parametrize(("start", "other"), [(3, 1), (1, 3)])
def test_solo_bag_4_both_starting_regions_can_be_designated(start, other):
    good = {3: "silver", 1: "grain"}
    for region in (start, other):
        assert facts_of(build(solo(start), good[region], 1), RivalDrew) == [
            RivalDrew(GOODS.index(good[region]), region)
        ]


@pytest.mark.parametrize("points", [1, 2, 3])
def test_solo_build_1_and_solo_build_2_one_tile_is_drawn_for_all_points(points):
    then = build(solo(), "herb", points)
    assert len(facts_of(then, RivalDrew)) == 1
    assert len(acts(then)) == [2, 3, 4][points - 1]  # the first point brings a warrior and a city


def test_solo_build_3_1_a_point_brings_a_warrior_and_a_city():
    then = build(solo(), "herb", 1)
    rival = the_rival(then.state)
    assert acts(then) == ["Placed", "CityBuilt"]
    assert (rival.warriors[2], rival.reserve, rival.vp) == (1, 8, 5)
    assert facts_of(then, RivalPlaced) == [RivalPlaced(2, 1, "absent")]


def test_solo_build_3_1_a_point_places_a_warrior_if_a_city_is_impossible():
    then = build(solo(), "silver", 1)  # the seat has a city in this region
    assert acts(then) == ["Placed"]
    assert the_rival(then.state).warriors[3] == 1


def test_solo_build_3_2_he_builds_a_city_before_a_farm():
    state = solo()
    rivals(state, r7=1, r2=1)
    assert acts(build(state, "herb", 1)) == ["CityBuilt"]
    assert acts(build(state, "herb", 2)) == ["CityBuilt", "FarmBuilt"]


def test_solo_build_3_3_a_ship_advances_if_nothing_can_be_built():
    state = solo()
    rivals(state, r7=1, r2=1)
    state.cities[2] = state.farms[2] = 0
    state.players[0].cities.append(2)
    state.players[0].farms.append(2)
    assert acts(build(state, "herb", 1)) == ["Sailed"]
    assert facts_of(build(state, "herb", 1), RivalSailed)[0].why == "no_site"


def test_solo_build_4_a_point_does_one_thing():
    state = solo()
    rivals(state, r7=1, r2=2)
    assert acts(build(state, "herb", 3)) == ["CityBuilt", "FarmBuilt", "Sailed"]


@pytest.mark.parametrize("missing", ["taken", "foundation", "warrior", "piece", None])
def test_solo_build_5_a_city_needs_a_foundation_and_a_warrior(missing):
    state = solo()
    rivals(state, r7=1, r2=0 if missing == "warrior" else 1)
    if missing == "taken":
        state.cities[2] = 0
    if missing == "foundation":
        state.foundations[2] = ""
    if missing == "piece":
        the_rival(state).cities = [1, 5, 6]
    assert can_build_city(state, 2) == (missing is None)


def test_solo_build_5_solo_gen_4_his_city_gains_no_foundation_bonus():
    then = build(solo(), "herb", 1)
    assert then.state.cities[2] == RIVAL
    assert then.state.foundations[2] == ""
    assert the_rival(then.state).cities == [2]
    assert facts_of(then, RivalCityBuilt) == [RivalCityBuilt(2, 5)]
    assert the_rival(then.state).vp == 5


@pytest.mark.parametrize("missing", ["taken", "warrior", "piece", None])
def test_solo_build_6_a_farm_needs_a_warrior_and_a_free_region(missing):
    state = solo()
    rivals(state, r7=1, r2=0 if missing == "warrior" else 1)
    if missing == "taken":
        state.farms[2] = 0
    if missing == "piece":
        the_rival(state).farms = [7, 1, 5, 6]
    assert can_build_farm(state, 2) == (missing is None)


def test_solo_build_6_a_farm_costs_one_warrior_and_covers_no_good():
    state = solo()
    rivals(state, r7=1, r3=2)
    then = build(state, "silver", 1)
    rival = the_rival(then.state)
    assert acts(then) == ["FarmBuilt"]
    assert (rival.warriors[3], rival.reserve, rival.farms) == (1, 8, [7, 3])
    assert then.state.farms[3] == RIVAL
    assert region_designated(then.state, rival, GOODS.index("silver")) == 3
    rival.farms = [7, 1, 2]
    third = solo()
    rivals(third, r7=1, r3=2)
    the_rival(third).farms = [7, 1, 2]
    assert the_rival(build(third, "silver", 1).state).warriors[3] == 1


def test_solo_build_7_a_farm_may_use_the_last_warrior():
    then = build(solo(), "herb", 3)
    assert acts(then) == ["Placed", "CityBuilt", "FarmBuilt", "Placed"]
    assert the_rival(then.state).warriors[2] == 1
    first = solo()
    rivals(first, r7=1, r2=1)
    first.foundations[2] = ""
    assert acts(build(first, "herb", 2)) == ["FarmBuilt", "Placed"]


def test_solo_build_7_a_city_follows_once_it_can_be_built():
    state = solo()
    rivals(state, r7=1)
    then = happen(state, SpendBuildPoint(2))
    assert acts(then) == ["Placed", "CityBuilt"]


@pytest.mark.parametrize(
    ("cities", "farms", "here", "reserve", "expected"),
    [
        ([1, 5, 6], [7], 0, 3, ["Placed"]),
        ([1, 5, 6], [7], 1, 3, ["FarmBuilt"]),
        ([1, 5, 6], [7, 1, 5, 6], 1, 3, ["Sailed"]),
        ([], [7], 0, 0, ["Sailed"]),
    ],
)
def test_solo_build_8_he_advances_a_ship_if_out_of_pieces(cities, farms, here, reserve, expected):
    state = solo()
    rivals(state, reserve=reserve, r7=1, r2=here)
    the_rival(state).cities, the_rival(state).farms = cities, farms
    assert acts(build(state, "herb", 1)) == expected


def test_solo_build_8_solo_ship_5_the_point_is_lost_if_all_ships_arrived():
    state = solo()
    rivals(state, reserve=0, r7=1)
    the_rival(state).ships = [5, 5, 5]
    then = build(state, "herb", 1)
    assert acts(then) == ["PointLost"]
    assert the_rival(then.state).vp == 0


def sail(ships, from_the_top):
    state = solo()
    the_rival(state).ships = list(ships)
    advance_ship(state, Lent(), from_the_top=from_the_top, why="no_site")
    return the_rival(state)


@pytest.mark.parametrize(
    ("ships", "after"),
    [
        ([1, 2, 3], [1, 2, 4]),
        ([5, 2, 1], [5, 3, 1]),
        ([5, 4, 3], [5, 5, 3]),
        ([2, 2, 1], [2, 3, 1]),  # ties: the route with more VP at its top (6, 8, 9)
        ([1, 1, 1], [1, 1, 2]),
    ],
)
def test_solo_ship_1_build_advances_the_ship_nearest_to_the_top(ships, after):
    assert sail(ships, from_the_top=True).ships == after


@pytest.mark.parametrize(
    ("ships", "after"),
    [
        ([1, 2, 3], [2, 2, 3]),
        ([5, 4, 3], [5, 4, 4]),
        ([2, 2, 5], [2, 3, 5]),
        ([1, 1, 1], [1, 1, 2]),
    ],
)
def test_solo_ship_2_an_empty_bag_advances_the_lowest_ship(ships, after):
    assert sail(ships, from_the_top=False).ships == after


def test_solo_ship_1_and_2_the_lowest_number_breaks_a_tie(monkeypatch):
    routes = the_box().routes
    same = {name: type(route)(**{**_fields(route), "top_vp": 7}) for name, route in routes.items()}
    monkeypatch.setattr(the_box(), "routes", same)
    assert sail([2, 2, 2], from_the_top=True).ships == [3, 2, 2]
    assert sail([2, 2, 2], from_the_top=False).ships == [3, 2, 2]


def _fields(route):
    return {name: getattr(route, name) for name in route.__struct_fields__}


def test_solo_ship_3_arriving_at_the_top_scores_its_vp_once():
    rival = sail([1, 1, 4], from_the_top=True)
    assert (rival.ships, rival.vp) == ([1, 1, 5], 9)
    again = sail([1, 1, 5], from_the_top=True)
    assert (again.ships, again.vp) == ([1, 2, 5], 0)


def test_solo_ship_4_his_ships_need_no_tower_cost_or_tile():
    state = solo()
    the_rival(state).ships = [1, 1, 3]
    blue, red = state.blue.copy(), state.red.copy()
    advance_ship(state, Lent(), from_the_top=True, why="no_site")
    assert the_rival(state).ships == [1, 1, 4]
    assert (state.blue, state.red) == (blue, red)


def test_solo_human_8_trade_bonus_tiles_stay_for_the_seat():
    state = solo()
    for _ in range(12):
        advance_ship(state, Lent(), from_the_top=False, why="empty_bag")
    assert the_rival(state).ships == [5, 5, 5]
    assert [len(tiles) for tiles in (*state.blue, *state.red)] == [3] * 6
