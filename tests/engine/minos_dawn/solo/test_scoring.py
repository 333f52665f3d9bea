"""SOLO-SCORE, SOLO-END, SOLO-EASY, SOLO-HARD: the rival's scores, the last battles, and the winner."""

from copy import deepcopy

import pytest

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.phases.rounds import EndRound, FinalScoring, ScoreRound
from engine.minos_dawn.rival.actions import BuildByTile
from engine.minos_dawn.rival.scoring import EndSolo, ScoreRival
from engine.minos_dawn.state.facts import (
    AgeChanged,
    GameEnded,
    RivalFought,
    RivalPopulationRose,
    RivalRegionsScored,
    RivalScored,
    Scored,
    SeaPeoplesDefeated,
    SeaPeoplesRemoved,
    SoloEnded,
    VaseClaimed,
    VaseWon,
)
from engine.minos_dawn.state.rival import RIVAL_CATEGORIES, earn
from engine.minos_dawn.state.standings import placings
from tests.engine.minos_dawn.solo.solo_table import (
    EASY,
    HARD,
    NORMAL,
    Lent,
    facts_of,
    happen,
    rivals,
    solo,
    the_rival,
    warriors,
)

MODES = [EASY, NORMAL, HARD]


def score_round(state, number=2):
    state.round = number
    return happen(state, ScoreRound())


def test_solo_score_1_both_sides_score_farms_first_and_then_regions():
    state = solo(tracks=[0, 0, 2], farms=[3])
    order = [
        fact.category if isinstance(fact, (Scored, RivalScored)) else "regions"
        for fact in facts_of(score_round(state), Scored, RivalScored, RivalRegionsScored)
    ]
    assert order == ["farms", "farms", "regions", "regions"]


@pytest.mark.parametrize(("farms", "vp"), [([7], 2), ([7, 2], 4), ([7, 2, 5], 8), ([7, 2, 5, 6], 14)])
def test_solo_score_2_his_farm_at_home_counts(farms, vp):
    state = solo()
    the_rival(state).farms = farms
    assert facts_of(score_round(state), RivalScored) == [RivalScored("farms", len(farms), vp)]


@pytest.mark.parametrize(("space", "presence", "dominance"), [(2, 2, 4), (5, 3, 5), (7, 4, 6)])
def test_solo_score_3_his_regions_score_by_his_population_marker(space, presence, dominance):
    state = solo()
    the_rival(state).population = space
    warriors(state, r3=1, r2=1, r5=2)
    rivals(state, r7=1, r2=1, r5=1, r6=2)
    fact = facts_of(score_round(state), RivalRegionsScored)[0]
    assert (fact.dominated, fact.present) == ((6, 7), (2, 5))
    assert fact.vp == 2 * presence + 2 * dominance
    assert the_rival(state).population == space


def test_solo_score_4_home_scores_like_a_region_without_towers():
    state = solo()
    rivals(state, r7=3)
    assert facts_of(score_round(state), RivalRegionsScored) == [RivalRegionsScored((7,), (), 4, 0)]


def test_solo_score_5_the_seat_scores_by_the_base_rules():
    state = solo(tracks=[0, 0, 2])
    warriors(state, r3=1, r2=1, r5=1, r6=2)
    rivals(state, r7=1, r2=1, r5=2, r6=1)
    scored = {fact.category: fact.vp for fact in facts_of(score_round(state), Scored)}
    assert scored == {"regions": 4 + 2 + 2 + 4}


@pytest.mark.parametrize(("mode", "before", "after"), [(EASY, 2, 5), (NORMAL, 2, 5), (HARD, 5, 7)])
def test_solo_score_6_solo_hard_2_his_marker_moves_only_after_round_2(mode, before, after):
    state = solo(3, mode)
    rivals(state, r7=1)
    then = score_round(state)
    fact = facts_of(then, RivalRegionsScored)[0]
    assert fact.vp == the_box().tracks.dominance[before]
    assert facts_of(then, RivalPopulationRose) == [RivalPopulationRose(after)]
    assert the_rival(then.state).population == after
    assert the_rival(then.state).vp - the_rival(state).vp == 2 + fact.vp + fact.bonus
    last = score_round(deepcopy(then.state), 4)
    assert facts_of(last, RivalPopulationRose) == []
    assert the_rival(last.state).population == after


