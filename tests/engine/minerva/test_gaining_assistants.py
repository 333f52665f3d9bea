"""Gaining assistants. GAINASSIST"""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minerva.actions.trading import BuyAssistant, GainAssistants
from engine.minerva.phases.scoring import GainGlory
from engine.minerva.phases.turn import EndRound
from engine.minerva.state.facts import AssistantBought, GloryTaken
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, CARA, DORA, at, facts_of, hold, lay, table
from tests.engine.situation import Situation

PRICES = [(0, 5, 1), (1, 5, 1), (2, 10, 2), (3, 10, 2), (4, 15, 3)]
"""The number of assistants owned, and the price of the next in denarii or glory tokens. GAINASSIST-04"""


def after_passing(state: MinervaState, *order: int) -> MinervaState:
    """End the main phase, with the seats passing in this order."""
    state.turn = None
    for place, seat in enumerate(order, 1):
        state.players[seat].order = place
    return state


def seats_asked(situation: Situation[MinervaState]) -> list[int]:
    return [decision.seat for decision in situation.pending]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_gainassist_01_assistants_are_offered_after_rounds_one_to_five(number):
    state = hold(table(), denarii=5)
    state.round = number
    given = at(after_passing(state, ALICE, BOB), GainAssistants())

    assert seats_asked(given) == ([ALICE] if number < 6 else [])


def test_gainassist_02_the_last_to_pass_decides_first():
    state = table(4)
    for seat in range(4):
        hold(state, seat, denarii=5)
    given = at(after_passing(state, CARA, ALICE, DORA, BOB), GainAssistants())
    seats = []
    while given.pending:
        seats += seats_asked(given)
        given = given.choose(seats[-1], "decline")

    assert seats == [BOB, DORA, ALICE, CARA]


def test_gainassist_03_each_seat_may_buy_one_assistant_a_round():
    given = at(hold(table(), denarii=20, glory=3), BuyAssistant(ALICE))

    assert given.decision_of(ALICE).rule == "GAINASSIST-03"
    assert given.keys(ALICE) == ("buy:denarii", "buy:glory", "decline")
    then = given.choose(ALICE, "buy:denarii")
    assert then.is_over, "only one per round"
    assert facts_of(then, AssistantBought) == [AssistantBought(ALICE, "denarii", 5)]
    assert given.choose(ALICE, "decline").state.players[ALICE].assistants == 0


def test_gainassist_03_a_seat_that_cannot_pay_is_skipped():
    assert at(hold(table(), denarii=2, grain=2), BuyAssistant(ALICE)).is_over
    given = at(hold(table(), denarii=2, grain=3), BuyAssistant(ALICE))
    assert given.keys(ALICE) == ("decline", "sell")


@pytest.mark.parametrize(("owned", "denarii", "glory"), PRICES)
@pytest.mark.parametrize("placed", [0, 1])
def test_gainassist_04_the_price_rises_with_all_assistants_owned(owned, denarii, glory, placed):
    state = hold(table(), denarii=denarii, glory=glory)
    if placed and owned:
        lay(state, "residence", 1, 0, has_assistant=True)
    state.players[ALICE].assistants = owned - (1 if placed and owned else 0)
    given = at(state, BuyAssistant(ALICE))

    assert given.choose(ALICE, "buy:denarii").state.players[ALICE].denarii == 0
    assert given.choose(ALICE, "buy:glory").state.players[ALICE].glory == 0
    poorer = hold(state, denarii=denarii - 1, glory=glory - 1)
    assert at(poorer, BuyAssistant(ALICE)).is_over


def test_gainassist_05_money_and_glory_are_not_mixed():
    state = hold(table(), denarii=9, glory=1)
    state.players[ALICE].assistants = 2

    assert at(state, BuyAssistant(ALICE)).is_over
    with pytest.raises(NotAnOption):
        at(hold(state, denarii=10, glory=1), BuyAssistant(ALICE)).choose(ALICE, "buy:glory")


def test_gainassist_05_and_sell_05_resources_may_be_sold_to_pay():
    given = at(hold(table(), denarii=3, ore=2), BuyAssistant(ALICE))
    then = given.choose(ALICE, "sell").choose(ALICE, "sell:ore:2").choose(ALICE, "buy:denarii")

    assert (then.state.players[ALICE].assistants, then.state.players[ALICE].denarii) == (1, 0)


def test_gainassist_06_nobody_owns_more_than_five():
    state = hold(table(), denarii=99, glory=9)
    state.players[ALICE].assistants = 5

    assert at(state, BuyAssistant(ALICE)).is_over


def test_gainassist_07_spent_tokens_do_not_count_for_glory():
    state = after_passing(hold(hold(table(), ALICE, glory=1), BOB, glory=1), ALICE, BOB)
    given = at(state, GainAssistants(), GainGlory()).choose(BOB, "decline")
    then = given.choose(ALICE, "buy:glory")

    assert [fact.seat for fact in facts_of(then, GloryTaken)] == [BOB], "even though Alice wins ties"


def test_gainassist_08_a_bought_assistant_goes_to_hand():
    state = lay(hold(table(), denarii=5), "residence", 1, 0)
    after_passing(state, ALICE, BOB)
    then = at(state, GainAssistants(), EndRound()).choose(ALICE, "buy:denarii")

    assert then.state.players[ALICE].assistants == 1
    assert then.state.round == 2
    assert "assistant" in then.keys(ALICE)
