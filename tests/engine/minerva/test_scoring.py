"""Final scoring, temples, ties and titles. SCORE, TEMPLE, TIE, SOLO-16"""

import pytest

from engine.minerva.content.terms import PARTS
from engine.minerva.phases.scoring import FinalScoring
from engine.minerva.state.facts import GameEnded, Scored, TempleScored, TitleEarned
from engine.minerva.state.standings import placings, temple_scores, title_of
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, CARA, at, facts_of, hold, lay, table
from tests.engine.situation import Situation


def last_round(seats: int = 2, *orders: int) -> MinervaState:
    """Return the end of round 6. `orders` are the seats' order tiles, by default in seat order."""
    state = table(seats)
    state.round, state.turn, state.phase = 6, None, "glory"
    for seat, player in enumerate(state.players):
        player.order = orders[seat] if orders else seat + 1
    return state


def parts_of(state: MinervaState, seat: int = ALICE) -> dict[str, int]:
    """Return the seat's score by its parts."""
    then = at(state, FinalScoring())
    return dict(zip(PARTS, then.state.players[seat].scored, strict=True))


def temple_vp(state: MinervaState) -> int:
    """Return the VP of Alice's temples."""
    return sum(vp for _, vp in temple_scores(state.players[ALICE]))


def test_score_01_the_score_is_the_sum_of_five_items():
    state = hold(last_round(3, 2, 1, 3), denarii=4, grain=2, ore=3)
    player = state.players[ALICE]
    player.culture_tiles = ["culture-theatre-1", "culture-art-8"]
    player.glory_tiles = ["r5-1st", "r1-2nd"]
    lay(state, "vulcan", 1, 0)

    then = at(state, FinalScoring())

    assert dict(zip(PARTS, then.state.players[ALICE].scored, strict=True)) == {
        "culture": 9, "glory": 8, "temples": 6, "wealth": 3, "order": 2,
    }  # fmt: skip
    assert then.state.phase == "over"
    assert then.is_over
    assert [placing.score for placing in placings(then.state) if placing.seat == ALICE] == [28]
    assert Scored(ALICE, "culture", 9) in facts_of(then, Scored)


def test_score_02_culture_tiles_score_their_vp():
    state = last_round()
    state.players[ALICE].culture_tiles = ["culture-art-1", "culture-art-3", "culture-university-6"]

    assert parts_of(state)["culture"] == 2 + 3 + 5


def test_score_03_glory_tiles_score_their_vp():
    state = last_round()
    state.players[ALICE].glory_tiles = ["r6-1st", "r3-3rd"]

    assert parts_of(state)["glory"] == 9 + 1


def test_score_04_temples_are_logged_one_by_one():
    state = hold(last_round(), ore=2, wood=1)
    lay(state, "vulcan", 1, 0)
    lay(state, "silvanus", 2, 0)

    then = at(state, FinalScoring())

    assert facts_of(then, TempleScored) == [TempleScored(ALICE, "vulcan", 4), TempleScored(ALICE, "silvanus", 2)]


@pytest.mark.parametrize(("denarii", "tokens", "vp"), [(0, 2, 0), (3, 0, 1), (2, 1, 1), (2, 3, 1), (4, 5, 3)])
def test_score_05_money_and_resources_are_one_pool(denarii, tokens, vp):
    assert parts_of(hold(last_round(), denarii=denarii, grain=tokens))["wealth"] == vp


@pytest.mark.parametrize(("seats", "vp"), [(2, [3, 0]), (3, [3, 2, 0]), (4, [3, 2, 1, 0])])
def test_score_06_and_prep_03_all_order_tiles_except_the_highest_show_vp(seats, vp):
    state = last_round(seats)

    assert [parts_of(state, seat)["order"] for seat in range(seats)] == vp


def test_score_06_order_tiles_do_not_score_before_the_last_round():
    state = last_round(4)
    state.round = 5

    assert parts_of(state)["order"] == 0


