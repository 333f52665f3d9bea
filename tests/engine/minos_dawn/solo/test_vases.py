"""SOLO-INCOME, SOLO-HUMAN-2, SOLO-HUMAN-3, SOLO-END-5: the vases of the seat and the rival."""

from copy import deepcopy

import pytest

from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.phases.income import BeginIncome, CleanUp
from engine.minos_dawn.phases.rounds import BeginRound
from engine.minos_dawn.rival.actions import BuildByTile
from engine.minos_dawn.rival.scoring import ClaimVases, MarkVases, ScoreRival
from engine.minos_dawn.state.changes import step_income
from engine.minos_dawn.state.facts import (
    IncomePaid,
    RivalFarmBuilt,
    RivalScored,
    VaseClaimed,
    VaseMarked,
    VaseMarkLost,
    VaseWon,
)
from engine.minos_dawn.state.state import BLOCKED, FREE
from engine.minos_dawn.state.vases import check_vases
from tests.engine.minos_dawn.solo.solo_table import (
    EASY,
    HARD,
    NORMAL,
    Lent,
    facts_of,
    happen,
    rivals,
    solo,
    solo_deck,
    stand,
    the_rival,
    warriors,
)

MODES = [EASY, NORMAL, HARD]


def after_drawing(*cards, marks=(0, 0, 0), mode=NORMAL):
    """Return a table on which the rival has drawn these cards this round. Vases 1, 6 and 12 are in play."""
    state = solo(3, mode)
    rival = the_rival(state)
    rival.drawn, rival.marks = list(cards), list(marks)
    solo_deck(state)
    for place, step in enumerate(marks):
        if step == 3:
            state.places[place][0] = RIVAL
    return state


def mark(*cards, **more):
    return happen(after_drawing(*cards, **more), MarkVases())


def put_on_space_10(state, place=0):
    """Put the seat's marker on space 10 of that vase."""
    state.places[place][0] = 0
    state.claimed[place] = (0,)
    return state


def test_solo_income_2_each_mark_moves_his_marker_in_card_order():
    # Card r07 marks vases 1 and 6, r16 marks 6 and 11, and r04 marks 9 and 12.
    then = mark("r07", "r16", "r04")
    assert facts_of(then, VaseMarked) == [
        VaseMarked("r07", "v01", 3),
        VaseMarked("r07", "v06", 3),
        VaseMarked("r16", "v06", 7),
        VaseMarked("r04", "v12", 3),
    ]
    assert then.look().rival.vases == (3, 7, 3)


def test_solo_income_2_marks_of_vases_out_of_play_do_nothing():
    then = mark("r03")  # marks only vase 7
    assert facts_of(then, VaseMarked, VaseMarkLost) == []


def test_solo_income_2_a_discarded_card_does_not_count():
    state = after_drawing("r03")
    the_rival(state).used.append(the_rival(state).deck.pop())
    assert facts_of(happen(state, MarkVases()), VaseMarked, VaseMarkLost) == []


def test_solo_income_2_the_rival_has_no_income():
    then = happen(solo(), BeginIncome())
    assert [fact.seat for fact in facts_of(then, IncomePaid)] == [0]
    assert the_rival(then.state).vp == 0


def test_solo_income_3_his_marker_on_7_blocks_nobody():
    then = mark("r07", marks=(1, 0, 0))
    assert then.look().rival.vases[0] == 7
    assert then.state.places[0] == [FREE, BLOCKED, FREE]


def test_solo_income_3_he_claims_space_10_by_stepping_onto_it():
    then = mark("r07", marks=(2, 0, 0))
    assert facts_of(then, VaseMarked)[0] == VaseMarked("r07", "v01", 10)
    assert then.state.places[0] == [RIVAL, BLOCKED, FREE]


def test_solo_income_4_he_cannot_reach_space_10_if_the_seat_holds_it():
    then = happen(put_on_space_10(after_drawing("r07", marks=(2, 0, 0))), MarkVases())
    assert facts_of(then, VaseMarkLost) == [VaseMarkLost("r07", "v01", "held")]
    assert the_rival(then.state).marks[0] == 2
    below = happen(put_on_space_10(after_drawing("r07", marks=(1, 0, 0))), MarkVases())
    assert the_rival(below.state).marks[0] == 2


def test_solo_income_4_his_marker_stops_at_space_10():
    then = mark("r07", "r09", marks=(2, 0, 0))
    assert facts_of(then, VaseMarkLost) == [VaseMarkLost("r09", "v01", "top")]
    assert the_rival(then.state).marks[0] == 3


def test_solo_income_5_income_scores_nothing_and_uses_up_the_cards():
    state = after_drawing("r07", "r16")
    then = happen(state, MarkVases())
    rival = the_rival(then.state)
    assert rival.vp == 0
    assert (rival.drawn, rival.used) == ([], ["r07", "r16"])


