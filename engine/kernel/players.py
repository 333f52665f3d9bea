"""Players that are programs: each picks a legal answer from what its seat may see, and from nothing else."""

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision

Player: TypeAlias = "Callable[[Callable[[], Any], Decision, Chance], tuple[str, ...]]"
"""Given a way to look (the view of the deciding seat), its decision and chance of its own, the keys it answers."""


def random_player(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Any legal answer: a random number of options within the limits, then random ones, without looking."""
    options = decision.options
    if decision.at_least == decision.at_most == 1:
        return (options[chance.below("player", len(options))].key,)
    most = min(decision.at_most, len(options))
    count = decision.at_least + chance.below("player", most - decision.at_least + 1)
    keys = [option.key for option in options]
    chance.shuffle("player", keys)
    return tuple(keys[:count])
