"""Special tiles: Triumphal Arch, Elevated Aqueduct, Circus, Public Baths. BLDG-17 to BLDG-22"""

import pytest

from engine.kernel.refusals import NotAnOption
from engine.minerva.content.terms import RESIDENCE
from engine.minerva.phases.building import RevealTemple, UseBuilding
from engine.minerva.phases.turn import NextTurn
from engine.minerva.state.facts import (
    CultureTaken,
    EffectDeclined,
    Gained,
    ResidenceRemoved,
    TempleRevealed,
    TileMoved,
    TileReached,
)
from engine.minerva.state.state import MinervaState, Placed
from tests.engine.minerva.table import ALICE, at, facts_of, hold, lay, table
from tests.engine.situation import Situation


def build_special(state: MinervaState, tile: str, x: int, y: int) -> Situation[MinervaState]:
    """Return the game after Alice has built that special tile there."""
    lay(state, tile, x, y)
    turn = state.on_turn
    turn.act, turn.tile, turn.x, turn.y, turn.is_laid = "build", tile, x, y, True
    return at(state, UseBuilding(ALICE), RevealTemple(tile))


def test_bldg_17_bldg_17a_the_arch_takes_any_top_tile():
    state = table()
    tops = [pile[-1] for pile in state.culture]
    given = build_special(state, "triumphal_arch-1", 1, 0)

    assert given.decision_of(ALICE).rule == "BLDG-17a"
    assert given.keys(ALICE) == ("take:theatre", "take:art", "take:university", "decline")
    then = given.choose(ALICE, "take:art")
    assert then.state.players[ALICE].culture_tiles == [tops[1]]
    assert facts_of(then, CultureTaken) == [CultureTaken(ALICE, tops[1], "triumphal_arch-1")]


def test_bldg_17a_empty_piles_cannot_be_chosen():
    state = table()
    state.culture[0] = ()

    assert build_special(state, "triumphal_arch-1", 1, 0).keys(ALICE) == ("take:art", "take:university", "decline")
    state.culture = [(), (), ()]
    assert at(state, UseBuilding(ALICE)).is_over


def test_bldg_17a_the_arch_may_be_declined():
    then = build_special(table(), "triumphal_arch-1", 1, 0).choose(ALICE, "decline")

    assert facts_of(then, EffectDeclined) == [EffectDeclined(ALICE, "triumphal_arch-1")]
    assert then.state.players[ALICE].culture_tiles == []


def spread() -> MinervaState:
    """Return a table with Forum, forest, temple and special tile around cell 1,1, and two tiles further away."""
    state = table()
    lay(lay(lay(state, "forest-1", 1, 0), "annona", 2, 0), "refectory-1", 2, 1)
    return lay(lay(state, RESIDENCE, 0, 1), "quarry-1", 3, 1)


def test_bldg_19_bldg_19a_the_aqueduct_lifts_adjacent_tiles_except_residences():
    given = build_special(spread(), "elevated_aqueduct-1", 1, 1)

    assert given.decision_of(ALICE).rule == "BLDG-19a"
    assert given.keys(ALICE) == ("move:0,0", "move:1,0", "move:2,0", "move:2,1", "decline")


def test_bldg_19a_the_aqueduct_does_nothing_among_residences():
    state = table()
    state.players[ALICE].city = []
    lay(state, RESIDENCE, 0, 0)

    assert build_special(state, "elevated_aqueduct-1", 1, 0).is_over


def test_bldg_19b_a_lifted_tile_may_go_next_to_any_tile():
    given = build_special(spread(), "elevated_aqueduct-1", 1, 1).choose(ALICE, "move:2,0")

    assert given.decision_of(ALICE).rule == "BLDG-19b"
    assert "cell:2,0" not in given.keys(ALICE), "its original cell"
    assert "cell:4,1" in given.keys(ALICE), "next to the quarry, two cells away from the Aqueduct"
    assert "cell:2,-1" not in given.keys(ALICE), "it would touch no other tile"
    with pytest.raises(NotAnOption):
        given.choose(ALICE, "cell:1,1")


