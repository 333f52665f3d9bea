"""The levels of the games: what they think about, which answers they try, and what they think of a state."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import settled
from engine.kernel.levels import options_of
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance
from engine.kernel.worlds import world_of
from engine.minos_dawn.policies.levels import BACK
from engine.minos_dawn.policies.prospects import worths_of
from tests.engine.minos_dawn.table import ALICE, BOB, table

THOUGHT_ABOUT = {
    "minos-classic": {"TURN-2", "MOVE-18"},
    "minerva": {"TURN-05", "EFF-07"},
    "minos-dawn": {"DRAFT-3", "ACT-7", "DEV-1", "EXP-1", "EFF-14"},
}
TABLES = [("minos-classic", 2), ("minos-classic", 4), ("minerva", 1), ("minerva", 3), ("minos-dawn", 1),
          ("minos-dawn", 2)]  # fmt: skip


def played(key: str, seats: int) -> Iterator[tuple[Play[Any], Decision, tuple[str, ...]]]:
    """A game of standard players: each question with the usual answer, and the same game in the end."""
    game = GAMES[key]
    play = Play(game, start(game, settled(game, seats, {}), bytes([seats] * 16)).position)
    chance, policy = FastChance(bytes(16)), game.levels["standard"].policy
    while play.pending:
        decision = play.pending[0]
        keys = policy(partial(game.look, play.position.state, decision.seat), decision, chance)
        yield play, decision, keys
        play.answer(Answer(decision.seat, decision.id, keys))


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_strong_player_tries_legal_answers_and_knows_at_the_end_who_has_won(key: str, seats: int) -> None:
    strong, thought_about = GAMES[key].levels["strong"], set()
    assert strong.search is not None
    assert strong.worth is not None
    for play, decision, keys in played(key, seats):
        look = partial(GAMES[key].look, play.position.state, decision.seat)
        if strong.search(look, decision) is None:
            continue
        thought_about.add(decision.rule)
        options = {option.key: option for option in decision.options}
        tried = (strong.candidates or options_of)(look, decision, FastChance(bytes(16)))
        assert len(set(tried)) == len(tried) > 0
        assert all(len(each) == 1 and options[each[0]].label.id != BACK for each in tried)
        assert keys in tried or options[keys[0]].label.id == BACK
    assert thought_about >= THOUGHT_ABOUT[key]
    placings = [placing for placing in GAMES[key].result(play.position.state) if placing.seat is not None]
    ahead = [strong.worth(play.position.state, placing.seat) for placing in placings if placing.seat is not None]
    assert ahead == sorted(ahead, reverse=True)
    assert len(placings) == 1 or ahead[0] > 0 > ahead[-1]


def test_what_nobody_has_ordered_is_not_supposed() -> None:
    for key, seats in (("minerva", 3), ("minos-classic", 3)):
        game = GAMES[key]
        position = start(game, settled(game, seats, {}), bytes(16)).position
        seat = Play(game, position).pending[0].seat
        for number in range(8):
            players = world_of(game, position, seat, Chance(bytes([number] * 16), {})).state.players
            assert players == position.state.players


@pytest.mark.parametrize(
    "more", [{"coins": 9}, {"goods": [1, 0, 0, 0, 0, 0]}, {"temps": [2, 0, 0, 0, 0, 0]}, {"ships": [1, 0, 0]},
             {"income": 4}, {"tracks": [0, 0, 3]}, {"palace": ["A1-01"]}, {"vp": 3}, {"hand": ["A1-01"]}]
)  # fmt: skip
def test_whoever_has_more_has_better_prospects(more: dict[str, Any]) -> None:
    plain, richer = worths_of(table(2)), worths_of(table(2, **more))
    assert richer[ALICE] > plain[ALICE]
    assert richer[BOB] == plain[BOB]
