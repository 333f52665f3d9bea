"""MOVE: moves of ships and guards."""

from typing import Any

import pytest

from engine.kernel.decision import Message
from engine.kernel.refusals import NotAnOption
from engine.minos_classic.actions.movement import Way, move_option
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import GUARD, SHIP
from engine.minos_classic.state.facts import BattleBegan, ColonyLeft, DuelWon, PieceMoved
from engine.minos_classic.state.state import defenders
from locales.words import LANGUAGES, Words
from tests.engine.minos_classic.tables import ANN, BOB, CLEO, DAN, D, acting, keys, sides, space, table

WIN = {"attack": [sides("arrow arrow arrow arrow arrow arrow")], "defence": [sides("gull gull gull gull gull gull")]}


def targets(pieces: dict[int, str], piece: str, movement: int = 1, **more: Any) -> set[str]:
    laid = table(pieces, movement=movement, seats=3, **more)
    given = acting(laid)
    if f"move:{piece}" not in given.keys(ANN):
        return set()
    then = given.choose(ANN, f"move:{piece}")
    if then.decision_of(ANN).rule == "MOVE-18":
        return {key.removeprefix("to:") for key in then.keys(ANN)}
    return {fact.target for fact in then.facts if isinstance(fact, PieceMoved)}


def test_move_1_gulls_and_jokers_give_five_points_and_stars_give_one():
    then = acting(table(dice="gull joker star")).choose(ANN, "gulls").choose(ANN, "natural:1+joker:1+star:1")

    assert then.state.turn.movement == 11


def test_move_2_points_are_split_among_ships_and_guards():
    given = acting(table({ANN: "z_fish s_kyme"}, movement=3))

    then = given.choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea")
    then = then.choose(ANN, "move:s_kyme").choose(ANN, "to:p_kyme_taras_1")

    assert then.state.turn.movement == 1
    assert then.choose(ANN, "end").state.turn.seat == BOB


def test_move_3_a_step_costs_a_point():
    then = acting(table({ANN: "z_fish"}, movement=2)).choose(ANN, "move:z_fish").choose(ANN, "to:h_pylos")

    assert then.facts == (PieceMoved(ANN, "ship", "z_fish", "h_pylos", 2),)
    assert then.state.turn.movement == 0
    assert keys(then, "move:") == []


def test_move_4_guards_step_along_land_lines():
    assert targets({ANN: "s_populonia"}, "s_populonia") == {
        "p_massalia_populonia_5",
        "p_populonia_kyme_1",
        "p_populonia_spina_1",
    }
    assert targets({ANN: "s_karalis"}, "s_karalis") == set()


def test_move_5_sites_hold_many_guards_and_path_points_hold_one():
    assert "s_kyme" in targets({ANN: "s_kyme s_kyme p_kyme_taras_1"}, "p_kyme_taras_1")
    assert "p_kyme_taras_1" not in targets({ANN: "s_kyme p_kyme_taras_1"}, "s_kyme")


def test_move_6_ships_step_between_bordering_zones():
    assert targets({ANN: "z_adrias"}, "z_adrias") == {"z_illyrian_sea", "h_spina"}


def test_move_7_zones_and_harbours_hold_one_ship_each():
    assert "z_ausonian_sea" not in targets({ANN: "z_fish z_ausonian_sea"}, "z_fish")
    assert "h_pylos" not in targets({ANN: "z_messenian_sea h_pylos"}, "z_messenian_sea")


def test_move_8_a_harbour_connects_only_to_its_own_zone():
    assert targets({ANN: "h_pylos"}, "h_pylos") == {"z_messenian_sea"}
    assert "h_pylos" not in targets({ANN: "z_fish"}, "z_fish")
    assert "h_pylos" in targets({ANN: "z_fish"}, "z_fish", movement=2)


def test_move_9_a_ship_in_the_zone_does_not_touch_the_terrain():
    laid = table({ANN: "z_messenian_sea", BOB: "s_pylos"}, stacks={"s_pylos": (D,)}, building=4)

    assert keys(acting(laid), "build:") == []
    assert laid.players[BOB].marker == 1
    free = targets({ANN: "p_athenai_pylos_1", BOB: "z_messenian_sea"}, "p_athenai_pylos_1")
    assert free == {"s_pylos", "s_athenai"}