def test_solo_score_7_the_age_changes_after_scoring():
    state = solo()
    state.round = 2
    lent = Lent()
    EndRound().happen(state, lent)
    names = [type(step).__name__ for step in lent.steps]
    assert names == ["ScoreRound", "ChangeAge", "BeginRound"]
    order = [type(fact).__name__ for fact in happen(state, *lent.steps[:2]).facts]
    assert order.index("RivalPopulationRose") < order.index("AgeChanged")
    assert AgeChanged in map(type, happen(state, *lent.steps[:2]).facts)


def test_solo_hard_3_each_region_he_dominates_scores_two_more_vp():
    state = solo(3, HARD)
    rivals(state, r7=1, r2=1, r3=1)
    fact = facts_of(score_round(state), RivalRegionsScored)[0]
    # At population 5, each of two dominated regions scores 5, and presence scores 3. The bonus adds 2 per region.
    assert (fact.vp, fact.bonus) == (13, 4)
    assert the_rival(score_round(state).state).scored[RIVAL_CATEGORIES.index("difficulty")] == 10 + 4


def test_solo_gen_6_his_vp_have_no_upper_limit():
    rival = the_rival(solo())
    earn(rival, "regions", 1000)
    assert rival.vp == 1000


def the_end(state):
    state.round = 4
    return happen(state, FinalScoring())


def test_solo_end_1_level_i_tiles_leave_first():
    state = solo()
    rivals(state, r7=1)
    gone = tuple(stack[-1] for stack in state.sea if stack)
    then = the_end(state)
    assert facts_of(then, SeaPeoplesRemoved)[0] == SeaPeoplesRemoved(gone)


def test_solo_end_2_solo_human_7_his_battles_come_first():
    state = solo(weaponry=20)
    warriors(state, r3=1, r2=2, r6=1)
    rivals(state, r7=1, r1=1, r2=1, r6=1)
    then = the_end(state)
    assert [fact.region for fact in facts_of(then, RivalFought)] == [1, 6]
    assert then.decision_of(0).rule == "SCORE-3a"
    assert then.keys(0) == ("region:2", "region:4", "region:5")
    then = then.choose(0, "region:2")
    assert [fact.region for fact in facts_of(then, SeaPeoplesDefeated)] == [2]


@pytest.mark.parametrize(("his", "yours", "fights"), [(2, 1, True), (1, 1, True), (1, 2, False), (0, 0, False)])
def test_solo_end_3_he_battles_where_he_is_dominant_or_tied(his, yours, fights):
    state = solo()
    rivals(state, r7=1, r2=his)
    warriors(state, r3=1, r2=yours)
    assert (2 in [fact.region for fact in facts_of(the_end(state), RivalFought)]) == fights


def test_solo_end_3_he_scores_weapons_of_a_tile_without_spending_any():
    state = solo()
    rivals(state, r7=1, r2=1)
    then = the_end(state)
    (fact,) = facts_of(then, RivalFought)
    assert the_box().tiles_of_sea[fact.tile].level == 2
    assert fact.vp == the_box().tiles_of_sea[fact.tile].weapons


def test_solo_end_4_declined_tiles_leave_the_game():
    state = solo(weaponry=20)
    warriors(state, r3=1, r2=2)
    rivals(state, r7=1, r2=1)
    tile = state.sea[2][0]
    then = the_end(state).choose(0)
    assert facts_of(then, RivalFought) == []
    assert SeaPeoplesRemoved((tile,), 2) in facts_of(then, SeaPeoplesRemoved)
    assert tile not in the_rival(then.state).sea_tiles


def test_solo_end_4_the_seat_fights_by_the_base_rules():
    state = solo(weaponry=6)
    warriors(state, r3=1, r2=2)
    rivals(state, r7=1, r2=1)
    tile = state.sea[2][0]
    then = the_end(state).choose(0, "region:2")
    weapons = the_box().tiles_of_sea[tile].weapons
    assert facts_of(then, SeaPeoplesDefeated) == [SeaPeoplesDefeated(0, 2, tile, weapons)]
    assert (then.state.players[0].warriors[2], then.state.players[0].weaponry) == (1, 6 - weapons)


