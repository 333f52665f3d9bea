"""FIGHT: battles and their duels."""

from typing import Any

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minos_classic.content.box import the_box
from engine.minos_classic.state.facts import BattleBegan, ColonyLeft, ColonyTaken, FightDiceRolled, PlayerEliminated
from engine.minos_classic.state.state import defenders, fight_value
from tests.engine.minos_classic.battles import ARROWS, GULLS, SCALES, STARS, at_sea, duels, rolls
from tests.engine.minos_classic.tables import ANN, BOB, CLEO, D, S, W, acting, keys, sides, space, table

ONTO_PYLOS = ("move:z_messenian_sea", "to:h_pylos")


def attack_pylos(defence: str, loaded: dict[str, list[list[int]]], **more: Any):
    """Move Ann's ship into the harbour of Pylos. Bob's pieces hold the place."""
    more.setdefault("movement", 3)
    laid = table({ANN: "z_messenian_sea s_taras", BOB: f"{defence} s_kyme"}, **more)
    return acting(laid).choose(ANN, ONTO_PYLOS[0]).choose(ANN, ONTO_PYLOS[1], loaded=loaded)


def test_fight_1_a_step_onto_foreign_pieces_starts_a_battle():
    then = at_sea(ARROWS)

    assert BattleBegan(ANN, "ship", "z_fish", "z_ausonian_sea", BOB, 1) in then.facts
    assert len(duels(then)) == 1


def test_fight_2_round_1_has_no_fights():
    laid = table({ANN: "z_fish", BOB: "z_ausonian_sea"}, movement=5, round=1)

    assert "to:z_ausonian_sea" not in acting(laid).choose(ANN, "move:z_fish").keys(ANN)


def test_fight_3_only_the_step_into_battle_costs_a_point():
    then = attack_pylos("h_pylos s_pylos s_pylos", rolls(duels=3))

    assert len(duels(then)) == 3
    assert then.state.turn.movement == 2


def test_fight_4_ships_and_guards_fight_each_other_on_a_terrain():
    then = attack_pylos("s_pylos", rolls())
    assert [fact.kind for fact in duels(then)] == ["guard"]

    laid = table({ANN: "s_athenai", BOB: "p_athenai_pylos_1 s_kyme"}, movement=1)
    then = acting(laid).choose(ANN, "move:s_athenai").choose(ANN, "to:p_athenai_pylos_1", loaded=rolls())
    assert [fact.kind for fact in duels(then)] == ["guard"]


def test_fight_5_the_ship_defends_before_the_guards():
    then = attack_pylos("h_pylos s_pylos s_pylos", rolls(duels=3))

    assert [fact.kind for fact in duels(then)] == ["ship", "guard", "guard"]


def test_fight_6_the_attacker_fights_on_and_beaten_defenders_stay_beaten():
    loaded = {"attack": [sides(ARROWS), sides(GULLS)], "defence": [sides(GULLS), sides(STARS)]}

    then = attack_pylos("h_pylos s_pylos", loaded)

    assert [(fact.winner, fact.kind) for fact in duels(then)] == [(ANN, "ship"), (BOB, "ship")]
    assert space("h_pylos") not in then.state.players[BOB].ships
    assert space("s_pylos") in then.state.players[BOB].guards


def test_fight_7_a_battle_leaves_dice_and_pools_of_the_turn_unchanged():
    then = at_sea(ARROWS, dice="gull build", building=2)

    assert then.state.turn.used[:2] == [False, False]
    assert (then.state.turn.movement, then.state.turn.building) == (2, 2)
    assert "builders" in then.keys(ANN)


def test_fight_8_the_attacker_completes_his_rolls_first():
    given = at_sea(GULLS, STARS, rings={ANN: 1, BOB: 1})
    assert given.decision_of(ANN).rule == "FIGHT-10"
    assert given.state.battle is not None
    assert given.state.battle.defence_dice == []

    then = given.choose(ANN)
    assert [fact.is_attacker for fact in then.facts if isinstance(fact, FightDiceRolled)] == [False]


def test_fight_9_the_first_roll_is_free_for_both():
    then = at_sea(ARROWS, rings={ANN: 2, BOB: 2}).choose(ANN)

    assert (then.state.players[ANN].rings, then.state.players[BOB].rings) == (2, 2)
    assert then.state.battle is not None
    assert then.state.battle.defence_dice == ["gull"] * 6


def test_fight_10_each_reroll_of_any_dice_costs_a_ring():
    given = at_sea("gull arrow gull arrow gull arrow", rings={ANN: 2})
    assert given.decision_of(ANN).at_least == 0

    then = given.choose(ANN, "die:1", "die:5", loaded={"attack": [sides("star joker")]})
    assert then.state.battle is not None
    assert then.state.battle.attack_dice == ["star", "arrow", "gull", "arrow", "joker", "arrow"]
    assert then.state.players[ANN].rings == 1
    then = then.choose(ANN, "die:3", loaded={"attack": [sides("gull")]})
    assert then.state.players[ANN].rings == 0
    assert then.state.battle is None, "he has no rings left, so he stands; Bob has none either"


