"""Freezes of an evening: what is stopped without a word, when and for how long, and goes on afterwards."""

from dataclasses import dataclass
from random import Random

SHORTEST_S, LONGEST_S = 2.0, 14.0


@dataclass(frozen=True, slots=True)
class Freeze:
    """One freeze to come, of a process or (None) of the database server, after that number of presses."""

    process: int | None
    length_s: float
    after_presses: int


@dataclass(frozen=True, slots=True)
class Frozen:
    """One freeze, in milliseconds since 1970. `ended_ms` is None while it lasts."""

    process: int | None
    begun_ms: int
    ended_ms: int | None = None

    def reaches(self, since_ms: int) -> bool:
        """Whether it lasted after that moment."""
        return self.ended_ms is None or self.ended_ms > since_ms


def draw_freezes(random: Random, count: int, processes: int, presses: int, *, has_server: bool) -> list[Freeze]:
    """Draw the freezes of an evening of about `presses` presses.

    Everything has its turn before anything is frozen twice.
    """
    everything = [*range(processes), *([None] if has_server else [])]
    turns: list[int | None] = []
    while len(turns) < count:
        turns += random.sample(everything, len(everything))
    marks = sorted(random.randrange(presses // 20, presses) for _ in range(count))
    lengths = [random.uniform(SHORTEST_S, LONGEST_S) for _ in range(count)]
    return [Freeze(*each) for each in zip(turns, lengths, marks, strict=False)]
