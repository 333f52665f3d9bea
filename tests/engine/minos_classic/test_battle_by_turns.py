"""ASYNC: the questions in a battle and their order."""

import pytest

from engine.kernel.decision import Answer
from engine.kernel.play import answer, place_order
from engine.kernel.refusals import NotAnOption, NotAsked, StaleDecision
from engine.minos_classic.game import GAME
from engine.minos_classic.state.facts import DuelWon, FightDiceRolled, PlayerEliminated
from tests.engine.minos_classic.battles import ARROWS, GULLS, SCALES, STARS, at_sea, rolls
from tests.engine.minos_classic.tables import ANN, BOB, acting, sides, space, table


def test_async_1_a_battle_starts_once_the_move_is_paid():
    then = at_sea(GULLS, rings={ANN: 1})

    battle = then.look().battle
    assert (battle.from_space, battle.space, battle.attacker, battle.defender) == ("z_fish", "z_ausonian_sea", ANN, BOB)
    assert then.state.turn.movement == 2
    assert then.look().phase == "battle"
    shown = {piece.space for piece in then.look().pieces if piece.seat == ANN}
    assert "z_fish" in shown, "the view shows the attacker on its previous space"


def test_async_2_the_first_roll_of_the_attacker_is_automatic():
    then = at_sea(GULLS, rings={ANN: 1})

    assert then.facts[-1] == FightDiceRolled(ANN, 1, True, ("gull",) * 6, (0, 1, 2, 3, 4, 5), 0, False)


def test_async_3_the_attacker_is_asked_until_he_stands_or_cannot_roll():
    assert at_sea(GULLS, rings={ANN: 1}).decision_of(ANN).rule == "FIGHT-10"
    assert at_sea(GULLS).state.battle is None, "no ring"
    assert at_sea(SCALES, rings={ANN: 1}).state.battle is None, "nothing but scales"

    stood = at_sea(GULLS, rings={ANN: 1}).choose(ANN)
    assert stood.state.battle is None
    assert stood.state.players[ANN].rings == 1


def test_async_4_the_first_roll_of_the_defender_is_automatic():
    then = at_sea(STARS, GULLS, rings={ANN: 1, BOB: 1}).choose(ANN)

    assert then.facts == (FightDiceRolled(BOB, 1, False, ("gull",) * 6, (0, 1, 2, 3, 4, 5), 0, False),)
    assert then.look().battle.stage == "defender"


def test_async_5_the_defender_is_asked_while_behind_and_able_to_roll():
    behind = at_sea(STARS, GULLS, rings={BOB: 2})
    assert behind.decision_of(BOB).rule == "FIGHT-10"

    better = behind.choose(BOB, "die:1", "die:2", loaded={"defence": [sides("arrow arrow")]})
    assert better.state.battle is None, "a tied defender stands automatically"
    assert better.state.players[BOB].rings == 1
    assert at_sea(STARS, GULLS).state.battle is None, "no ring"
    assert at_sea(STARS, SCALES, rings={BOB: 2}).state.battle is None, "nothing but scales"


def test_async_6_elimination_is_tested_after_a_decided_duel():
    laid = table({ANN: "z_fish", BOB: "z_ausonian_sea"}, seats=3, movement=1)

    then = acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea", loaded=rolls())

    kinds = [type(fact) for fact in then.facts]
    assert kinds.index(DuelWon) + 1 == kinds.index(PlayerEliminated)


def test_async_7_the_next_duel_has_fresh_dice_or_the_turn_continues():
    laid = table({ANN: "z_messenian_sea s_taras", BOB: "h_pylos s_pylos s_kyme"}, movement=1, rings={ANN: 1})
    first = acting(laid).choose(ANN, "move:z_messenian_sea")
    first = first.choose(ANN, "to:h_pylos", loaded=rolls(duels=2))

    second = first.choose(ANN)
    assert second.look().battle.duel == 2
    assert second.look().battle.defender_dice == ()
    done = second.choose(ANN)
    assert done.state.battle is None
    assert done.decision_of(ANN).rule == "TURN-2"


