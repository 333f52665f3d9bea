"""Positions stored under earlier rules (`GAME-VERSION-WHAT.position`) can still be read and played to the end.

Each position was stored during an action whose steps or records have changed since then.
"""

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.kernel.codec import decode, encode
from engine.kernel.decision import Answer
from engine.kernel.play import Play
from engine.kernel.policy import FastChance, random_policy

KEPT = sorted(Path(__file__).parent.glob("*.position"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_position_from_earlier_rules_plays_to_the_end(file: Path) -> None:
    key, _, _ = file.stem.partition("-1-")
    game = GAMES[key]
    position = decode(game, file.read_bytes())
    game.proof.census(position.state)
    play = Play(game, position)
    assert play.pending
    chance = FastChance(bytes(16))
    for _ in range(game.proof.longest_answers):
        decision = play.pending[0]
        keys = random_policy(lambda: None, decision, chance)
        play.answer(Answer(decision.seat, decision.id, keys))
        if not play.pending:
            break
        assert decode(game, encode(play.position)) == play.position
    assert play.position.is_over
    game.proof.census(play.position.state)
