"""Several options of a repeated question are picked together and carried out one after the other."""

import pytest

from engine.kernel.decision import Answer, Decision, Message, Option
from engine.kernel.offering.in_a_row import GivenInARow, give_in_a_row
from engine.kernel.offering.offers import MOST_IN_A_ROW, offer, rows_of
from engine.kernel.play import Play, copy_position
from engine.kernel.steps import Now
from engine.presses import Press, Row
from tests.engine.kernel.orchard import FIG, PEAR, PLUM, Orchard
from tests.engine.kernel.potting import LONG_POTTING, POTTING, LongTurn, PottingTurn
from tests.engine.kernel.test_offering import ALICE, potting
from tests.engine.situation import Situation


def offer_groups(*groups: int, asides: int = 0) -> Decision:
    """Return a question with groups of options that share a head, followed by `end` and the asides."""
    options = [Option(f"g{group}:{n}", Message("x")) for group, size in enumerate(groups) for n in range(size)]
    options += [Option("end", Message("x")), *(Option(f"aside:{n}", Message("x")) for n in range(asides))]
    return Decision(ALICE, "TURN-1", Message("x"), tuple(options), asides=asides)


def test_a_row_has_all_options_with_the_final_last() -> None:
    assert rows_of(offer_groups(2, 1, asides=2)) == ((0, 1, 2, 4, 5, 3),)
    assert rows_of(offer_groups(1)) == ()


def test_several_rows_split_only_the_largest_group() -> None:
    """The other options can then be picked with any option of that group."""
    rows = rows_of(offer_groups(5, 30, 4))

    assert [len(row) for row in rows] == [25, 25]
    small = {*range(5), *range(35, 39)}
    assert all(small.issubset(row) and row[-1] == 39 for row in rows)
    assert sorted(place for row in rows for place in set(row[:-1]) - small) == list(range(5, 35))


def test_small_groups_are_in_each_row() -> None:
    rows = rows_of(offer_groups(15, 50, 5))

    small = set(range(65, 70))
    assert [len(row) for row in rows] == [23, 23, 23, 20]
    assert all(small.issubset(row) and row[-1] == 70 for row in rows)
    assert sorted(place for row in rows for place in set(row[:-1]) - small) == list(range(65))


def test_an_option_is_in_one_row_if_there_are_many() -> None:
    rows = rows_of(offer_groups(20, 65, 10))

    assert [len(row) for row in rows] == [25, 25, 25, 24]
    assert all(len(row) <= MOST_IN_A_ROW and row[-1] == 95 for row in rows)
    assert sorted(place for row in rows for place in row[:-1]) == list(range(95))


def test_rows_are_in_order_of_execution() -> None:
    """Options without further questions come first, then options that ask more, and the final option last."""
    assert rows_of(offer_groups(1, 2, 1, asides=1), {"aside": -2, "g1:1": -1, "g0": 1}) == ((5, 2, 1, 3, 0, 4),)


@pytest.mark.parametrize("count", [24, 25])
def test_options_that_fit_one_select_are_one_row(count: int) -> None:
    assert len(rows_of(offer_groups(count))) == (1 if count == 24 else 2)


def long_turn(*basket: str) -> Situation[Orchard]:
    return potting(LongTurn(ALICE), *basket, game=LONG_POTTING)


def give(situation: Situation[Orchard], *keys: str) -> GivenInARow:
    (decision,) = situation.pending
    return give_in_a_row(situation.game, situation.position, offer(situation.game, situation.position, decision), keys)


def test_a_question_that_is_not_repeated_has_no_rows() -> None:
    short = potting(PottingTurn(ALICE), PLUM, PLUM, PEAR)
    assert offer(POTTING, short.position, short.pending[0]).rows == ()
    long = long_turn(PLUM, PLUM, PEAR)
    assert len(offer(LONG_POTTING, long.position, long.pending[0]).rows) == 1


