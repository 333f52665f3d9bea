"""BUILD: allowed places, prices and gains of pieces."""

import pytest

from engine.minos_dawn.actions.action_points import ActionPoints
from engine.minos_dawn.actions.build import TakeTile, bill_of, build_options
from engine.minos_dawn.actions.payment import can_pay
from engine.minos_dawn.content.box import BUILD, SA3, the_box
from engine.minos_dawn.state.bills import farm_returns
from engine.minos_dawn.state.facts import (
    CardDrawn,
    CityBuilt,
    FarmBuilt,
    Gained,
    Paid,
    ShipAdvanced,
    ShipBuilt,
    TempSpent,
    TileTaken,
    TowerBuilt,
)
from engine.minos_dawn.state.state import Site
from tests.engine.minos_dawn.table import ALICE, BOB, facts_of, give, table, warriors, with_steps

SILVER, STONE, COPPER, WOOD, GRAIN, HERB = range(6)


def goods(**counts):
    names = ("silver", "stone", "copper", "wood", "grain", "herb")
    return [counts.get(name, 0) for name in names]


def building(points=1, free=False, **alice):
    state = alice.pop("state", None) or table(2, **alice)
    return with_steps(state, ActionPoints(ALICE, "track:cultural:3", BUILD, points, is_free=free))


def rich(**alice):
    """Return a table on which Alice can pay for everything. She has warriors in regions 1 and 2."""
    state = table(2, coins=50, **alice)
    warriors(state, ALICE, r1=4, r2=2)
    return state


def test_build_1_a_point_does_one_of_five_things():
    then = building(state=rich(ships=[1, 0, 0], cities=[1, 2], towers=[2]), points=2)
    assert set(then.keys(ALICE)) == {
        "tower:1",
        "farm:1",
        "farm:2",
        "ship:egypt",
        "ship:ugarit",
        "sail:cyclades",
        "skip",
    }
    then = then.choose(ALICE, "sail:cyclades").choose(ALICE, "tile:" + then.state.blue[0][0])
    assert "sail:cyclades" in then.keys(ALICE)
    assert then.choose(ALICE, "ship:egypt").pending == []


def test_build_2_pieces_are_built_in_order_until_none_are_left():
    state = rich(cities=[1, 2, 4], towers=[1, 2, 4], farms=[1, 2, 4, 5])
    warriors(state, ALICE, r6=3)
    keys = [option.key for option in build_options(state, ALICE)]
    assert keys == ["ship:cyclades", "ship:egypt", "ship:ugarit"]


def test_build_3_temps_replace_goods_by_choice_while_something_is_due():
    state = rich(temps=goods(stone=2), goods=goods(stone=1))
    then = building(state=state).choose(ALICE, "city:2")
    assert then.keys(ALICE) == ("temp:stone", "pay")
    then = then.choose(ALICE, "temp:stone")
    assert facts_of(then, TempSpent, Paid) == [TempSpent(ALICE, STONE, "city")]
    assert then.state.players[ALICE].temps == goods(stone=1)


def test_build_4_a_city_needs_a_warrior_and_a_region_without_city():
    state = rich()
    state.cities[2] = BOB
    assert "city:2" not in [option.key for option in build_options(state, ALICE)]
    state = rich()
    state.players[ALICE].warriors[2] = 0
    assert not [option for option in build_options(state, ALICE) if option.key.startswith("city")]
    state = rich()
    state.held = [Site("city", 2, BOB)]
    assert "city:2" not in [option.key for option in build_options(state, ALICE)]


@pytest.mark.parametrize(("cities", "stones", "cost"), [([1], 0, 6), ([1], 1, 3), ([1, 2], 0, 9), ([1, 2], 4, 0)])
def test_build_5_a_city_costs_6_then_9_less_3_per_stone(cities, stones, cost):
    assert bill_of(table(2, cities=cities, goods=goods(stone=stones)), ALICE, "city", "").due == cost


def test_build_6_the_foundation_gives_all_it_shows_and_is_used_up():
    state = rich()
    state.foundations[2] = "f06"
    then = building(state=state).choose(ALICE, "city:2")
    assert facts_of(then, CityBuilt) == [CityBuilt(ALICE, 2, "f06")]
    assert then.decision_of(ALICE).rule == "EFF-6"
    then = then.choose(ALICE, "temp:wood").choose(ALICE, "temp:wood").choose(ALICE, "temp:grain")
    assert then.state.players[ALICE].vp == 2
    assert then.state.foundations[2] == ""
    assert then.state.players[ALICE].warriors[2] == 2


def test_build_7_a_tower_needs_a_city_that_has_none():
    keys = [option.key for option in build_options(rich(cities=[1, 2], towers=[1]), ALICE)]
    assert [key for key in keys if key.startswith("tower")] == ["tower:2"]


