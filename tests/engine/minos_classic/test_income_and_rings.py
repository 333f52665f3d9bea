"""INCOME and RINGS: dice turned into talents and rings."""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minos_classic.state.facts import Combination, IncomePaid, RingsBought, RingsGained
from tests.engine.minos_classic.tables import ANN, BOB, D, H, S, W, acting, sides, table

OWNED = {"s_pylos": (S, S, W)}


def test_income_1_the_bank_pays_the_multiple_times_the_marker():
    then = acting(table({ANN: "s_pylos"}, stacks=OWNED, dice="scales joker star")).choose(ANN, "income")
    then = then.choose(ANN, "natural:1+joker:1+star:1")

    assert then.facts == (IncomePaid(ANN, Combination(1, 1, 1), 3, 8, 24),)
    assert then.state.players[ANN].talents == 49


@pytest.mark.parametrize("first", ["move", "build", "recruit", "gulls", "rings", "builders"])
def test_income_2_any_other_action_closes_income(first: str):
    laid = table(
        {ANN: "h_pylos s_kyme z_fish"},
        stacks={"s_kyme": (D, D)},
        dice="scales gull gull arrow build",
        talents=9,
        movement=2,
        building=1,
    )
    steps = {
        "move": ("move:z_fish", "to:z_ausonian_sea"),
        "build": ("build:s_pylos", "kind:dwelling"),
        "recruit": ("recruit:s_kyme",),
        "gulls": ("gulls", "natural:1"),
        "rings": ("rings",),
        "builders": ("builders",),
    }[first]
    given = acting(laid)
    assert "income" in given.keys(ANN)

    for key in steps:
        given = given.choose(ANN, key)

    assert "income" not in given.keys(ANN)
    assert not given.state.turn.is_income_open


def test_income_3_income_may_be_taken_repeatedly():
    given = acting(table({ANN: "s_pylos"}, stacks=OWNED, dice="scales scales"))

    then = given.choose(ANN, "income").choose(ANN, "natural:1")
    assert "income" in then.keys(ANN)
    assert then.choose(ANN, "income").state.players[ANN].talents == 25 + 16


def test_income_4_zero_income_still_uses_the_dice():
    then = acting(table(dice="scales gull")).choose(ANN, "income")

    assert then.facts == (IncomePaid(ANN, Combination(1, 0, 0), 1, 0, 0),)
    assert then.state.turn.used[0]


def test_rings_1_the_supply_limits_free_rings():
    given = acting(table({ANN: "z_fish"}, dice="arrow arrow star", talents=0))
    then = given.choose(ANN, "rings").choose(ANN, "natural:2+star:1")
    assert then.facts == (RingsGained(ANN, Combination(2, 0, 1), 3, 0),)

    short = acting(table(dice="arrow arrow star", rings={BOB: 49}, talents=0))
    then = short.choose(ANN, "rings").choose(ANN, "natural:2+star:1")
    assert then.facts == (RingsGained(ANN, Combination(2, 0, 1), 1, 2),)
    assert (then.state.players[ANN].rings, then.state.rings_in_supply) == (1, 0)


def test_rings_1_rings_are_not_offered_if_the_supply_is_empty():
    given = acting(table(dice="arrow joker star gull", rings={BOB: 50}))

    assert "rings" not in given.keys(ANN)
    assert "gulls" in given.keys(ANN)


def test_rings_2_an_arrow_or_joker_buys_any_number_of_rings():
    given = acting(table(dice="joker", talents=35)).choose(ANN, "rings")
    assert given.keys(ANN) == ("buy:0", "buy:1", "buy:2", "buy:3")
    gained = RingsGained(ANN, Combination(0, 1, 0), 1, 0)

    then = given.choose(ANN, "buy:3")
    assert then.facts == (gained, RingsBought(ANN, 3, 30))
    assert (then.state.players[ANN].talents, then.state.players[ANN].rings) == (5, 4)

    assert given.choose(ANN, "buy:0").facts == (gained,)


def test_rings_2_the_number_is_chosen_before_dice_are_spent():
    before = acting(table(dice="arrow arrow star", talents=35))
    given = before.choose(ANN, "rings").choose(ANN, "natural:1+star:1")

    assert given.decision_of(ANN).rule == "RINGS-2"
    assert given.state == before.state
    then = given.choose(ANN, "buy:1")
    assert then.state.turn.used[:3] == [True, False, True]
    assert (then.state.players[ANN].rings, then.state.players[ANN].talents) == (3, 25)


def test_rings_2_nothing_is_asked_if_no_ring_is_affordable():
    assert acting(table(dice="arrow", talents=9)).choose(ANN, "rings").decision_of(ANN).rule == "TURN-2"
    supply = acting(table(dice="arrow", talents=50, rings={BOB: 48})).choose(ANN, "rings")
    assert supply.keys(ANN) == ("buy:0", "buy:1")


def test_rings_3_rings_are_kept_without_limit():
    then = acting(table(rings={ANN: 30}, dice="arrow", talents=0)).choose(ANN, "rings").choose(ANN, "end")

    assert then.state.players[ANN].rings == 31


def test_rings_4_no_rings_are_bought_in_a_battle():
    laid = table({ANN: "z_fish", BOB: "z_messenian_sea"}, movement=1, dice="arrow", rings={ANN: 1})
    then = acting(laid).choose(ANN, "move:z_fish")
    if then.decision_of(ANN).rule == "MOVE-18":
        then = then.choose(ANN, "to:z_messenian_sea", loaded={"attack": [sides("gull gull gull gull gull gull")]})

    assert then.decision_of(ANN).rule == "FIGHT-10"
    with pytest.raises(NotAnOption):
        then.choose(ANN, "rings")


def test_rings_5_a_spent_ring_returns_to_the_supply():
    laid = table({ANN: "z_fish", BOB: "z_messenian_sea"}, movement=1, rings={ANN: 2})
    then = (
        acting(laid)
        .choose(ANN, "move:z_fish")
        .choose(ANN, "to:z_messenian_sea", loaded={"attack": [sides("gull gull gull gull gull gull")]})
    )

    then = then.choose(ANN, "die:1", loaded={"attack": [sides("gull")]})

    assert (then.state.players[ANN].rings, then.state.rings_in_supply) == (1, 49)


def test_rings_6_rings_return_only_to_the_supply():
    given = acting(table({ANN: "h_pylos z_fish"}, dice="arrow gull build joker scales star", rings={ANN: 3, BOB: 2}))

    assert {key.partition(":")[0] for key in given.keys(ANN)} == {"income", "rings", "gulls", "builders", "end"}
    assert H in given.state.supply
    for decision in given.game.orders.offer(given.state, ANN):
        assert decision.rule == "HOUSE-4", "no standing order could move a ring"