def test_options_are_carried_out_in_order_on_a_copy() -> None:
    before = long_turn(PLUM, PLUM, PEAR, PEAR, FIG)

    row = give(before, f"sell:{PLUM}", f"sell:{PEAR}", "pass")

    assert row.left == ()
    assert row.answers == (f"sell:{PLUM}", f"sell:{PEAR}", "pass")
    assert row.play.position.state.baskets[ALICE] == [FIG]
    assert row.play.position.agenda == []
    assert before.position.state.baskets[ALICE] == [PLUM, PLUM, PEAR, PEAR, FIG]


def test_options_that_became_impossible_are_left() -> None:
    row = give(long_turn(PLUM, PLUM, PEAR), f"sell:{PLUM}", "preserve>fruit:2", "pass")

    assert (row.given, row.left) == ((f"sell:{PLUM}",), ("preserve>fruit:2", "pass"))
    assert row.asked is not None
    assert row.asked.rule == "TURN-1"


def test_a_different_question_in_between_leaves_the_remaining_options() -> None:
    row = give(long_turn(PLUM, PLUM, PEAR, PEAR, FIG), "draw", "pass")

    assert (row.given, row.left) == (("draw",), ("pass",))
    assert row.asked is not None
    assert row.asked.rule == "TRIM-2"


def test_a_forced_answer_does_not_count_as_given() -> None:
    """Two fruit are preserved, but after the first, only one fruit is left to choose."""
    row = give(long_turn(PLUM, PLUM, PEAR), f"sell:{PLUM}", "preserve>fruit:0", "pass")

    assert row.left == ()
    assert row.answers == (f"sell:{PLUM}", "preserve", "pass")


def test_automatic_answers_are_given_between_picked_options() -> None:
    row = give(long_turn(PLUM, PLUM), "preserve", "pass")

    assert row.answers == ("preserve", "fruit:0", "pass")
    assert row.left == ()


# Counting presses


def presses(situation: Situation[Orchard], *keys: str) -> list[Press]:
    """Return the presses of these options, one after the other."""
    game, play = LONG_POTTING, Play(situation.game, copy_position(situation.game, situation.position))
    made = []
    for key in keys:
        before = copy_position(game, play.position)
        decision = play.pending[0]
        row = give_in_a_row(game, before, decision, [key])
        made.append(Press(before, offer(game, before, decision), decision, (key,), key, is_in_turn=True))
        play = row.play
    return made


def are_counted(situation: Situation[Orchard], *keys: str) -> list[bool]:
    row = Row(LONG_POTTING)
    return [not row.begins(press) for press in presses(situation, *keys)]


def test_combined_picks_are_one_answer_in_any_order() -> None:
    basket = (PLUM, PEAR, PEAR, FIG)
    assert are_counted(long_turn(*basket), f"sell:{PEAR}", "preserve>fruit:0", "pass") == [False, True, True]
    assert are_counted(long_turn(*basket), "preserve>fruit:0", f"sell:{PEAR}", "pass") == [False, True, True]


def test_an_option_that_appears_later_is_a_separate_answer() -> None:
    """A select can't contain the same option twice."""
    assert are_counted(long_turn(PLUM, PLUM, PLUM, PLUM), f"sell:{PLUM}", f"sell:{PLUM}", "pass") == [
        False,
        False,
        True,
    ]


def test_an_order_with_another_effect_is_not_combined() -> None:
    """The compost keeps its order."""
    basket = (PLUM, PLUM, PEAR, PEAR, FIG)
    assert are_counted(long_turn(*basket), f"sell:{PLUM}", f"sell:{PEAR}", "pass") == [False, True, True]
    assert are_counted(long_turn(*basket), f"sell:{PEAR}", f"sell:{PLUM}", "pass") == [False, False, True]


def test_picks_after_a_reveal_are_not_combined() -> None:
    first, second = presses(long_turn(PLUM, PLUM, PEAR, PEAR), f"sell:{PLUM}", f"sell:{PEAR}")
    first.reveals = True
    row = Row(LONG_POTTING)
    assert [row.begins(first), row.begins(second)] == [[first], [second]]


def test_forced_answers_are_reported_with_their_seat() -> None:
    play = Play(LONG_POTTING, copy_position(LONG_POTTING, long_turn(PEAR).position))
    now: Now[Orchard] = play.take(Answer(ALICE, play.pending[0].id, ("preserve",)))
    assert now.forced == [(ALICE, "fruit:0")]
