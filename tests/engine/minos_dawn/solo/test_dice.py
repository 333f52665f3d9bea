"""SOLO-DICE: the rival's choice of a die and its place. SOLO-ROUND-2 to SOLO-ROUND-4."""

import msgspec
import pytest

from engine.minos_dawn.content.box import RIVAL, ROWS, the_box
from engine.minos_dawn.phases.draft import DraftDice, RollDice
from engine.minos_dawn.phases.progress import RevealAdvances, begin_declaring
from engine.minos_dawn.rival.turn import SelectDie, pick_of
from engine.minos_dawn.state.facts import (
    AdvancesDeclared,
    DiceRolled,
    DieDrafted,
    RivalDieChosen,
    RivalDiePlaced,
    SoloCardDiscarded,
    SoloCardDrawn,
    SoloDeckReshuffled,
)
from engine.minos_dawn.state.state import dice_of
from tests.engine.minos_dawn.solo.solo_table import EASY, facts_of, happen, solo, solo_deck, stand, the_rival, warriors

POOL = ["red2", "red5", "yellow1", "yellow6", "blue3", "gray4", "gray4"]
# The cards of these tests. A front chooses a colour, then its lowest or highest die: r10 lowest, blue first; r02
# highest, red first; r03 lowest total, low; r13 lowest total, high; r04 highest total, high; r09 highest total, low;
# r05 fewest left, low; r06 fewest left, high. A back lists three actions: r01 build, develop, expand; r02 develop,
# wild, build; r07 expand, wild, prepare; r14 expand, build, prepare.


def select(front, back, pool=POOL, loaded=None, **rows):
    state = solo()
    state.phase, state.pool = "draft", list(pool)
    for row, dice in rows.items():
        stand(state, row, *dice)
    solo_deck(state, front, back)
    return happen(state, SelectDie(), **({"loaded": loaded} if loaded else {}))


def choice(then):
    return facts_of(then, RivalDieChosen)[0]


def placing(then):
    return facts_of(then, RivalDiePlaced)[0]


def test_solo_dice_1_drawing_shows_the_back_of_the_next_card():
    then = select("r10", "r01")
    rival = the_rival(then.state)
    assert rival.drawn == ["r10"]
    assert rival.deck[-1] == "r01"
    assert facts_of(then, SoloCardDrawn) == [SoloCardDrawn("r10", ("build", "develop", "expand"))]
    assert then.look().rival.back == ("build", "develop", "expand")
    assert placing(then).back == ("build", "develop", "expand")


def test_solo_dice_2_only_remaining_colours_count_including_gray():
    assert choice(select("r06", "r01", ["gray2", "red4", "red5"])).die == "gray2"
    assert choice(select("r10", "r01", ["red4", "red5", "gray2"])).colours == ("gray", "red")
    assert "blue" not in choice(select("r05", "r01", ["gray2", "red4"])).die


def test_solo_dice_3_lowest_takes_the_first_colour_that_remains():
    assert choice(select("r10", "r01", ["blue3", "blue6", "red1"])).die == "blue3"
    assert choice(select("r10", "r01", ["red1", "gray5"])).die == "gray5"


def test_solo_dice_3_highest_takes_the_first_colour_and_its_highest_die():
    assert choice(select("r02", "r01", ["red2", "red5", "blue6"])).die == "red5"
    assert choice(select("r02", "r01", ["blue6", "gray1"])).die == "blue6"


def test_solo_dice_3_lowest_total_compares_the_sums_of_remaining_dice():
    # The totals are red 7, yellow 7, blue 3 and gray 8.
    fact = choice(select("r13", "r01"))
    assert (fact.colours, fact.figures) == (("red", "yellow", "blue", "gray"), (7, 7, 3, 8))
    assert fact.die == "blue3"


def test_solo_dice_3_highest_total_takes_the_colour_with_most_pips():
    assert choice(select("r04", "r01")).die == "gray4"
    assert choice(select("r04", "r01", ["red6", "blue1", "blue2"])).die == "red6"


