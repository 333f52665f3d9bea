"""Standing orders: pass at the next turn, buy no assistant this round. PASS-01, GAINASSIST-02"""

from engine.kernel.decision import Message
from engine.kernel.play import place_order
from engine.minerva.game import GAME
from engine.minerva.phases.turn import BeginRound
from engine.minerva.state.facts import AssistantBought, Passed, RoundBegan
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, CARA, at, facts_of, hold, table
from tests.engine.situation import Situation


def begin_turn(seats: int = 2) -> Situation[MinervaState]:
    state = table(seats)
    state.turn = None
    for seat in range(seats):
        hold(state, seat, denarii=9)
    return at(state, BeginRound())


def leave_order(situation: Situation[MinervaState], seat: int, rule: str, key: str) -> Situation[MinervaState]:
    """Return the situation after the seat has given that standing order."""
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
    assert not any(player.next_turn or player.buys_none for player in then.state.players)


def test_orders_are_offered_while_they_can_matter():
    given = begin_turn()

    assert rules(given, ALICE) == rules(given, BOB) == ["PASS-01", "GAINASSIST-02", "BUILD-01", "BUILD-05"]
    assert rules(given.choose(ALICE, "pass"), ALICE) == ["GAINASSIST-02"], "it has passed"
    given.state.round = 6
    assert rules(given, ALICE) == ["PASS-01", "BUILD-01", "BUILD-05"]
    given.state.phase = "over"
    assert rules(given, ALICE) == []


def test_solo_games_offer_no_standing_orders():
    assert rules(at(table(1), BeginRound()), ALICE) == []


def build(situation: Situation[MinervaState], seat: int) -> Situation[MinervaState]:
    return situation.choose(seat, "residence").choose(seat, "cell:1,0").choose(seat, "direction:n")


def pass_order_in_panel(situation: Situation[MinervaState], seat: int) -> str:
    """Return what the seat's own panel says about its order to pass."""
    now = GAME.orders.offer(situation.state, seat)[0].prompt.blanks["now"]
    assert isinstance(now, Message)
    return now.id


def test_pass_04_an_order_passes_once_a_turn_costs_money():
    given = leave_order(begin_turn(3), CARA, "PASS-01", "passes:fee")
    free = build(build(given, ALICE), BOB)
    assert [decision.seat for decision in free.pending] == [CARA], "no fee is due"

    paid = build(given, ALICE).choose(BOB, "pass")
    assert facts_of(paid, Passed) == [Passed(BOB, 1), Passed(CARA, 2)]
    assert paid.revealed, "otherwise the previous seat could undo and use what it saw"


def test_pass_01_an_order_ends_when_someone_passes_first():
    given = leave_order(begin_turn(), BOB, "PASS-01", "passes:first")
    assert facts_of(build(given, ALICE), Passed) == [Passed(BOB, 1)]
    assert pass_order_in_panel(given, BOB) == "minerva.option.passes.first"

    late = given.choose(ALICE, "pass")
    assert [decision.seat for decision in late.pending] == [BOB]
    assert pass_order_in_panel(late, BOB) == "minerva.order.beaten"
    assert [option.key for option in GAME.orders.offer(late.state, BOB)[0].options] == ["passes:yes", "passes:no"]


def test_pass_01_only_its_own_seat_sees_the_order():
    given = leave_order(begin_turn(), BOB, "PASS-01", "passes:first")
    assert pass_order_in_panel(given, ALICE) == "minerva.option.passes.no"
    assert given.look(BOB).orders.next_turn == "first"
    assert given.look(ALICE).orders.next_turn is False
    assert given.look(None).orders is None


def buy_order_in_panel(situation: Situation[MinervaState], seat: int) -> str:
    """Return what the seat's own panel says about its order to buy."""
    now = GAME.orders.offer(situation.state, seat)[1].prompt.blanks["now"]
    assert isinstance(now, Message)
    return now.id


def test_gainassist_03_an_order_buys_only_at_the_expected_price():
    given = begin_turn()
    buying = GAME.orders.offer(given.state, ALICE)[1]
    key = next(option.key for option in buying.options if option.key.startswith("buys:denarii"))
    ordered = leave_order(given, BOB, "GAINASSIST-02", key)
    assert buy_order_in_panel(ordered, BOB) == "minerva.option.buys.at"
    assert buy_order_in_panel(ordered, ALICE) == "minerva.option.buys.ask"

    bought = ordered.choose(ALICE, "pass").choose(BOB, "pass")
    assert [fact.seat for fact in facts_of(bought, AssistantBought)] == [BOB]
    assert [decision.seat for decision in bought.pending] == [ALICE]

    hold(ordered.state, BOB, denarii=30)
    ordered.state.players[BOB].assistants = 2
    assert buy_order_in_panel(ordered, BOB) == "minerva.order.dearer"
    asked = ordered.choose(ALICE, "pass").choose(BOB, "pass")
    assert facts_of(asked, AssistantBought) == []
    assert [decision.seat for decision in asked.pending] == [BOB]


def test_gainassist_03_an_order_asks_if_its_seat_cannot_pay():
    given = begin_turn()
    hold(given.state, BOB, denarii=0, glory=9)
    key = next(o.key for o in GAME.orders.offer(given.state, BOB)[1].options if o.key.startswith("buys:denarii"))
    then = leave_order(given, BOB, "GAINASSIST-02", key).choose(ALICE, "pass")
    assert [decision.seat for decision in then.pending] == [BOB]
