"""INCOME and ABIL-SA2: automatic gains, the visit for all of a seat's choices, and choices made early."""

import pytest

from engine.minos_dawn.content.box import SA2, SA5, the_box
from engine.minos_dawn.content.language import parse
from engine.minos_dawn.phases.income import BeginIncome, CleanUp, NameMissingTemps
from engine.minos_dawn.phases.rounds import GainAtStart
from engine.minos_dawn.phases.turn import NextTurn
from engine.minos_dawn.state.facts import CardPlaced, Gained, IncomePaid, Paid, TempGained, VaseWon
from engine.minos_dawn.state.state import Die, Sealed
from tests.engine.minos_dawn.table import ALICE, BOB, CARA, bare, facts_of, give, table, with_steps


def income(state, **more):
    return with_steps(state, BeginIncome(), **more)


def test_income_1_income_begins_after_the_last_die():
    state = table(2, tracks=[0, 0, 7])
    state.rows[0] = [Die(ALICE, 0, 1)]
    then = with_steps(state, NextTurn(0), BeginIncome())
    assert facts_of(then, IncomePaid) == []
    then = then.choose(ALICE, "end")
    assert Gained(ALICE, "weaponry", 4, "income") in then.facts


def test_income_2_all_seats_finish_a_part_before_the_next():
    state = table(2, ships=[1, 0, 0])
    give(state, BOB, ships=[2, 0, 0])
    state.first = BOB
    told = [(type(fact).__name__, fact.seat) for fact in facts_of(income(state), IncomePaid, Gained)]
    assert told == [(kind, seat) for kind in ("IncomePaid", "Gained", "Gained") for seat in (BOB, ALICE)]


def test_income_3_the_income_space_pays_coins_and_vp():
    then = income(table(2, income=15))
    assert facts_of(then, IncomePaid)[0] == IncomePaid(ALICE, 18, 6)
    assert (then.state.players[ALICE].coins, then.state.players[ALICE].vp) == (18, 6)


def test_income_4_each_ship_pays_but_temps_wait_for_the_visit():
    then = income(table(2, ships=[3, 1, 2]))
    sources = [(fact.source, fact.what, fact.count) for fact in facts_of(then, Gained) if fact.source[:5] == "route"]
    assert sources == [
        ("route:cyclades:3", "coins", 3),
        ("route:cyclades:3", "weaponry", 1),
        ("route:egypt:1", "weaponry", 1),
        ("route:ugarit:2", "coins", 1),
    ]
    assert then.decision_of(ALICE).rule == "INCOME-4"
    then = then.choose(ALICE, "temp:herb")
    assert then.state.players[ALICE].temps == [0, 0, 0, 0, 0, 1]


def test_income_4_eff_45_income_per_city_is_multiplied(monkeypatch):
    monkeypatch.setitem(the_box().effects, "route:cyclades:1", parse("coin 1 per cities + temp 1 per cities"))
    monkeypatch.setitem(the_box().effects, "route:egypt:1", parse("weapon 2 per towers"))
    state = table(2, ships=[1, 1, 0], cities=[1, 2, 4])
    then = income(state)
    gained = [(fact.source, fact.what, fact.count) for fact in facts_of(then, Gained) if fact.source[:5] == "route"]
    assert gained == [("route:cyclades:1", "coins", 3)]
    assert then.state.owed[ALICE] == 3


def test_income_4_other_choices_follow_the_reveal_in_turn_order(monkeypatch):
    monkeypatch.setitem(the_box().effects, "route:cyclades:1", parse("advance any 1"))
    state = table(2, ships=[1, 0, 0], area=["A1-01"])
    give(state, BOB, ships=[1, 0, 0])
    then = income(state)
    assert then.decision_of(ALICE).rule == "INCOME-6"
    then = then.choose(ALICE, "card:A1-01")
    assert facts_of(then, CardPlaced)
    assert [decision.seat for decision in then.pending] == [ALICE]
    assert then.decision_of(ALICE).rule == "TRACK-4"
    assert then.choose(ALICE, "track:influence").decision_of(BOB).rule == "TRACK-4"


def test_income_4_card_8_the_offer_is_full_again_after_each_seat(monkeypatch):
    """CARD-8, Q-52"""
    monkeypatch.setitem(the_box().effects, "route:cyclades:1", parse("draw 1"))
    state = table(2, ships=[1, 0, 0])
    give(state, BOB, ships=[1, 0, 0])
    then = income(state)
    then = then.choose(ALICE, f"draw:{then.state.offer[0]}")
    assert then.decision_of(BOB).rule == "EFF-9"
    assert len(then.state.offer) == 5


