"""A referee agrees with every step of the rival in whole games, and objects to altered steps."""

from typing import Any

import msgspec
import pytest

from engine.kernel.policy import random_policy
from engine.kernel.rules import Settings
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.state import facts as r
from engine.simulate import Simulation
from tests.engine.minos_dawn.solo.referee import Referee

MODES = ("easy", "normal", "hard")


def facts_of_a_game(number, mode, player):
    """Return the referee at the beginning, and the facts of each answer."""
    game = Simulation(GAME, Settings(1, {"difficulty": mode}), bytes([number] * 16), player)
    referee = Referee(RULES.look(game.play.position.state, None))
    heard = []
    while game.play.pending:
        heard.append([RULES.hear(fact, None) for fact in game.turn().facts])
    return referee, heard, game.play.position.state


def hear_all(referee, heard):
    """Check every answer in order with the referee."""
    for facts in heard:
        referee.hear(facts)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("player", [random_policy, POLICIES["greedy"]], ids=["random", "greedy"])
def test_the_referee_agrees_with_a_whole_game(number, mode, player):
    referee, heard, state = facts_of_a_game(number, mode, player)
    hear_all(referee, heard)
    assert referee.vp == state.rival.vp
    assert referee.his == {region: state.rival.warriors[region] for region in referee.his}
    assert (referee.ships, referee.reserve) == (state.rival.ships, state.rival.reserve)


CHANGES: dict[Any, dict[str, Any]] = {
    r.RivalDieChosen: {"die": "red7"},
    r.RivalDiePlaced: {"space": 3},
    r.RivalDieRetrieved: {"strength": 9},
    r.RivalPrepared: {"cards": ()},
    r.RivalDeveloped: {"values": ()},
    r.RivalPlaced: {"count": 3},
    r.RivalCityBuilt: {"vp": 6},
    r.RivalFought: {"vp": 1},
    r.RivalRegionsScored: {"vp": 0},
    r.RivalScored: {"vp": 1},
    r.SoloEnded: {"rival_vp": 0},
}


@pytest.mark.parametrize("kind", CHANGES, ids=lambda kind: kind.__name__)
def test_the_referee_objects_to_an_altered_step(kind):
    referee, heard, _ = facts_of_a_game(3, "normal", POLICIES["greedy"])
    changed = [
        [msgspec.structs.replace(fact, **CHANGES[kind]) if type(fact) is kind else fact for fact in facts]
        for facts in heard
    ]
    assert changed != heard
    with pytest.raises(AssertionError):
        hear_all(referee, changed)


def test_the_referee_objects_to_a_missing_step():
    referee, heard, _ = facts_of_a_game(3, "normal", POLICIES["greedy"])
    without = [[fact for fact in facts if not isinstance(fact, r.RivalPlaced)] for facts in heard]
    with pytest.raises((AssertionError, IndexError)):
        hear_all(referee, without)
