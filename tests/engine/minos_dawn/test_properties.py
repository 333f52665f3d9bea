"""Property tests of bills and temps, groups of dice, and dice in a row. GEN-3, PROG-2, DRAFT-6"""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.minos_dawn.phases.progress import GRAY, declarable
from engine.minos_dawn.state.bills import Bill
from engine.minos_dawn.state.state import NONE, Die, place_die
from tests.engine.minos_dawn.table import bare

TEMPS = st.lists(st.integers(0, 3), min_size=6, max_size=6)
THREES = st.integers(0, 3).map(lambda n: 3 * n)


@st.composite
def bills(draw):
    """Generate the bill of a decree, a city, a tower, a new ship or a ship's advance."""
    kind = draw(st.sampled_from(("decree", "piece", "ship", "sail")))
    if kind == "decree":
        return Bill(draw(st.integers(0, 11)), slots=tuple(draw(st.lists(st.integers(0, 5), max_size=2))))
    if kind == "piece":
        return Bill(draw(THREES), off=draw(st.integers(0, 1)), main_good=draw(st.sampled_from((1, 2))))
    if kind == "ship":
        side = draw(st.integers(0, 5))
        return Bill(draw(THREES), side, draw(st.integers(0, 1)), main_good=3, side_good=5)
    return Bill(draw(st.integers(0, 5)), main_good=5)


@given(bills(), TEMPS, st.data())
def test_gen_3_an_affordable_bill_can_be_paid_in_any_order(bill, temps, data):
    coins = bill.least(temps)
    assert 0 <= coins <= bill.due
    left = temps.copy()
    while useful := bill.useful(left):
        if bill.due <= coins and data.draw(st.booleans()):
            break
        good = data.draw(st.sampled_from(useful))
        before = bill.due
        left[good] -= 1
        bill = bill.less(good)
        assert bill.due < before
    assert bill.due <= coins


@given(bills(), TEMPS)
def test_gen_4_dev_6_temps_are_useless_once_nothing_is_due(bill, temps):
    assert bill.due >= 0
    if not bill.due:
        assert bill.useful(temps) == []
    if bill.main_good == NONE and not bill.slots:
        assert bill.useful(temps) == []


DICE = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), min_size=4, max_size=4).map(lambda d: tuple(sorted(d)))


def is_group(dice, track, minimum):
    """Return whether the dice form a group, without the game's code. PROG-2"""
    return (
        all(colour in (track, GRAY) for colour, _ in dice)
        and any(colour == track for colour, _ in dice)
        and sum(value for _, value in dice) >= minimum
    )


def can_give(dice, tracks, minimum):
    """Return whether the dice can be divided into groups that give these tracks. Try every division."""
    if not tracks:
        return True
    return any(
        is_group(part, tracks[0], minimum) and can_give(without(dice, part), tracks[1:], minimum)
        for size in range(1, len(dice) + 1)
        for part in combinations(dice, size)
    )


def without(dice, part):
    left = list(dice)
    for die in part:
        left.remove(die)
    return tuple(left)


@settings(max_examples=60, deadline=None)
@given(DICE, st.integers(6, 9))
def test_prog_2_4_5_only_complete_legal_groups_can_be_declared(dice, minimum):
    offered = set(declarable(dice, minimum))
    assert () in offered
    for tracks in offered:
        assert can_give(dice, tracks, minimum)
        assert all(tuple(part) in offered for part in combinations(tracks, max(0, len(tracks) - 1)))
    for size in range(1, 5):
        for tracks in combinations((0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2), size):
            assert (tracks in offered) == can_give(dice, tracks, minimum)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_draft_6_rows_ascend_and_keep_equal_dice_in_order(values):
    state = bare(4)
    for seat, value in enumerate(values):
        place_die(state, 0, Die(seat, 0, value))
    row = [(die.value, die.seat) for die in state.rows[0] if die]
    assert len(row) == len(values)
    assert row == sorted(row)
