"""Failures at random: requests that are lost, late or refused, a busy database, and deliveries that come twice."""

from collections import Counter
from random import Random

from sandbox.errors import Refused
from sandbox.faults import Fault, Faults

RATES = {"lost": 0.006, "answer lost": 0.02, "failed": 0.006, "late": 0.012, "limited": 0.004}
"""The probability of each failure of a request."""
LATEST_S = 5.0
"""Longest delay of a late request, in seconds. Discord waits three for an answer."""
BUSY, TWICE = 0.01, 0.25
"""The probabilities that the database is busy, and that an interaction is delivered several times."""


class Weather(Faults):
    """Faults that tests order, and others at random while `is_bad`. `met` counts those at random."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.is_bad = False
        self.met: Counter[str] = Counter()
        self._random = random

    def find_fault(self, method: str, path: str) -> Fault | None:
        """Return the ordered fault for this request, or one at random, or None."""
        ordered = super().find_fault(method, path)
        if ordered is not None or not self.is_bad:
            return ordered
        drawn = self._random.random()
        for name, rate in RATES.items():
            drawn -= rate
            if drawn < 0:
                self.met[name] += 1
                return self._fault(name)
        return None

    def _fault(self, name: str) -> Fault:
        if name == "late":
            return Fault("", 1, delay_s=self._random.uniform(0.2, LATEST_S))
        if name == "limited":
            after_s = self._random.uniform(0.1, 3.0)
            return Fault(
                "", 1, error=Refused(0, status=429, message="You are being rate limited.", retry_after_s=after_s)
            )
        if name == "failed":
            status, applied = self._random.choice((500, 502, 503, 504)), self._random.random() < 0.3
            return Fault("", 1, error=Refused(0, status=status, message=f"{status}: Server Error"), applied=applied)
        return Fault("", 1, drop=True, applied=name == "answer lost")

    def is_busy(self) -> bool:
        """Decide at random whether the database refuses the next transaction."""
        return self.is_bad and self._strikes("busy", BUSY)

    def deliveries(self) -> int:
        """Return how many times the next interaction is delivered."""
        return self._random.randint(2, 4) if self.is_bad and self._strikes("delivered again", TWICE) else 1

    def _strikes(self, name: str, rate: float) -> bool:
        strikes = self._random.random() < rate
        self.met[name] += strikes
        return strikes