def test_score_07_resources_counted_by_a_temple_score_again():
    state = hold(last_round(), stone=6)
    lay(state, "terminus", 1, 0)

    assert (parts_of(state)["temples"], parts_of(state)["wealth"]) == (12, 2)
    assert at(state, FinalScoring()).state.players[ALICE].resources == [0, 0, 6, 0]


def test_score_08_glory_tokens_assistants_and_residences_are_worth_nothing():
    state = hold(last_round(2, 2, 1), glory=9)
    state.players[ALICE].assistants = 5

    assert sum(parts_of(state).values()) == 0


@pytest.mark.parametrize(
    ("temple", "tile", "vp"),
    [
        ("ceres_court", "mine-1", 4), ("mercury_court", "foundry-1", 3), ("apollo_court", "odeon-1", 2),
        ("mars_court", "stables-1", 3), ("janus_court", "circus-1", 3), ("jupiter_court", "vulcan", 3),
        ("vesta_court", "residence", 2), ("ceres_way", "mine-1", 4), ("mercury_way", "foundry-1", 3),
        ("apollo_way", "odeon-1", 2), ("mars_way", "stables-1", 3), ("janus_way", "circus-1", 3),
        ("jupiter_way", "vulcan", 3), ("vesta_way", "residence", 2),
    ],
)  # fmt: skip
def test_temple_02_and_temple_06_each_tile_of_the_category_counts_once(temple, tile, vp):
    """The Forum next to the temple is a production building."""
    state = lay(lay(table(), temple, 1, 0), tile, 2, 0)

    own = [found for placed, found in temple_scores(state.players[ALICE]) if placed.tile == temple]
    assert own == [vp]


def test_temple_03_around_counts_only_the_eight_cells():
    state = lay(table(), "vesta_court", 5, 5)
    for x, y in ((4, 4), (5, 4), (6, 6), (5, 7), (7, 5), (3, 3)):
        lay(state, "residence", x, y)

    assert temple_vp(state) == 3 * 2


def test_temple_04_a_cross_counts_row_and_column_past_gaps():
    state = lay(table(), "vesta_way", 5, 5)
    for x, y in ((5, 4), (5, 1), (9, 5), (-3, 5), (4, 4), (6, 6)):
        lay(state, "residence", x, y)

    assert temple_vp(state) == 4 * 2


@pytest.mark.parametrize("temple", ["jupiter_court", "jupiter_way", "minerva_court", "minerva_way"])
def test_temple_05_a_temple_never_counts_itself(temple):
    assert temple_vp(lay(table(), temple, 7, 7)) == 0


@pytest.mark.parametrize("temple", ["minerva_court", "minerva_way"])
def test_temple_07_kinds_counts_each_category_once(temple):
    state = lay(table(), temple, 1, 0)
    for tile, x, y in (("mine-1", 1, 1), ("foundry-1", 2, 0), ("vulcan", 1, -1)):
        lay(state, tile, x, y)

    found = [vp for placed, vp in temple_scores(state.players[ALICE]) if placed.tile == temple]
    assert found == [3 * 2], "production (twice), commerce, temple"


def test_temple_07_a_temple_counts_at_most_seven_kinds():
    state = lay(table(), "minerva_court", 1, 0)
    around = [(x, y) for x in (0, 1, 2) for y in (-1, 0, 1) if (x, y) not in ((1, 0), (0, 0))]
    tiles = ("foundry-1", "odeon-1", "stables-1", "circus-1", "vulcan", "residence", "mine-1")
    for tile, (x, y) in zip(tiles, around, strict=True):
        lay(state, tile, x, y)

    assert [vp for placed, vp in temple_scores(state.players[ALICE]) if placed.tile == "minerva_court"] == [14]


@pytest.mark.parametrize(
    ("temple", "kind"), [("annona", "grain"), ("silvanus", "wood"), ("terminus", "stone"), ("vulcan", "ore")]
)
def test_temple_08_resource_temples_score_tokens_held(temple, kind):
    state = lay(table(), temple, 1, 0)

    assert temple_vp(hold(state, **{kind: 4})) == 8
    assert temple_vp(hold(state)) == 0


