"""The levels of Minerva's computer players: which answers they search, how deep, and how they rate a state."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.policy import Keys
from engine.kernel.weights import three_levels
from engine.minerva.actions.trading import SELL
from engine.minerva.policies.greedy import greedy_policy, ranked_acts
from engine.minerva.policies.weights import the_weights
from engine.minerva.seen.view import Glance, MinervaView
from engine.minerva.state.standings import parts
from engine.minerva.state.state import MinervaState

VP = 60
"""The worth of a point. States are valued in sixtieths of a point."""


def candidates(look: Callable[[], MinervaView], decision: Decision, chance: Chance) -> list[Keys]:
    """The actions of a turn, best first, and a sale if passing is the only one. Otherwise all options except a sale."""
    keys = [option.key for option in decision.options]
    if decision.rule != "TURN-05":
        return [(key,) for key in keys if key != SELL]
    return [(key,) for key in (keys if len(keys) == 2 and SELL in keys else ranked_acts(look, decision, chance))]


def worth(state: MinervaState, seat: Seat) -> int:
    worths = [
        VP * (sum(player.scored) if state.phase == "over" else sum(parts(state, player))) for player in state.players
    ]
    return worths[seat] - max((each for other, each in enumerate(worths) if other != seat), default=0)


LEVELS = three_levels(greedy_policy, the_weights, candidates=candidates, worth=worth, glance=Glance)
