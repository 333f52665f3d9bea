"""The simple player may sell a resource to pay the fee of a turn."""

from functools import partial
from typing import Any

import pytest

from engine.kernel.policy import FastChance
from engine.minerva.phases.turn import NextTurn
from engine.minerva.policies.greedy import greedy_policy
from tests.engine.minerva.table import ALICE, BOB, at, hold, lay, table
from tests.engine.situation import Situation

LINE = ("sawmill-1", "marble_quarry-1", "latifundium-1", "deep_mine-1")


def after_a_pass(tiles: tuple[str, ...] = LINE, denarii: int = 0, **resources: int) -> Situation[Any]:
    """Return Bob's turn after Alice passed, so acting costs a denarius. `tiles` are in line with his Forum."""
    state = hold(table(2), BOB, denarii=denarii, **resources)
    state.players[ALICE].order = 1
    for column, tile in enumerate(tiles, start=1):
        lay(state, tile, column, 0, BOB)
    return at(state, NextTurn(BOB))


def keys_of(given: Situation[Any]) -> tuple[str, ...]:
    decision = given.decision_of(BOB)
    return greedy_policy(partial(given.look, BOB), decision, FastChance(bytes(16)))


def test_sell_03_the_commonest_resource_pays_the_fee_for_good_lines() -> None:
    given = after_a_pass(grain=1, stone=2)
    answers: list[str] = []
    for _ in range(3):
        answers += keys_of(given)
        given = given.choose(BOB, answers[-1])

    assert answers == ["sell", "sell:stone:1", "residence"]
    assert (given.state.players[BOB].denarii, given.state.players[BOB].resources) == (0, [1, 0, 1, 0])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (after_a_pass(grain=2), "sell"),
        (after_a_pass((), grain=2), "pass"),
        (after_a_pass(LINE[:1], grain=2), "pass"),
        (after_a_pass(denarii=1), "residence"),
        (after_a_pass(denarii=1, grain=2), "residence"),
    ],
)
def test_sell_03_nothing_is_sold_for_poor_lines_or_if_money_suffices(given: Situation[Any], expected: str) -> None:
    assert keys_of(given) == (expected,)