def test_income_4_a_seat_without_ships_gets_no_route_income():
    assert income(bare(2)).pending == []


@pytest.mark.parametrize(("space", "count"), [(0, 1), (2, 2), (5, 3), (8, 4)])
def test_income_5_population_pays_weaponry(space, count):
    then = income(table(2, tracks=[0, 0, space]))
    assert Gained(ALICE, "weaponry", count, "income") in then.facts


@pytest.mark.parametrize(("influence", "limit"), [(0, 1), (2, 2), (5, 3), (7, 4)])
def test_income_6_track_i2_i5_i7_influence_limits_cards_for_the_palace(influence, limit):
    """TRACK-I0 TRACK-I2 TRACK-I5 TRACK-I7"""
    cards = ["A1-01", "A1-02", "A1-03", "A1-04", "A1-05"]
    then = income(table(2, area=cards, tracks=[influence, 0, 0]))
    for card in cards[:limit]:
        then = then.choose(ALICE, f"card:{card}")
    assert then.pending == []
    assert then.state.players[ALICE].palace == cards[:limit]


def test_income_6_area_cards_are_free_and_hand_cards_cost_vp():
    state = table(2, area=["A1-01"], hand=["A1-02", "A1-03"], vp=5, tracks=[2, 0, 0], scored=[5, 0, 0, 0, 0, 0, 0, 0])
    then = income(state)
    assert then.decision_of(ALICE).private
    assert then.keys(ALICE) == ("card:A1-01", "card:A1-02", "card:A1-03", "done")
    then = then.choose(ALICE, "card:A1-02")
    assert then.keys(ALICE) == ("card:A1-01", "done")
    then = then.choose(ALICE, "card:A1-01")
    assert facts_of(then, CardPlaced) == [
        CardPlaced(ALICE, "A1-02", "hand", 5),
        CardPlaced(ALICE, "A1-01", "area", 0),
    ]
    assert facts_of(then, Paid) == [Paid(ALICE, "vp", 5, "decree:A1-02")]


def test_income_6_placing_in_the_palace_may_be_declined():
    assert income(table(2, area=["A1-01"])).choose(ALICE, "done").state.players[ALICE].palace == []


def test_income_7_abil_sa5b_sa5_pays_weaponry():
    """ABIL-SA5b"""
    then = income(table(2, ability=SA5, tracks=[0, 5, 0]))
    assert Gained(ALICE, "weaponry", 3, "income:SA5:3") in then.facts


def test_income_8_vases_won_during_income_count_as_simultaneous():
    nine = [f"A1-{n:02}" for n in range(1, 10)]
    state = table(2, palace=nine, area=["A1-20"])
    give(state, BOB, palace=[f"A1-{n}" for n in range(30, 39)], area=["A1-21"])
    state.vases = ["v10", "v01", "v06"]
    then = income(state).choose(BOB, "card:A1-21").choose(ALICE, "card:A1-20")
    assert [(fact.seat, fact.vp) for fact in facts_of(then, VaseWon)] == [(ALICE, 10), (BOB, 10)]
    assert then.state.places[0] == [ALICE, -2, BOB]


def test_income_9_10_dice_return_and_the_first_player_marker_moves_on():
    """INCOME-10"""
    state = table(2, area=["A1-01"], temps=[1] * 6)
    state.rows[0], state.pool = [None], ["red1"]
    then = with_steps(state, CleanUp())
    assert then.state.first == BOB
    assert (then.state.rows, then.state.pool) == ([[]] * 5, [])
    assert then.state.players[ALICE].temps == [1] * 6
    assert then.state.offer == state.offer


def test_income_2_info_13_the_answers_are_sealed_until_all_have_answered():
    """INFO-13"""
    state = table(2, area=["A1-01"])
    give(state, BOB, area=["A1-02"])
    then = income(state).choose(ALICE, "card:A1-01")
    assert facts_of(then, CardPlaced) == []
    assert then.look(BOB).seats[ALICE].palace == ()
    assert then.look(ALICE).sealed.cards == ("A1-01",)
    then = then.choose(BOB, "done")
    assert facts_of(then, CardPlaced) == [CardPlaced(ALICE, "A1-01", "area", 0)]


def test_income_2_a_temp_that_ran_out_is_replaced_by_another():
    state = table(2, ships=[0, 0, 2])
    give(state, BOB, ships=[0, 0, 2])
    state.temps = [1, 0, 0, 1, 0, 0]
    then = income(state).choose(BOB, "temp:wood").choose(ALICE, "temp:wood")
    assert facts_of(then, TempGained) == [TempGained(ALICE, 3, "income"), TempGained(BOB, 0, "income")]
    assert then.pending == []


