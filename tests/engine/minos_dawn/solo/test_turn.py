"""SOLO-ORDER, SOLO-WILD, SOLO-PREP, SOLO-DEV, SOLO-OFFER: the rival's action turns."""

from copy import deepcopy

import pytest

from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.content.box import EXPAND, RIVAL, ROWS, the_box
from engine.minos_dawn.content.language import parse
from engine.minos_dawn.phases.rounds import ChangeAge
from engine.minos_dawn.phases.turn import NextTurn
from engine.minos_dawn.rival.actions import DevelopFaceUp, PrepareFaceDown
from engine.minos_dawn.rival.turn import RetrieveHighest, shows_advance, strength_of
from engine.minos_dawn.state.facts import (
    DeckReshuffled,
    OfferRefilled,
    RivalDeveloped,
    RivalDieRetrieved,
    RivalDrew,
    RivalPrepared,
    RivalTrackScored,
)
from engine.minos_dawn.state.state import dice_of
from tests.engine.minos_dawn.solo.solo_table import (
    EASY,
    HARD,
    NORMAL,
    facts_of,
    happen,
    offer,
    rivals,
    solo,
    stand,
    the_rival,
)

FIVE = ["A1-05", "A1-03", "A1-11", "A1-31", "A1-01"]
"""These cards are worth 6, 3, 6, 6 and 4 VP, from left to right."""


def retrieve(mode=NORMAL, bag=(), **rows):
    state = solo(3, mode)
    offer(state, *FIVE)
    for row, dice in rows.items():
        stand(state, row, *dice)
    return happen(state, RetrieveHighest(), bag=bag)


def retrieval(then):
    return facts_of(then, RivalDieRetrieved)[0]


def test_solo_order_1_he_takes_his_highest_die_in_the_rows():
    then = retrieve(prepare=("red2", "+red6"), develop=("red5",))
    assert (retrieval(then).die, retrieval(then).row) == ("red5", "develop")
    assert then.state.rows[ROWS.index("develop")] == [None]


def test_solo_order_2_the_row_decides_between_equal_dice():
    left = ["expand", "build", "develop", "prepare", "wild"]
    while left:
        state = solo()
        for row in left:
            stand(state, row, "red4", mark="prepare" if row == "wild" else "")
        fact = retrieval(happen(state, RetrieveHighest()))
        assert fact.row == left.pop(0)
        assert fact.passed == tuple(left)


def test_solo_order_2_a_marked_wild_die_counts_as_wild():
    state = solo()
    stand(state, "wild", "red4", mark="expand")
    stand(state, "prepare", "red4")
    assert retrieval(happen(state, RetrieveHighest())).row == "prepare"


def test_solo_order_3_the_leftmost_of_equal_dice_is_taken():
    then = retrieve(prepare=("red4", "blue4"))
    assert (retrieval(then).die, retrieval(then).space) == ("red4", 1)


def test_solo_order_4_he_never_forfeits_and_gets_nothing_for_the_value():
    then = retrieve(develop=("red6",))
    assert {type(fact).__name__ for fact in then.facts} == {"RivalDieRetrieved", "RivalDeveloped", "OfferRefilled"}


@pytest.mark.parametrize(("row", "vp"), [("prepare", 0), ("develop", 5), ("build", 5), ("expand", 0), ("wild", 0)])
def test_solo_order_5_a_track_advance_shown_by_the_space_scores_5(row, vp):
    state = solo()
    stand(state, row, "+red1", "red4", mark="prepare" if row == "wild" else "")
    then = happen(state, RetrieveHighest())
    assert [fact.vp for fact in facts_of(then, RivalTrackScored)] == ([vp] if vp else [])
    assert the_rival(then.state).scored[1] == vp
    if vp:
        assert isinstance(then.facts[1], RivalTrackScored)
        assert the_rival(then.state).population == 2


@pytest.mark.parametrize("row", ["prepare", "develop", "build", "expand", "wild"])
def test_solo_order_5_no_leftmost_space_shows_an_advance(row):
    state = solo()
    stand(state, row, "red4", mark="prepare" if row == "wild" else "")
    assert facts_of(happen(state, RetrieveHighest()), RivalTrackScored) == []


@pytest.mark.parametrize(
    "gain", ["advance any 1 or coin 3", "coin 3 + advance influence 1", "weapon 1 => advance any 1"]
)
def test_solo_order_5_an_advance_within_an_effect_counts_too(gain, monkeypatch):
    monkeypatch.setitem(the_box().effects, "space:1:expand:1", parse(gain))
    assert shows_advance(EXPAND, 0)
    monkeypatch.setitem(the_box().effects, "space:1:expand:1", parse("coin 3 or weapon 1"))
    assert not shows_advance(EXPAND, 0)


def test_solo_easy_2_a_track_advance_gives_no_vp():
    then = retrieve(EASY, develop=("+red1", "red4"))
    assert facts_of(then, RivalTrackScored) == []
    assert the_rival(then.state).vp == 0


def test_solo_order_6_solo_gen_4_he_gets_nothing_else_from_the_space():
    then = retrieve(prepare=("red4",))
    assert then.state.decks[1] == solo().decks[1]
    assert the_rival(then.state).vp == 0


