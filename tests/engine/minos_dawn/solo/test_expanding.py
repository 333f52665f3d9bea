"""SOLO-EXP, SOLO-SEA: warriors and battles of the rival."""

import pytest

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.rival.actions import BuildByTile, FightLast, SpendExpandPoint, is_dominant, is_dominant_or_tied
from engine.minos_dawn.rival.turn import EndRivalTurn
from engine.minos_dawn.state.facts import RivalDrew, RivalFought, RivalPassedBy, RivalPlaced, RivalSailed
from tests.engine.minos_dawn.solo.solo_table import HARD, NORMAL, facts_of, happen, rivals, solo, the_rival, warriors

DID = (RivalPlaced, RivalFought, RivalPassedBy, RivalSailed)


def expand(own, yours, tile, reserve, points=1, bag=("herb", "stone"), mode=NORMAL):
    """Spend Expand points, drawing herb (region 2), then stone. Region 6 (stone) has a tile and no warriors."""
    state = solo(3, mode)
    rivals(state, reserve=reserve, r7=1, r2=own)
    warriors(state, r3=1, r2=yours)
    if not tile:
        state.sea[2] = ()
    return happen(state, *[SpendExpandPoint()] * points, bag=bag)


def did(then):
    return [type(fact).__name__.removeprefix("Rival") for fact in facts_of(then, *DID)]


@pytest.mark.parametrize(
    ("own", "yours", "tile", "reserve", "expected", "left", "kept"),
    [
        (0, 0, False, 5, ["Placed"], 2, 3),
        (0, 0, True, 5, ["Placed", "Fought"], 1, 4),
        (0, 3, True, 5, ["Placed", "Fought"], 1, 4),  # he battles although the seat is stronger
        (0, 0, False, 1, ["Placed"], 1, 0),
        (0, 0, True, 1, ["Placed", "Fought"], 0, 1),
        (2, 1, True, 5, ["Fought"], 1, 6),
        (1, 1, True, 5, ["Fought"], 0, 6),
        (1, 1, False, 5, ["Placed"], 2, 4),
        (1, 2, False, 5, ["Placed"], 2, 4),
        (1, 2, True, 5, ["Placed"], 2, 4),
    ],
)
def test_solo_exp_3_to_5_the_region_decides_how_the_point_is_used(own, yours, tile, reserve, expected, left, kept):
    then = expand(own, yours, tile, reserve)
    assert did(then) == expected
    assert the_rival(then.state).warriors[2] == left
    assert the_rival(then.state).reserve == kept
    assert len(facts_of(then, RivalDrew)) == 1


def test_solo_exp_3_he_places_two_warriors_or_his_last():
    assert facts_of(expand(0, 0, True, 5), RivalPlaced) == [RivalPlaced(2, 2, "absent")]
    assert facts_of(expand(0, 0, True, 1), RivalPlaced) == [RivalPlaced(2, 1, "last")]


@pytest.mark.parametrize(
    ("own", "yours", "why"), [(0, 0, "arrived"), (0, 3, "arrived"), (2, 1, "dominant"), (2, 2, "tied")]
)
def test_solo_exp_3_and_4_the_log_explains_his_battle(own, yours, why):
    assert [fact.why for fact in facts_of(expand(own, yours, True, 5), RivalFought)] == [why]


def test_solo_exp_4_he_battles_a_tile_if_dominant_or_tied():
    assert did(expand(1, 0, True, 5)) == did(expand(2, 2, True, 0)) == ["Fought"]


def test_solo_exp_5_without_dominance_he_sends_one_warrior_even_when_tied():
    assert facts_of(expand(1, 1, False, 5), RivalPlaced) == [RivalPlaced(2, 1, "weaker")]
    assert facts_of(expand(1, 2, True, 5), RivalPlaced) == [RivalPlaced(2, 1, "weaker")]


