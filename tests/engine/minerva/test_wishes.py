"""Wishes: orders to build the first tile of a list that is on display. BUILD-01, BUILD-05"""

from functools import reduce

import pytest

from engine.kernel.play import Play, world_of
from engine.kernel.policy import FastChance
from engine.minerva.game import GAME
from engine.minerva.phases.turn import BeginRound, EndTurn, NextTurn
from engine.minerva.state.facts import FeePaid, Passed, TileBuilt
from engine.minerva.state.state import MinervaState, Wish, Wishes
from tests.engine.minerva.table import ALICE, BOB, CARA, at, facts_of, hold, lay, show, table
from tests.engine.minerva.test_standing_orders import build, leave_order, pass_order_in_panel
from tests.engine.situation import Situation

TILES = ("forest-1",), ("quarry-1",), ("market-1",)


def begin(seats: int = 2, *, denarii: int = 9) -> Situation[MinervaState]:
    """Return a round on Alice's first turn. Forest and Quarry are free, and no temple is on display."""
    state = show(table(seats), *TILES)
    state.temple_stack, state.temples, state.turn = state.temple_stack + state.temples, [], None
    for seat in range(seats):
        hold(state, seat, denarii=denarii)
    return at(state, BeginRound())


def wish(given: Situation[MinervaState], seat: int, *keys: str) -> Situation[MinervaState]:
    """Return the situation after the seat has given these orders."""
    rule_of = {"wish": "BUILD-01", "cell": "BUILD-05", "passes": "PASS-01"}
    return reduce(lambda then, key: leave_order(then, seat, rule_of[key.partition(":")[0]], key), keys, given)


def wishes_in_panel(given: Situation[MinervaState], seat: int) -> str:
    """Return the message id of the seat's wishes in its own panel."""
    return next(each.prompt.id for each in GAME.orders.offer(given.state, seat) if each.rule == "BUILD-01")


def test_build_01_the_first_wish_on_display_is_built_where_it_was_wanted():
    given = wish(begin(), BOB, "wish:forest-1", "wish:quarry-1", "cell:0,1")
    assert [decision.seat for decision in given.pending] == [ALICE]

    then = given.choose(ALICE, "build:forest-1").choose(ALICE, "cell:1,0")

    assert [(fact.seat, fact.tile, fact.x, fact.y) for fact in facts_of(then, TileBuilt)] == [
        (ALICE, "forest-1", 1, 0),
        (BOB, "quarry-1", 0, 1),
    ]
    assert [decision.seat for decision in then.pending] == [ALICE]
    assert then.revealed, "otherwise Alice could undo and use what she saw"
    assert then.state.players[BOB].next_turn is False, "one turn, one tile"


def test_build_05_a_wish_without_a_place_asks_only_for_it():
    then = build(wish(begin(), BOB, "wish:quarry-1"), ALICE)

    assert [(decision.seat, decision.rule) for decision in then.pending] == [(BOB, "BUILD-05")]
    assert then.state.on_turn.tile == "quarry-1"


def test_build_01_a_wish_accepts_another_tile_of_its_kind():
    given = begin()
    given.state.lots.append(("forest-2",))
    given.state.deck = [name for name in given.state.deck if name != "forest-2"]
    given = wish(given, BOB, "wish:forest-1", "cell:0,1").choose(ALICE, "build:forest-1").choose(ALICE, "cell:1,0")

    assert facts_of(given, TileBuilt)[-1].tile == "forest-2"


def test_build_01_wishes_end_when_no_tile_is_left():
    given = wish(begin(), BOB, "wish:forest-1").choose(ALICE, "build:forest-1").choose(ALICE, "cell:1,0")

    assert [(decision.seat, decision.rule) for decision in given.pending] == [(BOB, "TURN-05")]
    assert wishes_in_panel(given, BOB) == "minerva.prompt.wishes_gone"
    assert wishes_in_panel(given, ALICE) == "minerva.prompt.wish"
    over = build(given, BOB)
    assert over.state.players[BOB].next_turn is False, "after the turn, nothing has to be explained any more"


def test_build_11_wishes_end_when_a_temple_is_revealed():
    state = hold(begin(3).state, ALICE, wood=6, stone=6, ore=6, grain=6, denarii=9)
    state.temples, state.temple_stack = ["mars_court"], [name for name in state.temple_stack if name != "mars_court"]
    given = at(state, NextTurn(ALICE))
    given = wish(wish(given, BOB, "wish:forest-1"), CARA, "passes:fee")

    then = given.choose(ALICE, "build:mars_court").choose(ALICE, "cell:1,0")

    assert [(decision.seat, decision.rule) for decision in then.pending] == [(BOB, "TURN-05")]
    assert wishes_in_panel(then, BOB) == "minerva.prompt.wishes_refilled"
    assert then.state.players[CARA].next_turn == "fee", "this order didn't count on the display"


def test_pass_04_wishes_end_when_a_turn_begins_to_cost_money():
    then = wish(begin(), BOB, "wish:forest-1", "cell:0,1").choose(ALICE, "pass")

    assert [(decision.seat, decision.rule) for decision in then.pending] == [(BOB, "TURN-05")]
    assert wishes_in_panel(then, BOB) == "minerva.prompt.wishes_dearer"
    expected = wish(then, BOB, "wish:quarry-1", "cell:0,1").choose(BOB, "build:forest-1").choose(BOB, "cell:1,0")
    assert facts_of(expected, FeePaid) == [FeePaid(BOB, 1)], "this fee was expected"
    assert facts_of(expected, TileBuilt)[-1].tile == "quarry-1"