@pytest.mark.parametrize(
    ("row", "strengths"),
    [("prepare", [4, 2]), ("develop", [3, 1]), ("build", [3, 1]), ("expand", [3, 2]), ("wild", [2, 1])],
)
def test_solo_order_7_and_solo_exp_1_each_space_has_its_strength(row, strengths):
    assert [strength_of(ROWS.index(row), space) for space in range(2)] == strengths


def test_solo_round_6_the_strength_depends_on_the_space_not_the_rank():
    then = retrieve(prepare=("-", "red4"))
    assert (retrieval(then).space, retrieval(then).strength) == (2, 2)


def test_solo_round_6_other_dice_stay_and_the_bag_refills():
    state = solo()
    stand(state, "build", "red4", "+red5")
    then = happen(state, RetrieveHighest(), bag=["herb"])
    build = then.state.rows[ROWS.index("build")]
    assert build[0] is None
    assert build[1] is not None
    assert build[1].seat == 0
    assert (the_rival(then.state).bag, the_rival(then.state).out) == ([0, 1, 2, 3, 4, 5], [])


@pytest.mark.parametrize("first", [0, RIVAL])
def test_solo_round_5_seat_and_rival_alternate_one_die_each(first):
    state = solo()
    state.first = first
    stand(state, "prepare", "red1", "+red2")
    stand(state, "develop", "red3", "+red4")
    then = happen(state, NextTurn(0))
    order = [RIVAL] * len(facts_of(then, RivalDieRetrieved))
    while then.pending:
        key = "end" if then.decision_of(0).rule == "ACT-7" else then.keys(0)[0]
        then = then.choose(0, key)
        order += [0] * (key == "end") + [RIVAL] * len(facts_of(then, RivalDieRetrieved))
    assert order == [first, 1 - first] * 2
    assert dice_of(then.state, RIVAL) == dice_of(then.state, 0) == []


def test_solo_prep_1_the_rival_takes_the_rightmost_cards_face_down():
    then = retrieve(prepare=("red4",))
    assert facts_of(then, RivalPrepared) == [RivalPrepared(("A1-01", "A1-31", "A1-11", "A1-03"), 4)]
    assert the_rival(then.state).face_down == ["A1-01", "A1-31", "A1-11", "A1-03"]
    assert the_rival(then.state).face_up == []
    right = retrieve(prepare=("+red1", "red4"))
    assert the_rival(right.state).face_down == ["A1-01", "A1-31"]


def test_solo_prep_2_the_offer_slides_and_refills_after_his_turn():
    then = retrieve(prepare=("+red1", "red4"))
    assert then.state.offer[2:] == FIVE[:3]
    assert len(then.state.offer) == 5


def test_solo_prep_3_he_never_draws_from_a_deck():
    state = solo()
    offer(state, *FIVE)
    decks = [deck.copy() for deck in state.decks]
    then = happen(state, PrepareFaceDown(4))
    assert then.state.decks == decks


def test_solo_prep_4_and_solo_dev_4_points_without_cards_are_lost():
    state = solo()
    offer(state, "A1-03", "A1-05")
    then = happen(state, PrepareFaceDown(4))
    assert facts_of(then, RivalPrepared) == [RivalPrepared(("A1-05", "A1-03"), 4)]
    assert then.state.offer == []
    then = happen(state, DevelopFaceUp(3))
    assert facts_of(then, RivalDeveloped) == [RivalDeveloped(("A1-05", "A1-03"), (6, 3), 3)]


def test_solo_dev_1_he_takes_the_most_valuable_card_rightmost_in_ties():
    then = retrieve(develop=("red4",))
    assert facts_of(then, RivalDeveloped) == [RivalDeveloped(("A1-31", "A1-11", "A1-05"), (6, 6, 6), 3)]
    assert the_rival(then.state).face_up == ["A1-31", "A1-11", "A1-05"]


def test_solo_dev_2_he_pays_nothing_and_ignores_effects_of_cards():
    then = retrieve(develop=("+red1", "red4"))
    assert the_rival(then.state).face_up == ["A1-31"]
    assert the_rival(then.state).vp == 5  # only from the space's track advance


def test_solo_dev_3_the_offer_does_not_slide_between_his_cards():
    state = solo()
    offer(state, *FIVE)
    state.decks[0] += ["A1-42"]  # on top of the deck, and also worth 6 VP
    then = happen(state, DevelopFaceUp(3))
    assert "A1-42" not in the_rival(then.state).face_up
    assert then.state.offer == ["A1-03", "A1-01"]


def refill(left, deck, discards=()):
    state = solo()
    state.offer = list(left)
    state.boxed += [card for card in state.decks[0] if card not in deck]
    state.decks[0], state.discards[0] = list(reversed(deck)), list(discards)
    return happen(state, RefillOffer())


def test_solo_offer_1_cards_slide_right_and_refill_from_the_left():
    then = refill(["A1-03", "A1-05"], ["A1-07", "A1-08", "A1-09", "A1-10"])
    # The first new card fills the rightmost free slot.
    assert then.state.offer == ["A1-09", "A1-08", "A1-07", "A1-03", "A1-05"]
    assert facts_of(then, OfferRefilled) == [OfferRefilled(("A1-07", "A1-08", "A1-09"))]


