"""One line of the table of figures, and a timer for short calls."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """A value, a reference from the same run, and limits of their ratio (upper, or lower if `more_is_better`)."""

    what: str
    ours: float
    reference: float
    unit: str
    against: str
    goal: float
    moonshot: float
    more_is_better: bool = False

    @property
    def ratio(self) -> float:
        return self.ours / self.reference

    @property
    def verdict(self) -> str:
        for name, bound in (("moonshot", self.moonshot), ("goal", self.goal)):
            if self.ratio >= bound if self.more_is_better else self.ratio <= bound:
                return name
        return "missed"


def seconds_each(work: Callable[[], object], times: int, rounds: int = 5) -> float:
    """Return the seconds per call of `work`: the best of `rounds` means over `times` calls."""
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(times):
            work()
        best = min(best, (perf_counter() - start) / times)
    return best
