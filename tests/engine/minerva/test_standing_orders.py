"""Standing orders: pass at the next turn, buy no assistant this round. PASS-01, GAINASSIST-02"""

from engine.kernel.play import place_order
from engine.minerva.game import GAME
from engine.minerva.phases.turn import BeginRound
from engine.minerva.state.facts import Passed, RoundBegan
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, at, facts_of, hold, table
from tests.engine.situation import Situation


def begin_turn(seats: int = 2) -> Situation[MinervaState]:
    state = table(seats)
    state.turn = None
    for seat in range(seats):
        hold(state, seat, denarii=9)
    return at(state, BeginRound())


def leave_order(situation: Situation[MinervaState], seat: int, rule: str, key: str) -> Situation[MinervaState]:
    """Return the situation after the seat left that standing order."""
    position = place_order(GAME, situation.position, seat, rule, (key,))
    then: Situation[MinervaState] = Situation.__new__(Situation)
    then._open(GAME, position, {})
    return then


def rules(situation: Situation[MinervaState], seat: int) -> list[str]:
    return [decision.rule for decision in GAME.orders.offer(situation.state, seat)]


def test_pass_01_a_seat_with_a_pass_order_passes_on_its_turn():
    given = leave_order(begin_turn(), BOB, "PASS-01", "passes:yes")
    then = given.choose(ALICE, "residence").choose(ALICE, "cell:1,0").choose(ALICE, "direction:n")

    assert facts_of(then, Passed) == [Passed(BOB, 1)]
    assert [decision.seat for decision in then.pending] == [ALICE]


def test_pass_01_the_order_can_be_taken_back():
    given = leave_order(leave_order(begin_turn(), BOB, "PASS-01", "passes:yes"), BOB, "PASS-01", "passes:no")
    then = given.choose(ALICE, "residence").choose(ALICE, "cell:1,0").choose(ALICE, "direction:n")

    assert [decision.seat for decision in then.pending] == [BOB]


def test_pass_01_an_order_during_your_turn_applies_to_the_next():
    given = leave_order(begin_turn(), ALICE, "PASS-01", "passes:yes")

    assert [decision.seat for decision in given.pending] == [ALICE]
    then = given.choose(ALICE, "residence").choose(ALICE, "cell:1,0").choose(ALICE, "direction:n").choose(BOB, "pass")
    assert facts_of(then, Passed) == [Passed(BOB, 1), Passed(ALICE, 2)]


def test_gainassist_02_a_seat_with_a_decline_order_is_not_asked():
    given = leave_order(begin_turn(), ALICE, "GAINASSIST-02", "buys:none").choose(ALICE, "pass").choose(BOB, "pass")

    assert [decision.seat for decision in given.pending] == [BOB]
    assert facts_of(given.choose(BOB, "decline"), RoundBegan) == [RoundBegan(2, ALICE)]


def test_orders_are_forgotten_when_the_round_ends():
    given = leave_order(begin_turn(), BOB, "GAINASSIST-02", "buys:none").choose(ALICE, "pass").choose(BOB, "pass")
    then = given.choose(ALICE, "decline")

    assert then.state.round == 2
    assert not any(player.passes or player.buys_none for player in then.state.players)


def test_orders_are_offered_while_they_can_matter():
    given = begin_turn()

    assert rules(given, ALICE) == rules(given, BOB) == ["PASS-01", "GAINASSIST-02"]
    assert rules(given.choose(ALICE, "pass"), ALICE) == ["GAINASSIST-02"], "it has passed"
    given.state.round = 6
    assert rules(given, ALICE) == ["PASS-01"]
    given.state.phase = "over"
    assert rules(given, ALICE) == []


def test_solo_games_offer_no_standing_orders():
    assert rules(at(table(1), BeginRound()), ALICE) == []
