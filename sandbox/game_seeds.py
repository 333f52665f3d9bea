"""Seeds of games that are the same in every run of a simulation."""

from hashlib import sha256
from pathlib import Path


class GameSeeds:
    """Draws the same seeds for the same number. The file `drawn` counts draws, so that a restarted bot continues."""

    def __init__(self, number: int, drawn: Path) -> None:
        self._number = number
        self._drawn = drawn

    def __call__(self, count: int) -> bytes:
        """Draw the next seed, of at most 32 bytes."""
        with self._drawn.open("ab") as drawn:
            place = drawn.tell()
            drawn.write(b".")
        return sha256(f"month {self._number}, game {place}".encode()).digest()[:count]
