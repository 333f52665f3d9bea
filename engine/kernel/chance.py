"""Named random draws. A draw depends on the seed, the draw's name, and the number of earlier draws of that name. Each
draw hashes (seed, name, counter) with keyed BLAKE2b, so results are the same on every machine and Python version."""

from collections.abc import Iterator, MutableMapping
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed in hex. It is published at the start, so players can check the seed at the end."""
    return sha256(seed).hexdigest()


def number_below(stream: Iterator[int], bound: int) -> int:
    """Return a uniform number from 0 to `bound` - 1, by rejection sampling of random bytes."""
    if bound <= 256:
        limit = 256 - 256 % bound
        for value in stream:
            if value < limit:
                return value % bound
    size = (bound.bit_length() + 7) // 8
    limit = (1 << 8 * size) - (1 << 8 * size) % bound
    while True:
        value = 0
        for _ in range(size):
            value = value << 8 | next(stream)
        if value < limit:
            return value % bound


class Chance:
    """Makes named draws from one seed. `counts` maps each name to its number of draws and is updated in place."""

    __slots__ = ("counts", "seed")

    def __init__(self, seed: bytes, counts: MutableMapping[str, int]) -> None:
        self.seed = seed
        self.counts = counts

    def _bytes(self, name: str) -> Iterator[int]:
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        block = 0
        while True:
            text = f"{name}/{count}/{block}".encode()
            yield from blake2b(text, key=self.seed, digest_size=64).digest()
            block += 1

    def token(self, name: str) -> bytes:
        stream = self._bytes(name)
        return bytes(next(stream) for _ in range(SEED_BYTES))

    def below(self, name: str, bound: int) -> int:
        return number_below(self._bytes(name), bound)

    def roll(self, name: str, dice: int, sides: int) -> list[int]:
        """Draw `dice` numbers from 0 to `sides` - 1."""
        stream = self._bytes(name)
        return [number_below(stream, sides) for _ in range(dice)]

    def shuffle(self, name: str, items: list[T]) -> None:
        """Shuffle `items` in place (Fisher–Yates from the end)."""
        stream = self._bytes(name)
        for last in range(len(items) - 1, 0, -1):
            other = number_below(stream, last + 1)
            items[last], items[other] = items[other], items[last]
