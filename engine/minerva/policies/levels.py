"""How well programs play Minerva: which answers are searched for, how far, and what a state is worth."""

from collections.abc import Callable

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.kernel.levels import Keys, Level, Search
from engine.minerva.actions.selling import SELL
from engine.minerva.content.box import the_box
from engine.minerva.policies.greedy import greedy_policy, ranked_acts
from engine.minerva.seen.view import MinervaView
from engine.minerva.state.standings import parts
from engine.minerva.state.state import MinervaState

VP = 60
SEARCHED = {"TURN-05", "EFF-07"}
ONE_ROUND = Search(rounds=1, width=8, trials=16)
"""Little of a round is hidden, so that more trials tell little more."""
LAST_ROUND = Search(width=6, trials=12)
"""It takes three times as long as any other: everybody spends what is left."""
TO_THE_END = Search(width=6, trials=18)


def search(look: Callable[[], MinervaView], decision: Decision) -> Search | None:
    """What a turn is used for, and what kinds of tokens an effect gives; alone, to the end of the game."""
    if decision.rule not in SEARCHED:
        return None
    view = look()
    if len(view.seats) == 1:
        return TO_THE_END
    return LAST_ROUND if view.round == the_box().constants.rounds else ONE_ROUND


def candidates(look: Callable[[], MinervaView], decision: Decision, chance: Chance) -> list[Keys]:
    """Actions in the order of what the policy thinks of them; elsewhere all options but the sale."""
    if decision.rule == "TURN-05":
        return [(key,) for key in ranked_acts(look, decision, chance)]
    return [(option.key,) for option in decision.options if option.key != SELL]


def worth(state: MinervaState, seat: Seat) -> int:
    """How far the seat is ahead of the best of the others, as things stand."""
    worths = [
        VP * (sum(player.scored) if state.phase == "over" else sum(parts(state, player))) for player in state.players
    ]
    return worths[seat] - max((each for other, each in enumerate(worths) if other != seat), default=0)


LEVELS = {
    "novice": Level(greedy_policy, blunders=200),
    "standard": Level(greedy_policy),
    "strong": Level(greedy_policy, search=search, candidates=candidates, worth=worth),
}
