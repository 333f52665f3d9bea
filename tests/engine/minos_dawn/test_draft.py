"""ROUND, DRAFT: the parts of a round, the roll, and dice placed in rows."""

from typing import Any

import pytest

from engine.kernel.play import place_order
from engine.minos_dawn.content.box import COLOURS, EXPAND, ROWS, the_box
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases.draft import DraftDice, RollDice
from engine.minos_dawn.phases.income import CleanUp
from engine.minos_dawn.phases.rounds import BeginRound, EndRound, GainAtStart
from engine.minos_dawn.state.facts import AgeChanged, DiceRolled, DieDrafted, GameEnded, RoundBegan, Scored
from engine.minos_dawn.state.state import Die, place_die
from locales.words import Words
from tests.engine.minos_dawn.table import ALICE, BOB, bare, facts_of, table, with_steps
from tests.engine.situation import Situation

WORDS = Words()


def drafting(pool, seats=2, first=ALICE):
    state = bare(seats)
    state.phase, state.pool, state.first = "draft", list(pool), first
    return with_steps(state, DraftDice())


def test_round_1_a_round_begins_with_abilities_and_then_the_roll():
    state = table(ability=1, tracks=[0, 2, 0], goods=[0] * 6)
    then = with_steps(state, BeginRound())
    kinds = [type(fact).__name__ for fact in then.facts]
    assert kinds.index("RoundBegan") < kinds.index("GoodGained") < kinds.index("DiceRolled")
    assert then.decision_of(ALICE).rule == "DRAFT-3"
    assert then.state.round == 2


@pytest.mark.parametrize(("number", "scores", "ages", "ends"), [(1, 0, 0, 0), (2, 1, 1, 0), (3, 0, 0, 0), (4, 1, 0, 1)])
def test_round_2_scoring_and_the_new_age_come_in_the_right_rounds(number, scores, ages, ends):
    state = table(farms=[1], cities=[1])
    state.round, state.age, state.sea = number, int(number > 2), [() for _ in state.sea]
    then = with_steps(state, CleanUp(), EndRound())
    farms = [fact for fact in facts_of(then, Scored) if fact.category == "farms"]
    assert (len(farms), len(facts_of(then, AgeChanged)), len(facts_of(then, GameEnded))) == (scores, ages, ends)
    assert len(facts_of(then, RoundBegan)) == 1 - ends


def test_round_3_sa2_gives_its_named_gain_before_the_roll():
    state = table(ability=1, early_temp=3)
    then = with_steps(state, GainAtStart(ALICE))
    assert then.state.players[ALICE].temps == [0, 0, 0, 1, 0, 0]
    assert then.pending == []


def test_draft_1_six_equal_dice_are_all_rolled_again():
    state = bare(2)
    alike = [0] * 6 + [1, 2, 3, 4, 5, 1, 2]
    five = [0] * 5 + [1, 2, 3, 4, 5, 1, 2, 3]
    then = with_steps(state, RollDice(), loaded={"dice": [alike, five]})
    (fact,) = facts_of(then, DiceRolled)
    assert fact.rolls == 2
    assert sorted(int(die[-1]) for die in fact.dice) == sorted(value + 1 for value in five)


def test_draft_2_the_pool_is_public_and_sorted_by_value():
    then = with_steps(bare(3), RollDice())
    pool = then.look(None).pool
    assert len(pool) == 16
    assert [die[-1] for die in pool] == sorted(die[-1] for die in pool)


def test_draft_3_seats_draft_clockwise_in_every_pass():
    then = drafting([f"red{n}" for n in (1, 2, 3, 4, 5, 6)] + ["gray1", "gray2", "gray3"], first=BOB)
    order = []
    for row in ("prepare", "prepare", "develop", "develop", "build", "build"):
        (decision,) = [each for each in then.pending if each.rule == "DRAFT-3"]
        order.append(decision.seat)
        then = then.choose(decision.seat, next(key for key in then.keys(decision.seat) if key.endswith(row)))
    assert order == [BOB, ALICE] * 3


