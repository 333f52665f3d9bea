"""Rounds, turns and passing. TURN, PASS"""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minerva.game import GAME
from engine.minerva.phases.turn import BeginRound, NextTurn
from engine.minerva.state.facts import FeePaid, Passed, RoundBegan, SkipIncomePaid
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, CARA, at, facts_of, hold, lay, show, table
from tests.engine.situation import Situation


def bare(seats: int = 2) -> MinervaState:
    """Return a table with nothing to build but residences, and no money."""
    state = show(table(seats))
    state.temple_stack += state.temples
    state.temples = []
    state.turn = None
    return state


def rich(seats: int = 2) -> MinervaState:
    """Return a bare table on which everyone can pay many fees."""
    state = bare(seats)
    for seat in range(seats):
        hold(state, seat, denarii=4)
    return state


def first_turn(state: MinervaState) -> Situation[MinervaState]:
    return at(state, NextTurn(ALICE))


def pass_rounds(situation: Situation[MinervaState], rounds: int = 1) -> Situation[MinervaState]:
    """Pass with every seat, buying nothing, until `rounds` rounds are over."""
    number = situation.state.round
    while situation.pending and situation.state.round < number + rounds:
        decision = situation.pending[0]
        situation = situation.choose(decision.seat, *GAME.autopilot.answer(situation.state, decision))
    return situation


def residence(situation: Situation[MinervaState], seat: int) -> Situation[MinervaState]:
    """Build a residence on the first cell. Activate upwards if the direction is asked."""
    situation = situation.choose(seat, "residence")
    situation = situation.choose(seat, situation.keys(seat)[0])
    while situation.pending and situation.decision_of(situation.pending[0].seat).rule not in (
        "TURN-05",
        "GAINASSIST-03",
    ):
        situation = situation.choose(seat, "direction:n" if "direction:n" in situation.keys(seat) else "decline")
    return situation


def test_turn_01_the_game_has_six_rounds():
    then = pass_rounds(at(bare(), BeginRound()), rounds=6)

    assert then.is_over
    assert (then.state.round, then.state.phase) == (6, "over")


def test_turn_02_a_round_ends_with_assistants_glory_and_preparation():
    state = hold(rich(), ALICE, denarii=9, glory=2)
    given = at(state, BeginRound()).choose(ALICE, "pass").choose(BOB, "pass")

    assert (given.state.phase, given.decision_of(ALICE).rule) == ("assistants", "GAINASSIST-03")

    then = given.choose(ALICE, "decline")

    kinds = [type(fact).__name__ for fact in then.facts]
    assert kinds[:4] == ["GloryTaken", "GloryBoxed", "TilesRevealed", "RoundBegan"]
    assert (then.state.round, then.state.phase) == (2, "main")


def test_turn_02_round_six_has_no_assistants_and_no_preparation():
    state = hold(rich(), ALICE, denarii=9, glory=2)
    state.round = 6

    then = at(state, BeginRound()).choose(ALICE, "pass").choose(BOB, "pass")

    assert then.is_over
    assert facts_of(then, RoundBegan) == []


def test_turn_03_the_first_seat_of_the_setup_begins_round_one():
    state = bare(3)
    state.first = CARA

    assert [decision.seat for decision in at(state, BeginRound()).pending] == [CARA]


def test_turn_03_the_first_seat_to_pass_begins_the_next_round():
    given = residence(at(rich(3), BeginRound()), ALICE)
    then = given.choose(BOB, "pass")
    while then.state.round == 1:
        then = then.choose(then.pending[0].seat, "pass")

    assert then.state.first == BOB
    assert [decision.seat for decision in then.pending] == [BOB]


def test_turn_04_turns_go_clockwise_regardless_of_order_tiles():
    state = bare(3)
    state.first = BOB
    given = at(state, BeginRound())
    seats = []
    for _ in range(5):
        seats.append(given.pending[0].seat)
        given = residence(given, seats[-1])

    assert seats == [BOB, CARA, ALICE, BOB, CARA]