def test_bldg_19b_a_lifted_tile_may_split_the_city():
    state = lay(table(), "forest-1", 1, 0)
    given = build_special(state, "elevated_aqueduct-1", 2, 0).choose(ALICE, "move:1,0")

    assert "cell:-1,0" in given.keys(ALICE), "next to the Forum, although that leaves a gap"
    then = given.choose(ALICE, "cell:3,0")
    assert then.state.players[ALICE].city == [
        Placed("forum", 0, 0),
        Placed("forest-1", 3, 0),
        Placed("elevated_aqueduct-1", 2, 0),
    ]
    assert facts_of(then, TileMoved) == [
        TileMoved(ALICE, "forest-1", 3, 0, "elevated_aqueduct-1", (("w", "elevated_aqueduct-1"),))
    ]


def test_bldg_19c_a_moved_tile_is_not_built_again():
    state = hold(spread(), denarii=9)
    special = build_special(state, "elevated_aqueduct-1", 1, 1).choose(ALICE, "move:2,1").choose(ALICE, "cell:1,2")

    assert special.is_over, "the Refectory asks nothing"
    assert special.state.players[ALICE].denarii == 9

    temple = at(state, UseBuilding(ALICE), RevealTemple("elevated_aqueduct-1")).choose(ALICE, "move:2,0")
    assert facts_of(temple.choose(ALICE, "cell:1,2"), TempleRevealed) == []


def test_bldg_19_the_aqueduct_may_be_declined():
    then = build_special(spread(), "elevated_aqueduct-1", 1, 1).choose(ALICE, "decline")

    assert facts_of(then, EffectDeclined) == [EffectDeclined(ALICE, "elevated_aqueduct-1")]


def lay_ring() -> MinervaState:
    """Return a table with residences next to cell 1,0, diagonal to it (with an assistant), and two cells away."""
    state = lay(lay(table(), RESIDENCE, 1, 1), RESIDENCE, 3, 0)
    return lay(lay(state, RESIDENCE, 2, 1, has_assistant=True), RESIDENCE, 0, 1)


def test_bldg_20_bldg_20a_the_circus_removes_an_unassisted_residence():
    given = build_special(lay_ring(), "circus-1", 1, 0)

    assert given.decision_of(ALICE).rule == "BLDG-20a"
    assert given.keys(ALICE) == ("remove:0,1", "remove:1,1", "decline")
    then = given.choose(ALICE, "remove:1,1")
    assert facts_of(then, ResidenceRemoved) == [
        ResidenceRemoved(ALICE, 1, 1, "circus-1", (("n", "circus-1"), ("e", "residence")))
    ]
    player = then.state.players[ALICE]
    assert Placed(RESIDENCE, 1, 1) not in player.city
    assert (player.residences, player.removed) == (5, 1), "it does not go back to the supply"


def test_bldg_20a_the_circus_may_be_declined_or_find_no_residence():
    assert build_special(lay(table(), RESIDENCE, 1, 1, has_assistant=True), "circus-1", 1, 0).is_over
    then = build_special(lay_ring(), "circus-1", 1, 0).choose(ALICE, "decline")
    assert facts_of(then, EffectDeclined) == [EffectDeclined(ALICE, "circus-1")]


def lay_baths() -> MinervaState:
    """Return a table with Forum, forest, quarry, temple, special tile and residence around cell 1,1."""
    state = lay(lay(lay(table(), "forest-1", 1, 0), "annona", 2, 0), "refectory-1", 2, 1)
    return lay(lay(state, RESIDENCE, 0, 1), "quarry-1", 1, 2)


