"""The levels of classic's computer players: which answers they search, how deep, and how they rate a state."""

from engine.kernel.decision import Seat
from engine.kernel.weights import three_levels
from engine.minos_classic.policies.greedy import greedy_policy
from engine.minos_classic.policies.weights import the_weights
from engine.minos_classic.seen.view import Glance
from engine.minos_classic.state.state import ClassicState

SPACE = 100
"""The worth of a marker space. States are valued in hundredths of a space."""


def worth(state: ClassicState, seat: Seat) -> int:
    """The seat's lead over its best opponent. END-3"""
    leaf = the_weights().leaf
    worths = [
        SPACE * player.marker + leaf.talent * player.talents + leaf.ring * player.rings - leaf.out * player.is_out
        for player in state.players
    ]
    return worths[seat] - max(each for other, each in enumerate(worths) if other != seat)


def on_turn(state: ClassicState) -> Seat:
    return state.turn.seat


LEVELS = three_levels(greedy_policy, the_weights, worth=worth, on_turn=on_turn, glance=Glance)
