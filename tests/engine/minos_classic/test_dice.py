"""DICE: rolls and combinations."""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minos_classic.actions.dice import worth
from engine.minos_classic.content.box import BUILDERS, GULLS, INCOME, RINGS, the_box
from engine.minos_classic.game import GAME
from engine.minos_classic.phases.turn import BeginTurn
from engine.minos_classic.state.facts import Combination, DiceRolled
from engine.minos_classic.state.state import ClassicState
from tests.engine.minos_classic.tables import ANN, BOB, acting, keys, sides, table
from tests.engine.situation import Situation

FIRST = "scales arrow gull build joker star"


def rolling(*rolls: str) -> Situation[ClassicState]:
    return Situation(GAME, table(), BeginTurn(ANN), seats=2, loaded={"action": [sides(roll) for roll in rolls]})


def test_dice_1_each_of_six_dice_has_all_six_faces():
    assert the_box().dice.faces == (("scales", "arrow", "gull", "build", "joker", "star"),) * 6


def test_dice_2_the_first_roll_of_all_six_is_automatic():
    given = rolling(FIRST)

    assert given.facts == (DiceRolled(ANN, 1, tuple(FIRST.split()), (0, 1, 2, 3, 4, 5)),)


def test_dice_3_dice_not_kept_are_rolled_up_to_twice():
    given = rolling(FIRST, "gull gull", "star")

    then = given.choose(ANN, "die:1", "die:2", "die:3", "die:4")
    assert then.facts == (DiceRolled(ANN, 2, ("scales", "arrow", "gull", "build", "gull", "gull"), (4, 5)),)
    then = then.choose(ANN, "die:1", "die:2", "die:3", "die:4", "die:5")
    assert then.state.turn.dice[5] == "star"
    assert then.decision_of(ANN).rule == "TURN-2"


def test_dice_4_dice_kept_earlier_may_be_rolled_later():
    given = rolling(FIRST, "gull gull gull gull gull", "build")

    then = given.choose(ANN, "die:1").choose(ANN, "die:2", "die:3", "die:4", "die:5", "die:6")

    assert then.state.turn.dice == ["build", "gull", "gull", "gull", "gull", "gull"]


def test_dice_5_rolling_may_stop_early_and_ends_after_three():
    given = rolling(FIRST)
    stopped = given.choose(ANN, "die:1", "die:2", "die:3", "die:4", "die:5", "die:6")
    assert stopped.decision_of(ANN).rule == "TURN-2"
    assert stopped.state.turn.rolls == 1
    assert stopped.look().phase == "action"

    third = given.choose(ANN).choose(ANN)
    assert third.state.turn.rolls == 3
    assert third.decision_of(ANN).rule == "TURN-2"


def test_dice_6_each_die_is_spent_once():
    given = acting(table(dice="build build"))

    then = given.choose(ANN, "builders").choose(ANN, "natural:1")
    assert then.state.turn.used[:2] == [True, False]
    then = then.choose(ANN, "builders")
    assert then.state.turn.building == 2
    assert "builders" not in then.keys(ANN)


def test_dice_7_each_distinct_combination_is_one_option():
    then = acting(table(dice="gull gull joker star arrow")).choose(ANN, "gulls")

    assert set(then.keys(ANN)) == {
        "natural:2+joker:1+star:1",
        "natural:2+joker:1",
        "natural:2+star:1",
        "natural:2",
        "natural:1+joker:1+star:1",
        "natural:1+joker:1",
        "natural:1+star:1",
        "natural:1",
        "joker:1+star:1",
        "joker:1",
    }
    with pytest.raises(NotAnOption):
        then.choose(ANN, "natural:3")


def test_dice_8_a_joker_counts_as_any_kind_except_a_star():
    given = acting(table(dice="joker"))
    assert given.keys(ANN) == ("income", "rings", "gulls", "builders", "end")

    two = acting(table(dice="joker joker")).choose(ANN, "builders")
    assert two.state.turn.building == 1


def test_dice_9_a_star_needs_a_partner_in_the_same_command():
    alone = acting(table(dice="star"))
    assert alone.keys(ANN) == ("end",)

    then = acting(table(dice="build star")).choose(ANN, "builders").choose(ANN, "natural:1")
    assert "builders" not in then.keys(ANN)

    again = acting(table(dice="build build star")).choose(ANN, "builders").choose(ANN, "natural:1")
    assert again.choose(ANN, "builders").keys(ANN) == ("natural:1+star:1", "natural:1"), "a star is never spent alone"


def test_dice_10_a_kind_takes_one_joker_and_star_a_turn():
    given = acting(table(dice="build joker joker star star build"))

    then = given.choose(ANN, "builders")
    assert max(key.count("joker:1") for key in keys(then, "natural")) == 1
    assert not any("joker:2" in key or "star:2" in key for key in then.keys(ANN))
    then = then.choose(ANN, "natural:1+joker:1+star:1").choose(ANN, "builders")
    assert then.state.turn.building == 4, "the second builder was the only option, so the kernel took it"
    assert then.keys(ANN) == ("rings", "gulls", "end")


def test_dice_11_forbidden_sets_are_not_offered():
    then = acting(table(dice="arrow gull joker joker star star")).choose(ANN, "rings")

    assert set(then.keys(ANN)) == {"natural:1+joker:1+star:1", "natural:1+joker:1", "natural:1+star:1", "natural:1"} | {
        "joker:1+star:1",
        "joker:1",
    }
    assert acting(table(dice="star star")).keys(ANN) == ("end",)


@pytest.mark.parametrize(
    ("kind", "dice", "amount"),
    [
        (INCOME, Combination(2, 1, 1), 4),
        (RINGS, Combination(1, 0, 1), 2),
        (GULLS, Combination(1, 0, 1), 6),
        (GULLS, Combination(2, 1, 0), 15),
        (BUILDERS, Combination(3, 1, 1), 5),
    ],
)
def test_dice_12_each_combination_has_its_value(kind: int, dice: Combination, amount: int):
    assert worth(kind, dice) == amount


def test_dice_13_dice_may_stay_unused():
    assert acting(table(dice="gull gull build")).choose(ANN, "end").state.turn.seat == BOB


def test_dice_14_combinations_of_a_kind_come_in_any_order():
    given = acting(table(dice="gull joker gull"))

    then = given.choose(ANN, "gulls").choose(ANN, "joker:1").choose(ANN, "gulls").choose(ANN, "natural:2")

    assert then.state.turn.movement == 15
