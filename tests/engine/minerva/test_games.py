"""Whole games of computer players end. They lose no component, and their facts match the payments. K5, K6"""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Fact
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, redeal, start
from engine.kernel.policy import FastChance, Policy, random_policy
from engine.kernel.rules import Settings
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import PARTS, RESOURCES
from engine.minerva.game import GAME, RULES
from engine.minerva.policies.greedy import greedy_policy
from engine.minerva.state import facts as f
from engine.minerva.state.census import count_all
from engine.minerva.state.state import MinervaState
from engine.minerva.state.state import SeatState as Holdings
from engine.simulate import Plan, simulate


def a_game(seats: int, player: Policy, number: int = 0):
    """Yield (position before, new facts, position after) for each answer. Both positions share one mutable state."""
    seed = bytes([number]) * 16
    chance = FastChance(seed)
    play = Play(GAME, start(GAME, complete_settings(GAME, seats, {}), seed).position)
    while play.pending:
        decision, before = play.pending[0], deepcopy(play.position.state)
        keys = player(partial(RULES.look, play.position.state, decision.seat), decision, chance)
        now = play.answer(Answer(decision.seat, decision.id, keys))
        yield before, now.facts, play.position.state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_turn_01_random_games_end_after_six_rounds_and_keep_invariants(seats, player):
    played = simulate(GAME, Plan("minerva", seats, 7, player, is_checked=True), 0)

    assert played.failure == ""
    assert sorted(placing.place for placing in played.placings) == list(range(1, seats + 1))
    assert all(placing.score == sum(placing.parts.values()) for placing in played.placings)
    assert all(tuple(placing.parts) == PARTS for placing in played.placings)


FLOWS: dict[type[Fact], Callable[[Any], int]] = {
    f.Gained: lambda fact: fact.count if fact.what == "denarii" else 0,
    f.Overflowed: lambda fact: fact.count,
    f.Converted: lambda fact: -fact.count if fact.what == "denarii" else 0,
    f.Sold: lambda fact: fact.count,
    f.TileBuilt: lambda fact: -fact.denarii,
    f.FeePaid: lambda fact: -fact.denarii,
    f.SkipIncomePaid: lambda fact: fact.denarii,
    f.RoundTileTaken: lambda fact: fact.denarii,
    f.AssistantBought: lambda fact: -fact.price if fact.what == "denarii" else 0,
}


def flow(facts: list[Any], seat: int) -> int:
    """Return the seat's net change in denarii, according to the facts."""
    return sum(FLOWS[type(fact)](fact) for fact in facts if type(fact) in FLOWS and fact.seat == seat)


def tokens(facts: list[Fact], seat: int, kind: str) -> int:
    """Return the seat's net change in a kind of resource, according to the facts."""
    total = 0
    for fact in facts:
        match fact:
            case f.Gained(owner, what, count) if (owner, what) == (seat, kind):
                total += count
            case f.Overflowed(owner, what, count) | f.Sold(owner, what, count) if (owner, what) == (seat, kind):
                total -= count
            case f.Converted(owner, what, count) if (owner, what) == (seat, kind):
                total -= count
            case f.TileBuilt(owner, _, _, _, paid) if owner == seat:
                total -= paid[RESOURCES.index(kind)]
    return total


def is_settled(state: MinervaState) -> bool:
    """Return whether every tile that was paid for is placed. Facts report a tile only after its placement."""
    return state.turn is None or state.turn.act != "build" or state.turn.is_laid


@pytest.mark.parametrize("player", [random_policy, greedy_policy])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_money_and_tokens_change_as_the_facts_say(seats, player):
    base, told, checked = None, [], 0
    for before, facts, after in a_game(seats, player):
        base = base or before
        told += facts
        if not is_settled(after):
            continue
        for seat, (was, now) in enumerate(zip(base.players, after.players, strict=True)):
            assert now.denarii - was.denarii == flow(told, seat)
            changes = [held - had for held, had in zip(now.resources, was.resources, strict=True)]
            assert changes == [tokens(told, seat, kind) for kind in RESOURCES]
        base, told, checked = deepcopy(after), [], checked + 1
    assert checked > 10


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_main_phase_starts_without_glory_tokens(seats):
    """PREP-01, PASS-01: the test also checks that all order tiles differ when a main phase ends."""
    for before, facts, after in a_game(seats, greedy_policy, 3):
        if any(isinstance(fact, f.RoundBegan) for fact in facts):
            assert [player.glory for player in after.players] == [0] * seats
        if before.phase == "main" and after.phase == "assistants":
            assert sorted(player.order for player in after.players) == list(range(1, seats + 1))


def test_info_01_a_redealt_game_looks_the_same():
    chance = Chance(bytes(range(16)), {})
    dealt_otherwise = 0
    for seats in (1, 3):
        for _, _, after in a_game(seats, greedy_policy, 5):
            other = redeal(GAME, after, 0, chance)
            count_all(other)
            assert RULES.look(other, 0) == RULES.look(after, 0)
            dealt_otherwise += other.deck != after.deck and other.temple_stack != after.temple_stack
    assert dealt_otherwise > 50


def test_info_01_no_view_names_a_future_tile():
    for before, _, _ in a_game(2, greedy_policy, 2):
        seen = repr(RULES.look(before, 1))
        assert not [tile for tile in [*before.deck, *before.temple_stack] if repr(tile) in seen]


def spoil(change) -> MinervaState:
    """Return a laid-out table with one fault."""
    state = deepcopy(start(GAME, Settings(2, {"first_seat": "first", "colon_mode": "once"}), bytes(16)).position.state)
    count_all(state)
    change(state, state.players[0])
    return state


def move(state: MinervaState, player: Holdings) -> None:
    player.city.append(player.city[0])


@pytest.mark.parametrize(
    "change",
    [
        lambda state, player: state.deck.pop(),
        lambda state, player: state.temples.append(state.temples[0]),
        lambda state, player: player.culture_tiles.append("culture-art-1"),
        lambda state, player: state.glory.pop(),
        lambda state, player: setattr(player, "residences", 8),
        lambda state, player: setattr(player, "denarii", -1),
        lambda state, player: setattr(player, "resources", [7, 0, 0, 0]),
        lambda state, player: setattr(player, "assistants", 6),
        lambda state, player: setattr(player, "order", 2),
        lambda state, player: setattr(player, "glory", -1),
        move,
    ],
)
def test_the_census_notices_every_fault(change):
    with pytest.raises(AssertionError):
        count_all(spoil(change))


def test_simulations_count_the_components_of_the_box():
    box, components = the_box(), GAME.statistics.components()

    assert len(components["tile"]) == 66 + 8 + 20
    assert set(components["culture"]) == set(box.culture_tiles)
    assert set(components["glory"]) == set(box.glory_tiles)
