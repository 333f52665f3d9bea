"""SOLO-INV: the census accepts every position of whole games and notices every planted fault."""

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.policy import random_policy
from engine.kernel.rules import Settings
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.game import GAME
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.census import count_rival
from engine.report import report
from engine.simulate import Plan, Simulation, simulate
from tests.engine.minos_dawn.solo.solo_table import EASY, HARD, NORMAL, first_position, solo, stand, the_rival

SCORED = {
    f.RivalArrived: ("vp",), f.RivalTrackScored: ("vp",), f.RivalCityBuilt: ("vp",), f.RivalFought: ("vp", "bonus"),
    f.RivalSailed: ("vp",), f.RivalScored: ("vp",), f.RivalRegionsScored: ("vp", "bonus"),
}  # fmt: skip
"""Facts about VP that the rival scores, and the fields that contain the VP."""


@settings(max_examples=12, deadline=None)
@given(seed=st.binary(min_size=16, max_size=16), mode=st.sampled_from([EASY, NORMAL, HARD]), is_greedy=st.booleans())
def test_solo_inv_1_to_10_hold_after_every_answer_of_any_game(seed, mode, is_greedy):
    player = POLICIES["greedy"] if is_greedy else random_policy
    game = Simulation(GAME, Settings(1, {"difficulty": mode}), seed, player)
    position = game.play.position
    facts = []
    while game.play.pending:
        before = deepcopy(the_rival(position.state))
        facts += game.turn().facts
        GAME.proof.census(position.state)
        now = the_rival(position.state)
        assert now.vp >= before.vp
        assert all(late >= early for late, early in zip(now.ships, before.ships, strict=True))
        assert all(late >= early for late, early in zip(now.marks, before.marks, strict=True))
    # SOLO-INV-10: his VP at the start plus all VP in his facts.
    rival = the_rival(position.state)
    told = sum(getattr(fact, name) for fact in facts for name in SCORED.get(type(fact), ()))
    assert rival.vp == told + the_box().solo.modes[mode].start_vp
    ended = [fact for fact in facts if isinstance(fact, f.SoloEnded)]
    assert [fact.rival_vp for fact in ended] == [rival.vp]


def test_simulations_report_scores_of_both_sides():
    plan = Plan("minos-dawn", 1, 1, "random", {"difficulty": HARD})
    told = report(GAME, plan, [simulate(GAME, plan, number) for number in range(3)], 1)
    seat, rival = told["scores"]
    assert (seat["seat"], rival["seat"]) == (0, None)
    assert seat["wins"] + rival["wins"] == 3
    assert rival["parts"]["difficulty"] >= 10


def is_broken(change, phase="action"):
    """Return whether the census finds the damage done by `change`."""
    state = solo()
    state.phase = phase
    state.rows = [[] for _ in range(5)]
    rival = the_rival(state)
    count_rival(state, rival)
    change(state, rival)
    with pytest.raises(AssertionError) as error:
        count_rival(state, rival)
    return str(error.value).partition("\n")[0]


def test_solo_inv_1_a_missing_warrior_is_detected():
    assert is_broken(lambda state, rival: setattr(rival, "reserve", 8)) == "SOLO-INV-1"


def test_solo_inv_2_a_wrong_city_farm_or_home_is_detected():
    assert is_broken(lambda state, rival: setattr(rival, "cities", [1, 2, 5, 6])) == "SOLO-INV-2"
    assert is_broken(lambda state, rival: setattr(rival, "farms", [2, 7])) == "SOLO-INV-2"
    assert is_broken(lambda state, rival: state.sea.__setitem__(7, ("I-10",))) == "SOLO-INV-2"

    def city_at_home(state, rival):
        state.cities[7] = 0

    assert is_broken(city_at_home) == "SOLO-INV-2"


def test_solo_inv_3_the_bag_is_complete_outside_the_rivals_turn():
    assert is_broken(lambda state, rival: rival.out.append(rival.bag.pop())) == "SOLO-INV-3"


def test_solo_inv_4_there_are_twenty_solo_cards():
    assert is_broken(lambda state, rival: rival.deck.pop()) == "SOLO-INV-4"
    assert is_broken(lambda state, rival: rival.drawn.append(rival.deck.pop()), "over") == "SOLO-INV-4"


def test_solo_inv_5_his_dice_in_the_wild_row_must_be_marked():
    def remove_mark(state, rival):
        stand(state, "wild", "red4")
        rival.drawn = [rival.deck.pop() for _ in range(4)]

    assert is_broken(remove_mark) == "SOLO-INV-5"


def test_solo_inv_6_decrees_that_he_holds_are_counted():
    state = solo()
    the_rival(state).face_down.append("A1-01")
    with pytest.raises(AssertionError, match="invariant 2"):
        GAME.proof.census(state)
    fresh = deepcopy(first_position(3).state)
    fresh.offer.pop()
    with pytest.raises(AssertionError, match="invariant 2"):
        GAME.proof.census(fresh)


def test_solo_inv_7_a_ship_outside_spaces_1_to_5_is_detected():
    assert is_broken(lambda state, rival: setattr(rival, "ships", [0, 1, 1])) == "SOLO-INV-7"
    assert is_broken(lambda state, rival: setattr(rival, "ships", [1, 6, 1])) == "SOLO-INV-7"


def test_solo_inv_8_a_marker_that_contradicts_place_10_is_detected():
    assert is_broken(lambda state, rival: setattr(rival, "marks", [3, 0, 0])) == "SOLO-INV-8"

    def low_before_top(state, rival):
        state.places[0][2] = 0

    assert is_broken(low_before_top) == "SOLO-INV-8"

    def in_the_seats_place(state, rival):
        state.places[0][2] = RIVAL

    assert is_broken(in_the_seats_place) == "SOLO-INV-8"


def test_solo_inv_9_he_has_at_most_four_dice():
    def fifth(state, rival):
        for row in ("build", "develop"):
            stand(state, row, "red4", "red5")
        stand(state, "expand", "red4")
        rival.drawn = [rival.deck.pop() for _ in range(4)]

    assert is_broken(fifth) == "SOLO-INV-9"


def test_solo_inv_10_his_vp_are_the_sum_of_his_scores():
    assert is_broken(lambda state, rival: setattr(rival, "vp", 3)) == "SOLO-INV-10"