def test_bldg_21_and_bldg_21a_the_baths_activate_three_tiles_in_any_order():
    given = build_special(lay_baths(), "public_baths-1", 1, 1)

    assert given.decision_of(ALICE).rule == "BLDG-21a"
    second = given.choose(ALICE, "activate:1,2")
    assert facts_of(second, TileReached) == [TileReached(ALICE, "quarry-1", "public_baths-1")]
    assert second.keys(ALICE)[:3] == ("activate:0,0", "activate:1,0", "done"), "the same tile isn't offered again"
    third = second.choose(ALICE, "activate:0,0").choose(ALICE, "kinds:ore")
    then = third.choose(ALICE, "activate:1,0")
    assert then.is_over
    assert then.state.players[ALICE].resources == [0, 1, 1, 1]


def test_bldg_21a_the_baths_activate_at_most_three_tiles():
    state = lay(lay(lay_baths(), "mine-1", 0, 2), "mine-2", 2, 2)
    given = build_special(state, "public_baths-1", 1, 1)
    for cell in ("1,2", "0,2", "2,2"):
        given = given.choose(ALICE, f"activate:{cell}")

    assert given.is_over


def test_bldg_21a_and_build_09_the_baths_may_activate_fewer_tiles():
    given = build_special(lay_baths(), "public_baths-1", 1, 1)

    assert given.choose(ALICE, "done").is_over
    assert given.choose(ALICE, "activate:1,0").choose(ALICE, "done").state.players[ALICE].resources == [0, 1, 0, 0]


def test_bldg_21b_the_baths_skip_residences_temples_and_special_tiles():
    assert build_special(lay_baths(), "public_baths-1", 1, 1).keys(ALICE) == (
        "activate:0,0",
        "activate:1,0",
        "activate:1,2",
        "done",
    )
    state = table(4)
    state.players[ALICE].city = []
    lay(lay(lay(state, "triumphal_arch-1", 0, 0), "public_baths-2", 2, 0), "annona", 1, 1)
    assert build_special(state, "public_baths-1", 1, 0).is_over


def test_bldg_21b_each_tile_is_resolved_before_choosing_the_next():
    state = hold(lay(table(), "market-1", 1, 0), wood=1)
    given = build_special(lay(state, "wheat_field-1", 2, 1), "public_baths-1", 1, 1)
    grain_first = given.choose(ALICE, "activate:2,1").choose(ALICE, "activate:1,0")
    market_first = given.choose(ALICE, "activate:1,0").choose(ALICE, "activate:2,1")

    assert grain_first.state.players[ALICE].denarii == 1
    assert market_first.state.players[ALICE].denarii == 0


def test_bldg_21c_an_activated_tile_counts_around_itself():
    state = lay(lay(lay(table(), RESIDENCE, 0, 2), RESIDENCE, 2, 2), RESIDENCE, 3, -1)
    lay(state, "basilica-1", 2, 0)
    then = build_special(state, "public_baths-1", 1, 1).choose(ALICE, "activate:2,0")

    assert facts_of(then, Gained) == [Gained(ALICE, "denarii", 1, "basilica-1")], "the residence at 3,-1 only"


def test_bldg_21d_culture_is_claimed_after_the_last_tile():
    state = lay(lay(table(), "odeon-1", 1, 0), "festival_ground-1", 0, 1)
    state.culture[0] = state.culture[0][:2]  # two icons are needed now
    tops = [state.culture[0][-1], state.culture[1][-1]]
    given = build_special(state, "public_baths-1", 1, 1).choose(ALICE, "activate:1,0")

    assert facts_of(given, CultureTaken) == []
    then = given.choose(ALICE, "activate:0,1").choose(ALICE, "done")
    assert then.state.players[ALICE].culture_tiles == tops


def test_bldg_22_a_residence_costs_nothing_and_does_nothing():
    state = lay(table(), RESIDENCE, 1, 0)
    state.turn = None
    given = at(state, NextTurn(ALICE)).choose(ALICE, "residence").choose(ALICE, "cell:2,0")

    assert facts_of(given, Gained) == []
    assert given.state.players[ALICE].denarii == 0