def test_move_10_pieces_cannot_pass_occupied_spaces():
    blocked = targets({ANN: "h_pylos", BOB: "z_messenian_sea"}, "h_pylos", movement=5)
    assert blocked == {"z_messenian_sea"}, "a move can end in a fight but not continue past it"
    through = targets({ANN: "s_pylos s_athenai"}, "s_pylos", movement=3)
    assert "p_epidamnos_athenai_4" in through, "more guards of the same seat fit on a site"
    stuck = acting(table({ANN: "s_pylos p_athenai_pylos_1"}, movement=5))
    assert keys(stuck, "move:") == ["move:p_athenai_pylos_1"]


def test_move_11_stepping_onto_foreign_pieces_starts_a_battle():
    given = acting(table({ANN: "z_fish", BOB: "z_ausonian_sea"}, movement=5))

    then = given.choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea", loaded=WIN)

    assert BattleBegan(ANN, "ship", "z_fish", "z_ausonian_sea", BOB, 1) in then.facts


def test_move_11_foreign_pieces_block_in_round_1():
    assert "z_ausonian_sea" not in targets({ANN: "z_fish", BOB: "z_ausonian_sea"}, "z_fish", round=1)
    with pytest.raises(NotAnOption):
        acting(table({ANN: "h_pylos", BOB: "z_messenian_sea"}, movement=5, round=1)).choose(ANN, "move:h_pylos")


def test_move_12_harbour_and_site_form_one_terrain():
    given = acting(table({ANN: "z_messenian_sea", BOB: "s_pylos"}, movement=1))
    then = given.choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos", loaded=WIN)
    assert BattleBegan(ANN, "ship", "z_messenian_sea", "h_pylos", BOB, 1) in then.facts

    given = acting(table({ANN: "p_athenai_pylos_1", BOB: "h_pylos"}, movement=1))
    then = given.choose(ANN, "move:p_athenai_pylos_1").choose(ANN, "to:s_pylos", loaded=WIN)
    assert BattleBegan(ANN, "guard", "p_athenai_pylos_1", "s_pylos", BOB, 1) in then.facts

    early = targets({ANN: "z_messenian_sea", BOB: "s_pylos"}, "z_messenian_sea", round=1)
    assert "h_pylos" not in early


def test_move_13_ships_stay_on_water_and_guards_on_land():
    ship = targets({ANN: "h_pylos s_pylos"}, "h_pylos", movement=30)
    assert {name[0] for name in ship} == {"z", "h"}
    guard = targets({ANN: "h_pylos s_pylos"}, "s_pylos", movement=30)
    assert {name[0] for name in guard} == {"s", "p"}


def test_move_14_a_ship_in_the_harbour_holds_the_site():
    laid = table({ANN: "h_pylos"}, stacks={"s_pylos": (D,)}, building=2)

    assert laid.players[ANN].marker == 1
    assert keys(acting(laid), "build:") == ["build:s_pylos"]


def test_move_15_ships_share_the_fish_zone_until_they_leave():
    laid = table({ANN: "z_fish", BOB: "z_fish", CLEO: "z_fish"}, seats=3, movement=2, round=1)

    then = acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_messenian_sea")
    assert "move:z_messenian_sea" in then.keys(ANN)
    back = then.choose(ANN, "move:z_messenian_sea")
    assert "to:z_fish" not in back.keys(ANN), "round 1 with foreign ships there"


def test_move_15_entering_the_fish_zone_means_fighting_everyone_there_clockwise():
    laid = table({ANN: "z_messenian_sea", BOB: "z_fish", CLEO: "z_fish z_nile_sea"}, seats=3, movement=1)
    twice = {name: draws * 2 for name, draws in WIN.items()}

    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:z_fish", loaded=twice)

    fights = [fact.loser for fact in then.facts if isinstance(fact, DuelWon)]
    assert fights == [BOB, CLEO]
    assert then.state.players[ANN].ships == [space("z_fish")]
    own = targets({ANN: "z_messenian_sea z_fish", BOB: "z_fish"}, "z_messenian_sea")
    assert "z_fish" not in own


