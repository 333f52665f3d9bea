"""Worlds: what a game may look like as far as one seat knows, for those who think ahead for it."""

from typing import Any

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Position, copied


def world_of(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """A position that looks like `position` to `seat`, with everything that it may not know made up by `chance`.

    Two positions that look the same to the seat give the same world by the same chance. The seed is a fresh one, so
    that coming draws are nobody's. K9
    """
    world = copied(game, position)
    world.state = game.redeal(position.state, seat, chance)
    game.suppose(world.state, seat)
    world.seed = chance.token("world")
    world.draws.clear()
    return world
