"""Building: payment, placement and consequences. BUILD"""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minerva.actions.placing import MOST_CELLS, open_cell_options
from engine.minerva.content.words import place_in
from engine.minerva.phases.turn import NextTurn, TakeTurn
from engine.minerva.state.facts import EffectDeclined, Gained, TempleRevealed, TileBuilt
from engine.minerva.state.measures import cells_of, open_cells, surrounding
from engine.minerva.state.state import MinervaState, Placed
from tests.engine.minerva.table import ALICE, BOB, at, facts_of, hold, lay, show, table, take_tile
from tests.engine.situation import Situation


def turn(state: MinervaState) -> Situation[MinervaState]:
    return at(state, TakeTurn(ALICE))


def builds(state: MinervaState) -> list[str]:
    return [key.removeprefix("build:") for key in turn(state).keys(ALICE) if key.startswith("build:")]


def offer_temple(state: MinervaState, temple: str) -> MinervaState:
    """Make this the only open temple."""
    take_tile(state, temple)
    state.temple_stack += state.temples
    state.temples = [temple]
    return state


def test_build_01_starting_normal_buildings_and_open_temples_may_be_built():
    state = hold(show(table(), ("market-1",), ("forest-1",)), denarii=50)
    state.temples = state.temples[:1]

    assert builds(state) == [state.temples[0], "forest-1", "market-1"], "in the order of the picture"


def test_build_01_identical_tiles_are_offered_once():
    assert builds(show(table(), ("forest-1",), ("quarry-1",), ("forest-2",))) == ["forest-1", "quarry-1"]


def test_build_02_the_printed_cost_goes_to_the_supply():
    given = turn(hold(show(table(), ("marble_quarry-1",)), grain=2, wood=2, stone=1))
    then = given.choose(ALICE, "build:marble_quarry-1")

    assert then.state.players[ALICE].resources == [1, 1, 1, 0]


def test_build_02_a_tile_without_cost_is_free():
    then = turn(hold(show(table(), ("orchard-1",)), grain=1, denarii=1)).choose(ALICE, "build:orchard-1")

    assert (then.state.players[ALICE].resources, then.state.players[ALICE].denarii) == ([1, 0, 0, 0], 1)


@pytest.mark.parametrize(
    ("held", "denarii", "left", "rest"),
    [
        ({"grain": 1}, 9, [0, 0, 0, 0], 0),
        ({"grain": 1, "stone": 1}, 9, [0, 0, 0, 0], 3),
        ({"grain": 1, "stone": 2, "ore": 1}, 9, [0, 0, 0, 0], 9),
        ({"wood": 3}, 12, [0, 3, 0, 0], 0),
    ],
)
def test_build_03_three_denarii_replace_each_missing_token(held, denarii, left, rest):
    given = turn(hold(show(table(), ("triumphal_arch-1",)), denarii=denarii, **held))
    then = given.choose(ALICE, "build:triumphal_arch-1")

    assert (then.state.players[ALICE].resources, then.state.players[ALICE].denarii) == (left, rest)


def test_build_03_the_log_names_the_payment():
    given = turn(hold(show(table(), ("marble_quarry-1",)), grain=1, denarii=3))
    then = given.choose(ALICE, "build:marble_quarry-1").choose(ALICE, "cell:1,0")

    assert facts_of(then, TileBuilt) == [TileBuilt(ALICE, "marble_quarry-1", 1, 0, (1, 0, 0, 0), 3, (("w", "forum"),))]


def test_build_04_an_unaffordable_tile_needs_a_sale_first():
    state = hold(show(table(), ("foundry-1",)), grain=1, denarii=2)
    given = turn(state)

    with pytest.raises(NotAnOption):
        given.choose(ALICE, "build:foundry-1")
    sold = given.choose(ALICE, "sell")
    assert "build:foundry-1" in sold.keys(ALICE), "she had only one grain to sell"
    assert sold.choose(ALICE, "build:foundry-1").state.players[ALICE].denarii == 0


def test_build_04_selling_a_needed_resource_raises_the_price():
    state = hold(show(table(), ("market-1",)), grain=1, denarii=1)

    assert builds(state) == ["market-1"]
    assert "build:market-1" not in turn(state).choose(ALICE, "sell").keys(ALICE)


def test_build_05_a_tile_must_share_an_edge_with_another_tile():
    state = show(lay(table(), "residence", 1, 0), ("forest-1",))
    given = turn(state).choose(ALICE, "build:forest-1")

    assert given.keys(ALICE) == ("cell:0,-1", "cell:1,-1", "cell:-1,0", "cell:2,0", "cell:0,1", "cell:1,1")
    assert [option.target for option in given.decision_of(ALICE).options] == list(given.keys(ALICE))
    with pytest.raises(NotAnOption):
        given.choose(ALICE, "cell:2,1")
    with pytest.raises(NotAnOption):
        given.choose(ALICE, "cell:1,0")


def test_build_05_the_tile_is_placed_on_the_chosen_cell():
    then = turn(show(table(), ("forest-1",))).choose(ALICE, "build:forest-1").choose(ALICE, "cell:0,1")

    assert then.state.players[ALICE].city[-1] == Placed("forest-1", 0, 1)


def test_build_05_holes_inside_a_city_can_be_filled():
    ring = [Placed("forest-1", x, y) for x, y in ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2))]

    assert (1, 1) in open_cells(ring)
    assert len(open_cells(ring)) == 13


