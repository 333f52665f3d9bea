"""TURN: turns and rounds."""

from typing import Any

import pytest

from engine.kernel.refusals import NotAnOption, Refusal
from engine.minos_classic.game import GAME
from engine.minos_classic.phases.turn import BeginTurn
from engine.minos_classic.state.facts import RoundBegan, TurnEnded
from tests.engine.minos_classic.tables import ANN, BOB, CLEO, acting, sides, table
from tests.engine.situation import Situation

KEEP_ALL = tuple(f"die:{number}" for number in range(1, 7))


def test_turn_1_a_turn_rolls_then_acts_then_ends():
    given = Situation(GAME, table(), BeginTurn(ANN), seats=2)
    assert given.decision_of(ANN).rule == "DICE-3"

    acting_now = given.choose(ANN, *KEEP_ALL)
    assert acting_now.decision_of(ANN).rule == "TURN-2"

    assert acting_now.choose(ANN, "end").state.turn.seat == BOB


def test_turn_2_actions_may_come_in_any_order_and_number():
    given = acting(table({ANN: "h_pylos z_fish"}, dice="gull build arrow gull"))

    then = given.choose(ANN, "builders").choose(ANN, "build:s_pylos").choose(ANN, "kind:harbour")
    then = then.choose(ANN, "gulls").choose(ANN, "natural:1").choose(ANN, "move:z_fish")
    then = then.choose(ANN, "to:z_messenian_sea").choose(ANN, "rings").choose(ANN, "buy:0")

    assert then.keys(ANN)[0] == "gulls"
    assert then.state.turn.movement == 4


def test_turn_3_points_may_be_used_in_portions():
    given = acting(table({ANN: "h_pylos z_fish"}, movement=3, building=2))

    then = given.choose(ANN, "move:z_fish").choose(ANN, "to:z_messenian_sea")
    assert (then.state.turn.movement, then.state.turn.building) == (2, 2)
    then = then.choose(ANN, "build:s_pylos").choose(ANN, "kind:dwelling")
    assert (then.state.turn.movement, then.state.turn.building) == (2, 1)
    assert "move:z_messenian_sea" in then.keys(ANN)


def test_turn_4_unused_points_and_dice_are_lost():
    then = acting(table(dice="gull arrow", movement=3, building=2)).choose(ANN, "end")

    assert TurnEnded(ANN, 3, 2, 2) in then.facts
    assert (then.state.turn.movement, then.state.turn.building, then.state.turn.used) == (0, 0, [False] * 6)


def test_turn_5_a_seat_must_end_an_idle_turn_itself():
    given = acting(table())

    assert given.keys(ANN) == ("end",)
    assert given.decision_of(ANN).shown


def test_turn_5_a_turn_cannot_end_during_a_battle():
    given = acting(table({ANN: "z_fish", BOB: "z_messenian_sea"}, movement=1, rings={ANN: 1}))

    then = given.choose(ANN, "move:z_fish").choose(
        ANN, "to:z_messenian_sea", loaded={"attack": [sides("gull gull gull gull gull gull")]}
    )
    assert then.decision_of(ANN).rule == "FIGHT-10"
    with pytest.raises(NotAnOption):
        then.choose(ANN, "end")


def test_turn_6_the_next_roll_comes_only_after_the_turn_ends():
    given = acting(table())

    assert given.pending[0].seat == ANN
    then = given.choose(ANN, "end", loaded={"action": [sides("gull gull gull gull gull gull")]})
    assert then.state.turn.dice == ["gull"] * 6
    assert then.pending[0].seat == BOB


def test_turn_7_a_round_is_counted_from_the_first_seat():
    laid = table(seats=3, first=BOB)
    assert acting(laid).choose(ANN, "end").state.round == 3

    laid.first = CLEO
    then = acting(laid).choose(ANN, "end")
    assert (then.state.round, then.state.turn.seat) == (2, BOB)


def test_turn_7_eliminated_seats_are_passed_over():
    laid = table({BOB: ""}, seats=3)
    then = acting(laid).choose(ANN, "end")
    assert then.state.turn.seat == CLEO

    laid.first = BOB
    then = acting(laid).choose(ANN, "end")
    assert RoundBegan(3) in then.facts
    assert then.state.turn.seat == CLEO


def test_turn_8_the_turn_of_an_eliminated_player_ends_immediately():
    laid = table({ANN: "z_fish", BOB: "z_messenian_sea"}, seats=3, movement=3, dice="build")
    lost = {"attack": [sides("gull gull gull gull gull gull")], "defence": [sides("star star star star star star")]}

    then = acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_messenian_sea", loaded=lost)

    assert then.state.players[ANN].is_out
    assert then.state.turn.seat == BOB
    assert not any(isinstance(fact, TurnEnded) for fact in then.facts), "the turn isn't ended by an answer"
    with pytest.raises(Refusal):
        then.choose(ANN, "end")


def test_turn_2_the_menu_names_the_only_choice():
    laid = table({ANN: "s_pylos s_kyme"}, stacks={"s_kyme": ("warehouse",)}, dice="joker gull", building=1, talents=9)

    labels = {option.key: option.label for option in acting(laid).decision_of(ANN).options}

    assert labels["gulls"].id == "minos_classic.action.gulls", "three combinations are asked about"
    assert labels["income"].id == "minos_classic.choice.combination"
    brings: Any = labels["income"].blanks["worth"]
    assert (brings.id, brings.blanks["count"]) == ("minos_classic.worth.income", 2), "one joker times a marker of 2"
    assert labels["build:s_pylos"].id == "minos_classic.action.build", "three kinds are possible"

    laid = table({ANN: "s_pylos"}, stacks={"s_pylos": ("dwelling",) * 3}, building=4)
    wall = next(option for option in acting(laid).decision_of(ANN).options if option.key == "build:s_pylos")
    assert wall.label.id == "minos_classic.action.only"
    assert wall.target == "s_pylos"