def test_solo_offer_2_solo_human_1_the_offer_refills_when_the_turn_ends():
    state = solo()
    offer(state, *FIVE)
    stand(state, "prepare", "+red4")
    then = happen(state, NextTurn(0))
    for card in ("A1-05", "A1-31"):
        then = then.choose(0, f"draw:{card}")
    assert then.state.offer == ["A1-03", "A1-11", "A1-01"]
    then = then.choose(0, "end")
    assert then.state.offer[2:] == ["A1-03", "A1-11", "A1-01"]
    assert len(then.state.offer) == 5


def test_solo_offer_3_discards_make_a_new_deck():
    then = refill(["A1-03"], ["A1-07"], ["A1-08", "A1-09", "A1-10"])
    assert len(facts_of(then, DeckReshuffled)) == 1
    assert then.state.offer[3:] == ["A1-07", "A1-03"]
    assert sorted(then.state.offer[:3]) == ["A1-08", "A1-09", "A1-10"]


def test_solo_offer_3_without_cards_the_leftmost_slots_stay_empty():
    then = refill(["A1-03"], ["A1-07"])
    assert then.state.offer == ["A1-07", "A1-03"]
    state = deepcopy(then.state)
    state.decks[0] = ["A1-09", "A1-08"]
    assert happen(state, RefillOffer()).state.offer == ["A1-09", "A1-08", "A1-07", "A1-03"]


def test_solo_offer_4_the_offer_of_age_ii_is_laid_from_the_right():
    state = solo()
    state.round = 2
    first, second = state.decks[1][-1], state.decks[1][-2]
    then = happen(state, ChangeAge())
    assert then.state.offer[-2:] == [second, first]


def test_solo_offer_5_solo_score_7_he_keeps_cards_between_ages():
    state = solo()
    offer(state, *FIVE)
    then = happen(state, PrepareFaceDown(2), DevelopFaceUp(1), ChangeAge())
    rival = the_rival(then.state)
    assert (rival.face_down, rival.face_up) == (["A1-01", "A1-31"], ["A1-11"])
    assert then.state.discards == [[], []]
    kept = rival.face_down + rival.face_up
    assert not set(kept) & {*then.state.retired, *then.state.boxed}


def wild(mark, space, bag=()):
    state = solo()
    offer(state, *FIVE)
    rivals(state, r7=1)
    stand(state, "wild", *(("red4",) if space == 1 else ("+red1", "red4")), mark=mark)
    return happen(state, RetrieveHighest(), bag=bag)


@pytest.mark.parametrize(("space", "strength"), [(1, 2), (2, 1)])
@pytest.mark.parametrize("mark", ["prepare", "develop", "build", "expand"])
def test_solo_wild_1_the_wild_space_decides_how_strong_the_action_is(mark, space, strength):
    fact = retrieval(wild(mark, space))
    assert (fact.row, fact.acts_as, fact.strength) == ("wild", mark, strength)


def test_solo_wild_2_the_wild_space_sets_the_number_of_cards():
    assert len(the_rival(wild("prepare", 1).state).face_down) == 2
    assert len(the_rival(wild("develop", 2).state).face_up) == 1


def test_solo_wild_2_build_draws_one_tile_for_the_turn():
    assert len(facts_of(wild("build", 1, ["herb"]), RivalDrew)) == 1


def test_solo_wild_2_expand_draws_a_tile_per_point():
    then = wild("expand", 1, ["herb", "silver"])
    assert len(facts_of(then, RivalDrew)) == 2
    assert len(facts_of(wild("expand", 2, ["herb"]), RivalDrew)) == 1


@pytest.mark.parametrize("space", [1, 2])
def test_solo_wild_3_the_track_vp_depend_on_the_wild_space(space):
    # The right spaces of Develop and Build show an advance. The right spaces of Wild do not.
    assert facts_of(wild("develop", space), RivalTrackScored) == []


def test_solo_wild_4_the_mark_leaves_with_the_die():
    state = wild("prepare", 1).state
    assert all(die is None or die.mark < 0 for row in state.rows for die in row)


def test_solo_gen_2_the_rival_is_never_asked():
    state = solo()
    state.first = RIVAL
    stand(state, "build", "red4", "blue5")
    stand(state, "expand", "red4", "blue5")
    then = happen(state, NextTurn(0))
    assert then.pending == []
    assert dice_of(then.state, RIVAL) == []


@pytest.mark.parametrize("mode", [EASY, NORMAL, HARD])
def test_the_view_shows_the_last_turn_of_the_rival(mode):
    turn = retrieve(mode, ["herb"], build=("+red1", "red4")).look().rival.turn
    assert (turn.die, turn.row, turn.space, turn.acts_as, turn.strength) == ("red4", "build", 2, "build", 1)
    assert turn.goods == ("herb",)


def test_the_five_decrees_have_their_printed_vp():
    assert [the_box().decrees[card].vp for card in FIVE] == [6, 3, 6, 6, 4]
