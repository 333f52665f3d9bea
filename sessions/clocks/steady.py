"""Time for all that waits: it goes on evenly, also when the host's clock is put right meanwhile."""

import time
from collections.abc import Callable


def steady_ms() -> int:
    """Milliseconds of a clock that never jumps, from an unknown beginning."""
    return time.monotonic_ns() // 1_000_000


def unbroken_clock(clock: Callable[[], int], steady: Callable[[], int] = steady_ms) -> Callable[[], int]:
    """Return a clock that shows what `clock` shows now, and from then on moves with `steady` alone.

    What it shows can be kept on disk and compared by the next process, as far as nobody has set the clock in between.
    """
    ahead = clock() - steady()
    return lambda: steady() + ahead