def test_solo_dice_3_fewest_left_ignores_colours_without_dice():
    fact = choice(select("r05", "r01", ["yellow1", "yellow6", "blue3", "red2", "red5"]))
    assert (fact.colours, fact.figures) == (("yellow", "red", "blue"), (2, 2, 1))
    assert fact.die == "blue3"


@pytest.mark.parametrize(
    ("front", "pool", "die"),
    [
        ("r13", ["red3", "yellow3"], "red3"),  # red before yellow
        ("r15", ["red3", "yellow3"], "yellow3"),  # yellow before red
        ("r04", ["blue4", "red4"], "blue4"),
        ("r09", ["blue4", "red4"], "red4"),
        ("r05", ["gray1", "red1"], "gray1"),
        ("r16", ["gray1", "red1"], "red1"),
    ],
)
def test_solo_dice_3_a_tie_goes_to_the_colour_further_left(front, pool, die):
    assert choice(select(front, "r01", pool)).die == die


@pytest.mark.parametrize(
    ("front", "pool", "die"),
    [
        ("r03", ["red2", "red5"], "red2"),
        ("r13", ["red2", "red5"], "red5"),
        ("r04", ["red2", "red5"], "red5"),
        ("r09", ["red2", "red5"], "red2"),
        ("r05", ["red2", "red5"], "red2"),
        ("r06", ["red2", "red5"], "red5"),
    ],
)
def test_solo_dice_4_the_card_decides_which_die_of_the_colour_he_takes(front, pool, die):
    assert choice(select(front, "r01", pool)).die == die


def test_solo_dice_4_lowest_and_highest_also_choose_the_die():
    cards = the_box().solo.cards.values()
    assert {pick_of(card) for card in cards if card.criterion == "lowest"} == {"low"}
    assert {pick_of(card) for card in cards if card.criterion == "highest"} == {"high"}


def test_solo_dice_4_the_die_leaves_the_pool_once():
    assert select("r04", "r01").state.pool == ["red2", "red5", "yellow1", "yellow6", "blue3", "gray4"]


def test_solo_dice_5_the_first_action_with_a_free_space_is_taken():
    assert placing(select("r10", "r01")) == RivalDiePlaced("blue3", ("build", "develop", "expand"), (), "build", 1, "")
    full = placing(select("r10", "r01", build=("red1", "+red1")))
    assert (full.row, full.full) == ("develop", ("build",))
    last = placing(select("r10", "r01", build=("red1", "+red1"), develop=("red1", "+red1")))
    assert (last.row, last.full) == ("expand", ("build", "develop"))


def test_solo_dice_5_an_action_is_chosen_even_if_it_achieves_nothing():
    state = solo()
    state.phase, state.pool = "draft", list(POOL)
    state.offer = []
    solo_deck(state, "r10", "r02")
    assert placing(happen(state, SelectDie())).row == "develop"


def test_solo_dice_6_his_die_pushes_and_is_pushed_like_any_other():
    pushed = select("r10", "r01", build=("+red5",))
    assert [die.seat for die in pushed.state.rows[ROWS.index("build")]] == [RIVAL, 0]
    behind = select("r10", "r01", build=("+red3",))
    assert [die.seat for die in behind.state.rows[ROWS.index("build")]] == [0, RIVAL]
    assert placing(behind).space == 2


def test_solo_dice_7_a_wild_die_takes_the_first_listed_action():
    then = select("r10", "r02", develop=("red1", "+red1"))
    assert (placing(then).row, placing(then).mark) == ("wild", "develop")
    ((_, _, die),) = [each for each in dice_of(then.state, RIVAL) if each[0] == ROWS.index("wild")]
    assert ROWS[die.mark] == "develop"
    assert then.look().rows[ROWS.index("wild")].dice[0].mark == "develop"
    assert then.look().rival.selection.mark == "develop"


def test_solo_dice_7_a_wild_die_may_stand_for_a_full_row():
    # r05 has build, prepare, wild. If Build and Prepare are full, the die goes to Wild and counts as build.
    then = select("r10", "r05", build=("red1", "+red1"), prepare=("red1", "+red1"))
    assert (placing(then).row, placing(then).mark) == ("wild", "build")