def test_move_15_clockwise_is_counted_from_the_attacker():
    laid = table({ANN: "z_fish", BOB: "z_fish", CLEO: "z_messenian_sea", DAN: "z_fish"}, seats=4)

    assert [seat for seat, _, _ in defenders(laid, the_box(), CLEO, space("z_fish"))] == [DAN, ANN, BOB]


def test_move_16_a_winner_may_move_further():
    given = acting(table({ANN: "z_fish", BOB: "z_ausonian_sea s_kyme"}, movement=2))

    then = given.choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea", loaded=WIN)

    assert then.state.turn.movement == 1
    assert keys(then, "move:") == ["move:z_ausonian_sea"]


def test_move_17_rolls_reveal_information_and_steps_do_not():
    given = acting(table({ANN: "z_fish", BOB: "z_ausonian_sea s_kyme"}, movement=2)).choose(ANN, "move:z_fish")

    assert not given.choose(ANN, "to:z_messenian_sea").revealed
    assert given.choose(ANN, "to:z_ausonian_sea", loaded=WIN).revealed


def test_move_18_targets_are_sorted_by_distance():
    given = acting(table({ANN: "z_fish"}, movement=2)).choose(ANN, "move:z_fish")
    options = given.decision_of(ANN).options

    assert [option.key for option in options[:5]] == [
        "to:z_ausonian_sea",
        "to:z_cephallenian_sea",
        "to:z_gulf_of_taras",
        "to:z_messenian_sea",
        "to:z_southern_ionian",
    ]
    points: list[Any] = [option.label.blanks["count"] for option in options]
    assert points == sorted(points)
    assert max(points) == 2


def test_move_18_a_fight_is_entered_by_the_first_shortest_path():
    laid = table({ANN: "z_fish", BOB: "z_libyan_sea s_kyme"}, movement=5)

    then = acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_libyan_sea", loaded=WIN)

    assert then.facts[0] == PieceMoved(ANN, "ship", "z_fish", "z_messenian_sea", 1)
    assert then.facts[1] == BattleBegan(ANN, "ship", "z_messenian_sea", "z_libyan_sea", BOB, 1)
    assert then.state.turn.movement == 3


def test_a_move_is_logged_before_the_loss_of_its_colony():
    given = acting(table({ANN: "h_pylos z_fish"}, stacks={"s_pylos": (D,)}, movement=1))

    then = given.choose(ANN, "move:h_pylos")

    assert [type(fact) for fact in then.facts] == [PieceMoved, ColonyLeft]


def label(pieces: dict[int, str], piece: str, movement: int = 1) -> Message:
    given = acting(table(pieces, movement=movement, seats=3))
    return next(option.label for option in given.decision_of(ANN).options if option.key == f"move:{piece}")


def test_move_18_turn_2_the_menu_names_the_only_target():
    harbour = label({ANN: "h_pylos"}, "h_pylos")
    assert Words().say(harbour, "en") == "Move the ship: harbour of Pylos → Messenian Sea"
    assert label({ANN: "h_pylos"}, "h_pylos", movement=2).id == "minos_classic.action.move_ship"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_to_the_only_target_fits_on_a_button(language: str) -> None:
    box, words = the_box(), Words()
    for origin in range(len(box.space_ids)):
        kind = SHIP if origin in box.water else GUARD
        for target in box.neighbours[origin]:
            named = move_option(origin, kind, (Way(target, 1, origin, is_fight=False),))
            assert len(words.say(named.label, language)) <= 80


def test_move_18_a_fight_is_confirmed_even_if_no_other_target_exists():
    pieces = {ANN: "h_pylos", BOB: "z_messenian_sea"}
    assert label(pieces, "h_pylos").id == "minos_classic.action.move_ship"
    then = acting(table(pieces, movement=1, seats=3)).choose(ANN, "move:h_pylos")
    assert then.keys(ANN) == ("to:z_messenian_sea",)
