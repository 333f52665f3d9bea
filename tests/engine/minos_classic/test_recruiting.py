"""BUY: guards and ships for talents."""

from engine.minos_classic.state.facts import PieceRecruited
from tests.engine.minos_classic.tables import ANN, BOB, D, H, S, W, acting, keys, sides, space, table

ALL_DICE = tuple(f"die:{number}" for number in range(1, 7))


def test_buy_1_two_dwellings_allow_buying_a_guard_for_five_talents():
    given = acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D, D)}, talents=5))

    then = given.choose(ANN, "recruit:s_pylos")

    assert then.facts == (PieceRecruited(ANN, "guard", "s_pylos", 5),)
    assert then.state.players[ANN].guards == [space("s_pylos")]
    assert then.state.players[ANN].talents == 0
    assert keys(acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D, D)}, talents=4)), "recruit:") == []
    assert keys(acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D, S)})), "recruit:") == []


def test_buy_2_two_harbours_allow_buying_a_ship_into_an_empty_harbour():
    given = acting(table({ANN: "s_pylos"}, stacks={"s_pylos": (H, S, H)}))

    then = given.choose(ANN, "recruit:s_pylos")

    assert then.state.players[ANN].ships == [space("h_pylos")]
    full = table({ANN: "s_pylos h_pylos"}, stacks={"s_pylos": (H, H)})
    assert keys(acting(full), "recruit:") == []
    poor = table({ANN: "s_pylos"}, stacks={"s_pylos": (H, H)}, talents=4)
    assert keys(acting(poor), "recruit:") == []
    seven = "z_fish z_adrias z_alboran z_iberian_sea z_aegean_sea z_nile_sea z_libyan_sea s_pylos"
    assert keys(acting(table({ANN: seven}, stacks={"s_pylos": (H, H)})), "recruit:") == []


def test_buy_3_a_colony_recruits_once_a_turn():
    laid = table({ANN: "s_pylos s_kyme"}, stacks={"s_pylos": (D, D), "s_kyme": (D, D)})

    then = acting(laid).choose(ANN, "recruit:s_pylos")

    assert keys(then, "recruit:") == ["recruit:s_kyme"]

    twice = then.choose(ANN, "recruit:s_kyme").choose(ANN, "end").choose(BOB, *ALL_DICE).choose(BOB, "end")
    assert keys(twice.choose(ANN, *ALL_DICE), "recruit:") == ["recruit:s_kyme", "recruit:s_pylos"], (
        "allowed again a turn later"
    )


def test_buy_3_retaking_a_colony_does_not_allow_a_second_recruit():
    laid = table({ANN: "h_pylos"}, stacks={"s_pylos": (D, D)}, movement=4, talents=50)
    then = acting(laid).choose(ANN, "recruit:s_pylos")

    then = then.choose(ANN, "move:h_pylos").choose(ANN, "to:z_messenian_sea")
    then = then.choose(ANN, "move:s_pylos").choose(ANN, "to:p_athenai_pylos_1")
    assert then.look().sites[8].holder is None
    then = then.choose(ANN, "move:p_athenai_pylos_1").choose(ANN, "to:s_pylos")

    assert then.look().sites[8].holder == ANN
    assert keys(then, "recruit:") == []


def test_buy_4_a_recruit_is_placed_immediately_and_may_move():
    given = acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D, D)}, movement=1))

    then = given.choose(ANN, "recruit:s_pylos").choose(ANN, "move:s_pylos")

    assert space("p_athenai_pylos_1") in then.state.players[ANN].guards


def test_buy_5_a_third_dwelling_gives_no_second_guard():
    then = acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D, D, D)})).choose(ANN, "recruit:s_pylos")

    assert len(then.state.players[ANN].guards) == 1
    assert keys(then, "recruit:") == []


def test_buy_6_new_buildings_and_colonies_count_immediately():
    built = acting(table({ANN: "s_pylos"}, stacks={"s_pylos": (D,)}, building=2))
    assert keys(built, "recruit:") == []
    then = built.choose(ANN, "build:s_pylos").choose(ANN, "kind:dwelling")
    assert keys(then, "recruit:") == ["recruit:s_pylos"]

    taken = acting(table({ANN: "z_messenian_sea"}, stacks={"s_pylos": (D, D)}, movement=1))
    then = taken.choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos")
    assert keys(then, "recruit:") == ["recruit:s_pylos"]


def test_buy_7_recruiting_needs_no_dice_but_closes_income():
    given = acting(table({ANN: "h_pylos"}, stacks={"s_pylos": (D, D, W)}, dice="scales"))
    assert "income" in given.keys(ANN)
    assert "income" not in given.choose(ANN, "recruit:s_pylos").keys(ANN)

    laid = table({ANN: "s_pylos z_fish", BOB: "z_ausonian_sea"}, stacks={"s_pylos": (D, D)}, movement=1, rings={ANN: 1})
    then = acting(laid).choose(ANN, "move:z_fish")
    then = then.choose(ANN, "to:z_ausonian_sea", loaded={"attack": [sides("gull gull gull gull gull gull")]})
    assert keys(then, "recruit:") == []
