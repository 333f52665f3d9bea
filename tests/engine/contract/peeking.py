"""Imagined worlds that use more than the seat knows. The laws must catch a search that uses such worlds. K9"""

from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.hidden import change_places, state_of, tree_of
from engine.kernel.play import Position, copy_position, world_of


def true(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Cheat: return the true position, but with other future draws."""
    return msgspec.structs.replace(copy_position(game, position), seed=chance.token("world"), draws={})


def deal_by_the_seed(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Cheat: redeal with the game's own seed."""
    return world_of(game, position, seat, Chance(position.seed, {}))


def deal_without_sorting(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Cheat: redeal, but don't sort hidden things before shuffling them."""
    state = shuffle_unsorted(game, position.state, seat, chance)
    return msgspec.structs.replace(world_of(game, position, seat, chance), state=state)


def shuffle_unsorted(game: Game[Any], state: Any, seat: Seat | None, chance: Chance) -> Any:
    """Cheat: shuffle everything hidden without sorting it first, so that the result depends on the true order."""
    tree = tree_of(state)
    for zone in game.secrecy.hidden(state, seat):
        change_places(tree, zone, chance)
    shuffled: Any = state_of(game.rules.state_type, tree)
    return shuffled
