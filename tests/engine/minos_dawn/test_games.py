"""Whole random games obey the kernel's laws, even with redealt hidden information. K1 to K8, ACT-1, END-1"""

from importlib import import_module
from pkgutil import walk_packages

import pytest

import engine.minos_dawn.game
from engine.kernel.decision import Answer
from engine.kernel.game import complete_settings
from engine.kernel.policy import random_policy
from engine.kernel.steps import Step
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.state.steps import RepeatedChoice, SourceChoice
from engine.simulate import Plan, Simulation, seed_of, simulate

FEW_OPTIONS = 100


def simulation(seats, number, player=random_policy, **options):
    plan = Plan("minos-dawn", seats, 11)
    return Simulation(GAME, complete_settings(GAME, seats, options), seed_of(plan, number), player)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("setup", ["quick", "draft"])
def test_k1_to_k8_a_random_game_keeps_the_laws(seats, setup):
    game = simulation(seats, 1, setup=setup, routes="random")
    largest = game.run_checked()
    assert game.play.position.is_over
    assert largest < 8 * 1024


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k5_k6_random_games_end_with_every_component_in_place(seats):
    for number in range(4):
        game = simulation(seats, number, setup="draft", routes="random")
        while game.play.pending:
            game.turn()
            GAME.proof.census(game.play.position.state)
            assert all(len(decision.options) <= FEW_OPTIONS for decision in game.play.pending)
        assert game.play.position.state.round == 4


def test_a_game_played_by_autopilots_ends():
    game = simulation(4, 0)
    while game.play.pending:
        decision = game.play.pending[0]
        keys = GAME.autopilot.answer(game.play.position.state, decision)
        game.play.answer(Answer(decision.seat, decision.id, keys))
    assert game.play.position.number < 400


@pytest.mark.parametrize(("name", "seats"), [("greedy", 2), ("greedy", 4), *((name, 3) for name in POLICIES)])
def test_greedy_players_score_far_above_random_ones(name, seats):
    scores = {}
    for player in (POLICIES[name], random_policy):
        game = simulation(seats, 0, player)
        game.run()
        scores[player] = [placing.score for placing in RULES.result(game.play.position.state)]
    assert min(scores[POLICIES[name]]) > max(scores[random_policy])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_simulations_count_only_components_of_the_box(seats):
    played = simulate(GAME, Plan("minos-dawn", seats, 1, "greedy"), 0)
    known = GAME.statistics.components()
    assert {kind for kind, _ in GAME.statistics.uses.values()} == set(known)
    assert all(name in known[kind] for _, kind, name in played.uses)
    assert {"decree", "row", "foundation", "route"} <= {kind for _, kind, _ in played.uses}
    assert sum(count for (_, kind, _), count in played.uses.items() if kind == "row") == seats * 4 * 4
    assert sorted(dealt["turn"] for dealt in played.dealt) == [str(place + 1) for place in range(seats)]
    assert len({dealt["card"] for dealt in played.dealt}) == len({dealt["ability"] for dealt in played.dealt}) == seats


def test_k3_every_step_class_can_be_read_back():
    modules = [import_module(found.name) for found in walk_packages(engine.minos_dawn.__path__, "engine.minos_dawn.")]
    steps = {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Step)
        and each.__module__ == module.__name__
        and each not in (RepeatedChoice, SourceChoice)
    }
    assert steps == set(GAME.rules.steps)
