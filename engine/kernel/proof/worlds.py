"""Worlds: what a game may look like as far as one seat knows, for computer players that think ahead."""

from typing import Any, TypeVar

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Position, copy_position

S = TypeVar("S")


def redeal(game: Game[S], state: S, seat: Seat | None, chance: Chance) -> S:
    """Return a copy of `state` in which everything `seat` may not know is dealt differently. K4"""
    world = game.rules.copy(state)
    game.secrecy.redeal(world, seat, chance)
    return world


def world_of(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Return a position that looks the same to `seat`, with everything it may not know made up by `chance`.

    Positions that it can't tell apart give the same world. Future draws belong to nobody. K9
    """
    world = copy_position(game, position)
    game.secrecy.redeal(world.state, seat, chance)
    game.secrecy.suppose(world.state, seat)
    world.seed = chance.token("world")
    world.draws.clear()
    return world
