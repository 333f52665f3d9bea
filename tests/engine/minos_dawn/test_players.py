"""The greedy players' valuation of positions and options."""

import pytest

from engine.kernel.policy import FastChance
from engine.minos_dawn.content.box import SA3, SA5, the_box
from engine.minos_dawn.content.language import parse
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.phases.turn import RetrieveDie
from engine.minos_dawn.policies.drafting import Plans, worth_of_draft
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.policies.weights import LEANING, VP, Taste, the_weights
from engine.minos_dawn.policies.worth import Outlook, piece, profit, region_worth
from engine.minos_dawn.seen.view import look
from engine.minos_dawn.state.state import Die
from tests.engine.minos_dawn.table import ALICE, BOB, plain, table, warriors, with_steps


def answer(situation, seat=ALICE, name="greedy"):
    keys = POLICIES[name](lambda: situation.look(seat), situation.decision_of(seat), FastChance(b"whim"))
    return keys[0] if keys else ""


def outlook(state, seat=ALICE):
    return Outlook(look(state, seat), seat)


def test_a_step_that_wins_a_vase_is_worth_its_prize():
    """The vase of Influence 8 is in play, and its best place is free."""
    near, far = outlook(table(2, tracks=[7, 0, 0])), outlook(table(2, tracks=[2, 0, 0]))
    assert near.advances([0]) > 10 * VP > far.advances([0])
    state = table(2, tracks=[7, 0, 0])
    state.claimed[state.vases.index("v12")] = (ALICE,)
    assert outlook(state).advances([0]) < 10 * VP


def test_a_condition_is_valued_by_the_current_position():
    conditional = "decree:A1-42"  # temp copper 2; if towers>=2: vp 6
    without = outlook(table(2)).source(conditional)
    assert outlook(table(2, cities=[1, 7], towers=[1, 7])).source(conditional) == without + 6 * VP


def test_coins_are_worth_less_to_rich_seats_and_late_in_the_game():
    coins = [outlook(table(2, coins=coins)).coin for coins in (0, 15, 25, 40)]
    assert coins == sorted(coins, reverse=True)
    late = table(2)
    late.round = 4
    assert outlook(late).coin < coins[0]


def test_abilities_affect_valuations():
    plain, master = table(2), table(2, ability=SA3)
    warriors(plain, ALICE, r1=2)
    warriors(master, ALICE, r1=2)
    assert piece(outlook(master), "farm", "1") == piece(outlook(plain), "farm", "1") + 2 * VP


def test_dominance_is_worth_more_than_a_tie_or_presence():
    state = table(2)
    warriors(state, ALICE, r7=1)
    alone = region_worth(outlook(state), 7, 0)
    warriors(state, BOB, r7=1)
    assert region_worth(outlook(state), 7, 0) < alone
    assert region_worth(outlook(state), 7, 1) > region_worth(outlook(state), 7, 0)
    assert region_worth(outlook(state), 7, -1) == 0


def test_a_decree_is_weighed_against_its_price():
    dear = max(the_box().decrees.values(), key=lambda decree: decree.cost)
    poor, served = table(2, hand=[dear.id]), table(2, hand=[dear.id])
    served.players[ALICE].goods = [2] * 6
    assert profit(outlook(served), dear.id) > profit(outlook(poor), dear.id)


def test_a_die_that_completes_a_group_is_worth_the_advance():
    """PROG-2: red 4 and red 5 form a group, because their sum is 9."""
    state = table(2)
    state.rows[4] = [Die(ALICE, 0, 4)]
    state.pool = ["red5", "blue5"]
    plans = Plans(outlook(state))
    assert worth_of_draft(plans, "red5:expand") > worth_of_draft(plans, "blue5:expand")


def test_the_greedy_player_takes_a_profitable_fight_before_the_turn_ends():
    state = table(2, weaponry=6)
    state.rows[0] = [Die(ALICE, 0, 6)]
    state.sea[1] = ("I-01",)
    warriors(state, ALICE, r1=3)
    then = with_steps(state, RetrieveDie(ALICE))
    seen: list[str] = []
    while then.pending and len(seen) < 30:
        seen.append(answer(then))
        then = then.choose(ALICE, seen[-1])
    assert seen[0] == "benefit"
    assert "battle:1" in seen
    assert seen[-1] == "end"


def test_the_greedy_player_exchanges_coins_for_missing_weaponry():
    """ABIL-SA5a: the player exchanges, then fights."""
    state = table(2, ability=SA5, tracks=[0, 5, 0], coins=14, weaponry=1, hand=[])
    state.rows[3] = [Die(ALICE, 0, 6)]
    state.sea[1] = ("I-01",)
    warriors(state, ALICE, r1=3)
    then = with_steps(state, RetrieveDie(ALICE))
    seen: list[str] = []
    while then.pending and len(seen) < 30:
        seen.append(answer(then))
        then = then.choose(ALICE, seen[-1])
    assert "exchange:weaponry" in seen
    assert "battle:1" in seen[seen.index("exchange:weaponry") :]


@pytest.mark.parametrize("name", LEANING)
def test_every_style_of_play_favours_a_row(name):
    taste = the_weights().taste_of(name)
    assert taste != Taste()
    assert max(taste.rows) > 100


def test_the_more_useful_gain_is_chosen(monkeypatch):
    monkeypatch.setitem(the_box().effects, "action:ab05", parse("good 1"))
    state = table(2, cities=[1, 2, 3])
    then = with_steps(state, Resolve(ALICE, "action:ab05", plain("good 1").gains[0].atom))
    assert answer(then) != "good:stone", "no city is left to build"
