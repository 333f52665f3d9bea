"""Several options of a repeated question are picked together, and then carried out in order."""

import pytest

from engine.kernel.decision import Answer, Decision, Message, Option
from engine.kernel.offering.in_a_row import RowResult, give_in_a_row
from engine.kernel.offering.offers import FEWEST_TOGETHER, offer, row_of
from engine.kernel.play import Play, copy_position
from engine.kernel.steps import Now
from engine.presses import Group, Press
from tests.engine.kernel.orchard import FIG, PEAR, PLUM, Orchard
from tests.engine.kernel.potting import LONG_POTTING, POTTING, LongTurn, PottingTurn
from tests.engine.kernel.test_offering import ALICE, potting
from tests.engine.situation import Situation

BASKET = (PLUM, PLUM, PEAR, PEAR, FIG, FIG, FIG, FIG)


def offer_groups(*groups: int, asides: int = 0) -> Decision:
    """Return a question with groups of options, then `end` and the asides. The keys of a group share a prefix."""
    options = [Option(f"g{group}:{n}", Message("x")) for group, size in enumerate(groups) for n in range(size)]
    options += [Option("end", Message("x")), *(Option(f"aside:{n}", Message("x")) for n in range(asides))]
    return Decision(ALICE, "TURN-1", Message("x"), tuple(options), asides=asides)


def test_all_options_except_end_can_be_picked_together() -> None:
    assert row_of(offer_groups(2, 1, asides=2)) == (0, 1, 2, 4, 5)


def test_options_that_ask_nothing_are_carried_out_first() -> None:
    assert row_of(offer_groups(1, 2, 1, asides=1), {"aside": -2, "g1:1": -1, "g0": 1}) == (5, 2, 1, 3, 0)


def long_turn(*basket: str) -> Situation[Orchard]:
    return potting(LongTurn(ALICE), *basket, game=LONG_POTTING)


def give(situation: Situation[Orchard], *keys: str) -> RowResult:
    (decision,) = situation.pending
    return give_in_a_row(situation.game, situation.position, offer(situation.game, situation.position, decision), keys)


def test_several_options_can_be_picked_if_enough_are_repeatable() -> None:
    """BASKET allows sales of three kinds of fruit, and preserving. The small basket allows fewer actions."""
    few = long_turn(PLUM, PLUM, PEAR)
    assert offer(LONG_POTTING, few.position, few.pending[0]).row == ()
    many = long_turn(*BASKET)
    shown = offer(LONG_POTTING, many.position, many.pending[0])
    assert shown.row == tuple(range(len(shown.options) - 1))
    assert shown.options[-1].key == "pass"


def test_options_of_an_unrepeated_question_cannot_be_picked_together() -> None:
    short = potting(PottingTurn(ALICE), *BASKET)
    assert offer(POTTING, short.position, short.pending[0]).row == ()


def test_options_are_carried_out_in_order_on_a_copy() -> None:
    before = long_turn(PLUM, PLUM, PEAR, PEAR, FIG)

    row = give(before, f"sell:{PLUM}", f"sell:{PEAR}", "pass")

    assert row.left == ()
    assert row.answers == (f"sell:{PLUM}", f"sell:{PEAR}", "pass")
    assert row.play.position.state.baskets[ALICE] == [FIG]
    assert row.play.position.agenda == []
    assert before.position.state.baskets[ALICE] == [PLUM, PLUM, PEAR, PEAR, FIG]


def test_options_that_became_impossible_are_skipped() -> None:
    row = give(long_turn(PLUM, PLUM, PEAR), f"sell:{PLUM}", "preserve>fruit:2", "pass")

    assert (row.given, row.left) == ((f"sell:{PLUM}",), ("preserve>fruit:2", "pass"))
    assert row.asked is not None
    assert row.asked.rule == "TURN-1"


def test_a_different_question_in_between_skips_the_remaining_options() -> None:
    row = give(long_turn(PLUM, PLUM, PEAR, PEAR, FIG), "draw", "pass")

    assert (row.given, row.left) == (("draw",), ("pass",))
    assert row.asked is not None
    assert row.asked.rule == "TRIM-2"