def test_temple_09_several_temples_may_count_the_same_tile():
    state = lay(lay(table(), "mercury_court", 1, 0), "mercury_way", 1, 2)
    lay(state, "foundry-1", 1, 1)

    assert [vp for _, vp in temple_scores(state.players[ALICE])] == [3, 3]


def test_temple_01_a_moved_temple_scores_at_its_new_cell():
    """SCORE-04: temples count the final city."""
    state = lay(lay(table(), "vesta_court", 5, 5), "residence", 5, 4)

    assert temple_vp(state) == 2
    state.players[ALICE].city[-2:] = [lay(table(), "vesta_court", 9, 9).players[ALICE].city[-1]]
    assert temple_vp(state) == 0


def standing(state: MinervaState) -> list[tuple[int | None, int]]:
    """Return the seats with their places, first place first."""
    then = at(state, FinalScoring())
    return [(placing.seat, placing.place) for placing in placings(then.state)]


def test_score_09_the_highest_total_wins():
    state = last_round(2)
    state.players[BOB].glory_tiles = ["r6-1st"]

    then = at(state, FinalScoring())

    assert standing(state) == [(BOB, 1), (ALICE, 2)]
    assert facts_of(then, GameEnded) == [GameEnded((BOB,))]


def test_tie_01_culture_and_glory_points_break_ties():
    state = last_round(3, 3, 2, 1)
    state.players[ALICE].culture_tiles = ["culture-art-8"]
    state.players[BOB].glory_tiles = ["r4-2nd", "r3-3rd"]
    state.players[CARA].culture_tiles = ["culture-art-4"]
    state.players[BOB].denarii = state.players[CARA].denarii = 0

    then = at(state, FinalScoring()).state

    assert [sum(player.scored) for player in then.players] == [7, 7, 7]
    assert standing(state) == [(ALICE, 1), (BOB, 2), (CARA, 3)], "tiles worth 7, 5 and 4"


def test_tie_02_more_temples_break_remaining_ties():
    state = last_round(2, 2, 1)
    lay(lay(state, "vulcan", 1, 0), "annona", 2, 0)
    state.players[ALICE].denarii = 9

    then = at(state, FinalScoring()).state

    assert [sum(player.scored) for player in then.players] == [3, 3]
    assert standing(state) == [(ALICE, 1), (BOB, 2)]


def test_tie_03_the_lower_order_tile_breaks_all_other_ties():
    state = last_round(4, 4, 3, 2, 1)
    for player, denarii in zip(state.players, (9, 6, 3, 0), strict=True):
        player.denarii = denarii

    then = at(state, FinalScoring()).state

    assert [sum(player.scored) for player in then.players] == [3, 3, 3, 3]
    assert standing(state) == [(3, 1), (2, 2), (1, 3), (0, 4)]
    assert placings(then)[0].tie_breaks == {"TIE-01": 0, "TIE-02": 0, "TIE-03": 1}


def alone(vp: int) -> Situation[MinervaState]:
    """Return the end of a solo game with `vp` points, all from money."""
    state = last_round(1)
    state.players[ALICE].denarii = 3 * vp
    return at(state, FinalScoring())


@pytest.mark.parametrize(
    ("vp", "title"),
    [(112, 0), (80, 0), (79, 1), (70, 1), (69, 2), (60, 2), (59, 3), (50, 3), (49, 4), (40, 4), (39, 5), (30, 5),
     (29, 6), (0, 6)],
)  # fmt: skip
def test_solo_16_and_solo_03_the_score_earns_a_title(vp, title):
    then = alone(vp)

    assert title_of(vp) == title
    assert facts_of(then, TitleEarned) == [TitleEarned(ALICE, title, vp)]
    assert [(placing.seat, placing.place, placing.score) for placing in placings(then.state)] == [(ALICE, 1, vp)]


def test_solo_15_and_solo_02_order_tiles_do_not_score_in_solo_games():
    assert dict(zip(PARTS, alone(10).state.players[ALICE].scored, strict=True))["order"] == 0
