"""END and TIE: the end of the game and its winner."""

import pytest

from engine.kernel.play import result
from engine.kernel.refusals import Refusal
from engine.minos_classic.content.box import the_box
from engine.minos_classic.game import GAME
from engine.minos_classic.state.ending import is_dead, placings
from engine.minos_classic.state.facts import GameEnded
from tests.engine.minos_classic.battles import rolls
from tests.engine.minos_classic.tables import ANN, BOB, CLEO, D, H, S, W, acting, table

SITES = the_box().site_ids
CITY = (D, H, W, D)


def almost(cities: int = 2, empty: int = 1) -> dict[str, tuple[str, ...]]:
    """Return stacks of buildings. From the west, there are `cities` cities, then single buildings, then `empty` empty
    sites."""
    stacks: dict[str, tuple[str, ...]] = {site: (D,) if number < 18 else (H,) for number, site in enumerate(SITES)}
    stacks |= dict.fromkeys(SITES[:cities], CITY)
    return stacks | dict.fromkeys(SITES[len(SITES) - empty :], ())


LAST = SITES[-1]


def test_end_1_all_sites_and_two_cities_end_the_game():
    then = acting(table({ANN: f"{LAST} s_malaka"}, stacks=almost(), building=1)).choose(ANN, f"build:{LAST}")

    then = then.choose(ANN, "kind:warehouse")

    assert then.is_over
    assert then.facts[-1] == GameEnded("complete", 2, (ANN,))
    assert result(GAME, then.position)[0].seat == ANN


def test_end_1_the_game_continues_with_one_city_or_empty_sites():
    one = acting(table({ANN: LAST}, stacks=almost(cities=1), building=1)).choose(ANN, f"build:{LAST}")
    assert not one.choose(ANN, "kind:warehouse").is_over
    gap = acting(table({ANN: LAST}, stacks=almost(empty=2), building=1)).choose(ANN, f"build:{LAST}")
    assert not gap.choose(ANN, "kind:warehouse").is_over


def test_end_2_ownerless_colonies_and_cities_count():
    given = acting(table({ANN: LAST}, stacks=almost(), building=1))
    assert all(site.holder is None for site in given.look().sites[:-1])

    assert given.choose(ANN, f"build:{LAST}").choose(ANN, "kind:warehouse").is_over


def test_end_3_the_marker_furthest_ahead_wins():
    laid = table({ANN: "s_pylos", BOB: "s_kyme", CLEO: "s_taras"}, seats=3, stacks={"s_pylos": (D,), "s_kyme": (S, W)})

    assert [(placing.seat, placing.place, placing.score) for placing in placings(laid)] == [
        (BOB, 1, 4),
        (ANN, 2, 1),
        (CLEO, 3, 0),
    ]


def test_end_3_the_score_sheet_separates_cities_from_colonies():
    """VALUE-3: the scores for cities and colonies add up to the marker's value."""
    laid = table({ANN: "s_pylos s_kyme"}, stacks={"s_pylos": CITY, "s_kyme": (S, W)})

    first, second = placings(laid)

    assert (first.parts, first.score) == ({"cities": 6, "colonies": 4}, 10)
    assert (second.parts, second.score) == ({"cities": 0, "colonies": 0}, 0)


def test_end_3_there_is_no_result_before_the_end():
    with pytest.raises(Refusal):
        result(GAME, acting(table()).position)


def test_end_4_money_does_not_score():
    laid = table({ANN: "s_pylos"}, stacks={"s_pylos": (D,)})
    laid.players[BOB].talents = 999

    assert placings(laid)[0].seat == ANN
    assert placings(laid)[1].score == 0


def test_end_5_the_last_player_left_wins_immediately():
    laid = table({ANN: "z_fish", BOB: "z_ausonian_sea"}, movement=1)
    laid.players[ANN].talents = 0

    then = acting(laid).choose(ANN, "move:z_fish").choose(ANN, "to:z_ausonian_sea", loaded=rolls())

    assert then.is_over
    assert then.facts[-1] == GameEnded("survivor", 2, (ANN,))
    assert [(placing.seat, placing.place) for placing in result(GAME, then.position)] == [(ANN, 1), (BOB, 2)]


