"""A clock that a test moves, shared by file with the bot: how far it is ahead, and how wrong the host's is."""

import mmap
import time
from pathlib import Path

PLACES = 2
"""Numbers in the file: how far ahead, and how wrong; eight bytes each, read and written in one piece."""


class MovedClock:
    """Real time and what was added to it, in milliseconds. Whoever shares the file sees each move at once.

    The host's clock may be wrong beside that, which the steady one never is.
    """

    def __init__(self, path: Path) -> None:
        """Share the file at `path`; raises `OSError` where there is none, `ValueError` where it is none of these."""
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), PLACES * 8)
        self._numbers = memoryview(self._map).cast("q")

    @staticmethod
    def make(path: Path) -> "MovedClock":
        """A new clock that is neither ahead nor wrong."""
        path.write_bytes(bytes(PLACES * 8))
        return MovedClock(path)

    def ahead_ms(self) -> int:
        """How far this clock is ahead of real time; less than nothing where it is behind."""
        return self._numbers[0]

    def true_ms(self) -> int:
        """What time it is, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000 + self._numbers[0]

    def host_ms(self) -> int:
        """What the host's clock shows."""
        return self.true_ms() + self._numbers[1]

    def steady_ms(self) -> int:
        """Milliseconds of a clock that moves on with this one, and is never wrong."""
        return time.monotonic_ns() // 1_000_000 + self._numbers[0]

    def set_ahead(self, ms: int) -> None:
        """Move the time to so far ahead."""
        self._numbers[0] = ms

    def set_wrong(self, ms: int) -> None:
        """Let the host's clock be so wrong from now on."""
        self._numbers[1] = ms
