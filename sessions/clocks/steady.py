"""Clocks for measuring waits, unaffected by corrections of the host's clock."""

import time
from collections.abc import Callable


def steady_ms() -> int:
    """Milliseconds of a clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


def unbroken_clock(clock: Callable[[], int], steady: Callable[[], int] = steady_ms) -> Callable[[], int]:
    """Return a clock that starts at `clock` and then follows `steady`. Its times are comparable across processes."""
    ahead = clock() - steady()
    return lambda: steady() + ahead