@pytest.mark.parametrize(
    ("keys", "revealed"), [((f"sell:{PLUM}", f"sell:{PEAR}"), False), (("draw", f"sell:{PEAR}"), True)]
)
def test_options_that_a_reveal_made_impossible_are_skipped(keys: tuple[str, ...], revealed: bool) -> None:
    """The draw decides whether pears can be sold. A refusal would reveal what was drawn."""
    row = give(long_turn(PLUM, PLUM), *keys)

    assert row.left == (f"sell:{PEAR}",)
    assert row.revealed is revealed


def test_a_forced_answer_does_not_count_as_given() -> None:
    """After the plums are sold, only the pear is left to preserve, so the choice of fruit is forced."""
    row = give(long_turn(PLUM, PLUM, PEAR), f"sell:{PLUM}", "preserve>fruit:0", "pass")

    assert row.left == ()
    assert row.answers == (f"sell:{PLUM}", "preserve", "pass")


def test_automatic_answers_are_given_between_picked_options() -> None:
    row = give(long_turn(PLUM, PLUM), "preserve", "pass")

    assert row.answers == ("preserve", "fruit:0", "pass")
    assert row.left == ()


# Counting presses


def presses(situation: Situation[Orchard], *keys: str) -> list[Press]:
    """Pick these options in order. Return the presses."""
    game, play = LONG_POTTING, Play(situation.game, copy_position(situation.game, situation.position))
    made = []
    for key in keys:
        before = copy_position(game, play.position)
        decision = play.pending[0]
        row = give_in_a_row(game, before, decision, [key])
        made.append(Press(before, offer(game, before, decision), decision, (key,), key, is_in_turn=True))
        play = row.play
    return made


def sizes(situation: Situation[Orchard], *keys: str) -> list[int]:
    """Return the size of each group of presses that could be made together."""
    groups = list[Group]()
    for press in presses(situation, *keys):
        if not groups or not groups[-1].takes(press):
            groups.append(Group(LONG_POTTING, press))
    return [group.count for group in groups]


def test_options_picked_together_form_one_group_in_any_order() -> None:
    assert sizes(long_turn(*BASKET), f"sell:{PEAR}", "preserve>fruit:0") == [2]
    assert sizes(long_turn(*BASKET), "preserve>fruit:0", f"sell:{PEAR}") == [2]


def test_an_option_that_appears_later_is_a_separate_answer() -> None:
    """A select can't contain the same option twice."""
    assert sizes(long_turn(*BASKET), f"sell:{FIG}", f"sell:{FIG}", "pass") == [1, 1, 1]


def test_picks_whose_order_matters_are_not_regrouped() -> None:
    """Selling in the other order changes the order of the fruit on the compost."""
    assert sizes(long_turn(*BASKET), f"sell:{PLUM}", f"sell:{PEAR}") == [2]
    assert sizes(long_turn(*BASKET), f"sell:{PEAR}", f"sell:{PLUM}") == [1, 1]


def test_picks_after_a_reveal_are_not_combined() -> None:
    first, second = presses(long_turn(*BASKET), f"sell:{PLUM}", f"sell:{PEAR}")
    first.reveals = True
    assert not Group(LONG_POTTING, first).takes(second)


def test_a_group_of_picks_counts_at_most_three_answers() -> None:
    first, last = presses(long_turn(*BASKET), f"sell:{PLUM}", "pass")
    group, end = Group(LONG_POTTING, first), Group(LONG_POTTING, last)

    assert (group.answers, group.gestures) == (1, 2), "one press opens the list, one picks a line"
    assert (end.answers, end.gestures) == (1, 1), "a button"
    group.count = FEWEST_TOGETHER
    assert (group.answers, group.gestures) == (3, FEWEST_TOGETHER + 4)


def test_forced_answers_are_reported_with_their_seat() -> None:
    play = Play(LONG_POTTING, copy_position(LONG_POTTING, long_turn(PEAR).position))
    now: Now[Orchard] = play.take(Answer(ALICE, play.pending[0].id, ("preserve",)))
    assert now.forced == [(ALICE, "fruit:0")]
