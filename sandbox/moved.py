"""Share the clock and the seeds of a simulation with its bot, through files."""

import mmap
import time
from hashlib import sha256
from pathlib import Path

PLACES = 2
"""The file's 8-byte values: how far the clock is ahead, and the error of the host's clock."""


class MovedClock:
    """Real time plus an offset, in milliseconds. The host's clock may be wrong, but the steady clock never is."""

    def __init__(self, path: Path) -> None:
        """Share the file at `path`. Raises `OSError` or `ValueError` if the file can't be used."""
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), PLACES * 8)
        self._numbers = memoryview(self._map).cast("q")

    @staticmethod
    def make(path: Path) -> "MovedClock":
        path.write_bytes(bytes(PLACES * 8))
        return MovedClock(path)

    def ahead_ms(self) -> int:
        """Return how far this clock is ahead of real time. Negative means behind."""
        return self._numbers[0]

    def true_ms(self) -> int:
        return time.time_ns() // 1_000_000 + self._numbers[0]

    def host_ms(self) -> int:
        return self.true_ms() + self._numbers[1]

    def steady_ms(self) -> int:
        """Return monotonic milliseconds. They leap with this clock, but never include the error of the host's clock."""
        return time.monotonic_ns() // 1_000_000 + self._numbers[0]

    def set_ahead(self, ms: int) -> None:
        self._numbers[0] = ms

    def set_wrong(self, ms: int) -> None:
        self._numbers[1] = ms


def draw_seed(number: int, drawn: Path, count: int) -> bytes:
    """Draw a seed of `count` bytes, at most 32, from `number` and the number of seeds drawn so far."""
    with drawn.open("ab") as file:
        place = file.tell()
        file.write(b".")
    return sha256(f"month {number}, game {place}".encode()).digest()[:count]