def test_build_03_wishes_end_when_the_tile_needs_more_denarii():
    state = hold(begin().state, ALICE, grain=1, denarii=9)
    ordered = wish(at(state, NextTurn(ALICE)), ALICE, "wish:market-1")
    assert ordered.state.players[ALICE].wishes.tiles[0].denarii < 9
    hold(ordered.state, ALICE, denarii=9)
    then = build(build(ordered, ALICE), BOB)

    assert [(decision.seat, decision.rule) for decision in then.pending] == [(ALICE, "TURN-05")]
    assert wishes_in_panel(then, ALICE) == "minerva.prompt.wishes_dearer"


def test_build_04_wishes_end_when_the_tile_cannot_be_paid():
    state = hold(begin().state, BOB, denarii=0)
    state.players[BOB].next_turn = Wishes((Wish("market-1", 9),))
    then = build(at(state, NextTurn(ALICE)), ALICE)

    assert [(decision.seat, decision.rule) for decision in then.pending] == [(BOB, "TURN-05")]
    assert wishes_in_panel(then, BOB) == "minerva.prompt.wishes_unpaid"


def test_build_05_wishes_end_when_the_place_is_taken():
    given = wish(begin(), ALICE, "wish:quarry-1", "cell:1,0").choose(ALICE, "build:forest-1").choose(ALICE, "cell:1,0")
    then = build(given, BOB)

    assert [(decision.seat, decision.rule) for decision in then.pending] == [(ALICE, "TURN-05")]
    assert wishes_in_panel(then, ALICE) == "minerva.prompt.wishes_placeless"


def test_build_01_wishes_are_ranked_and_can_be_dropped():
    given = wish(begin(), BOB, "wish:forest-1", "wish:quarry-1", "wish:forest-1")
    assert [each.tile for each in given.state.players[BOB].wishes.tiles] == ["quarry-1", "forest-1"]
    assert wish(given, BOB, "wish:none").state.players[BOB].next_turn is False
    placed = wish(given, BOB, "cell:0,1", "wish:none")
    assert placed.state.players[BOB].wishes == Wishes(place=(0, 1)), "the place stays"
    assert wish(placed, BOB, "cell:ask").state.players[BOB].next_turn is False


def test_pass_01_orders_to_pass_and_wishes_replace_each_other():
    given = wish(begin(), BOB, "wish:forest-1")
    assert pass_order_in_panel(given, BOB) == "minerva.order.builds"
    passing = wish(given, BOB, "passes:yes")
    assert wishes_in_panel(passing, BOB) == "minerva.prompt.wish"
    assert wish(passing, BOB, "cell:ask").state.players[BOB].next_turn is True
    assert wish(passing, BOB, "wish:quarry-1").state.players[BOB].wishes.tiles == (Wish("quarry-1", 0),)
    assert facts_of(build(passing, ALICE), Passed) == [Passed(BOB, 1)]


def test_pass_02_wishes_end_silently_when_their_seat_passes():
    then = wish(begin(), ALICE, "wish:forest-1").choose(ALICE, "pass").choose(BOB, "pass")
    assert then.state.players[ALICE].next_turn is False


def test_info_02_only_its_own_seat_sees_a_wish():
    given = begin()
    then = wish(given, BOB, "wish:forest-1", "cell:0,1")
    for seat in (ALICE, None):
        assert then.look(seat) == given.look(seat)
    assert wishes_in_panel(then, ALICE) == wishes_in_panel(given, ALICE)
    assert then.look(BOB).orders.next_turn == Wishes((Wish("forest-1", 0),), (0, 1))
    world = world_of(GAME, then.position, ALICE, FastChance(b"wishes"))
    assert world.state.players[BOB].next_turn is False, "a computer doesn't know the order"


@pytest.mark.parametrize("cell", ["", "cell:0,1"])
def test_build_08_a_special_tile_is_used_as_after_any_building(cell: str):
    state = show(begin().state, ("refectory-1",))
    state.players[BOB].denarii = 30
    given = wish(at(state, NextTurn(ALICE)), BOB, "wish:refectory-1", *([cell] if cell else []))
    then = build(given, ALICE)
    asked = then if cell else then.choose(BOB, "cell:0,1")

    assert [decision.seat for decision in asked.pending] == [BOB]
    assert asked.state.on_turn.is_laid
    assert any(isinstance(step, EndTurn) for step in asked.position.agenda)
    assert Play(GAME, asked.position).pending == asked.pending


def test_wishes_that_a_city_grew_around_are_offered_with_every_open_cell():
    state = lay(begin().state, "orchard-1", 1, 0, BOB)
    places = next(each for each in GAME.orders.offer(state, BOB) if each.rule == "BUILD-05")
    assert [option.key for option in places.options] == [
        "cell:ask", "cell:0,-1", "cell:1,-1", "cell:-1,0", "cell:2,0", "cell:0,1", "cell:1,1",
    ]  # fmt: skip
