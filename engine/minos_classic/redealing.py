"""Redeals everything a seat may not know. K4, K9"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minos_classic.actions.fights import MOST_RINGS
from engine.minos_classic.state.state import NO_ORDER, ClassicState


def redeal(world: ClassicState, seat: Seat | None, chance: Chance) -> None:
    """Change others' standing orders: nothing else is hidden. HOUSE-4"""
    for other, player in enumerate(world.players):
        if other != seat:
            player.order = chance.below("order", MOST_RINGS + 2) + NO_ORDER


def suppose(world: ClassicState, seat: Seat) -> None:
    """Assume that no other seat has left an order, which is the usual case. HOUSE-4"""
    for other, player in enumerate(world.players):
        if other != seat:
            player.order = NO_ORDER