def test_solo_dice_7_a_leading_wild_takes_the_first_real_action(monkeypatch):
    cards = the_box().solo.cards
    changed = msgspec.structs.replace(cards["r01"], actions=("wild", "expand", "build"))
    monkeypatch.setitem(cards, "r01", changed)
    then = select("r10", "r01")
    assert (placing(then).row, placing(then).mark) == ("wild", "expand")


def test_solo_dice_7_only_wild_dice_are_marked():
    then = select("r10", "r01")
    assert placing(then).mark == ""
    assert then.look().rows[ROWS.index("build")].dice[0].mark == ""


def test_solo_dice_8_two_wild_dice_have_separate_marks():
    state = solo()
    state.phase, state.pool = "draft", ["blue3", "blue5"]
    stand(state, "develop", "red1", "+red1")
    stand(state, "expand", "red1", "+red1")
    # r10 takes blue3, and r02 sends it to Wild for develop; then r02 takes blue5, and r07 sends it there for expand.
    solo_deck(state, "r10", "r02", "r07")
    dice = happen(state, SelectDie(), SelectDie()).look().rows[ROWS.index("wild")].dice
    assert [(die.die, die.mark) for die in dice] == [("blue3", "develop"), ("blue5", "expand")]


def test_solo_dice_8_the_mark_stays_with_a_die_that_is_pushed():
    state = solo()
    state.phase, state.pool, state.first = "draft", ["red1", "gray6", "gray5"], RIVAL
    stand(state, "wild", "blue3", mark="build")
    then = happen(state, DraftDice()).choose(0, "draft:red1:wild")
    assert [(die.die, die.mark) for die in then.look().rows[4].dice] == [("red1", ""), ("blue3", "build")]


FULL = {"build": ("red1", "+red1"), "develop": ("red1", "+red1"), "expand": ("red1", "+red1")}


def test_solo_dice_9_a_card_whose_three_rows_are_full_is_discarded():
    state = solo()
    state.phase, state.pool = "draft", list(POOL)
    for row, dice in FULL.items():
        stand(state, row, *dice)
    solo_deck(state, "r10", "r01", "r14")
    then = happen(state, SelectDie())
    rival = the_rival(then.state)
    assert (rival.drawn, rival.used, rival.deck[-1]) == (["r10"], ["r01"], "r14")
    assert facts_of(then, SoloCardDiscarded) == [
        SoloCardDiscarded("r01", ("build", "develop", "expand"), ("expand", "build", "prepare"))
    ]
    assert (placing(then).row, placing(then).full) == ("prepare", ("expand", "build"))


def test_solo_dice_9_cards_are_discarded_repeatedly_for_the_same_die():
    state = solo()
    state.phase, state.pool = "draft", list(POOL)
    for row in ("develop", "expand", "wild"):
        stand(state, row, "red1", "+red1")
    solo_deck(state, "r10", "r04", "r11", "r19", "r14")
    then = happen(state, SelectDie())
    assert [fact.card for fact in facts_of(then, SoloCardDiscarded)] == ["r04", "r11", "r19"]
    assert choice(then).card == "r10"
    assert placing(then) == RivalDiePlaced("blue3", ("expand", "build", "prepare"), ("expand",), "build", 1, "")
    assert the_rival(then.state).drawn == ["r10"]
    assert the_rival(then.state).used == ["r04", "r11", "r19"]


def test_solo_dice_10_used_cards_are_reshuffled_when_the_deck_is_empty():
    state = solo()
    state.phase, state.pool = "draft", list(POOL)
    rival = the_rival(state)
    everything = sorted(the_box().solo.cards)
    rival.deck, rival.drawn, rival.used = ["r10"], everything[:3], [c for c in everything[3:] if c != "r10"]
    then = happen(state, SelectDie())
    after = the_rival(then.state)
    assert facts_of(then, SoloDeckReshuffled) == [SoloDeckReshuffled(16)]
    assert after.drawn == [*everything[:3], "r10"]
    assert after.used == []
    assert sorted(after.deck) == [c for c in everything[3:] if c != "r10"]
    assert then.revealed


