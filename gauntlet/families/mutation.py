"""E6: change the code a little, and see whether a test notices. At least 85 of 100 changes must be noticed.

mutmut and cosmic-ray do this for whole projects. mutmut runs all tests first, and cosmic-ray has one command for all
changes. Neither draws a few changes per package with a seed and runs only the tests of that package.
"""

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.games import GAMES
from gauntlet.family import ROOT, Control, Doses, Family, Findings
from gauntlet.mutants import Mutant, mutants_of

EACH = 4
"""Number of mutants of each group in one attempt."""
GOAL = 0.85
PATIENCE = 3
"""A mutant counts as noticed if its tests take longer than this many times the usual time, plus `SLOW_S` seconds."""
SLOW_S = 30.0
LEFT_OUT = (".git", ".venv", "var", "dist", "__pycache__", ".*_cache")
EQUIVALENT: frozenset[str] = frozenset()
"""Mutants that do the same as the code, as `Mutant.known_as` names them."""


class Group(NamedTuple):
    """A part of the code, and the tests that must notice changes in it."""

    package: str
    tests: tuple[str, ...]


def group_of(game: str) -> Group:
    """Return the rules of a game, with the tests of the game and of the laws."""
    folder = game.replace("-", "_")
    return Group(f"engine/{folder}", (f"tests/engine/{folder}", "tests/engine/contract/test_laws.py"))


GROUPS = (*map(group_of, GAMES), Group("sessions", ("tests/sessions",)), Group("cogs", ("tests/cogs",)))
PARTS = ("content", "state", "actions", "effects", "rival", "phases", "seen")
"""The folders of a game with its rules. Policies are judged by matches, not by tests."""


def modules_of(group: Group) -> list[Path]:
    """Return the modules of a group, relative to the root."""
    found = sorted(each.relative_to(ROOT) for each in (ROOT / group.package).rglob("*.py"))
    if group.package.startswith("engine"):
        found = [each for each in found if each.parts[2] in PARTS]
    return found


def tests_of(group: Group, module: Path) -> list[str]:
    """Return the tests to run: first those that import the module, then those of the group."""
    name = ".".join(module.with_suffix("").parts)
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    using = [str(each.relative_to(ROOT)) for each in files if f"{name} import" in each.read_text(encoding="utf-8")]
    return [*using, *(each for each in group.tests if each not in using)]


class Workshop:
    """A copy of the code in which one module at a time is changed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        compileall.compile_dir(root, quiet=2)  # Once a module is changed, its compiled file is too old to be used.

    def run(self, tests: Sequence[str], within_s: float) -> tuple[bool, str]:
        """Run tests until the first fails. Return whether they passed in time, and the end of what they printed."""
        command = (sys.executable, "-m", "pytest", "-x", "-n0", "-p", "no:cacheprovider", *tests)
        try:
            done = subprocess.run(
                command, cwd=self._root, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True, text=True, timeout=within_s,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False, "too slow"
        return done.returncode == 0, done.stdout[-600:]

    def is_noticed(self, mutant: Mutant, tests: Sequence[str], within_s: float) -> bool:
        """Run the tests with this change, then undo it. Return whether a test failed or took too long."""
        file = self._root / mutant.path
        source = file.read_bytes()
        file.write_bytes(mutant.apply(source))
        try:
            return not self.run(tests, within_s)[0]
        finally:
            file.write_bytes(source)


def draw_mutants(group: Group, random: Random, count: int) -> list[Mutant]:
    """Draw mutants of a group, except those that are known to do the same as the code."""
    found = [each for module in modules_of(group) for each in mutants_of(module, (ROOT / module).read_bytes())]
    random.shuffle(found)
    return [each for each in found if each.known_as not in EQUIVALENT][:count]


def attempt(seed: int) -> Findings:
    """Draw mutants of every group. Report a failure if fewer than 85 % of them are noticed."""
    random, findings, lived = Random(seed), Findings(), list[Mutant]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        workshop = Workshop(Path(folder) / "code")
        for group in GROUPS:
            begun = time.monotonic()
            is_sound, told = workshop.run(group.tests, Family.limit_s)
            usual_s = time.monotonic() - begun
            findings.expect(is_sound, f"the tests of {group.package} fail without any change: {told}")
            for mutant in draw_mutants(group, random, EACH):
                findings.tries += 1
                is_noticed = workshop.is_noticed(mutant, tests_of(group, mutant.path), SLOW_S + PATIENCE * usual_s)
                print(f"{'noticed' if is_noticed else 'LIVED'} {mutant}", flush=True)
                lived += [] if is_noticed else [mutant]
    noticed = findings.tries - len(lived)
    findings.expect(
        noticed >= GOAL * findings.tries, f"only {noticed} of {findings.tries} noticed: {', '.join(map(str, lived))}"
    )
    return findings


FAMILY = Family(
    "E6",
    "mutants of the rules of each game, of sessions and of cogs; a failure is a seed with under 85 % noticed",
    "mutants",
    Doses(20, 500, 5000),
    EACH * len(GROUPS),
    attempt,
    (Control("one-test-alone", "noticed"),),
    limit_s=7200.0,
)
