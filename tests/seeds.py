"""Seeds for tables in tests. They differ within a test, and are the same in every run."""

from hashlib import sha256


class Seeds:
    """A source of seeds for `Sessions` and `bot.build`. `number` is the number of the next seed."""

    def __init__(self, number: int = 1) -> None:
        self.number = number

    def __call__(self, count: int) -> bytes:
        """Return the next seed of `count` bytes."""
        made = sha256(f"table {self.number}".encode()).digest()[:count]
        self.number += 1
        return made
