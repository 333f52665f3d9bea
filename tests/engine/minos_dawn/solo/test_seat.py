"""SOLO-HUMAN, SOLO-INFO: the seat's own rules in a solo game, and what it may know."""

from copy import deepcopy

import msgspec
import pytest

from engine.kernel.chance import Chance
from engine.kernel.play import redeal
from engine.minos_dawn.actions.build import site_options
from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.actions.expand import MoveTo
from engine.minos_dawn.actions.extra import battlefields, goods_to_gather
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.phases.battles import RevealBattles
from engine.minos_dawn.phases.draft import DraftDice
from engine.minos_dawn.phases.income import RevealIncome
from engine.minos_dawn.phases.progress import RevealAdvances
from engine.minos_dawn.phases.rounds import BeginRound, ScoreRound
from engine.minos_dawn.phases.turn import NextTurn
from engine.minos_dawn.rival.actions import BuildByTile, PrepareFaceDown, battle, draw_region
from engine.minos_dawn.rival.turn import SelectDie
from engine.minos_dawn.state.facts import RivalDiePlaced, RoundBegan, Scored, SeaPeoplesDefeated
from tests.engine.minos_dawn.solo.solo_table import (
    Lent,
    facts_of,
    happen,
    offer,
    rival_seen,
    rivals,
    solo,
    solo_deck,
    stand,
    the_rival,
    warriors,
)
from tests.engine.minos_dawn.table import table
from tests.engine.situation import SEED, Situation

HOMES = [(3, 7, 1), (1, 4, 3)]


def test_solo_human_4_his_city_and_farm_block_pieces_of_the_seat():
    state = solo()
    warriors(state, r3=1, r2=2)
    rivals(state, r7=1, r2=1)
    assert site_options(state, 0, "city") == [2]
    assert site_options(state, 0, "farm") == [2, 3]
    then = happen(state, BuildByTile(2), bag=["herb"]).state
    assert site_options(then, 0, "city") == []
    assert site_options(then, 0, "farm") == [3]


@pytest.mark.parametrize(("start", "home", "other"), HOMES)
def test_solo_human_5_the_seat_cannot_build_fight_or_gather_at_his_home(start, home, other):
    state = solo(start, weaponry=9)
    warriors(state, **{f"r{home}": 2})
    assert site_options(state, 0, "city") == []
    assert site_options(state, 0, "farm") == []
    assert battlefields(state, 0) == []
    assert goods_to_gather(state, 0) == []
    warriors(state, **{f"r{home}": 1, f"r{11 - home}": 1})
    assert [the_box().board.goods.types[good] for good in goods_to_gather(state, 0)] == ["wood"]


@pytest.mark.parametrize(("start", "home", "other"), HOMES)
def test_solo_human_5_the_seat_may_enter_his_home_and_score(start, home, other):
    state = solo(start)
    beside = the_box().layouts[1].neighbours[home][0]
    warriors(state, **{f"r{beside}": 2, f"r{home}": 1})
    then = happen(state, MoveTo(0, beside)).choose(0, f"region:{home}")
    assert then.state.players[0].warriors[home] == 2
    state = deepcopy(then.state)
    state.round = 2
    # The seat dominates the rival's home and the region of its other warrior.
    assert [fact.vp for fact in facts_of(happen(state, ScoreRound()), Scored)] == [6]


@pytest.mark.parametrize(("start", "home", "other"), HOMES)
def test_solo_human_5_the_seat_can_build_in_the_other_starting_region(start, home, other):
    state = solo(start)
    warriors(state, **{f"r{other}": 1})
    assert site_options(state, 0, "city") == [other]


def test_solo_human_6_a_tile_he_takes_opens_the_next_one():
    state = solo(weaponry=9)
    warriors(state, r3=1, r2=1)
    rivals(state, r7=1, r2=1)
    below = state.sea[2][0]
    battle(state, Lent(), 2)
    stand(state, "expand", "+red4")
    then = happen(state, NextTurn(0))
    assert "battle:2" in then.keys(0)
    then = then.choose(0, "battle:2")
    assert facts_of(then, SeaPeoplesDefeated)[0].tile == below


