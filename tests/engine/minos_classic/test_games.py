"""Whole games lose no component, use every kind of option and come to an end."""

from functools import partial
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.chance import Chance
from engine.kernel.codec import encode
from engine.kernel.decision import Answer
from engine.kernel.play import Play, start
from engine.kernel.policy import Policy, random_policy
from engine.kernel.rules import Settings
from engine.minos_classic.game import GAME, RULES
from engine.minos_classic.state.state import ClassicState
from tests.engine.minos_classic.battles import STARS, at_sea
from tests.engine.minos_classic.tables import BOB

SCOPES = ("per_action", "anchored", "per_group")


def play_on(seats: int, seed: int, player: Policy, limit: int = 100_000, **options: Any) -> Play[ClassicState]:
    """Play a game to its end, or for `limit` answers, with a census after each."""
    opened = start(GAME, Settings(seats, options), seed.to_bytes(16, "big"))
    play, chance = Play(GAME, opened.position), Chance((seed + 1).to_bytes(16, "big"), {})
    buildings = 0
    while play.pending and play.position.number < limit:
        [decision] = play.pending
        state = play.position.state
        keys = player(partial(RULES.look, state, decision.seat), decision, chance)
        play.answer(Answer(decision.seat, decision.id, keys))
        GAME.proof.census(play.position.state)
        standing = sum(len(stack) for stack in play.position.state.stacks)
        assert standing >= buildings, "INV-9: a building is gone"
        buildings = standing
    return play


@settings(max_examples=12, deadline=None)
@given(
    st.integers(2, 4),
    st.integers(0, 2**64),
    st.booleans(),
    st.booleans(),
    st.sampled_from(SCOPES),
)
def test_inv_1_to_9_hold_after_every_random_answer(seats: int, seed: int, short: bool, twice: bool, scope: str):
    play = play_on(
        seats, seed, random_policy, limit=500, short_game=short, same_site_twice=twice, combination_scope=scope
    )

    assert len(encode(play.position)) < 6 * 1024


def test_end_7_a_random_game_comes_to_its_end():
    assert play_on(2, 5, random_policy, round_limit=0).position.is_over


def test_house_2_a_random_game_ends_with_its_last_round():
    play = play_on(4, 6, random_policy, round_limit=10)

    assert play.position.is_over
    assert play.position.state.round <= 10


def test_greedy_players_finish_in_a_sensible_number_of_rounds():
    for seats, longest in ((2, 40), (3, 32), (4, 28)):
        for seed in range(2):
            state = play_on(seats, seed, GAME.programs.policies["greedy"]).position.state
            assert state.ended == "complete"
            assert 8 <= state.round <= longest


def test_greedy_players_finish_short_games_with_every_combination_scope():
    for scope in SCOPES:
        state = play_on(3, 4, GAME.programs.policies["greedy"], combination_scope=scope, short_game=True).position.state
        assert state.ended == "complete"


def test_async_13_a_game_without_players_ends_automatically():
    play = Play(GAME, start(GAME, Settings(3, {}), bytes(16)).position)
    while play.pending:
        [decision] = play.pending
        keys = GAME.autopilot.answer(play.position.state, decision)
        play.answer(Answer(decision.seat, decision.id, keys))

    assert play.position.state.ended == "stalemate"
    assert play.position.state.round == 20


def changeable(part: object) -> list[object]:
    """Return all lists, dictionaries and records that aren't frozen in `part`, including `part` itself."""
    if isinstance(part, msgspec.Struct):
        own = [] if part.__struct_config__.frozen else [part]
        return [*own, *(found for name in part.__struct_fields__ for found in changeable(getattr(part, name)))]
    if isinstance(part, list):
        return [part, *(found for item in part for found in changeable(item))]
    return [part] if isinstance(part, dict) else []


def test_a_copied_state_shares_nothing_mutable():
    laid = at_sea(STARS, rings={BOB: 1}).state
    assert laid.battle is not None

    copy = RULES.copy(laid)

    assert copy == laid
    assert not {id(part) for part in changeable(copy)} & {id(part) for part in changeable(laid)}