def test_solo_dice_10_used_cards_are_reshuffled_before_a_draw():
    state = solo()
    state.phase, state.pool = "draft", list(POOL)
    rival = the_rival(state)
    rival.used, rival.deck = rival.deck, []
    then = happen(state, SelectDie())
    assert len(the_rival(then.state).drawn) == 1
    assert len(the_rival(then.state).deck) == 19


def test_solo_dice_11_every_pair_of_free_rows_fits_some_card_back():
    rows = ("prepare", "develop", "build", "expand", "wild")
    for one in range(5):
        for other in range(one + 1, 5):
            state = solo()
            state.phase, state.pool = "draft", list(POOL)
            for number, row in enumerate(rows):
                if number not in (one, other):
                    stand(state, row, "red1", "+red1")
            assert placing(happen(state, SelectDie())).row in (rows[one], rows[other])


def roll(mode="normal", *values, first=0):
    state = solo(3, mode)
    state.first = first
    return happen(state, RollDice(), loaded={"dice": [list(each) for each in values]})


def test_solo_round_2_six_equal_dice_are_rolled_again():
    alike, fine = [0] * 6 + [1, 2, 3, 4, 5, 1, 2], [0] * 5 + [1, 2, 3, 4, 5, 1, 2, 3]
    assert facts_of(roll("normal", alike, fine), DiceRolled)[0].rolls == 2
    assert facts_of(roll("normal", fine), DiceRolled)[0].rolls == 1


def test_solo_round_2_solo_easy_3_the_limit_stays_six_with_17_dice():
    alike, fine = [0] * 6 + [1, 2, 3, 4, 5] * 2 + [1], [0, 1, 2, 3, 4] * 3 + [5, 5]
    fact = facts_of(roll(EASY, alike, fine), DiceRolled)[0]
    assert (fact.rolls, len(fact.dice)) == (2, 17)


@pytest.mark.parametrize("first", [0, RIVAL])
def test_solo_round_3_selection_alternates_until_both_have_four(first):
    then = roll(first=first)
    order = [RIVAL] * len(facts_of(then, RivalDiePlaced))
    while then.decision_of(0).rule == "DRAFT-3":
        then = then.choose(0, then.keys(0)[0])
        order += [0] * len(facts_of(then, DieDrafted)) + [RIVAL] * len(facts_of(then, RivalDiePlaced))
        if not then.pending:
            break
    assert order == [first, 1 - first] * 4
    assert len(dice_of(then.state, RIVAL)) == len(dice_of(then.state, 0)) == 4


def test_solo_inv_9_the_draft_gives_four_dice_each():
    then = roll(first=RIVAL)
    while then.pending and then.decision_of(0).rule == "DRAFT-3":
        then = then.choose(0, then.keys(0)[0])
    assert len(the_rival(then.state).drawn) == 4


def test_solo_round_4_the_rival_forms_no_groups():
    state = solo()
    state.phase = "draft"
    stand(state, "build", "red4", "red6")
    then = happen(state, RevealAdvances())
    assert [fact.seat for fact in facts_of(then, AdvancesDeclared)] == [0]
    assert the_rival(then.state).population == 2


def test_solo_human_9_a_lone_seat_reserves_no_sites():
    state = solo(tracks=[0, 2, 0])
    state.phase = "draft"
    warriors(state, r3=1, r2=2)
    stand(state, "build", "+yellow4", "+yellow5")
    stand(state, "develop", "+yellow4", "+yellow5")
    stand(state, "prepare", "red1", "red1")
    stand(state, "expand", "red1", "red1")
    begin_declaring(state, 0)
    then = happen(state, DraftDice(), RevealAdvances())
    assert then.decision_of(0).rule == "PROG-5"
    # Cultural space 3 gives a Build AP. Several seats could reserve a site for the AP. PROG-11
    then = then.choose(0, "advance:cultural")
    assert then.state.phase == "progress"
    assert then.decision_of(0).rule == "EFF-14"
