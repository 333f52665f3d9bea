"""Preparation of the next round. PREP"""

import pytest

from engine.minerva.game import RULES
from engine.minerva.phases.turn import EndRound
from engine.minerva.state.facts import RoundBegan, TilesRevealed
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, CARA, at, facts_of, hold, lay, table


def round_over(seats: int = 3, number: int = 1) -> MinervaState:
    """Return the end of a main phase in which Bob passed first, then Cara, then Alice."""
    state = table(seats)
    state.turn, state.round = None, number
    for place, seat in enumerate((BOB, CARA, ALICE)[:seats], 1):
        state.players[seat].order = place
    return state


def test_prep_01_all_glory_tokens_go_back():
    state = hold(hold(round_over(), ALICE, glory=4), CARA, glory=1)

    assert [player.glory for player in at(state, EndRound()).state.players] == [0, 0, 0]


def test_prep_02_order_tiles_return_and_the_first_to_pass_begins():
    then = at(round_over(), EndRound())

    assert [player.order for player in then.state.players] == [0, 0, 0]
    assert then.look().order_tiles == (1, 2, 3)
    assert then.state.first == BOB
    assert facts_of(then, RoundBegan) == [RoundBegan(2, BOB)]


@pytest.mark.parametrize(("number", "vp"), [(4, [0, 0, 0]), (5, [0, 0, 0]), (6, [3, 2, 0])])
def test_prep_03_order_tiles_show_vp_in_round_six(number, vp):
    state = round_over(number=number)
    seats = RULES.look(state, None).seats

    assert [seats[seat].order_vp for seat in (BOB, CARA, ALICE)] == vp


def test_prep_04_tiles_are_drawn_until_a_round_tile():
    state = round_over()
    old = list(state.lots)
    drawn = []
    for name in reversed(state.deck):
        if name == "round-2":
            break
        drawn.append((name,))
    then = at(state, EndRound())

    assert then.state.lots == old + drawn
    assert facts_of(then, TilesRevealed) == [TilesRevealed(tuple(drawn))]
    assert then.state.aside == ["round-1", "round-2"]
    assert then.revealed, "a reveal can't be undone"


def test_prep_04_a_reveal_may_bring_no_building():
    state = round_over()
    state.deck.remove("round-2")
    state.deck.append("round-2")
    then = at(state, EndRound())

    assert facts_of(then, TilesRevealed) == [TilesRevealed(())]
    assert then.state.lots == state.lots


def test_prep_05_tiles_below_the_sixth_round_tile_are_never_used():
    state = round_over()
    below = state.deck[: state.deck.index("round-6")]
    for number in range(1, 6):
        for place, seat in enumerate((BOB, CARA, ALICE), 1):
            state.players[seat].order = place
        state.round = number
        state = at(state, EndRound()).state

    assert state.round == 6
    assert state.deck == below


def test_prep_06_everything_else_is_kept():
    state = lay(hold(round_over(), ALICE, denarii=7, grain=2, ore=3), "residence", 1, 0, has_assistant=True)
    alice = state.players[ALICE]
    *left, top = state.culture[0]
    state.culture[0] = tuple(left)
    alice.assistants, alice.culture_tiles = 2, [top]
    then = at(state, EndRound()).state.players[ALICE]

    assert (then.denarii, then.resources, then.assistants) == (7, [2, 0, 0, 3], 2)
    assert (then.city, then.culture_tiles, then.residences) == (alice.city, alice.culture_tiles, 8)


def test_turn_02_no_preparation_follows_round_six():
    then = at(round_over(number=6), EndRound())

    assert then.is_over
    assert facts_of(then, TilesRevealed) == []
