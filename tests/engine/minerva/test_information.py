"""Hidden information and the contents of views. INFO"""

from copy import deepcopy

import pytest

from engine.kernel.chance import Chance
from engine.kernel.play import redeal, start
from engine.kernel.rules import Settings
from engine.minerva.content.terms import RESIDENCE
from engine.minerva.game import GAME, RULES
from engine.minerva.phases.turn import TakeTurn
from tests.engine.minerva.table import ALICE, BOB, at, hold, lay, table
from tests.engine.situation import SEED

HIDDEN_FROM_ALL = (None, 0, 1)


@pytest.mark.parametrize("seat", HIDDEN_FROM_ALL)
def test_info_01_no_view_names_deck_or_temple_stack(seat):
    state = start(GAME, Settings(2), SEED).position.state
    seen = repr(RULES.look(state, seat))

    assert not [name for name in [*state.deck, *state.temple_stack] if f"'{name}'" in seen]
    assert f"deck_size={len(state.deck)}" in seen


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_info_01_reordering_hidden_tiles_does_not_change_the_view(seats):
    state = start(GAME, Settings(seats), SEED).position.state
    other = redeal(GAME, state, None, Chance(bytes(16), {}))

    assert (other.deck, other.temple_stack) != (state.deck, state.temple_stack)
    assert RULES.look(other, None) == RULES.look(state, None)


def test_info_02_holdings_cities_and_tiles_are_public():
    state = lay(hold(table(), BOB, denarii=4, glory=2, ore=3), RESIDENCE, 1, 0, BOB, has_assistant=True)
    state.players[BOB].assistants = 1
    *left, top = state.culture[2]
    state.culture[2], state.players[BOB].culture_tiles = tuple(left), [top]
    view = RULES.look(state, ALICE)
    bob = view.seats[BOB]

    assert (bob.denarii, bob.glory, bob.resources) == (4, 2, (0, 0, 0, 3))
    assert (bob.assistants, bob.assistants_owned, bob.residences) == (1, 2, 8)
    assert bob.city == tuple(state.players[BOB].city)
    assert (bob.culture_tiles, bob.culture_vp) == (("culture-university-1",), 2)
    assert view.culture[2][0] == state.culture[2][-1], "the top of a pile comes first"


def test_score_01_the_view_shows_the_current_score_of_each_seat():
    state = lay(hold(table(), BOB, denarii=4, ore=3), "vulcan", 1, 0, BOB)
    state.players[BOB].glory_tiles = ["r5-1st"]

    assert RULES.look(state, None).seats[BOB].points == {
        "culture": 0, "glory": 7, "temples": 6, "wealth": 2, "order": 0,
    }  # fmt: skip


def test_info_03_views_differ_only_in_standing_orders():
    state = start(GAME, Settings(2), SEED).position.state
    views = [RULES.look(state, seat) for seat in HIDDEN_FROM_ALL]
    state.players[ALICE].next_turn = True

    assert RULES.look(state, ALICE).orders != views[1].orders
    assert [RULES.look(state, None), RULES.look(state, BOB)] == [views[0], views[2]]


def test_info_03_no_decision_is_private():
    given = at(hold(table(), denarii=9), TakeTurn(ALICE))

    assert not given.decision_of(ALICE).private


def test_res_05_the_view_previews_guaranteed_gains_in_four_directions():
    state = table()
    for x, tile in enumerate(("garden-1", "odeon-1", "foundry-1", "wheat_field-1"), 1):
        lay(state, tile, x, 0)
    state = hold(state, grain=6, denarii=1)
    given = at(state, TakeTurn(ALICE)).choose(ALICE, "residence").choose(ALICE, "cell:5,0")
    lines = {line.direction: line for line in given.look().turn.lines}

    assert set(lines) == {"n", "e", "s", "w"}
    assert lines["n"].tiles == ()
    west = lines["w"]
    assert west.tiles == ("wheat_field-1", "foundry-1", "odeon-1", "garden-1", "forum")
    assert west.cells == ((4, 0), (3, 0), (2, 0), (1, 0), (0, 0))
    assert west.gains == {"denarii": 4}, "three of the Foundry and one for the grain above six"
    assert west.points == (1, 0, 0)
    assert west.asks == ("garden-1", "forum")
    assert west.takes == (state.culture[0][-1],)


def test_res_05_a_preview_counts_earlier_tiles_and_changes_nothing():
    state = lay(lay(table(), "market-1", 1, 0), "wheat_field-1", 2, 0)
    given = at(state, TakeTurn(ALICE)).choose(ALICE, "residence").choose(ALICE, "cell:3,0")
    before = deepcopy(given.state)
    west = given.look().turn.lines[3]

    assert west.gains == {"grain": 1, "denarii": 1}
    assert given.state == before


def test_res_05_the_view_shows_progress_along_the_chosen_line():
    state = lay(lay(table(), "forest-1", 1, 0), "orchard-1", 2, 0)
    given = at(state, TakeTurn(ALICE)).choose(ALICE, "residence").choose(ALICE, "cell:3,0")
    turn = given.choose(ALICE, "direction:w").look().turn

    assert (turn.direction, turn.line, turn.reached) == ("w", ((2, 0), (1, 0), (0, 0)), 1)
    assert turn.lines == ()