def test_solo_end_5_the_seat_claims_a_vase_before_the_rival():
    state = solo()
    state.vases = ["v05", "v06", "v12"]
    # The rival's battle in region 6 costs his only warrior there, so the seat dominates a fifth region.
    warriors(state, r3=1, r1=1, r2=1, r5=1, r6=1)
    rivals(state, r7=1, r6=1)
    then = the_end(state)
    names = [type(fact).__name__ for fact in then.facts]
    assert facts_of(then, VaseWon) == [VaseWon(0, "v05", 10)]
    assert names.index("VaseWon") < names.index("VaseClaimed")
    assert VaseClaimed("v05", 3) in facts_of(then, VaseClaimed)


@pytest.mark.parametrize(("mode", "vp"), [(EASY, 2 * 3), (NORMAL, 2 * 2 + 4), (HARD, 2 * 2 + 4)])
def test_solo_end_6_solo_prep_5_solo_easy_1_face_down_cards_score_by_age(mode, vp):
    state = solo(3, mode)
    the_rival(state).face_down = ["A1-01", "A1-02", "A2-01"]
    scored = {fact.category: fact for fact in facts_of(happen(state, ScoreRival()), RivalScored)}
    each = ((3, 2),) if mode == "easy" else ((2, 2), (1, 4))
    assert scored["face_down"] == RivalScored("face_down", 3, vp, each)


def test_solo_end_6_solo_dev_5_face_up_cards_score_their_vp():
    state = solo()
    the_rival(state).face_up = ["A1-05", "A1-03"]
    scored = {fact.category: fact for fact in facts_of(happen(state, ScoreRival()), RivalScored)}
    assert scored["face_up"] == RivalScored("face_up", 2, 9)


@pytest.mark.parametrize(("ships", "vp"), [([1, 1, 1], 6), ([1, 3, 5], 18), ([5, 5, 5], 30)])
def test_solo_end_6_each_route_space_reached_or_passed_scores_two_vp(ships, vp):
    state = solo()
    the_rival(state).ships = ships
    scored = {fact.category: fact for fact in facts_of(happen(state, ScoreRival()), RivalScored)}
    assert scored["routes"] == RivalScored("routes", sum(ships), vp, ((sum(ships), 2),))


def test_solo_end_6_sea_peoples_tiles_and_cities_score_nothing_more():
    state = solo()
    the_rival(state).sea_tiles, the_rival(state).cities = ["II-01"], [2]
    before = the_rival(state).vp
    assert the_rival(happen(state, ScoreRival()).state).vp - before == 6


@pytest.mark.parametrize(("yours", "his", "is_won"), [(51, 50, True), (50, 50, False), (49, 50, False)])
def test_solo_end_8_a_tie_is_a_loss(yours, his, is_won):
    state = solo(vp=yours)
    the_rival(state).vp = his
    then = happen(state, EndSolo())
    assert facts_of(then) == [SoloEnded(0, yours, his, is_won)]
    assert facts_of(then, GameEnded) == []
    assert [placing.place for placing in placings(then.state) if placing.seat == 0] == [1 if is_won else 2]
    assert placings(then.state)[0].seat == (0 if is_won else None)


def test_solo_end_9_both_sides_are_listed_with_their_sheets():
    state = solo(vp=1)
    earn(the_rival(state), "cities", 5)
    first, second = placings(happen(state, EndSolo()).state)
    assert (first.seat, first.score, second.seat) == (None, 5, 0)
    assert tuple(first.parts) == (
        "cities", "tracks", "battles", "tops", "farms", "regions", "face_down", "face_up", "routes", "vases",
        "difficulty",
    )  # fmt: skip
    assert sum(first.parts.values()) == first.score
    assert tuple(second.parts) == (
        "play", "farms", "regions", "battles", "resources", "area", "palace", "board",
    )  # fmt: skip


def test_the_result_is_in_the_view():
    state = solo(vp=7)
    view = happen(state, EndSolo()).look()
    assert {placing.seat: placing.score for placing in view.result} == {0: 7, None: 0}


@pytest.mark.parametrize("mode", MODES)
def test_solo_easy_2_a_city_still_scores_5_vp(mode):
    state = solo(3, mode)
    before = the_rival(state).vp
    assert the_rival(happen(state, BuildByTile(1), bag=["herb"]).state).vp - before == 5


def test_the_printed_population_track_matches_solo_score_3():
    box = the_box()
    assert TRACKS[2] == "population"
    assert [(box.tracks.presence[space], box.tracks.dominance[space]) for space in (2, 5, 7)] == [
        (2, 4),
        (3, 5),
        (4, 6),
    ]