def test_income_2_the_only_remaining_type_is_given_without_a_question():
    state = bare(3)
    for seat in (ALICE, BOB, CARA):
        give(state, seat, ships=[0, 0, 2])
    state.temps = [5, 0, 0, 1, 0, 0]
    then = income(state)
    for seat in (CARA, BOB, ALICE):
        then = then.choose(seat, "temp:wood")
    assert facts_of(then, TempGained) == [
        TempGained(ALICE, 3, "income"), TempGained(BOB, 0, "income"), TempGained(CARA, 0, "income"),
    ]  # fmt: skip
    assert then.pending == []


def test_income_2_only_seats_with_a_choice_are_asked_about_missing_temps():
    state = bare(3)
    state.owed, state.sealed, state.temps = [2, 2, 0], [Sealed() for _ in range(3)], [0, 1, 0, 9, 0, 0]
    then = with_steps(state, NameMissingTemps()).choose(ALICE, "temp:stone")
    # Only wood is left for Alice's second temp. Bob can still choose.
    assert [decision.seat for decision in then.pending] == [BOB]
    then = then.choose(BOB, "temp:wood").choose(BOB, "temp:wood")
    assert [(fact.seat, fact.good) for fact in facts_of(then, TempGained)] == [(0, 1), (0, 3), (1, 3), (1, 3)]
    assert then.pending == []


def test_income_4_the_only_type_in_the_supply_is_taken_automatically():
    state = table(2, ships=[0, 0, 2])
    state.temps = [0, 0, 4, 0, 0, 0]
    then = income(state)
    assert [fact.good for fact in facts_of(then, TempGained)] == [2]
    assert then.pending == []


def test_income_2_all_missing_temps_are_asked_about_together():
    state = bare(3)
    state.owed, state.sealed = [1, 1, 0], [Sealed(), Sealed(), Sealed()]
    then = with_steps(state, NameMissingTemps())
    assert [decision.seat for decision in then.pending] == [ALICE, BOB]
    then = then.choose(BOB, "temp:wood").choose(ALICE, "temp:wood")
    assert [fact.seat for fact in facts_of(then, TempGained)] == [ALICE, BOB]


def test_abil_sa2_the_level_sets_gains_at_the_start_of_rounds():
    then = with_steps(table(2, ability=SA2), GainAtStart(ALICE))
    assert then.decision_of(ALICE).rule == "EFF-6"
    state = table(2, ability=SA2, tracks=[0, 2, 0])
    then = with_steps(state, GainAtStart(ALICE))
    assert sum(then.state.players[ALICE].goods) == 1
    assert then.state.players[ALICE].income == 1
    then = with_steps(table(2, ability=SA2, tracks=[0, 5, 0]), GainAtStart(ALICE))
    assert then.decision_of(ALICE).rule == "GEN-8"
    then = then.choose(ALICE, "effect:2").choose(ALICE, "good:wood").choose(ALICE, "temp:herb")
    assert then.state.players[ALICE].goods[3] == then.state.players[ALICE].temps[5] == 1


def test_abil_sa2_an_early_gain_is_secret_and_automatic():
    state = table(2, ability=SA2, tracks=[0, 5, 0])
    then = income(state)
    assert then.decision_of(ALICE).rule == "ABIL-SA2"
    then = then.choose(ALICE, "temp:wood").choose(ALICE, "good:grain")
    assert then.look(BOB).sealed.early_temp == ""
    assert then.look(ALICE).sealed.early_temp == "wood"
    then = with_steps(then.state, GainAtStart(ALICE))
    assert then.pending == []
    player = then.state.players[ALICE]
    assert (player.temps[3], player.goods[4], player.early_temp) == (1, 1, -1)


def test_abil_sa2_the_seat_is_asked_again_if_a_gain_is_unavailable():
    state = table(2, ability=SA2, tracks=[0, 5, 0], early_temp=3, early_good=4)
    state.temps[3] = state.stacks[4] = 0
    then = with_steps(state, GainAtStart(ALICE))
    assert then.decision_of(ALICE).rule == "EFF-6"
    assert then.choose(ALICE, "temp:herb").decision_of(ALICE).rule == "EFF-7"


def test_abil_sa2_a_gain_can_be_named_later_except_in_the_last_round():
    then = income(table(2, ability=SA2)).choose(ALICE, "later")
    assert then.state.players[ALICE].early_temp == -1
    state = table(2, ability=SA2)
    state.round = 4
    assert income(state).pending == []
