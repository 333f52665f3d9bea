"""How well programs play Minos Classic: which answers are searched for, how far, and what a state is worth."""

from collections.abc import Callable

from engine.kernel.decision import Decision, Seat
from engine.kernel.levels import Level, Search
from engine.minos_classic.policies.greedy import greedy_policy
from engine.minos_classic.seen.view import ClassicView
from engine.minos_classic.state.state import ClassicState

SPACE = 100
"""A space of the marker, in hundredths; a talent is worth less."""
TALENT, RING = 1, 10
SEARCHED = {"TURN-2", "MOVE-18"}


def search(look: Callable[[], ClassicView], decision: Decision) -> Search | None:
    """The turn's menu and where a piece goes."""
    if decision.rule not in SEARCHED:
        return None
    return Search(turns=2 * len(look().seats), width=10, trials=30)


def worth(state: ClassicState, seat: Seat) -> int:
    """How far the seat is ahead of the best of the others. END-3"""
    worths = [
        SPACE * player.marker + TALENT * player.talents + RING * player.rings - 1000 * player.is_out
        for player in state.players
    ]
    return worths[seat] - max(each for other, each in enumerate(worths) if other != seat)


def on_turn(state: ClassicState) -> Seat:
    """Whose turn it is."""
    return state.turn.seat


LEVELS = {
    "novice": Level(greedy_policy, blunders=lambda: 200),
    "standard": Level(greedy_policy),
    "strong": Level(greedy_policy, search=search, worth=worth, on_turn=on_turn),
}
