"""BUILD: stacks, their costs, and the free guard."""

from typing import Any

import pytest

from engine.minos_classic.actions.building import costs
from engine.minos_classic.state.facts import BuildingPlaced, GuardArrived
from tests.engine.minos_classic.tables import ANN, BOB, D, H, S, W, acting, keys, space, stack, table

ALL = {"kind:harbour", "kind:dwelling", "kind:warehouse", "kind:wall"}


def kinds(before: tuple[str, ...], points: int = 9, talents: int = 99, **more: Any) -> set[str]:
    given = acting(table({ANN: "s_pylos"}, stacks={"s_pylos": before}, building=points, talents=talents, **more))
    if "build:s_pylos" not in given.keys(ANN):
        return set()
    then = given.choose(ANN, "build:s_pylos")
    if then.decision_of(ANN).rule == "BUILD-9":
        return set(then.keys(ANN))
    return {f"kind:{fact.kind}" for fact in then.facts if isinstance(fact, BuildingPlaced)}


def test_build_1_spent_dice_fill_the_building_pool():
    then = acting(table(dice="build build star")).choose(ANN, "builders").choose(ANN, "natural:2+star:1")

    assert then.state.turn.building == 3


@pytest.mark.parametrize("piece", ["h_pylos", "s_pylos"])
def test_build_2_a_seat_builds_only_on_its_own_terrain(piece: str):
    laid = table({ANN: piece, BOB: "s_kyme"}, stacks={"s_taras": (D,)}, building=4)

    assert keys(acting(laid), "build:") == ["build:s_pylos"]


@pytest.mark.parametrize(("number", "talents", "points"), [(1, 5, 1), (2, 10, 2), (3, 15, 3), (4, 20, 4)])
def test_build_3_costs_depend_on_the_number_in_the_stack(number: int, talents: int, points: int):
    before = (S, W, S)[: number - 1]
    kind = {4: S}.get(number, S)

    then = acting(table({ANN: "s_pylos"}, stacks={"s_pylos": before}, building=points, talents=talents))
    then = then.choose(ANN, "build:s_pylos")
    if then.decision_of(ANN).rule == "BUILD-9":
        then = then.choose(ANN, f"kind:{kind}")

    assert stack(then, "s_pylos") == (*before, kind)
    assert (then.state.players[ANN].talents, then.state.turn.building) == (0, 0)
    assert kinds(before, points - 1, talents) == set()
    assert kinds(before, points, talents - 1) == set()


@pytest.mark.parametrize("number", [2, 3, 4])
def test_build_4_a_wall_costs_four_points(number: int):
    before = (S, S, S)[: number - 1]

    assert (W, 5 * number, 4) in costs(before)
    assert "kind:wall" not in kinds(before, 3)
    assert "kind:wall" in kinds(before, 4)


def test_build_5_the_first_building_cannot_be_a_wall():
    assert kinds(()) == ALL - {"kind:wall"}


def test_build_6_a_city_cannot_be_extended():
    assert kinds((S, S, W, D)) == set()


def test_build_7_the_fourth_building_must_be_a_missing_wall():
    assert kinds((S, D, H)) == {"kind:wall"}
    assert kinds((S, W, H)) == ALL - {"kind:wall"}
    full = {f"s_{name}": (D, W) for name in ("malaka", "kyme", "taras", "spina", "troia", "side", "tyros", "leptis")}
    full |= {f"s_{name}": (D, W) for name in ("ugarit", "kyrene", "paphos", "karalis", "ialysos", "abdera", "sagunton")}
    full |= {f"s_{name}": (D, W) for name in ("massalia", "salamis", "panormos", "kanopos")}
    full["s_miletos"] = (H, W)
    laid = table({ANN: "s_pylos"}, stacks={**full, "s_pylos": (S, S, S)}, building=9, talents=99)
    assert laid.supply[W] == 0
    assert keys(acting(laid), "build:") == [], "no wall in the supply: the site stays at three"


def test_build_8_a_colony_has_at_most_one_wall():
    assert kinds((S, W)) == ALL - {"kind:wall"}


def test_build_9_kinds_of_buildings_mix_and_repeat_freely():
    assert kinds((S,)) == ALL
    assert kinds((S, S)) == ALL
    assert kinds((H, D)) == ALL


def test_build_10_a_site_may_get_several_buildings_a_turn():
    then = acting(table({ANN: "h_pylos"}, building=3)).choose(ANN, "build:s_pylos").choose(ANN, "kind:harbour")

    then = then.choose(ANN, "build:s_pylos").choose(ANN, "kind:dwelling")

    assert stack(then, "s_pylos") == (H, D)


def test_build_11_the_building_must_be_in_the_supply():
    used = {f"s_{name}": (S, S, S, W) for name in ("kyme", "taras", "spina", "troia", "side", "tyros")} | {
        "s_leptis": (S, S)
    }

    assert "kind:warehouse" in kinds(())
    laid = table({ANN: "s_pylos"}, stacks=used, building=1)
    assert laid.supply[S] == 0
    assert acting(laid).choose(ANN, "build:s_pylos").keys(ANN) == ("kind:harbour", "kind:dwelling")


def test_build_12_founding_brings_a_free_guard():
    then = acting(table({ANN: "h_pylos"}, building=1)).choose(ANN, "build:s_pylos").choose(ANN, "kind:warehouse")

    assert then.facts == (BuildingPlaced(ANN, "s_pylos", S, 1, 5, 1, 2), GuardArrived(ANN, "s_pylos"))
    assert then.state.players[ANN].guards == [space("s_pylos")]
    assert then.state.players[ANN].guards_in_reserve == 11


def test_build_12_later_buildings_bring_no_guard():
    given = acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D,)}, building=2))

    then = given.choose(ANN, "build:s_pylos").choose(ANN, "kind:warehouse")

    assert [type(fact) for fact in then.facts] == [BuildingPlaced]
    assert then.state.players[ANN].guards_in_reserve == 12


def test_build_12_founding_succeeds_without_a_guard_in_reserve():
    laid = table({ANN: "h_pylos " + "s_kyme " * 12}, building=1)

    then = acting(laid).choose(ANN, "build:s_pylos").choose(ANN, "kind:warehouse")

    assert [type(fact) for fact in then.facts] == [BuildingPlaced]


def test_build_13_taking_over_a_colony_brings_no_guard():
    laid = table({ANN: "z_messenian_sea"}, stacks={"s_pylos": (D,)}, movement=1)

    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos")

    assert then.state.players[ANN].guards == []
    assert then.state.players[ANN].marker == 1


def test_build_14_buildings_stay_when_the_owner_changes():
    laid = table({ANN: "h_pylos"}, stacks={"s_pylos": (D, S)}, movement=1)

    then = acting(laid).choose(ANN, "move:h_pylos")

    assert stack(then, "s_pylos") == (D, S)
    assert then.state.players[ANN].marker == 0