def test_async_8_other_commands_are_refused_but_views_stay_open():
    given = at_sea(STARS, GULLS, rings={BOB: 2})

    with pytest.raises(NotAsked):
        given.choose(ANN, "end")
    with pytest.raises(NotAnOption):
        given.choose(BOB, "end")
    assert given.look(ANN).battle is not None


def test_async_9_exactly_one_seat_is_asked_at_any_time():
    given = at_sea(STARS, GULLS, rings={ANN: 1, BOB: 2})

    assert [decision.seat for decision in given.pending] == [ANN]
    assert [decision.seat for decision in given.choose(ANN).pending] == [BOB]


def test_async_10_the_turn_waits_only_for_the_defender():
    given = at_sea(STARS, GULLS, rings={BOB: 2}, dice="gull")

    assert given.state.turn.seat == ANN
    assert given.keys(ANN) == (), "no clock runs for the player whose turn it is"


def test_async_11_a_player_who_does_not_answer_stands():
    attacker = at_sea(GULLS, rings={ANN: 1})
    assert GAME.autopilot.answer(attacker.state, attacker.decision_of(ANN)) == ()
    attacked = at_sea(GULLS, rings={ANN: 1, BOB: 1}, orders={ANN: 1, BOB: 1})
    assert GAME.autopilot.answer(attacked.state, attacked.decision_of(ANN)) == (), "orders are for defenders"
    defender = at_sea(STARS, GULLS, rings={BOB: 2})
    assert GAME.autopilot.answer(defender.state, defender.decision_of(BOB)) == ()

    orderly = at_sea(STARS, "gull arrow scales build scales scales", rings={BOB: 2})
    position = place_order(GAME, orderly.position, BOB, "HOUSE-4", ("rings:1",))
    asked = orderly.decision_of(BOB)
    assert GAME.autopilot.answer(position.state, asked) == ("die:1", "die:4"), (
        "the order that he gave while he was asked"
    )

    ordered = at_sea(STARS, GULLS, rings={BOB: 2}, orders={BOB: 1})
    assert ordered.keys(BOB) == (), "the standing order was carried out without asking"
    assert ordered.state.players[BOB].rings == 1


def test_async_12_a_late_or_repeated_answer_is_refused():
    given = at_sea(STARS, GULLS, rings={BOB: 2})
    late = Answer(BOB, given.decision_of(BOB).id, ("die:1",))
    then = given.choose(BOB, "die:1", loaded={"defence": [sides("gull")]})

    with pytest.raises(StaleDecision):
        answer(GAME, then.position, late)


def test_async_13_a_seat_without_a_player_is_still_asked():
    given = at_sea(STARS, GULLS, rings={BOB: 2})

    then = given.choose(BOB, *GAME.autopilot.answer(given.state, given.decision_of(BOB)))

    assert then.state.battle is None
    assert then.state.players[ANN].ships == [space("z_ausonian_sea")]


def test_async_14_a_winning_defender_is_not_asked():
    assert at_sea(STARS, STARS, rings={BOB: 5}).state.battle is None
    assert at_sea(STARS, ARROWS, rings={BOB: 5}).state.players[BOB].rings == 5


def test_async_13_the_autopilot_begins_nothing_and_avoids_fights():
    given = acting(table({ANN: "z_fish", BOB: "z_ausonian_sea"}, dice="arrow", movement=5))
    asked = given.decision_of(ANN)
    assert GAME.autopilot.answer(given.state, asked) == ("end",)

    moving = given.choose(ANN, "move:z_fish")
    assert moving.keys(ANN)[0] == "to:z_ausonian_sea"
    assert GAME.autopilot.answer(moving.state, moving.decision_of(ANN)) == ("to:z_cephallenian_sea",)
    buying = given.choose(ANN, "rings")
    assert GAME.autopilot.answer(buying.state, buying.decision_of(ANN)) == ("buy:0",)
    rolling = given.choose(ANN, "end")
    assert GAME.autopilot.answer(rolling.state, rolling.decision_of(BOB)) == rolling.keys(BOB), "all six dice are kept"
