"""A slow line between Discord and everybody: each request, event and interaction is under way for a while."""

from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Latency:
    """How long things are under way: about `ms` each, none where that is 0. The jitter is drawn from `random`."""

    ms: int = 0
    random: Random = field(default_factory=lambda: Random(0))

    def draw_s(self) -> float:
        """How long the next thing is under way, in seconds: three fifths to seven fifths of the mean."""
        return self.ms / 1000 * self.random.uniform(0.6, 1.4) if self.ms else 0.0
