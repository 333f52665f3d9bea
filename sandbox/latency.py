"""The latency of requests, events and interactions."""

from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Latency:
    """A mean of `ms`, with jitter drawn from `random`."""

    ms: int = 0
    random: Random = field(default_factory=lambda: Random(0))

    def draw_s(self) -> float:
        """Draw the latency of the next thing, in seconds: three fifths to seven fifths of the mean."""
        return self.ms / 1000 * self.random.uniform(0.6, 1.4) if self.ms else 0.0