def test_turn_05_and_turn_06_all_four_actions_are_offered_if_possible():
    state = show(hold(table(), grain=1), ("market-1",))
    lay(state, "residence", 1, 0).players[ALICE].assistants = 1

    assert first_turn(state).keys(ALICE) == ("build:market-1", "residence", "assistant", "pass", "sell")


def test_turn_06_unaffordable_or_missing_buildings_are_not_offered():
    state = show(table(), ("foundry-1",))
    state.players[ALICE].residences = 0
    state.players[ALICE].assistants = 1

    assert Passed(ALICE, 1) in first_turn(state).facts, "only passing is possible, so nothing is asked"

    taken = show(table(), ("foundry-1",))
    lay(taken, "residence", 0, 1, has_assistant=True).players[ALICE].assistants = 1
    assert first_turn(taken).keys(ALICE) == ("residence", "pass")


def test_turn_06_and_sell_03_a_possible_sale_prevents_passing():
    state = show(hold(table(), grain=3), ("foundry-1",))
    state.players[ALICE].residences = 0
    given = first_turn(state)

    assert given.keys(ALICE) == ("pass", "sell")
    sold = given.choose(ALICE, "sell").choose(ALICE, "sell:grain:3")
    assert sold.keys(ALICE) == ("build:foundry-1", "pass")

    poor = show(hold(table(), grain=2), ("foundry-1",))
    poor.players[ALICE].residences = 0
    assert Passed(ALICE, 1) in first_turn(poor).facts, "two denarii aren't enough"


@pytest.mark.parametrize(("denarii", "asked"), [(0, False), (1, True)])
def test_turn_06_and_pass_05_a_sale_must_cover_the_fee(denarii, asked):
    state = hold(show(bare(), ("foundry-1",)), BOB, grain=3, denarii=denarii)
    state.players[ALICE].order = 1
    state.players[BOB].residences = 0

    assert bool(facts_of(at(state, NextTurn(BOB)), Passed)) is not asked


def test_turn_07_a_seat_may_take_turns_as_long_as_it_can():
    given = at(bare(), BeginRound())
    for turn in range(9):
        given = residence(residence(given, ALICE), BOB) if turn < 8 else residence(given, ALICE)

    assert given.state.round == 1
    assert given.state.players[ALICE].residences == 0


def test_turn_08_culture_points_vanish_at_the_end_of_the_turn():
    state = table()
    state.players[ALICE].residences = 1
    lay(lay(state, "odeon-1", 1, 0), "library-1", 2, 0)
    given = first_turn(state).choose(ALICE, "residence").choose(ALICE, "cell:3,0").choose(ALICE, "direction:w")

    assert given.state.on_turn.points == [1, 0, 2], "the Forum asks before the points vanish"
    assert given.choose(ALICE, "kinds:ore").state.on_turn.points == [0, 0, 0]


def test_turn_09_and_pass_03_the_last_pass_ends_the_phase():
    given = at(rich(3), BeginRound()).choose(ALICE, "pass").choose(BOB, "pass")
    then = given.choose(CARA, "pass")

    assert facts_of(given, SkipIncomePaid) == []
    assert facts_of(then, SkipIncomePaid) == []
    assert then.state.round == 2


def test_pass_01_the_lowest_remaining_order_tile_is_taken():
    one = at(rich(3), BeginRound()).choose(ALICE, "pass")
    two = residence(one, BOB)

    assert facts_of(one, Passed) == [Passed(ALICE, 1)]
    assert facts_of(two.choose(CARA, "pass"), Passed) == [Passed(CARA, 2)]
    assert one.look().order_tiles == (2, 3)