def test_build_05_each_cell_names_the_tiles_beside_it():
    cells = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (1, 1))
    names = ("market-1", "forest-1", "mine-1", "residence", "odeon-1", "garden-1", "foundry-1", "forum", "stables-1")
    city = [Placed(name, x, y) for name, (x, y) in zip(names, cells, strict=True)]

    for laid in (*(city[:size] for size in range(1, len(city) + 1)), city[:3] + city[4:], city[::-1]):
        options = open_cell_options(tuple(laid))
        assert list(options) == open_cells(laid)
        assert [option.label for option in options.values()] == [place_in(cells_of(laid), x, y) for x, y in options]


def test_build_05_the_row_is_asked_first_if_there_are_many_cells():
    state = show(table(), ("forest-1",))
    state.players[ALICE].city += [Placed("market-1", x, 0) for x in range(1, 30)]
    given = turn(state).choose(ALICE, "build:forest-1")

    assert len(open_cells(state.players[ALICE].city)) > MOST_CELLS
    assert given.keys(ALICE) == ("row:-1", "row:0", "row:1")
    assert [option.target for option in given.decision_of(ALICE).options] == ["cell:0,-1", "cell:-1,0", "cell:0,1"]
    row = given.choose(ALICE, "row:0")
    assert row.keys(ALICE) == ("cell:-1,0", "cell:30,0")
    assert row.choose(ALICE, "cell:30,0").state.players[ALICE].city[-1] == Placed("forest-1", 30, 0)


def test_build_06_a_placed_tile_stays_where_it_is():
    state = show(lay(lay(table(), "residence", 1, 0), "market-1", 0, 1), ("forest-1",))
    then = turn(state).choose(ALICE, "build:forest-1").choose(ALICE, "cell:0,-1")

    assert then.state.players[ALICE].city[:-1] == state.players[ALICE].city


def test_build_07_no_orientation_is_asked():
    then = turn(show(table(), ("forest-1",))).choose(ALICE, "build:forest-1").choose(ALICE, "cell:0,1")

    assert then.is_over, "the log needs no further line"


def test_build_08_a_special_tile_is_used_immediately_or_never():
    state = hold(show(table(), ("refectory-1",)), grain=1)
    given = turn(state).choose(ALICE, "build:refectory-1").choose(ALICE, "cell:1,0")

    assert "decline" in given.keys(ALICE)
    declined = given.choose(ALICE, "decline")
    assert facts_of(declined, EffectDeclined) == [EffectDeclined(ALICE, "refectory-1")]
    later = at(declined.state, TakeTurn(ALICE)).choose(ALICE, "residence").choose(ALICE, "cell:2,0")
    assert facts_of(later.choose(ALICE, "direction:w"), Gained) == [], "RES-06: an activation passes over it"
    assert later.choose(ALICE, "direction:w").keys(ALICE)[0] == "kinds:grain", "and reaches the Forum behind"


def test_build_08_a_useless_effect_does_not_prevent_building():
    state = hold(show(table(), ("circus-1",)), wood=1)
    then = turn(state).choose(ALICE, "build:circus-1").choose(ALICE, "cell:1,0")

    assert then.is_over
    assert then.state.players[ALICE].city[-1].tile == "circus-1"


def test_build_10_building_activates_nothing():
    state = show(lay(table(), "forest-2", 1, 0), ("forest-1",))
    then = turn(state).choose(ALICE, "build:forest-1").choose(ALICE, "cell:2,0")

    assert facts_of(then, Gained) == []
    assert then.state.players[ALICE].resources == [0, 0, 0, 0]


def test_build_11_a_built_temple_is_replaced_from_the_stack():
    state = hold(offer_temple(table(), "annona"), denarii=9)
    top = state.temple_stack[-1]
    given = turn(state).choose(ALICE, "build:annona")
    then = given.choose(ALICE, "cell:1,0")

    assert given.state.temples == [], "not before the action ends"
    assert (then.state.temples, facts_of(then, TempleRevealed)) == ([top], [TempleRevealed(top)])
    assert then.revealed, "a reveal can't be undone"


def test_build_11_an_empty_stack_leaves_the_row_shorter():
    state = hold(offer_temple(table(), "annona"), denarii=9)
    state.temple_stack = []
    then = turn(state).choose(ALICE, "build:annona").choose(ALICE, "cell:1,0")

    assert then.state.temples == []
    assert not then.revealed


def test_build_12_other_tiles_stay_on_display_and_are_not_replaced():
    state = show(table(), ("forest-1",), ("quarry-1",))
    then = turn(state).choose(ALICE, "build:forest-1").choose(ALICE, "cell:1,0")

    assert then.state.lots == [("quarry-1",)]
    assert then.state.deck == state.deck


def test_build_13_points_of_the_baths_are_claimed_before_turn_end():
    state = hold(show(table(), ("public_baths-1",)), wood=1, stone=1)
    lay(state, "odeon-1", 1, 0)
    top = state.culture[0][-1]
    state.turn = None
    given = at(state, NextTurn(ALICE)).choose(ALICE, "build:public_baths-1").choose(ALICE, "cell:2,0")
    then = given.choose(ALICE, "activate:1,0")

    assert then.state.players[ALICE].culture_tiles == [top], "only one tile is adjacent, so nothing is asked"
    assert [decision.seat for decision in then.pending] == [BOB]


def test_eff_05_surrounding_means_eight_cells_in_reading_order():
    city = [Placed("market-1", x, y) for y in range(-2, 3) for x in range(-2, 3)]

    assert [(near.x, near.y) for near in surrounding(city, 0, 0)] == [
        (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
    ]  # fmt: skip
