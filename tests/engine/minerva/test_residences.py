"""Residences, assistants, and the lines they activate. RES, ASSIST"""

from copy import deepcopy

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minerva.content.terms import RESIDENCE
from engine.minerva.phases.turn import TakeTurn
from engine.minerva.state.facts import AssistantPlaced, CultureTaken, Gained, LineChosen, ResidenceBuilt
from engine.minerva.state.state import MinervaState, Placed
from tests.engine.minerva.table import ALICE, at, facts_of, hold, lay, table
from tests.engine.situation import Situation


def row(state: MinervaState, *tiles: str) -> MinervaState:
    """Place these tiles in a row to the right of the Forum."""
    for x, tile in enumerate(tiles, 1):
        if tile:
            lay(state, tile, x, 0)
    return state


def build(state: MinervaState, x: int, y: int) -> Situation[MinervaState]:
    """Return the game after Alice placed a residence there."""
    return at(state, TakeTurn(ALICE)).choose(ALICE, "residence").choose(ALICE, f"cell:{x},{y}")


def activate(state: MinervaState, x: int, y: int, direction: str) -> Situation[MinervaState]:
    return build(state, x, y).choose(ALICE, f"direction:{direction}")


def test_res_01_a_residence_from_the_supply_is_free_and_adjacent():
    given = at(hold(table(), denarii=2), TakeTurn(ALICE)).choose(ALICE, "residence")
    then = given.choose(ALICE, "cell:0,1")

    assert given.keys(ALICE) == ("cell:0,-1", "cell:-1,0", "cell:1,0", "cell:0,1")
    assert facts_of(then, ResidenceBuilt) == [ResidenceBuilt(ALICE, 0, 1, (("n", "forum"),))]
    assert then.state.players[ALICE].city[-1] == Placed(RESIDENCE, 0, 1)
    assert (then.state.players[ALICE].residences, then.state.players[ALICE].denarii) == (8, 2)


def test_res_01_without_residences_the_action_is_not_offered():
    state = table()
    state.players[ALICE].residences = 0

    assert "residence" not in at(hold(state, denarii=9), TakeTurn(ALICE)).keys(ALICE)


def test_res_02_and_res_03_empty_directions_may_be_chosen_too():
    given = build(table(), 1, 0)

    assert given.decision_of(ALICE).rule == "RES-02"
    assert given.keys(ALICE) == ("direction:n", "direction:e", "direction:s", "direction:w")
    assert [option.target for option in given.decision_of(ALICE).options] == [
        "cell:1,-1",
        "cell:2,0",
        "cell:1,1",
        "cell:0,0",
    ]
    then = given.choose(ALICE, "direction:e")
    assert then.is_over
    assert facts_of(then, LineChosen) == [LineChosen(ALICE, 1, 0, "e", ())]


def test_res_03_a_direction_that_begins_with_a_residence_activates_nothing():
    state = lay(row(table(), "forest-1", "residence"), "residence", 3, 0)
    then = activate(lay(state, "quarry-1", 4, 1), 4, 0, "w")

    assert facts_of(then, Gained) == []
    assert then.is_over


def test_res_02_the_direction_is_not_asked_if_no_line_has_effects():
    state = lay(table(), "residence", 1, 0)
    then = build(state, 2, 0)

    assert then.is_over, "next to nothing but a residence"


def test_res_04_the_line_is_activated_nearest_first():
    then = activate(row(table(), "forest-1", "quarry-1", "market-1"), 4, 0, "w")

    assert [fact.source for fact in facts_of(then, Gained)] == ["quarry-1", "forest-1"], "no grain yet for the market"
    assert facts_of(then, LineChosen) == [LineChosen(ALICE, 4, 0, "w", ("market-1", "quarry-1", "forest-1", "forum"))]


def test_res_04_each_tile_is_resolved_before_the_next():
    state = row(table(), "forest-1", "gravel_pit-1")
    given = activate(state, 3, 0, "w")

    assert given.decision_of(ALICE).rule == "EFF-04"
    assert given.state.players[ALICE].resources == [0, 0, 0, 0], "the forest waits"
    assert given.choose(ALICE, "side:1").state.players[ALICE].resources == [0, 1, 1, 0]


@pytest.mark.parametrize("stop", ["", "residence"])
def test_res_05_the_line_ends_at_the_first_gap_or_residence(stop):
    state = lay(row(table(), "forest-1", stop, "quarry-1", "market-1"), "mine-1", 4, 1)
    then = activate(state, 5, 0, "w")

    assert facts_of(then, LineChosen)[0].tiles == ("market-1", "quarry-1")
    assert then.state.players[ALICE].resources == [0, 0, 1, 0]


def test_res_05_lines_run_up_and_down_as_well():
    state = lay(lay(lay(table(), "forest-1", 0, 1), "quarry-1", 0, 2), "mine-1", 1, 3)

    assert facts_of(activate(state, 0, 3, "n"), LineChosen)[0].tiles == ("quarry-1", "forest-1", "forum")
    assert facts_of(activate(state, 0, -1, "s"), LineChosen)[0].tiles == ("forum", "forest-1", "quarry-1")


