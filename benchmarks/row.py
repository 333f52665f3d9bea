"""One line of the table of figures, and a timer for short calls."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """A value, a reference from the same run, and the goal for their ratio. The goal is an upper limit, or a lower one
    if `more_is_better`.
    """

    what: str
    ours: float
    reference: float
    unit: str
    against: str
    goal: float
    more_is_better: bool = False

    @property
    def ratio(self) -> float:
        return self.ours / self.reference

    @property
    def is_met(self) -> bool:
        return self.ratio >= self.goal if self.more_is_better else self.ratio <= self.goal


def seconds_each(work: Callable[[], object], times: int, rounds: int = 5) -> float:
    """Call `work` and return the seconds per call: the best of `rounds` means over `times` calls."""
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(times):
            work()
        best = min(best, (perf_counter() - start) / times)
    return best
