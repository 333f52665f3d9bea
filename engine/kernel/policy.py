"""Players that are programs: each picks a legal answer from what its seat may see, and from nothing else."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeAlias

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision

Policy: TypeAlias = "Callable[[Callable[[], Any], Decision, Chance], tuple[str, ...]]"
"""Given a way to look (the view of the deciding seat), its decision and chance of its own, the keys it answers."""

_BLOCKS = 16


class FastChance(Chance):
    """What moves a program: one stream for all names, quicker than a game's chance and no part of any position.

    The same for the same seed on every machine, so that a simulated game can be played again.
    """

    __slots__ = ("_block", "_stream")

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, {})
        self._block = 0
        self._stream = iter(b"")

    def below(self, name: str, bound: int) -> int:
        if bound > 256:
            return super().below(name, bound)
        limit = 256 - 256 % bound
        while True:
            for value in self._stream:
                if value < limit:
                    return value % bound
            self._refill()

    def _refill(self) -> None:
        blocks = range(self._block, self._block + _BLOCKS)
        self._block += _BLOCKS
        self._stream = iter(
            b"".join(blake2b(block.to_bytes(8, "big"), key=self.seed, digest_size=64).digest() for block in blocks)
        )


def random_policy(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Any legal answer: a random number of options within the limits, then random ones, without looking."""
    options = decision.options
    if decision.at_least == decision.at_most == 1:
        return (options[chance.below("player", len(options))].key,)
    most = min(decision.at_most, len(options))
    count = decision.at_least + chance.below("player", most - decision.at_least + 1)
    keys = [option.key for option in options]
    for place in range(count):
        other = place + chance.below("player", len(keys) - place)
        keys[place], keys[other] = keys[other], keys[place]
    return tuple(keys[:count])
