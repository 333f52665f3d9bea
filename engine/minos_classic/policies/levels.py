"""Strengths of classic's computer players: which answers they search, how deep, and how they rate a state."""

from collections.abc import Callable

from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import Level, Search
from engine.minos_classic.policies.greedy import greedy_policy
from engine.minos_classic.policies.weights import the_weights
from engine.minos_classic.seen.view import ClassicView
from engine.minos_classic.state.state import ClassicState

SPACE = 100
"""The worth of a marker space. States are valued in hundredths of a space."""


def search(look: Callable[[], ClassicView], decision: Decision) -> Search | None:
    return the_weights().search_of(look, decision)


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


LEVELS = {
    "novice": Level(greedy_policy, blunders=lambda: the_weights().blunders.novice),
    "standard": Level(greedy_policy),
    "strong": Level(greedy_policy, search=search, worth=worth, on_turn=on_turn),
}
