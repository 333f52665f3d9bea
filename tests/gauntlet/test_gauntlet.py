"""Tests of the gauntlet itself: patches apply, runs add up, failures repeat, and the report has only what ran."""

import asyncio
import contextlib
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gauntlet import running
from gauntlet.families import FAMILIES
from gauntlet.family import PATCHES, ROOT, Control, Doses, Family, Findings
from gauntlet.report import BEGIN, END, HEAD, write_table
from gauntlet.running import AttemptResult, PatchFails, Runner, scratch_copy
from gauntlet.state import Failure, Progress, State, Store
from tests.sandbox.crooked_bot import WAYS
from tests.waiting import PATIENCE_S, eventually

COMMIT = "0123456789abcdef"
TEST = re.compile(r"def (test_\w+)")


def attempt_even(seed: int) -> Findings:
    """Make three tries. They fail if the seed is odd."""
    return Findings(3, [f"{seed} is odd"] if seed % 2 else [])


TOY = Family("T1", "toys", "tries", Doses(7, 20, 0), 3, attempt_even, (Control("odd", "is odd", 1, crooked="toy"),))


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make attempts in this process. A planted fault adds a failure."""

    async def attempt(family: Family, seed: int, *, root: Path = ROOT, crooked: str = "") -> AttemptResult:
        return AttemptResult(family.attempt(seed), "the log", 0.5)

    monkeypatch.setattr(running, "attempt", attempt)


def runner(store: Store, folder: Path, base: int = 2) -> Runner:
    return Runner(store, "pr", base, 2, folder / "logs", lambda line: None)


@pytest.mark.parametrize("patch", sorted(PATCHES.glob("*.patch")), ids=lambda patch: patch.stem)
def test_every_control_patch_still_applies(patch: Path) -> None:
    checked = subprocess.run(("git", "apply", "--check", str(patch)), cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_every_control_exists_and_every_patch_is_used() -> None:
    controls = [control for family in FAMILIES.values() for control in family.controls]
    assert {each.patch for each in controls if not each.crooked} == set(PATCHES.glob("*.patch"))
    assert {each.name for each in controls if each.crooked} <= WAYS.keys()
    assert all(family.controls for family in FAMILIES.values())


def test_every_control_expects_a_failure_of_a_test_that_exists() -> None:
    names = {name for file in Path(ROOT, "tests").rglob("test_*.py") for name in TEST.findall(file.read_text())}
    controls = [control for family in FAMILIES.values() for control in family.controls]
    expected = {name for control in controls for name in re.findall(r"test_\w+", control.finds)}
    assert {name for name in expected if not any(test.startswith(name) for test in names)} == set()


async def test_a_patch_that_no_longer_applies_is_reported(tmp_path: Path) -> None:
    patch = tmp_path / "old.patch"
    patch.write_text("--- a/bot.py\n+++ b/bot.py\n@@ -1,1 +1,1 @@\n-a line that nobody wrote\n+another\n")
    with pytest.raises(PatchFails, match="no longer applies"):
        async with scratch_copy(patch):
            pass


async def test_a_scratch_copy_has_the_fault_and_leaves_the_tree_alone() -> None:
    changed = Path("db", "queued.py")
    before = (ROOT / changed).read_text()
    async with scratch_copy(PATCHES / "confirm-before-commit.patch") as folder:
        assert (folder / changed).read_text() != before
        assert (folder / "gauntlet" / "__main__.py").exists()
    assert not folder.exists()
    assert (ROOT / changed).read_text() == before


@pytest.mark.usefixtures("in_this_process")
async def test_runs_at_one_commit_add_up(tmp_path: Path) -> None:
    store = Store(COMMIT, tmp_path)
    await runner(store, tmp_path).run([TOY])
    assert store.of("T1").tries == 9
    assert store.of("T1").seeds == [2, 3, 4]
    assert [each.seed for each in store.of("T1").failures] == [3]
    assert TOY.replay(3).failures == store.of("T1").failures[0].lines

    again = Store(COMMIT, tmp_path)
    await Runner(again, "night", 2, 2, tmp_path / "logs", lambda line: None).run([TOY])
    assert again.of("T1").seeds == [2, 3, 4, 5, 6, 7, 8]
    assert Store(COMMIT[::-1], tmp_path).of("T1").tries == 0


@pytest.mark.usefixtures("in_this_process")
async def test_a_planted_fault_that_nobody_reports_counts_as_missed(tmp_path: Path) -> None:
    store = Store(COMMIT, tmp_path)
    even = replace(TOY, controls=(*TOY.controls, Control("even", "is even", 1, crooked="other")))
    await runner(store, tmp_path).run([even])
    assert store.of("T1").controls == {"odd": True, "even": False}
    assert (tmp_path / "logs" / "T1-even.log").exists()


def test_a_dose_makes_all_its_tries() -> None:
    assert TOY.dose(2, 4) == Findings(6, ["3 is odd"])
    assert replace(TOY, attempt=lambda seed: Findings()).dose(1, 1).failures == ["an attempt made no tries"]


def test_the_report_keeps_rows_of_other_commits(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    other = "| R9 | soak | night | 1 runs | 1 | 0 | 1 of 1 | 9 | abcdef01 | 2026-11-01 |"
    file.write_text(f"# Before\n\n{BEGIN}\n{HEAD}\n{other}\n{END}\n\nAfter\n")
    state = State(COMMIT, {"T1": Progress(9, [2], 1.5, [Failure(3, ["x"])], {"odd": True}, "2026-11-02")})
    write_table(file, [TOY], "pr", state)
    mine = "| T1 | toys | pr | 7 tries | 9 | 1 | 1 of 1 | 2 | 01234567 | 2026-11-02 |"
    assert file.read_text() == f"# Before\n\n{BEGIN}\n{HEAD}\n{mine}\n{other}\n{END}\n\nAfter\n"


@pytest.mark.parametrize("controls", [{}, {"odd": False}, {"odd": True}, {"odd": True, "even": False}])
def test_a_family_that_missed_a_planted_fault_is_not_listed(tmp_path: Path, controls: dict[str, bool]) -> None:
    file = tmp_path / "report.md"
    file.write_text(f"{BEGIN}\n{HEAD}\n{END}\n")
    even = replace(TOY, controls=(*TOY.controls, Control("even", "is even", 1, crooked="other")))
    write_table(file, [even], "pr", State(COMMIT, {"T1": Progress(9, [2], controls=controls)}))
    assert "T1" not in file.read_text()


def test_a_family_that_did_not_run_is_not_listed(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    file.write_text(f"{BEGIN}\n{HEAD}\n{END}\n")
    write_table(file, [TOY], "pr", State(COMMIT, {"T1": Progress(controls={"odd": True})}))
    assert "T1" not in file.read_text()


def children(parent: int) -> list[int]:
    """Return the process ids of a process's children."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for file in lists for child in file.read_text().split()]


def is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
async def test_a_terminated_gauntlet_ends_its_attempts() -> None:
    gauntlet = await asyncio.create_subprocess_exec(sys.executable, "-m", "gauntlet", "--replay", "CK", "1", cwd=ROOT)
    try:
        found = await eventually(lambda: children(gauntlet.pid), "an attempt", every_s=0.05)
        gauntlet.terminate()
        await asyncio.wait_for(gauntlet.wait(), PATIENCE_S)
    finally:
        with contextlib.suppress(ProcessLookupError):
            gauntlet.kill()
    assert not any(map(is_running, found))
