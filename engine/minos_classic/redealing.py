"""Dealing differently what nobody may know. K4, K9"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minos_classic.actions.orders import MOST_RINGS
from engine.minos_classic.state.state import NO_ORDER, ClassicState, copied


def redealt(state: ClassicState, seat: Seat | None, chance: Chance) -> ClassicState:
    """HOUSE-4: standing orders of others are all that may not be known."""
    dealt = copied(state)
    for other, player in enumerate(dealt.players):
        if other != seat:
            player.order = chance.below("order", MOST_RINGS + 2) + NO_ORDER
    return dealt


def suppose(world: ClassicState, seat: Seat) -> None:
    """HOUSE-4: nobody else has left an order: most never do."""
    for other, player in enumerate(world.players):
        if other != seat:
            player.order = NO_ORDER
