"""The answer of a level without a search."""

from typing import Any

from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position
from engine.kernel.policy import FastChance, Level, Thought, random_policy


def answer_at_once(game: Game[Any], position: Position[Any], seat: Seat, level: Level, secret: bytes) -> Thought:
    """Answer for `seat`, which is asked, without searching: a blunder or the policy's choice."""
    decision = Play(game, position).decision_of(seat)
    assert decision is not None, seat
    chance = FastChance(secret)
    policy = random_policy if level.is_blind(chance) else level.policy
    return Thought(policy(lambda: game.rules.look(position.state, seat), decision, chance))
