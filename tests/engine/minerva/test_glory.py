"""The glory phase. GLORY, SOLO-13"""

import pytest

from engine.kernel.decision import seat_name
from engine.minerva.content.box import the_box
from engine.minerva.phases.scoring import GainGlory
from engine.minerva.seen.log_lines import describe
from engine.minerva.state.facts import GloryBoxed, GloryTaken
from engine.minerva.state.state import MinervaState
from tests.engine.minerva.table import ALICE, BOB, CARA, DORA, at, facts_of, table
from tests.engine.situation import Situation


def contest(round: int, *holdings: tuple[int, int]) -> Situation[MinervaState]:
    """Play the glory phase of that round. `holdings` are each seat's glory tokens and order tile."""
    state = table(len(holdings))
    state.round = round
    state.turn = None
    for player, (tokens, order) in zip(state.players, holdings, strict=True):
        player.glory, player.order = tokens, order
    return at(state, GainGlory())


def glory_tiles(situation: Situation[MinervaState]) -> list[list[str]]:
    return [player.glory_tiles for player in situation.state.players]


def test_glory_02_tiles_are_awarded_by_token_count():
    then = contest(5, (2, 1), (7, 2), (4, 3), (1, 4))

    assert glory_tiles(then) == [["r5-3rd"], ["r5-1st"], ["r5-2nd"], []]
    assert facts_of(then, GloryTaken)[0] == GloryTaken(BOB, "r5-1st", 7)


def test_glory_02_the_lower_order_tile_wins_ties():
    then = contest(3, (3, 2), (3, 3), (3, 1))

    assert glory_tiles(then)[CARA] == ["r3-1st"]
    assert glory_tiles(then)[ALICE] == ["r3-2nd"]
    assert glory_tiles(then)[BOB] == ["r3-3rd"]
    assert [fact.tied for fact in facts_of(then, GloryTaken)] == [(ALICE, BOB), (BOB,), ()]


def test_glory_02_the_log_explains_every_tie():
    then = contest(1, (3, 2), (3, 1), (3, 3))

    lines = [describe(fact) for fact in facts_of(then, GloryTaken)]

    assert glory_tiles(then) == [["r1-2nd"], ["r1-1st"], []], "there is no third tile in round 1"
    assert [line.id for line in lines if line] == ["minerva.log.glory_tied"] * 2
    assert [line.blanks["others"] for line in lines if line] == [
        (seat_name(ALICE), seat_name(CARA)),
        (seat_name(CARA),),
    ]


def test_glory_02_a_rank_without_a_tile_gives_nothing():
    then = contest(1, (3, 1), (2, 2), (1, 3))

    assert glory_tiles(then) == [["r1-1st"], ["r1-2nd"], []]


def test_glory_03_a_seat_without_tokens_gets_no_tile():
    then = contest(4, (0, 1), (0, 2), (1, 3))

    assert glory_tiles(then) == [[], [], ["r4-1st"]]


def test_glory_04_unclaimed_tiles_leave_the_game():
    then = contest(4, (0, 1), (2, 2))

    assert then.state.boxed == ["r4-2nd", "r4-3rd"]
    assert facts_of(then, GloryBoxed) == [GloryBoxed(("r4-2nd", "r4-3rd"))]
    assert not any(tile.startswith("r4") for tile in then.state.glory)


def test_glory_05_tokens_are_compared_and_not_spent():
    assert [player.glory for player in contest(2, (3, 1), (5, 2)).state.players] == [3, 5]


@pytest.mark.parametrize("round", range(1, 7))
def test_glory_01_every_round_has_its_tiles(round):
    then = contest(round, (1, 1), (2, 2), (3, 3), (4, 4))

    ranks = the_box().glory_of(round)
    assert glory_tiles(then)[DORA] == [ranks[1]]
    assert glory_tiles(then)[CARA] == [ranks[2]]
    assert sum(map(len, glory_tiles(then))) == len(ranks)


@pytest.mark.parametrize(
    ("round", "tokens", "tile"),
    [
        (1, 1, ["r1-1st"]), (1, 0, []), (4, 4, ["r4-1st"]), (4, 9, ["r4-1st"]), (4, 3, ["r4-2nd"]), (4, 1, ["r4-2nd"]),
        (6, 5, ["r6-2nd"]), (6, 6, ["r6-1st"]), (6, 0, []),
    ],
)  # fmt: skip
def test_solo_13_and_glory_06_tokens_equal_to_the_round_number_earn_the_first_tile(round, tokens, tile):
    then = contest(round, (tokens, 1))

    assert glory_tiles(then) == [tile]
    assert len(then.state.boxed) == len(the_box().glory_of(round)) - len(tile)