def test_pass_02_pass_03_a_seat_that_passed_gets_a_denarius_per_turn():
    given = at(rich(3), BeginRound()).choose(ALICE, "pass")
    then = residence(residence(given, BOB), CARA)

    assert then.decision_of(BOB), "Alice is passed over"
    assert facts_of(then, SkipIncomePaid) == [SkipIncomePaid(ALICE, 1)]
    assert then.state.players[ALICE].denarii == given.state.players[ALICE].denarii + 1


def test_pass_03_the_passing_turn_itself_pays_nothing():
    then = at(bare(), BeginRound()).choose(ALICE, "pass")

    assert facts_of(then, SkipIncomePaid) == []
    assert then.state.players[ALICE].denarii == 0


@pytest.mark.parametrize("passed", [1, 2])
def test_pass_04_a_turn_costs_one_denarius_however_many_have_passed(passed):
    state = hold(bare(4), CARA, denarii=5)
    for seat in range(passed):
        state.players[seat].order = seat + 1
    given = at(state, NextTurn(CARA))
    then = given.choose(CARA, "residence")

    assert given.look().turn.fee == 1
    assert facts_of(then, FeePaid) == [FeePaid(CARA, 1)]
    assert then.state.players[CARA].denarii == 4


def test_pass_04_turns_are_free_until_someone_passes():
    given = at(hold(bare(), ALICE, denarii=2), BeginRound())

    assert facts_of(given.choose(ALICE, "residence"), FeePaid) == []
    assert facts_of(given.choose(ALICE, "pass"), FeePaid) == []


def test_pass_04_without_money_or_anything_to_sell_the_seat_must_pass():
    then = at(bare(), BeginRound()).choose(ALICE, "pass")

    assert facts_of(then, Passed) == [Passed(ALICE, 1), Passed(BOB, 2)]


def test_pass_05_income_from_an_action_cannot_pay_its_fee():
    state = lay(hold(bare(), BOB), "foundry-1", 1, 0, BOB)
    state.players[ALICE].order = 1

    assert facts_of(at(state, NextTurn(BOB)), Passed) == [Passed(BOB, 2)]


def test_pass_05_a_sale_may_fund_the_fee():
    state = hold(bare(), BOB, grain=1)
    state.players[ALICE].order = 1
    given = at(state, NextTurn(BOB))

    assert given.keys(BOB) == ("pass", "sell")
    then = given.choose(BOB, "sell")
    assert then.keys(BOB) == ("residence", "pass")
    assert then.choose(BOB, "residence").state.players[BOB].denarii == 0


def test_pass_06_only_actions_affordable_after_the_fee_are_offered():
    state = show(hold(bare(), BOB, denarii=3), ("market-1",))
    state.players[ALICE].order = 1

    assert at(state, NextTurn(BOB)).keys(BOB) == ("residence", "pass"), "one denarius short of a grain"
    assert "build:market-1" in at(hold(state, BOB, denarii=4), NextTurn(BOB)).keys(BOB)
    with pytest.raises(NotAnOption):
        at(hold(state, BOB, denarii=3), NextTurn(BOB)).choose(BOB, "build:market-1")


def test_pass_07_passed_seats_collect_money_while_the_last_seat_plays():
    state = hold(bare(3), CARA, denarii=3)
    for seat in (ALICE, BOB):
        state.players[seat].order = seat + 1
    given = at(state, NextTurn(CARA))
    for turn in range(1, 4):
        given = residence(given, CARA)
        assert [given.state.players[seat].denarii for seat in (ALICE, BOB, CARA)] == [turn, turn, 3 - turn]

    assert facts_of(given, Passed) == [Passed(CARA, 3)], "and has to pass without money"


def test_pass_08_a_passed_seat_may_sell_when_asked_later():
    state = hold(bare(), ALICE, grain=5)
    then = at(state, BeginRound()).choose(ALICE, "pass")

    assert then.keys(ALICE) == ("decline", "sell")
    assert then.choose(ALICE, "sell").choose(ALICE, "sell:grain:5").state.players[ALICE].denarii == 5