def test_solo_income_1_the_seat_resolves_its_income_first():
    # The rival's next step would take space 10. The seat takes that space first, in the last part of its income.
    state = after_drawing("r07", marks=(2, 0, 0))
    state.phase, state.round = "progress", 1
    state.players[0].income = 15
    state.players[0].ships = [1, 0, 0]
    steps = [step for step in _round(state) if isinstance(step, (BeginIncome, MarkVases, CleanUp))]
    assert [type(step) for step in steps] == [BeginIncome, MarkVases, CleanUp]
    told_first = Lent()
    check_vases(state, told_first, "income_space")
    assert told_first.facts == [VaseWon(0, "v01", 10)]
    then = happen(state, MarkVases())
    assert facts_of(then, VaseMarkLost)[0] == VaseMarkLost("r07", "v01", "held")


def _round(state):
    """Return the steps of a round in order."""
    lent = Lent()
    BeginRound().happen(deepcopy(state), lent)
    return lent.steps


@pytest.mark.parametrize(("first", "after"), [(0, RIVAL), (RIVAL, 0)])
def test_solo_income_6_first_player_changes_and_dice_return(first, after):
    state = solo()
    state.first = first
    stand(state, "build", "-", "-")
    then = happen(state, CleanUp())
    assert then.state.first == after
    assert then.state.rows == [[]] * 5


def test_solo_income_7_he_never_fulfils_a_vase_by_its_condition():
    state = solo()
    state.vases = ["v05", "v09", "v12"]  # v05 needs dominance in five regions, and v09 three ships
    rivals(state, r2=1, r4=1, r5=1, r6=1, r7=1)
    then = Lent()
    check_vases(state, then, "dominance_regions", "ships")
    assert then.facts == []
    assert the_rival(state).marks == [0, 0, 0]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("step", "vp"), [(0, 10), (1, 10), (2, 10), (3, 3)])
def test_solo_human_2_the_seat_takes_space_10_if_free_and_never_7(mode, step, vp):
    state = after_drawing(marks=(step, 0, 0), mode=mode)
    state.players[0].income = 14
    lent = Lent()
    step_income(state, lent, 0, 1, "test")
    assert [fact for fact in lent.facts if isinstance(fact, VaseWon)] == [VaseWon(0, "v01", vp)]
    assert state.places[0][1] == BLOCKED
    assert state.players[0].vp == vp


def test_solo_human_2_the_seat_claims_each_vase_once():
    state = solo(income=15)
    lent = Lent()
    check_vases(state, lent, "income_space")
    check_vases(state, lent, "income_space")
    assert len(lent.facts) == 1


def test_solo_inv_8_seat_and_rival_never_share_space_10():
    state = after_drawing("r07", marks=(2, 0, 0))
    state.players[0].income = 15
    then = happen(put_on_space_10(state), MarkVases())
    assert then.state.places[0][0] == 0


def test_solo_human_3_a_vase_is_claimed_before_his_next_step():
    # The seat dominates four regions. The rival's farm costs his warrior in the fifth region.
    state = solo()
    state.vases = ["v05", "v06", "v12"]
    warriors(state, r3=1, r1=1, r2=1, r5=1, r6=1)
    rivals(state, r7=1, r6=1)
    state.foundations[6] = ""
    then = happen(state, BuildByTile(2), bag=["stone"])
    names = [type(fact).__name__ for fact in then.facts]
    assert names == ["RivalDrew", "RivalFarmBuilt", "VaseWon", "RivalPlaced"]
    assert facts_of(then, RivalFarmBuilt) == [RivalFarmBuilt(6)]
    assert facts_of(then, VaseWon) == [VaseWon(0, "v05", 10)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("step", [0, 1, 2])
def test_solo_end_5_he_takes_space_10_if_nobody_holds_it(mode, step):
    then = happen(after_drawing(marks=(step, 3, 3), mode=mode), ClaimVases())
    assert facts_of(then, VaseClaimed) == [VaseClaimed("v01", 10)]
    assert then.look().rival.vases == (10, 10, 10)


@pytest.mark.parametrize(
    ("mode", "step", "after"),
    [(NORMAL, 0, 3), (NORMAL, 1, 3), (NORMAL, 2, 7), (EASY, 0, 3), (HARD, 0, 7), (HARD, 1, 7), (HARD, 2, 7)],
)
def test_solo_end_5_he_takes_the_best_free_space_that_scores(mode, step, after):
    then = happen(put_on_space_10(after_drawing(marks=(step, 3, 3), mode=mode)), ClaimVases())
    assert then.look().rival.vases[0] == after


@pytest.mark.parametrize(("mode", "worth"), [(EASY, (0, 3, 3, 10)), (NORMAL, (0, 3, 3, 10)), (HARD, (0, 3, 7, 10))])
def test_solo_end_7_and_solo_hard_5_each_space_scores_its_vp(mode, worth):
    for step, vp in enumerate(worth):
        then = happen(after_drawing(marks=(step, 0, 0), mode=mode), ScoreRival())
        (fact,) = [fact for fact in facts_of(then, RivalScored) if fact.category == "vases"]
        assert (fact.count, fact.vp) == (1 if step else 0, vp)


def test_each_vase_has_three_marks():
    marks = [number for card in the_box().solo.cards.values() for number in card.vases]
    assert all(marks.count(number) == 3 for number in range(1, 13))
