"""A family of tests: its doses, one attempt, and the planted faults that must turn it red."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

ROOT = Path(__file__).parents[1]
PATCHES = Path(__file__).parent / "controls"

Dose: TypeAlias = Literal["pr", "night", "release"]
DOSES: tuple[Dose, ...] = get_args(Dose)


class Doses(NamedTuple):
    """Number of tries in each dose. With zero, the family is not part of that dose."""

    pr: int
    night: int
    release: int


@dataclass
class Findings:
    """The number of tries of one or more attempts, and a line for each failure."""

    tries: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Findings") -> None:
        self.tries += other.tries
        self.failures += other.failures

    def expect(self, holds: object, failure: str) -> None:
        """Record the failure unless `holds` is true."""
        if not holds:
            self.failures.append(failure)


@dataclass(frozen=True)
class Control:
    """A planted fault. With this seed, the family must report a failure that matches the pattern `finds`."""

    name: str
    finds: str
    seed: int = 1
    crooked: str = ""
    """If empty, `controls/<name>.patch` plants the fault. Otherwise `tests.sandbox.crooked_bot` does, and faults with
    the same word share one attempt.
    """

    @property
    def patch(self) -> Path:
        return PATCHES / f"{self.name}.patch"

    def is_caught(self, failures: list[str]) -> bool:
        return any(re.search(self.finds, failure) for failure in failures)


@dataclass(frozen=True)
class Family:
    """Tests of one kind. `attempt` takes a seed, makes about `tries` tries, and returns the failures."""

    key: str
    about: str
    unit: str
    doses: Doses
    tries: int
    attempt: Callable[[int], Findings]
    controls: tuple[Control, ...]
    limit_s: float = 900.0
    """An attempt that takes longer fails."""

    def dose(self, seed: int, n: int) -> Findings:
        """Make at least `n` tries. Each attempt uses the next seed."""
        findings = Findings()
        while findings.tries < n:
            more = self.attempt(seed)
            findings.add(more)
            seed += 1
            if not more.tries:
                findings.failures.append("an attempt made no tries")
                break
        return findings

    def replay(self, seed: int) -> Findings:
        """Repeat the attempt with this seed."""
        return self.attempt(seed)
