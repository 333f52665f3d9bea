"""Money, the limit of six, and selling. MONEY, LIMIT, SELL"""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minerva.content.terms import RESOURCES
from engine.minerva.effects.interpreter import Apply
from engine.minerva.phases.turn import TakeTurn
from engine.minerva.state.changes import receive
from engine.minerva.state.facts import Overflowed, Sold
from tests.engine.minerva.table import ALICE, at, facts_of, hold, show, table


@pytest.mark.parametrize("kind", RESOURCES)
def test_limit_01_limit_02_tokens_above_six_become_denarii(kind):
    state = hold(table(), **{kind: 5})

    assert receive(state.players[ALICE], kind, 4) == 3
    assert state.players[ALICE].resources[RESOURCES.index(kind)] == 6
    assert state.players[ALICE].denarii == 3


def test_limit_01_kinds_are_counted_separately():
    state = hold(table(), grain=6, wood=6, stone=6)

    assert receive(state.players[ALICE], "ore", 6) == 0
    assert state.players[ALICE].resources == [6, 6, 6, 6]


def test_limit_03_the_next_tile_cannot_spend_surplus_resources():
    given = at(hold(table(), grain=6), Apply(ALICE, "latifundium-1", 1, 0), Apply(ALICE, "stables-1", 2, 0))

    assert facts_of(given, Overflowed) == [Overflowed(ALICE, "grain", 2)]
    assert given.keys(ALICE)[-2] == "times:6", "six at most, not eight"
    assert given.state.players[ALICE].denarii == 2


def test_limit_05_money_and_glory_tokens_have_no_limit():
    state = table()

    assert receive(state.players[ALICE], "denarii", 100) == receive(state.players[ALICE], "glory", 100) == 0
    assert (state.players[ALICE].denarii, state.players[ALICE].glory) == (100, 100)


def test_money_01_and_money_04_supplies_never_block_a_gain():
    state = table(4)
    for player in state.players:
        for kind in RESOURCES:
            receive(player, kind, 6)
        receive(player, "glory", 40)
        receive(player, "denarii", 500)

    assert [player.resources for player in state.players] == [[6, 6, 6, 6]] * 4
    assert [(player.glory, player.denarii) for player in state.players] == [(40, 500)] * 4


def test_money_02_money_03_a_purse_never_falls_below_zero():
    state = show(table(), ("market-1",))

    assert "build:market-1" not in at(hold(state, denarii=2), TakeTurn(ALICE)).keys(ALICE), "one grain short"
    assert "build:market-1" in at(hold(state, denarii=3), TakeTurn(ALICE)).keys(ALICE)


def test_sell_01_any_number_is_sold_for_a_denarius_each():
    given = at(hold(table(), grain=2, ore=3), TakeTurn(ALICE)).choose(ALICE, "sell")

    assert given.decision_of(ALICE).rule == "SELL-01"
    assert given.keys(ALICE) == ("sell:grain:1", "sell:grain:2", "sell:ore:1", "sell:ore:2", "sell:ore:3")
    then = given.choose(ALICE, "sell:ore:2")
    assert (then.state.players[ALICE].resources, then.state.players[ALICE].denarii) == ([2, 0, 0, 1], 2)
    assert then.facts == (Sold(ALICE, "ore", 2),)


def test_sell_02_a_sale_costs_no_turn():
    then = at(hold(table(), grain=2), TakeTurn(ALICE)).choose(ALICE, "sell").choose(ALICE, "sell:grain:1")

    assert then.decision_of(ALICE).rule == "TURN-05"
    assert "sell" in then.keys(ALICE)


def test_sell_03_sales_are_offered_between_tiles_not_during_payment():
    between = at(hold(table(), grain=1), Apply(ALICE, "forum", 0, 0))
    while_laying = at(hold(table(), grain=2), TakeTurn(ALICE)).choose(ALICE, "residence")

    assert "sell" in between.keys(ALICE)
    assert "sell" not in while_laying.keys(ALICE)


def test_sell_03_a_seat_without_resources_is_not_offered_sales():
    assert "sell" not in at(table(), TakeTurn(ALICE)).keys(ALICE)


def test_sell_04_only_resources_are_sold():
    state = hold(table(), grain=2, glory=3)
    state.players[ALICE].assistants = 2
    given = at(state, TakeTurn(ALICE)).choose(ALICE, "sell")

    assert given.keys(ALICE) == ("sell:grain:1", "sell:grain:2")
    with pytest.raises(NotAnOption):
        given.choose(ALICE, "sell:glory:1")