@pytest.mark.parametrize(
    ("own", "yours", "tile", "reserve", "why"),
    [
        (2, 1, False, 5, "dominates"),
        (2, 0, False, 0, "dominates"),
        (0, 1, True, 0, "no_reserve"),
        (0, 0, False, 0, "no_reserve"),
        (1, 2, True, 0, "no_reserve"),
        (1, 1, False, 0, "no_reserve"),
    ],
)
def test_solo_exp_6_he_redraws_if_the_region_cannot_use_the_point(own, yours, tile, reserve, why):
    then = expand(own, yours, tile, reserve)
    assert facts_of(then, RivalPassedBy)[0] == RivalPassedBy(2, why)
    assert [fact.region for fact in facts_of(then, RivalDrew)][:2] == [2, 6]
    if reserve:
        assert did(then) == ["PassedBy", "Placed", "Fought"]


def test_solo_exp_2_each_point_draws_a_tile():
    then = expand(0, 0, True, 9, points=2)
    assert [fact.region for fact in facts_of(then, RivalDrew)] == [2, 6]
    assert did(then) == ["Placed", "Fought"] * 2
    assert len(the_rival(then.state).bag) == 4


def test_solo_exp_7_an_empty_bag_advances_the_lowest_ship():
    state = solo()
    rivals(state, reserve=0, r7=10)
    the_rival(state).ships = [1, 2, 4]
    then = happen(state, SpendExpandPoint(), SpendExpandPoint(), SpendExpandPoint())
    assert len(facts_of(then, RivalDrew)) == 6
    assert did(then) == ["PassedBy"] * 6 + ["Sailed"] * 3
    assert {fact.why for fact in facts_of(then, RivalSailed)} == {"empty_bag"}
    # Ship 1 moves to space 2. Of the two ships on space 2, the one with the better route moves first, then the other.
    assert the_rival(then.state).ships == [3, 3, 4]


def test_solo_exp_8_drawn_tiles_return_at_turn_end():
    state = solo()
    rivals(state, reserve=0, r7=10)
    then = happen(state, SpendExpandPoint(), EndRivalTurn())
    assert the_rival(then.state).bag == [0, 1, 2, 3, 4, 5]


def test_the_rival_is_not_tied_without_a_warrior():
    state = solo()
    rivals(state, r7=1)
    warriors(state, r3=1)
    assert not is_dominant_or_tied(state, 2)
    assert not is_dominant(state, 2)
    assert is_dominant(state, 7)


def test_solo_sea_1_he_battles_only_in_expand_and_at_the_end():
    # Building and sailing in a region with a Sea Peoples tile cause no battle.
    state = solo()
    rivals(state, r7=1, r2=3)
    then = happen(state, BuildByTile(3), bag=["herb"])
    assert facts_of(then, RivalFought) == []
    assert then.state.sea[2] == state.sea[2]


def test_solo_sea_2_the_top_tile_scores_only_its_weapons():
    state = solo()
    rivals(state, r7=1, r2=2)
    top, below = state.sea[2][-1], state.sea[2][0]
    then = happen(state, SpendExpandPoint(), bag=["herb"])
    weapons = the_box().tiles_of_sea[top].weapons
    rival = the_rival(then.state)
    assert facts_of(then, RivalFought) == [RivalFought(2, top, weapons, 0, "dominant")]
    assert (rival.vp, rival.sea_tiles, then.state.sea[2]) == (weapons, [top], (below,))
    assert {type(fact).__name__ for fact in then.facts} == {"RivalDrew", "RivalFought"}


def test_solo_sea_3_a_warrior_returns_after_his_battle():
    then = expand(3, 1, True, 2)
    assert (the_rival(then.state).warriors[2], the_rival(then.state).reserve) == (2, 3)


def test_solo_sea_4_he_fights_one_battle_at_a_time():
    then = expand(5, 0, True, 0)
    assert len(facts_of(then, RivalFought)) == 1
    assert len(then.state.sea[2]) == 1


def test_solo_sea_5_solo_hard_4_each_battle_scores_three_more():
    then = expand(2, 0, True, 5, mode=HARD)
    fact = facts_of(then, RivalFought)[0]
    assert fact.bonus == 3
    assert the_rival(then.state).vp == 10 + fact.vp + 3
    state = solo(3, HARD)
    rivals(state, r7=1, r2=1)
    assert facts_of(happen(state, FightLast(2)), RivalFought)[0].bonus == 3
