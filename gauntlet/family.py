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
    """The number of tries that each dose asks for. Zero means that the family isn't part of that dose."""

    pr: int
    night: int
    release: int


@dataclass
class Findings:
    """The result of one or more attempts: the number of tries, and a line for each failure."""

    tries: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Findings") -> None:
        self.tries += other.tries
        self.failures += other.failures

    def expect(self, holds: object, failure: str) -> None:
        """Record a failure unless something holds."""
        if not holds:
            self.failures.append(failure)


@dataclass(frozen=True)
class Control:
    """A planted fault. The family must report a failure that matches `finds`, from the attempt with this seed."""

    name: str
    finds: str
    seed: int = 1
    crooked: str = ""
    """If set, `tests.sandbox.crooked_bot` plants the fault, otherwise `controls/<name>.patch`. Faults of the crooked
    bot with the same word here leave different traces, so they share an attempt."""

    @property
    def patch(self) -> Path:
        return PATCHES / f"{self.name}.patch"

    def is_caught(self, failures: list[str]) -> bool:
        return any(re.search(self.finds, failure) for failure in failures)


@dataclass(frozen=True)
class Family:
    """Tests of one kind. `attempt` makes about `tries` tries, chosen by a seed, and reports what failed."""

    key: str
    about: str
    unit: str
    doses: Doses
    tries: int
    attempt: Callable[[int], Findings]
    controls: tuple[Control, ...]
    limit_s: float = 900.0
    """An attempt that takes longer counts as a failure."""

    def dose(self, seed: int, n: int) -> Findings:
        """Make at least `n` tries, with one seed after another."""
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
