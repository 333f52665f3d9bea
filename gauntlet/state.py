"""The progress at one commit. It is kept in a file, so that later runs add to it."""

import os
import subprocess
from pathlib import Path

import msgspec

from gauntlet.family import ROOT

REPORT = "docs/reliability.md"
"""The report that the gauntlet writes. If only this file differs, the tree counts as clean."""


class Failure(msgspec.Struct, frozen=True):
    """A failed attempt. `python -m gauntlet --replay FAMILY SEED` repeats it."""

    seed: int
    lines: list[str]


class Progress(msgspec.Struct):
    """Everything that a family has done at a commit. `controls` maps each planted fault to whether it was caught."""

    tries: int = 0
    seeds: list[int] = msgspec.field(default_factory=list)
    seconds: float = 0.0
    failures: list[Failure] = msgspec.field(default_factory=list)
    controls: dict[str, bool] = msgspec.field(default_factory=dict)
    date: str = ""


class State(msgspec.Struct):
    """The progress of all families at one commit."""

    commit: str
    families: dict[str, Progress] = msgspec.field(default_factory=dict)


def git(*arguments: str) -> str:
    return subprocess.run(("git", *arguments), cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def current_commit() -> str:
    return git("rev-parse", "HEAD")


def is_dirty() -> bool:
    """Return whether any file differs from the commit, except for the report."""
    return bool(git("status", "--porcelain", "--", ".", f":!{REPORT}"))


class Store:
    """The file that keeps the progress at a commit. Without a file, progress is only in memory."""

    def __init__(self, commit: str, folder: Path | None) -> None:
        self._file = folder / f"{commit}.json" if folder else None
        is_kept = self._file is not None and self._file.exists()
        self.state = (
            msgspec.json.decode(self._file.read_bytes(), type=State) if is_kept and self._file else State(commit)
        )

    def of(self, family: str) -> Progress:
        return self.state.families.setdefault(family, Progress())

    def save(self) -> None:
        """Replace the file atomically."""
        if self._file is None:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        partial = self._file.with_suffix(".partial")
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(self.state)))
        os.replace(partial, self._file)
