"""Culture points and culture tiles. CULT"""

from engine.minerva.effects.interpreter import ClaimCulture
from engine.minerva.phases.residences import ChooseDirection
from engine.minerva.phases.turn import EndTurn, TakeTurn
from engine.minerva.state.facts import CultureTaken
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, at, facts_of, lay, table
from tests.engine.situation import Situation

THEATRE, ART, UNIVERSITY = range(3)


def claim(points: list[int], state: MinervaState | None = None) -> Situation[MinervaState]:
    """Return the game after Alice claims culture tiles for these points."""
    state = state or table()
    state.on_turn.points = points
    return at(state, ClaimCulture(ALICE))


def tiles_of_alice(situation: Situation[MinervaState]) -> list[str]:
    return situation.state.players[ALICE].culture_tiles


def put_on_top(art: int, tile: str) -> MinervaState:
    """Return a table with that tile on top of its pile."""
    state = table()
    pile = state.culture[art]
    state.culture[art] = pile[: pile.index(tile) + 1]
    return state


def test_cult_04_a_point_per_symbol_wins_the_top_tile():
    assert tiles_of_alice(claim([1, 0, 0])) == ["culture-theatre-1"]
    assert tiles_of_alice(claim([1, 0, 0], put_on_top(THEATRE, "culture-theatre-4"))) == []
    assert tiles_of_alice(claim([2, 0, 0], put_on_top(THEATRE, "culture-theatre-4"))) == ["culture-theatre-4"]
    assert tiles_of_alice(claim([2, 0, 0], put_on_top(THEATRE, "culture-theatre-8"))) == []
    assert tiles_of_alice(claim([3, 0, 0], put_on_top(THEATRE, "culture-theatre-8"))) == ["culture-theatre-8"]


def test_cult_04_categories_are_independent_and_nobody_is_asked():
    then = claim([1, 0, 2])

    assert tiles_of_alice(then) == ["culture-theatre-1", "culture-university-1"]
    assert then.is_over, "a claim cannot be refused"
    assert facts_of(then, CultureTaken)[0] == CultureTaken(ALICE, "culture-theatre-1", "")


def test_cult_04_an_empty_pile_gives_nothing():
    state = table()
    state.culture[ART] = ()

    assert tiles_of_alice(claim([0, 9, 0], state)) == []


def test_cult_05_cult_06_a_turn_wins_one_tile_per_category():
    then = claim([9, 0, 0])

    assert tiles_of_alice(then) == ["culture-theatre-1"]
    assert then.state.culture[THEATRE][-1] == "culture-theatre-3"


def test_res_12_and_cult_04_culture_tiles_are_claimed_after_the_line():
    state = table()
    for place, tile in enumerate(("odeon-1", "garden-1", "foundry-1"), 1):
        lay(state, tile, 0, place)
    lay(state, "residence", 0, 4)
    state.on_turn.act, state.on_turn.tile, state.on_turn.is_laid = "residence", "residence", True
    state.on_turn.x, state.on_turn.y = 0, 4
    state.culture[THEATRE] = state.culture[THEATRE][:3]

    asked = at(state, ChooseDirection(ALICE)).choose(ALICE, "direction:n")
    assert asked.decision_of(ALICE).rule == "CULT-03"
    assert tiles_of_alice(asked) == [], "the Odeon is still to come"
    forum = asked.choose(ALICE, "culture:theatre")
    assert tiles_of_alice(forum) == [], "the Forum is the last tile"
    assert tiles_of_alice(forum.choose(ALICE, "kinds:grain")) == ["culture-theatre-4"]


def test_cult_07_and_turn_08_leftover_points_are_lost_at_turn_end():
    state = table()
    state.on_turn.points, state.players[BOB].denarii = [1, 1, 1], 5

    given = at(state, TakeTurn(ALICE), EndTurn(ALICE))
    then = given.choose(ALICE, "pass")

    assert then.state.on_turn.seat == BOB
    assert then.state.on_turn.points == [0, 0, 0]


def test_cult_08_culture_tiles_are_kept_permanently():
    state = table()
    state.players[ALICE].culture_tiles = ["culture-theatre-1"]
    state.culture[THEATRE] = state.culture[THEATRE][:-1]

    assert tiles_of_alice(claim([1, 0, 0], state)) == ["culture-theatre-1", "culture-theatre-3"]
