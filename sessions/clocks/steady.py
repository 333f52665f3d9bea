"""Clocks for waiting, which run evenly even if the host's clock is corrected."""

import time
from collections.abc import Callable


def steady_ms() -> int:
    """Return the milliseconds of a clock that never jumps, from an unknown beginning."""
    return time.monotonic_ns() // 1_000_000


def unbroken_clock(clock: Callable[[], int], steady: Callable[[], int] = steady_ms) -> Callable[[], int]:
    """Return a clock that starts at what `clock` shows now and then follows `steady`.

    Its times can be stored and compared by the next process, unless somebody sets the host's clock in between.
    """
    ahead = clock() - steady()
    return lambda: steady() + ahead
