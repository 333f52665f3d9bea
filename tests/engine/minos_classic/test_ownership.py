"""VALUE and OWN: the values and owners of colonies."""

import pytest

from engine.minos_classic.state.facts import ColonyLeft, ColonyTaken
from engine.minos_classic.state.ownership import stack_value
from tests.engine.minos_classic.tables import ANN, BOB, D, H, S, W, acting, keys, sides, table

WIN = {"attack": [sides("arrow arrow arrow arrow arrow arrow")], "defence": [sides("gull gull gull gull gull gull")]}


@pytest.mark.parametrize(("kind", "value"), [(H, 1), (D, 1), (S, 2)])
def test_value_1_buildings_have_their_basic_values(kind: str, value: int):
    assert stack_value((kind,)) == value


def test_value_2_a_wall_doubles_earlier_and_later_buildings():
    assert stack_value((S, W)) == 4
    assert stack_value((S, W, D, H)) == 8
    assert stack_value((S, D, H, W)) == 8


def test_value_3_the_marker_moves_immediately():
    given = acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (S,)}, building=4, talents=50))
    assert given.state.players[ANN].marker == 2

    then = given.choose(ANN, "build:s_pylos").choose(ANN, "kind:wall")

    assert then.state.players[ANN].marker == 4


def test_value_4_the_marker_has_no_upper_limit():
    city = (S, S, S, W)
    sites = ["s_kyme", "s_taras", "s_spina", "s_troia", "s_side", "s_tyros"]
    laid = table({ANN: " ".join(sites)}, stacks=dict.fromkeys(sites, city))

    assert laid.players[ANN].marker == 72
    assert acting(laid).look(ANN).seats[ANN].value == 72


def test_value_5_a_city_has_no_bonus():
    assert stack_value((S, S, S, W)) == 2 * stack_value((S, S, S))


@pytest.mark.parametrize("pieces", ["h_pylos", "s_pylos", "h_pylos s_pylos s_pylos"])
def test_own_1_any_piece_on_the_terrain_owns_the_colony(pieces: str):
    assert table({ANN: pieces}, stacks={"s_pylos": (S, D)}).players[ANN].marker == 3


def test_own_2_losing_the_last_piece_loses_the_value_of_the_colony():
    given = acting(table({ANN: "h_pylos s_pylos"}, stacks={"s_pylos": (S,)}, movement=2))

    then = given.choose(ANN, "move:h_pylos").choose(ANN, "to:z_messenian_sea")
    assert then.state.players[ANN].marker == 2, "the guard is still there"
    then = then.choose(ANN, "move:s_pylos")
    assert ColonyLeft(ANN, "s_pylos", 2, 0) in then.facts
    assert then.look().sites[8].holder is None


@pytest.mark.parametrize("round", [1, 2])
def test_own_3_a_free_terrain_is_taken_without_a_fight(round: int):
    laid = table({ANN: "z_messenian_sea"}, stacks={"s_pylos": (S,)}, movement=1, round=round)

    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos")

    assert then.facts[-1] == ColonyTaken(ANN, "s_pylos", 2, 2)


def test_own_4_the_new_owner_gains_what_the_old_one_loses():
    laid = table({ANN: "z_messenian_sea", BOB: "s_pylos s_kyme"}, stacks={"s_pylos": (S, W)}, movement=1)
    assert laid.players[BOB].marker == 4

    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos", loaded=WIN)

    assert ColonyLeft(BOB, "s_pylos", 4, 0) in then.facts
    assert ColonyTaken(ANN, "s_pylos", 4, 4) in then.facts


def test_own_5_an_empty_site_gives_nothing():
    laid = table({ANN: "z_messenian_sea"}, movement=1)

    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos")

    assert then.state.players[ANN].marker == 0
    assert not any(isinstance(fact, ColonyTaken) for fact in then.facts)
    assert keys(then, "build:") == []
