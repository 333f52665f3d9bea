"""Computer players: each picks a legal answer from its seat's view alone."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeAlias

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision

Policy: TypeAlias = "Callable[[Callable[[], Any], Decision, Chance], tuple[str, ...]]"
"""Takes a function that returns the seat's view, its decision, and its own chance; returns the keys of the answer."""

_BLOCKS = 16


class FastChance(Chance):
    """Randomness for a computer player: one stream for all names, the same for the same seed everywhere."""

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