def test_draft_4_any_die_fits_any_row_with_a_free_space():
    then = drafting(["red1", "red1", "blue4"])
    assert len(then.keys(ALICE)) == 2 * 5
    then = then.choose(ALICE, "draft:red1:build").choose(BOB, "draft:red1:build")
    assert then.keys(ALICE) == tuple(f"draft:blue4:{row}" for row in ("prepare", "develop", "expand", "wild"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_draft_5_rows_hold_as_many_dice_as_there_are_seats(seats):
    state = bare(seats)
    state.rows[2] = [Die(0, 0, 1)] * seats
    state.pool = ["red1"]
    then = with_steps(state, DraftDice())
    assert then.keys(seats % seats) == tuple(f"draft:red1:{row}" for row in ("prepare", "develop", "expand", "wild"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_draft_9_every_seat_always_finds_a_place(seats):
    then = drafting(["gray1"] * 17, seats)
    for _ in range(4 * seats):
        decision = then.pending[0]
        then = then.choose(decision.seat, decision.options[0].key)
    assert sum(map(len, then.state.rows)) == 4 * seats


def test_draft_6_a_die_goes_right_of_equal_and_lower_values():
    state = bare(4)
    for seat, value in enumerate((4, 2, 4, 6)):
        place_die(state, 0, Die(seat, 0, value))
    assert [(die.seat, die.value) for die in state.rows[0] if die] == [(1, 2), (0, 4), (2, 4), (3, 6)]
    then = drafting(["red5", "red3", "gray3"])
    then = then.choose(ALICE, "draft:red5:wild").choose(BOB, "draft:red3:wild")
    assert facts_of(then, DieDrafted)[0].space == 1
    assert [die.value for die in then.state.rows[4]] == [3, 5]


def test_draft_7_retrieving_a_die_moves_no_other_die():
    from engine.minos_dawn.phases.turn import RetrieveDie

    state = bare(2)
    state.rows[0] = [Die(ALICE, 0, 2), Die(BOB, 0, 5)]
    then = with_steps(state, RetrieveDie(ALICE))
    assert then.state.rows[0] == [None, Die(BOB, 0, 5)]


def test_draft_8_the_draft_ends_after_four_dice_each():
    then = drafting(["gray1"] * 9)
    for _ in range(8):
        decision = then.pending[0]
        then = then.choose(decision.seat, decision.options[0].key)
    assert then.pending == []
    assert then.state.pool == ["gray1"]


def hints(then):
    """Return the hint of each option, in English and French."""
    names = {ALICE: "Ariadne", BOB: "Theseus"}
    return {
        option.key.removeprefix("draft:"): tuple(WORDS.say(option.hint, language, names) for language in ("en", "fr"))
        for option in then.pending[0].options
    }


def test_draft_6_an_option_names_the_gain_and_the_dice_that_slide():
    state = bare(3)
    state.phase, state.pool, state.first = "draft", ["red1", "red5"], ALICE
    state.rows[EXPAND] = [Die(BOB, 0, 3), Die(ALICE, 1, 4)]
    said = hints(with_steps(state, DraftDice()))
    points = [space.points for space in the_box().layouts[3].rows[EXPAND]]

    assert said["red1:expand"] == (
        f"space 1: {points[0]} AP; Theseus slides to 2 and Ariadne slides to 3",
        f"case 1\u00a0: {points[0]} PA\u00a0; Theseus passe à la case 2 et Ariadne passe à la case 3",
    )
    assert said["red5:expand"][0].startswith(f"space 3: {points[2]} AP")
    assert "slides" not in said["red5:expand"][0]


@pytest.mark.parametrize(("age", "is_said"), [(0, True), (1, False)])
def test_prep_4_an_option_says_that_its_space_draws_from_age_2(age: int, is_said: bool) -> None:
    state = bare(3)
    state.phase, state.pool, state.first, state.age = "draft", ["red1", "red5"], ALICE, age
    said = hints(with_steps(state, DraftDice()))

    assert ("1 AP may draw from Age II" in said["red1:prepare"][0]) is is_said
    assert "Age II" not in said["red1:expand"][0]


def test_draft_6_the_space_and_ap_of_an_option_are_correct():
    """For every option of a draft, the die lands on the announced space and its turn has the announced AP."""
    state = bare(3)
    state.phase, state.pool, state.first = (
        "draft",
        [f"{colour}{value}" for colour in COLOURS for value in (2, 5)],
        ALICE,
    )
    for row in range(len(ROWS)):
        state.rows[row] = [*[Die(BOB, 0, 2), Die(ALICE, 1, 4)][: 1 + row % 2]]
    then = with_steps(state, DraftDice())
    (decision,) = then.pending
    for option in decision.options:
        (drafted,) = facts_of(then.choose(decision.seat, option.key), DieDrafted)
        told: Any = option.hint
        while told.id != "minos_dawn.draft.space":
            told = told.blanks["effect"]
        row = ROWS.index(drafted.row)
        assert told.blanks == {
            "space": drafted.space,
            "count": the_box().layouts[3].rows[row][drafted.space - 1].points,
        }


def wish(given, seat, *keys):
    """Return the situation after the seat has given these standing orders."""
    position = given.position
    for key in keys:
        position = place_order(GAME, position, seat, "DRAFT-3", (key,))
    then = Situation.__new__(Situation)
    then._open(GAME, position, {})
    return then


def wishes_in_panel(given, seat):
    """Return what the seat's own panel says about its wishes."""
    (asked,) = GAME.orders.offer(given.state, seat)
    return asked.prompt


def test_draft_3_the_first_free_wish_is_taken_while_others_think():
    given = drafting(["red1", "blue4", "gray6", "red6", "gray2"])
    given = wish(given, BOB, "wish:red1:build", "wish:blue4:expand", "wish:gray6:wild")
    assert [decision.seat for decision in given.pending] == [ALICE]

    then = given.choose(ALICE, "draft:red1:prepare")

    assert facts_of(then, DieDrafted) == [
        DieDrafted(ALICE, "red1", "prepare", 1),
        DieDrafted(BOB, "blue4", "expand", 1),
    ]
    assert [decision.seat for decision in then.pending] == [ALICE]
    assert then.revealed, "otherwise Alice could undo and use what she saw"
    again = then.choose(ALICE, "draft:gray2:build")
    assert DieDrafted(BOB, "gray6", "wild", 1) in facts_of(again, DieDrafted)


def test_draft_6_wishes_end_when_their_die_would_land_further_right():
    given = wish(drafting(["red1", "blue4", "gray6", "gray2"]), BOB, "wish:blue4:build", "wish:gray6:wild")

    then = given.choose(ALICE, "draft:red1:build")

    assert [decision.seat for decision in then.pending] == [BOB]
    prompt = wishes_in_panel(then, BOB)
    assert (prompt.id, prompt.blanks["space"]) == ("minos_dawn.prompt.wish_moved", 1)
    renewed = wish(then, BOB, "wish:gray6:wild")
    assert wishes_in_panel(renewed, BOB).id == "minos_dawn.prompt.wishes"


def test_draft_3_wishes_end_when_no_die_is_free():
    given = wish(drafting(["red1", "blue4", "gray6"]), BOB, "wish:red1:build")
    then = given.choose(ALICE, "draft:red1:build")
    assert [decision.seat for decision in then.pending] == [BOB]
    assert wishes_in_panel(then, BOB).id == "minos_dawn.prompt.wishes_gone"


def test_draft_3_only_its_own_seat_sees_a_wish():
    given = drafting(["red1", "blue4", "gray6"])
    then = wish(given, BOB, "wish:red1:build")
    for seat in (ALICE, None):
        assert then.look(seat) == given.look(seat)
    assert wishes_in_panel(then, ALICE) == wishes_in_panel(given, ALICE)
    assert then.look(BOB).sealed.chosen == ("red1:build:1",)


def test_draft_3_a_wish_made_while_asked_waits_for_the_next_die():
    given = drafting(["red1", "blue4", "gray6", "gray5"])
    then = wish(given, ALICE, "wish:gray6:wild")
    assert then.pending == given.pending

    after = then.choose(ALICE, "draft:red1:prepare").choose(BOB, "draft:blue4:prepare")
    assert DieDrafted(ALICE, "gray6", "wild", 1) in facts_of(after, DieDrafted)


def test_draft_6_a_wish_expects_earlier_wishes_to_come_true():
    given = wish(drafting(["red1", "blue4", "gray6", "gray5", "red6"]), BOB, "wish:red1:build", "wish:blue4:build")
    assert given.state.sealed[BOB].chosen == ("red1:build:1", "blue4:build:2")
    given = given.choose(ALICE, "draft:gray5:wild").choose(ALICE, "draft:gray6:wild")
    assert [fact.die for fact in facts_of(given, DieDrafted) if fact.seat == BOB] == ["blue4"]


def test_draft_3_wishes_are_ranked_and_can_be_dropped():
    given = drafting(["red1", "blue4"])
    then = wish(given, BOB, "wish:red1:build", "wish:blue4:wild", "wish:red1:build")
    assert then.state.sealed[BOB].chosen == ("blue4:wild:1", "red1:build:1"), "a repeated wish goes to the end"
    assert wish(then, BOB, "wish:none").state.sealed[BOB].chosen == ()


def test_draft_8_wishes_end_once_a_seat_is_asked_for_its_last_die():
    state = drafting(["red1", "blue4"]).state
    state.rows[:3] = [[Die(ALICE, 0, 1), Die(BOB, 0, 1)] for _ in range(3)]
    assert GAME.orders.offer(state, ALICE) == [], "she is asked for her fourth die"
    assert [order.rule for order in GAME.orders.offer(state, BOB)] == ["DRAFT-3"]
    state.phase = "action"
    assert GAME.orders.offer(state, BOB) == []


def test_prog_5_wishes_end_with_the_fourth_die():
    given = drafting(["red1", "blue4", "gray6", "gray5"])
    given.state.rows[:2] = [[Die(BOB, 0, 1), Die(ALICE, 0, 1)] for _ in range(2)]
    given.state.rows[2] = [Die(BOB, 0, 1), Die(ALICE, 0, 1)]
    then = wish(given, BOB, "wish:blue4:wild", "wish:gray6:wild").choose(ALICE, "draft:red1:expand")
    assert DieDrafted(BOB, "blue4", "wild", 1) in facts_of(then, DieDrafted)
    assert then.state.sealed[BOB].chosen == (), "site answers begin without any"
