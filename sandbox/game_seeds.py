"""Seeds of games that can be drawn again, for a bot in a sandbox whose games are to be repeated."""

from hashlib import sha256
from pathlib import Path


class GameSeeds:
    """Draws the same seeds for the same number, from one life of the bot to the next.

    `drawn` is a file with one byte for each seed that was drawn, so that a bot that was killed goes on from there.
    """

    def __init__(self, number: int, drawn: Path) -> None:
        self._number = number
        self._drawn = drawn

    def __call__(self, count: int) -> bytes:
        """Draw the next seed, of at most 32 bytes."""
        with self._drawn.open("ab") as drawn:
            place = drawn.tell()
            drawn.write(b".")
        return sha256(f"month {self._number}, game {place}".encode()).digest()[:count]