@pytest.mark.parametrize(("towers", "coppers", "cost"), [([], 0, 3), ([1], 0, 6), ([1, 2], 0, 9), ([1, 2], 2, 3)])
def test_build_8_a_tower_costs_3_6_or_9_less_3_per_copper(towers, coppers, cost):
    state = table(2, cities=[1, 2, 4], towers=towers, goods=goods(copper=coppers))
    assert bill_of(state, ALICE, "tower", "").due == cost


def test_build_9_a_tower_gives_the_gain_that_it_uncovers():
    then = building(state=rich()).choose(ALICE, "tower:1")
    assert facts_of(then, TowerBuilt) == [TowerBuilt(ALICE, 1)]
    assert [fact.origin for fact in facts_of(then, CardDrawn)] == ["age2"]
    assert facts_of(then, Gained) == [Gained(ALICE, "coins", 1, "tower:1")]


def test_build_10_a_free_farm_still_needs_a_warrior():
    state = table(2, goods=goods(grain=4))
    keys = [option.key for option in build_options(state, ALICE)]
    assert [key for key in keys if key.startswith("farm")] == ["farm:1"]
    state.farms[1] = BOB
    assert not [option for option in build_options(state, ALICE) if option.key.startswith("farm")]


@pytest.mark.parametrize(
    ("farms", "grain", "returns"), [([], 0, [1]), ([5], 0, [2]), ([5, 6, 7], 0, [4]), ([5, 6], 2, [1, 2, 3])]
)
def test_build_11_12_a_farm_costs_warriors_and_grain_is_optional(farms, grain, returns):
    state = rich(farms=farms, goods=goods(grain=grain))
    assert list(farm_returns(state.players[ALICE], 1)) == returns


def test_build_11_the_warriors_return_to_the_reserves():
    then = building(state=rich(farms=[5])).choose(ALICE, "farm:2")
    assert facts_of(then, FarmBuilt) == [FarmBuilt(ALICE, 2, 2)]
    assert (then.state.players[ALICE].warriors[2], then.state.players[ALICE].reserves) == (0, 5)


def test_build_12_goods_then_temps_of_grain_replace_warriors():
    state = rich(farms=[5, 6], goods=goods(grain=1), temps=goods(grain=1))
    then = building(state=state).choose(ALICE, "farm:1")
    assert then.keys(ALICE) == ("return:1", "return:2", "return:3")
    assert facts_of(then.choose(ALICE, "return:2"), TempSpent) == []
    assert len(facts_of(then.choose(ALICE, "return:1"), TempSpent)) == 1


def test_build_13_a_farm_is_not_offered_with_too_few_warriors():
    assert list(farm_returns(rich(farms=[5, 6]).players[ALICE], 2)) == []
    assert "farm:2" not in building(state=rich(farms=[5, 6])).keys(ALICE)


def test_build_14_a_farm_gives_the_gain_that_it_uncovers():
    then = building(state=rich()).choose(ALICE, "farm:1")
    assert then.state.players[ALICE].income == 1


def test_build_15_ships_are_limited_by_cities_and_routes():
    keys = [option.key for option in build_options(rich(), ALICE)]
    assert [key for key in keys if key.startswith("ship")] == ["ship:cyclades", "ship:egypt", "ship:ugarit"]
    keys = [option.key for option in build_options(rich(ships=[1, 0, 0]), ALICE)]
    assert not [key for key in keys if key.startswith("ship")]
    state = rich()
    give(state, BOB, ships=[1, 1, 1])
    assert "ship:egypt" in [option.key for option in build_options(state, ALICE)]


def test_build_16_both_costs_of_a_ship_are_due_and_reduced_separately():
    state = table(2, coins=5)
    assert bill_of(state, ALICE, "ship", "egypt").due == 3 + 3
    assert "ship:egypt" not in [option.key for option in build_options(state, ALICE)]
    state = table(2, goods=goods(wood=2))
    assert bill_of(state, ALICE, "ship", "egypt").due == 3
    state = table(2, goods=goods(herb=5))
    assert bill_of(state, ALICE, "ship", "egypt").due == 3
    state = table(2, coins=6, temps=goods(herb=1, wood=1))
    then = building(state=state).choose(ALICE, "ship:egypt").choose(ALICE, "temp:wood").choose(ALICE, "pay")
    assert facts_of(then, Paid) == [Paid(ALICE, "coins", 3, "ship")]
    assert then.state.players[ALICE].temps == goods(herb=1)


def test_build_17_a_new_ship_starts_on_space_1():
    then = building(state=rich()).choose(ALICE, "ship:egypt")
    assert facts_of(then, ShipBuilt, Gained) == [ShipBuilt(ALICE, "egypt")]
    assert then.state.players[ALICE].ships == [0, 1, 0]


def test_build_18_herbs_reduce_the_price_of_the_new_space():
    state = rich(ships=[0, 4, 0], towers=[1], goods=goods(herb=2))
    assert bill_of(state, ALICE, "sail", "egypt").due == 5 - 2
    state = rich(ships=[0, 5, 0], towers=[1])
    assert "sail:egypt" not in [option.key for option in build_options(state, ALICE)]