def test_res_06_special_tiles_and_temples_do_not_stop_a_line():
    state = row(table(), "forest-1", "circus-1", "annona")
    then = activate(state, 4, 0, "w")

    assert [fact.source for fact in facts_of(then, Gained)] == ["forest-1"]
    assert then.keys(ALICE)[0] == "kinds:grain", "and the Forum behind them is reached"


def test_res_07_a_residence_itself_has_no_effect():
    then = build(lay(table(), "residence", -1, 0), -2, 0)

    assert then.is_over
    assert facts_of(then, Gained) == []


def test_res_10_earlier_tiles_of_a_line_affect_later_ones():
    grain_first = activate(row(table(), "market-1", "wheat_field-1"), 3, 0, "w")
    market_first = activate(row(table(), "wheat_field-1", "market-1"), 3, 0, "w")

    assert grain_first.state.players[ALICE].denarii == 1
    assert market_first.state.players[ALICE].denarii == 0


def test_res_10_and_sell_03_a_sale_between_tiles_affects_later_ones():
    state = hold(row(table(), "recruiting_office-1"), grain=2)
    given = activate(state, 2, 0, "w")

    assert given.keys(ALICE) == ("times:0", "sell"), "a sale could pay for it, so it is asked"
    sold = given.choose(ALICE, "sell").choose(ALICE, "sell:grain:2")
    assert sold.choose(ALICE, "times:1").state.players[ALICE].glory == 1


def test_res_12_points_are_claimed_after_the_last_tile():
    state = row(table(), "odeon-1")
    top = state.culture[0][-1]
    given = activate(state, 2, 0, "w")

    assert given.state.players[ALICE].culture_tiles == [], "the Forum is not resolved yet"
    assert facts_of(given.choose(ALICE, "kinds:wood"), CultureTaken) == [CultureTaken(ALICE, top, "")]


def test_res_13_a_residence_and_its_assistant_activate_a_line_each():
    state = row(table(), "forest-1")
    then = activate(state, 1, 1, "n")

    assert then.is_over
    assert then.state.players[ALICE].resources == [0, 1, 0, 0]

    state = deepcopy(then.state)
    state.players[ALICE].assistants = 2
    again = at(state, TakeTurn(ALICE)).choose(ALICE, "assistant").choose(ALICE, "direction:n")
    assert again.state.players[ALICE].resources == [0, 2, 0, 0]
    assert "assistant" not in at(again.state, TakeTurn(ALICE)).keys(ALICE)


def place_assistants(*residences: tuple[int, int], assistants: int = 1) -> MinervaState:
    state = row(table(), "forest-1")
    for x, y in residences:
        lay(state, RESIDENCE, x, y)
    state.players[ALICE].assistants = assistants
    return state


def test_assist_01_an_assistant_goes_onto_a_residence_without_an_assistant():
    state = lay(place_assistants((1, 1), (2, 0)), RESIDENCE, 0, 1, has_assistant=True)
    given = at(state, TakeTurn(ALICE)).choose(ALICE, "assistant")

    assert given.decision_of(ALICE).rule == "ASSIST-01"
    assert given.keys(ALICE) == ("residence:2,0", "residence:1,1")
    then = given.choose(ALICE, "residence:1,1")
    assert facts_of(then, AssistantPlaced) == [AssistantPlaced(ALICE, 1, 1, (("n", "forest-1"), ("w", "residence")))]
    assert then.state.players[ALICE].assistants == 0
    assert Placed(RESIDENCE, 1, 1, has_assistant=True) in then.state.players[ALICE].city


@pytest.mark.parametrize(("assistants", "residences"), [(0, [(1, 1)]), (1, [])])
def test_assist_01_the_action_needs_an_assistant_and_a_free_residence(assistants, residences):
    state = place_assistants(*residences, assistants=assistants)

    assert "assistant" not in at(state, TakeTurn(ALICE)).keys(ALICE)


def test_assist_02_a_residence_never_gets_a_second_assistant():
    given = at(place_assistants((1, 1), (2, 0), assistants=2), TakeTurn(ALICE)).choose(ALICE, "assistant")
    then = at(given.choose(ALICE, "residence:1,1").state, TakeTurn(ALICE))

    assert then.choose(ALICE, "assistant").state.players[ALICE].assistants == 0, "one is left, so it is not asked"
    with pytest.raises(NotAnOption):
        then.choose(ALICE, "assistant").choose(ALICE, "residence:1,1")


def test_assist_03_an_assistant_may_activate_the_same_direction_again():
    built = activate(place_assistants(), 1, 1, "n")
    then = at(built.state, TakeTurn(ALICE)).choose(ALICE, "assistant")

    assert then.keys(ALICE)[:4] == ("direction:n", "direction:e", "direction:s", "direction:w")
    assert then.choose(ALICE, "direction:n").state.players[ALICE].resources == [0, 2, 0, 0]


def test_assist_04_a_new_residence_may_get_an_assistant_immediately():
    built = activate(place_assistants(), 2, 0, "w").choose(ALICE, "kinds:ore")

    assert at(built.state, TakeTurn(ALICE)).choose(ALICE, "assistant").decision_of(ALICE).rule == "RES-02"
