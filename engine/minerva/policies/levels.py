"""How well programs play Minerva: which answers are searched for, how far, and what a state is worth."""

from collections.abc import Callable

from engine.kernel.decision import Decision, Seat
from engine.kernel.levels import Level, Search
from engine.minerva.policies.greedy import greedy_policy
from engine.minerva.seen.view import MinervaView
from engine.minerva.state.standings import parts
from engine.minerva.state.state import MinervaState

VP = 60
SEARCHED = {"TURN-05", "EFF-07"}


def search(look: Callable[[], MinervaView], decision: Decision) -> Search | None:
    """What a turn is used for, and what kinds of tokens an effect gives."""
    if decision.rule not in SEARCHED:
        return None
    return Search(rounds=1, width=6, trials=32)


def worth(state: MinervaState, seat: Seat) -> int:
    """How far the seat is ahead of the best of the others, as things stand."""
    worths = [
        VP * (sum(player.scored) if state.phase == "over" else sum(parts(state, player))) for player in state.players
    ]
    return worths[seat] - max((each for other, each in enumerate(worths) if other != seat), default=0)


LEVELS = {
    "novice": Level(greedy_policy, blunders=200),
    "standard": Level(greedy_policy),
    "strong": Level(greedy_policy, search=search, worth=worth),
}