def test_fight_11_dice_that_show_scales_cannot_be_rerolled():
    given = at_sea("scales gull scales gull gull gull", rings={ANN: 2})
    assert given.keys(ANN) == ("die:2", "die:4", "die:5", "die:6")

    then = given.choose(ANN, "die:2", loaded={"attack": [sides("scales")]})
    assert then.keys(ANN) == ("die:4", "die:5", "die:6")
    with pytest.raises(NotAnOption):
        then.choose(ANN, "die:2")


@pytest.mark.parametrize(
    ("dice", "value"), [("arrow", 3), ("joker", 2), ("star", 1), ("gull", 0), ("build", 0), ("scales", 0)]
)
def test_fight_12_faces_have_their_fight_values(dice: str, value: int):
    assert fight_value((dice, "scales", "scales")) == value


def test_fight_13_a_set_is_worth_ten():
    assert fight_value(("arrow", "joker", "star", "gull", "gull", "gull")) == 10
    assert fight_value(("arrow", "arrow", "joker", "joker", "star", "star")) == 20
    assert fight_value(("arrow",) * 6) == 18
    faces = ("scales", "arrow", "gull", "build", "joker", "star")
    every = (
        (a, b, c, d, e, f) for a in faces for b in faces for c in faces for d in faces for e in faces for f in faces
    )
    assert max(fight_value.__wrapped__(dice) for dice in every if dice == tuple(sorted(dice))) == 20


def test_fight_14_the_higher_value_wins_and_defenders_win_ties():
    assert duels(at_sea(ARROWS, STARS))[0].winner == ANN
    assert duels(at_sea(STARS, STARS))[0].winner == BOB
    assert duels(at_sea(GULLS, STARS))[0].winner == BOB


def test_fight_15_the_beaten_piece_returns_to_reserve():
    won = at_sea(ARROWS)
    assert won.state.players[BOB].ships == []
    assert won.state.players[BOB].ships_in_reserve == 7

    lost = at_sea(GULLS)
    assert lost.state.players[ANN].ships_in_reserve == 7


def test_fight_16_a_winning_attacker_takes_the_space_and_may_move():
    then = at_sea(ARROWS)
    assert then.state.players[ANN].ships == [space("z_ausonian_sea")]
    assert keys(then, "move:z") == ["move:z_ausonian_sea"]

    stayed = at_sea(GULLS)
    assert stayed.state.players[BOB].ships == [space("z_ausonian_sea")]


def test_fight_17_the_last_colour_on_a_terrain_owns_its_colony():
    then = attack_pylos("h_pylos s_pylos", rolls(duels=2), stacks={"s_pylos": (S, W)})

    facts = [fact for fact in then.facts if isinstance(fact, (ColonyLeft, ColonyTaken))]
    assert facts == [ColonyLeft(BOB, "s_pylos", 4, 0), ColonyTaken(ANN, "s_pylos", 4, 4)]


def test_fight_18_a_turn_may_have_several_battles():
    laid = table({ANN: "z_messenian_sea z_fish", BOB: "s_pylos s_kyme"}, movement=5)
    then = acting(laid).choose(ANN, "move:z_messenian_sea").choose(ANN, "to:h_pylos", loaded=rolls(GULLS, STARS))
    assert duels(then)[0].winner == BOB

    then = then.choose(ANN, "move:z_fish").choose(ANN, "to:h_pylos", loaded=rolls())

    assert duels(then)[0].winner == ANN
    assert then.state.players[ANN].ships == [space("h_pylos")]


def test_fight_19_a_battle_offers_only_reroll_or_stand():
    given = at_sea(GULLS, rings={ANN: 1}, dice="arrow gull build", building=3)

    assert given.keys(ANN) == tuple(f"die:{number}" for number in range(1, 7))


def test_fight_20_losing_the_last_piece_eliminates_a_player_and_gives_no_loot():
    laid = table({ANN: "z_fish", BOB: "z_ausonian_sea"}, seats=3, movement=1, rings={BOB: 4})
    loaded = {"attack": [sides(ARROWS)], "defence": [sides(SCALES)]}

    then = acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea", loaded=loaded)

    assert PlayerEliminated(BOB) in then.facts
    bob, ann = then.state.players[BOB], then.state.players[ANN]
    assert (bob.is_out, bob.talents, bob.rings, bob.marker) == (True, 0, 0, 0)
    assert (ann.talents, ann.rings, then.state.rings_in_supply) == (25, 0, 50)


def test_fight_21_defenders_have_a_fixed_order_and_bystanders_stay_out():
    laid = table({ANN: "z_messenian_sea", BOB: "h_pylos s_pylos", CLEO: "s_athenai"}, seats=3, stacks={"s_pylos": (D,)})

    found = defenders(laid, the_box(), ANN, space("h_pylos"))

    assert found == [(BOB, "ship", space("h_pylos")), (BOB, "guard", space("s_pylos"))]