def test_end_6_a_dead_position_ends_after_the_round():
    threes = dict.fromkeys(SITES[:5], (S, S, S)) | dict.fromkeys(SITES[5:10], (D, D, D))
    threes |= dict.fromkeys(SITES[10:15], (H, H, H))
    laid = table({ANN: LAST}, stacks=threes, building=3, first=BOB)
    founded = acting(laid).choose(ANN, f"build:{LAST}").choose(ANN, "kind:harbour")
    assert not founded.state.is_dead, "14 empty sites need 14 other buildings, and cities need only walls"

    wasted = founded.choose(ANN, f"build:{LAST}").choose(ANN, "kind:harbour")

    assert wasted.state.is_dead
    assert not wasted.is_over, "the round is played to its end"
    over = wasted.choose(ANN, "end")
    assert over.is_over
    assert GameEnded("dead", 2, (ANN,)) in over.facts


def test_end_6_the_supply_decides_if_a_position_is_dead():
    laid = table()
    laid.stacks = [(D,)] * 29 + [()]
    laid.supply = {D: 7, H: 0, S: 0, W: 2}
    assert not is_dead(laid), "two cities need four more other buildings and two walls, the empty site needs one"
    laid.supply = {D: 4, H: 0, S: 0, W: 2}
    assert is_dead(laid), "five are needed"
    laid.supply = {D: 5, H: 0, S: 0, W: 2}
    assert not is_dead(laid)
    laid.supply = {D: 5, H: 0, S: 0, W: 1}
    assert is_dead(laid), "two walls are needed"
    laid.stacks[0] = laid.stacks[1] = CITY
    laid.supply = {D: 1, H: 0, S: 0, W: 0}
    assert not is_dead(laid)
    laid.supply = {D: 0, H: 0, S: 0, W: 5}
    assert is_dead(laid)


def test_end_6_only_sites_without_a_wall_need_one():
    laid = table()
    laid.stacks = [(D, W)] * 2 + [(D,)] * 28
    laid.supply = {D: 4, H: 0, S: 0, W: 0}
    assert not is_dead(laid), "the two sites with walls become the cities"
    laid.stacks = [(D, W)] + [(D,)] * 29
    laid.supply = {D: 20, H: 20, S: 20, W: 0}
    assert is_dead(laid), "one wall is missing, and other buildings can't replace it"


def test_end_6_an_empty_site_that_becomes_a_city_is_counted_once():
    laid = table()
    laid.stacks = [CITY] + [()] * 29
    laid.supply = {D: 31, H: 0, S: 0, W: 1}
    assert not is_dead(laid), "three for the city and one for each of the 28 other sites"
    laid.supply = {D: 30, H: 0, S: 0, W: 1}
    assert is_dead(laid)


def test_end_7_twenty_rounds_without_a_building_end_the_game():
    laid = table(rounds_without_building=19, first=BOB)
    over = acting(laid).choose(ANN, "end")
    assert over.is_over
    assert GameEnded("stalemate", 2, (ANN, BOB)) in over.facts
    assert not acting(table(rounds_without_building=18, first=BOB)).choose(ANN, "end").is_over

    built = acting(table({ANN: "s_pylos"}, rounds_without_building=19, first=BOB, building=1))
    then = built.choose(ANN, "build:s_pylos").choose(ANN, "kind:dwelling").choose(ANN, "end")
    assert not then.is_over
    assert then.state.rounds_without_building == 0
    assert not then.state.has_built_this_round, "the count starts again in the next round"


def test_tie_1_money_breaks_ties_of_markers():
    laid = table(seats=3)
    laid.players[BOB].talents = 26

    assert [(placing.seat, placing.place) for placing in placings(laid)] == [(BOB, 1), (ANN, 2), (CLEO, 2)]
    assert [placing.tie_breaks["TIE-1"] for placing in placings(laid)] == [26, 25, 25]


def test_tie_2_a_remaining_tie_shares_the_place():
    assert [placing.place for placing in placings(table(seats=4))] == [1, 1, 1, 1]