@pytest.mark.parametrize(
    ("towers", "others", "legal"), [([], 0, False), ([1], 0, True), ([1], 4, False), ([1, 2], 5, True)]
)
def test_build_19_space_4_needs_a_tower_for_each_ship_there(towers, others, legal):
    state = rich(cities=[1, 2], towers=towers, ships=[3, others, 0])
    assert ("sail:cyclades" in [option.key for option in build_options(state, ALICE)]) is legal


@pytest.mark.parametrize(("space", "colour"), [(1, "blue"), (3, "red")])
def test_build_20_22_the_seat_chooses_a_tile_and_keeps_it_open(space, colour):
    """BUILD-22"""
    state = rich(ships=[space, 0, 0], towers=[1])
    then = building(state=state).choose(ALICE, "sail:cyclades")
    tiles = getattr(state, colour)[0]
    assert then.keys(ALICE) == tuple(f"tile:{tile}" for tile in tiles)
    then = then.choose(ALICE, f"tile:{tiles[1]}")
    assert facts_of(then, TileTaken) == [TileTaken(ALICE, tiles[1], "cyclades")]
    assert then.look(BOB).seats[ALICE].bonus_tiles == (tiles[1],)
    assert tiles[1] not in getattr(then.state, colour)[0]


def test_build_20_an_empty_space_gives_no_tile():
    state = table(2)
    state.blue[0] = ()
    assert with_steps(state, TakeTile(ALICE, 0, False)).pending == []


def test_build_21_space_5_gives_the_vp_at_the_top():
    then = building(state=rich(ships=[0, 4, 0], towers=[1])).choose(ALICE, "sail:egypt")
    assert facts_of(then, ShipAdvanced)[0].space == 5
    assert facts_of(then, Gained) == [Gained(ALICE, "vp", 8, "route:egypt:5")]


def test_build_23_abil_sa3_applies_to_new_pieces_but_not_to_advances():
    for key in ("city:2", "tower:1", "farm:1", "ship:egypt"):
        then = building(state=rich(ability=SA3)).choose(ALICE, key)
        gained = facts_of(then, Gained)
        assert gained[0] == Gained(ALICE, "vp", 2, "ability:SA3:1"), key
    then = building(state=rich(ability=SA3, ships=[2, 0, 0])).choose(ALICE, "sail:cyclades")
    assert facts_of(then, Gained) == []


def test_abil_sa3_levels_give_a_discount_vp_and_a_card():
    state = rich(ability=SA3, tracks=[0, 5, 0])
    assert bill_of(state, ALICE, "city", "").due == 5
    assert bill_of(state, ALICE, "tower", "").due == 2
    assert bill_of(state, ALICE, "ship", "egypt").due == 5
    assert bill_of(rich(ability=SA3, tracks=[0, 5, 0], ships=[1, 0, 0]), ALICE, "sail", "cyclades").due == 2
    then = building(state=state).choose(ALICE, "farm:1")
    told = [fact for fact in then.facts if isinstance(fact, (Gained, CardDrawn))]
    assert [fact.source for fact in told] == ["ability:SA3:3", "ability:SA3:3", "farm:1"]
    assert isinstance(told[0], Gained)
    assert told[0].count == 3


def test_abil_sa3_the_coin_is_deducted_before_a_temp_is_offered():
    state = rich(ability=SA3, tracks=[0, 2, 0], goods=goods(wood=1, herb=2), temps=goods(herb=1))
    assert bill_of(state, ALICE, "ship", "egypt").due == 0
    then = building(state=state).choose(ALICE, "ship:egypt")
    assert then.state.players[ALICE].temps == goods(herb=1)
    assert facts_of(then, Paid) == []


def test_build_24_a_free_point_waives_costs_but_not_conditions():
    state = table(2)
    warriors(state, ALICE, r1=1, r2=1)
    then = building(state=state, free=True)
    assert set(then.keys(ALICE)) == {
        "city:2", "tower:1", "farm:1", "farm:2", "ship:cyclades", "ship:egypt", "ship:ugarit", "skip",
    }  # fmt: skip
    then = then.choose(ALICE, "farm:2")
    assert then.state.players[ALICE].warriors[2] == 1
    assert "sail:cyclades" not in building(free=True, ships=[3, 0, 0]).keys(ALICE)


def test_gen_3_a_cost_that_cannot_be_paid_is_not_offered():
    state = table(2, coins=2)
    assert not can_pay(state.players[ALICE], bill_of(state, ALICE, "tower", ""))
    assert [option.key for option in build_options(state, ALICE)] == ["farm:1"]


def test_inv_11_to_14_the_player_board_has_the_documented_numbers():
    board = the_box().content.player_board
    assert [city.cost for city in board.city] == [0, 6, 9]
    assert [tower.cost for tower in board.tower] == [ship.cost for ship in board.ship] == [3, 6, 9]
    assert [farm.cost for farm in board.farm] == [1, 2, 3, 4]
    assert [farm.scoring_vp for farm in board.farm] == [2, 4, 8, 14]