def test_solo_human_8_only_the_seat_draws_age_ii_cards_before_round_3():
    state = solo()
    stand(state, "prepare", "+red4")
    assert "draw:age2" in happen(state, NextTurn(0)).keys(0)
    deck = state.decks[1].copy()
    assert happen(state, PrepareFaceDown(4)).state.decks[1] == deck


def drafting():
    state = solo()
    state.phase, state.first = "draft", 0
    state.pool = ["red2", "yellow3", "blue3", "gray4"]
    return state


def test_solo_human_11_his_steps_are_in_the_log_entry_of_the_seat():
    then = happen(drafting(), DraftDice()).choose(0, "draft:red2:build")
    assert len(facts_of(then, RivalDiePlaced)) == 1
    assert then.position.number == 1


def test_solo_info_2_only_the_back_of_the_top_card_is_visible():
    state = solo()
    solo_deck(state, "r12")
    view = RULES.look(state, 0)
    assert rival_seen(state, 0).back == ("build", "wild", "expand")
    solo_deck(state, "r20")  # another card with the same back
    assert RULES.look(state, 0) == view


def test_solo_info_3_the_view_hides_the_order_of_cards():
    state = solo()
    solo_deck(state, "r12")
    seen, tops, orders = RULES.look(state, None), [], []
    chance = Chance(SEED, {})
    for _ in range(40):
        other = redeal(GAME, state, 0, chance)
        assert msgspec.json.encode(RULES.look(other, None)) == msgspec.json.encode(seen)
        tops.append(the_rival(other).deck[-1])
        orders.append(tuple(the_rival(other).deck[:-1]))
    assert sorted(dict.fromkeys(tops)) == ["r12", "r20"]
    assert len(dict.fromkeys(orders)) == 40


def test_solo_info_3_the_undrawn_cards_are_listed_without_their_order():
    view = rival_seen(solo(), 0)
    assert view.undrawn == tuple(sorted(the_box().solo.cards))


def test_solo_info_4_face_down_cards_are_counted_by_age():
    state = solo()
    the_rival(state).face_down = ["A1-01", "A1-02", "A2-01"]
    the_rival(state).face_up = ["A1-03"]
    view = rival_seen(state, 0)
    assert (view.face_down, view.face_up) == ((2, 1), ("A1-03",))


def test_solo_info_5_each_tile_in_the_bag_is_equally_likely():
    drawn: dict[int, int] = {}
    for number in range(600):
        state = solo()
        the_rival(state).bag, the_rival(state).out = [0, 2, 5], [1, 3, 4]
        position = Chance(number.to_bytes(16, "big"), {})
        region = draw_region(state, Lent(position))
        drawn[region] = drawn.get(region, 0) + 1
    assert sorted(drawn) == [2, 3, 5]
    assert all(150 < count < 250 for count in drawn.values())


def test_solo_info_6_draws_and_refills_cannot_be_undone():
    assert happen(drafting(), SelectDie()).revealed
    assert happen(solo(), BuildByTile(1), bag=["herb"]).revealed
    state = solo()
    offer(state, "A1-01")
    assert happen(state, RefillOffer()).revealed


def test_solo_info_6_taking_cards_from_the_offer_reveals_nothing():
    assert not happen(solo(), PrepareFaceDown(2)).revealed


@pytest.mark.parametrize("opened", [RevealAdvances(), RevealIncome(), RevealBattles()])
def test_solo_info_6_opening_the_only_sealed_answer_reveals_nothing(opened):
    """SOLO-HUMAN-11: the answer can be undone until something is drawn."""
    assert not happen(solo(), opened).revealed


@pytest.mark.parametrize("opened", [RevealAdvances(), RevealIncome(), RevealBattles()])
def test_gen_10_opening_several_sealed_answers_cannot_be_undone(opened):
    assert Situation(GAME, table(seats=2), opened, seats=2).revealed


def test_solo_round_1_a_round_runs_through_all_its_parts():
    state = solo()
    lent = Lent()
    state.round = 0
    BeginRound().happen(state, lent)
    assert [type(step).__name__ for step in lent.steps] == [
        "RollDice", "RevealAdvances", "BeginActions", "BeginIncome", "MarkVases", "CleanUp", "EndRound",
    ]  # fmt: skip
    assert lent.facts == [RoundBegan(1, 0)]
    state.first = 1
    BeginRound().happen(state, lent)
    assert lent.facts[-1] == RoundBegan(2, None)
