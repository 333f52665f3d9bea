"""Two clocks: the month's, which leaps to the next event, and that of the bot's machine, which may be wrong."""

import contextlib
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.clock import Clock
from sandbox.moved import MovedClock

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
EDGE_MS = 2000
"""For this long after its clock jumps, the machine may still use a time that it read before the jump."""
FOREVER = 1 << 62
BEGINS_MS = 1_806_105_600_000
"""Saturday, 27 March 2027, 00:00 UTC. In Europe, summer time begins the next night; in Australia, it ends in a week."""


@dataclass(slots=True)
class Almanac:
    """Discord's clock, which is right, and the host's, which may be wrong. Both are in milliseconds since 1970."""

    clock: Clock
    moved: MovedClock
    wrong: list[tuple[int, int]] = field(default_factory=list)
    """The errors of the host's clock, in milliseconds, each with the time when it begins."""
    starts: list[tuple[int, int]] = field(default_factory=list)
    """Times of the bot's starts, each with the error of that process's monotonic clock in milliseconds."""

    @classmethod
    def beginning(cls, clock: Clock, path: Path) -> "Almanac":
        made = cls(clock, MovedClock.make(path))
        made.leap_to(BEGINS_MS)
        made.wrong.append((BEGINS_MS, 0))
        return made

    def now(self) -> int:
        return self.moved.true_ms()

    def host_now(self) -> int:
        return self.shown_at(self.now())

    def leap_to(self, at: int) -> None:
        by_ms = at - self.moved.true_ms()
        self.clock.advance(by_ms / 1000)
        self.moved.set_ahead(self.moved.ahead_ms() + by_ms)

    def let_host_be_wrong(self, by_ms: int) -> None:
        self.wrong.append((self.now(), by_ms))
        self.moved.set_wrong(by_ms)

    def shown_at(self, at: int) -> int:
        return at + self.wrong[max(0, bisect_right(self.wrong, (at, 1 << 60)) - 1)][1]

    def note_start(self, newest: int) -> None:
        """Note a start of the bot. Its monotonic clock keeps the error that the host's clock has now. If the `newest`
        post is ahead of the host's clock by up to a day, the monotonic clock starts at that post instead."""
        now, shown = self.now(), self.host_now()
        self.starts.append((now, (newest if 0 < newest - shown <= DAY_MS else shown) - now))

    def ahead_of_unbroken(self) -> int:
        """Return how far the host's clock is ahead of the bot's unbroken (monotonic) clock, in milliseconds."""
        now = self.now()
        return self.shown_at(now) - now - self.starts[-1][1]

    def true_of_unbroken(self, shown: int) -> int:
        starts = [(BEGINS_MS, 0), *self.starts]
        for (begun, error), ended in zip(starts, [*(at for at, _ in starts[1:]), FOREVER], strict=True):
            at = shown - error
            if begun - EDGE_MS <= at < ended + EDGE_MS:
                return at
        return self.true_of(shown)

    def true_of(self, shown: int, since: int = 0) -> int:
        """Return when the host's clock showed `shown`. If twice, return the first time that isn't before `since`."""
        ends = [*(begun for begun, _ in self.wrong[1:]), FOREVER]
        found = [
            shown - wrong
            for (begun, wrong), ended in zip(self.wrong, ends, strict=True)
            if begun - EDGE_MS <= shown - wrong < ended + EDGE_MS
        ] or [shown - self.wrong[-1][1]]
        return next((at for at in found if at >= since), found[-1])


class Stopwatch:
    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    @contextlib.contextmanager
    def timed(self, what: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[what] += time.perf_counter() - begun  # type: ignore[assignment]
