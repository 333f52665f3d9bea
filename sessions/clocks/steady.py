"""Clocks for waiting, which run evenly even if the host's clock is corrected."""

import time
from collections.abc import Callable


def steady_ms() -> int:
    """Milliseconds of a clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


def unbroken_clock(clock: Callable[[], int], steady: Callable[[], int] = steady_ms) -> Callable[[], int]:
    """Return a clock that starts at `clock` and follows `steady`, so that the next process can compare times."""
    ahead = clock() - steady()
    return lambda: steady() + ahead
