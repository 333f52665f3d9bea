"""How well programs play Minerva: which answers are searched for, how far, and what a state is worth."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.levels import Keys, Level, Search
from engine.minerva.actions.selling import SELL
from engine.minerva.policies.greedy import greedy_policy, ranked_acts
from engine.minerva.seen.view import MinervaView
from engine.minerva.state.standings import parts
from engine.minerva.state.state import MinervaState

VP = 60
SEARCHED = {"TURN-05", "EFF-07"}
TO_THE_END = {
    1: Search(width=6, trials=18),
    2: Search(width=4, trials=12),
    3: Search(width=4, trials=12),
    4: Search(width=4, trials=8),
}
"""By seats: what is built pays in the rounds to come, and strong play that looks no further passes and starves."""


def search(look: Callable[[], MinervaView], decision: Decision) -> Search | None:
    """What a turn is used for, and what kinds of tokens an effect gives, to the end of the game."""
    if decision.rule not in SEARCHED:
        return None
    return TO_THE_END[len(look().seats)]


def candidates(look: Callable[[], MinervaView], decision: Decision, chance: Chance) -> list[Keys]:
    """Actions in the order of what the policy thinks of them, and the sale where nothing else is left but to pass."""
    keys = [option.key for option in decision.options]
    if decision.rule != "TURN-05":
        return [(key,) for key in keys if key != SELL]
    return [(key,) for key in (keys if len(keys) == 2 and SELL in keys else ranked_acts(look, decision, chance))]


def worth(state: MinervaState, seat: Seat) -> int:
    """How far the seat is ahead of the best of the others, as things stand."""
    worths = [
        VP * (sum(player.scored) if state.phase == "over" else sum(parts(state, player))) for player in state.players
    ]
    return worths[seat] - max((each for other, each in enumerate(worths) if other != seat), default=0)


LEVELS = {
    "novice": Level(greedy_policy, blunders=lambda: 200),
    "standard": Level(greedy_policy),
    "strong": Level(greedy_policy, search=search, candidates=candidates, worth=worth),
}
