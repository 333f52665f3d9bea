"""Dealing differently what nobody may know. K4, K9"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minos_classic.actions.orders import MOST_RINGS
from engine.minos_classic.state.state import NO_ORDER, ClassicState


def redeal(world: ClassicState, seat: Seat | None, chance: Chance) -> None:
    """Change the standing orders of others: nothing else is hidden. HOUSE-4"""
    for other, player in enumerate(world.players):
        if other != seat:
            player.order = chance.below("order", MOST_RINGS + 2) + NO_ORDER


def suppose(world: ClassicState, seat: Seat) -> None:
    """HOUSE-4: nobody else has left an order: most never do."""
    for other, player in enumerate(world.players):
        if other != seat:
            player.order = NO_ORDER
