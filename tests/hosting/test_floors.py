"""`make coverage` measures branches, also in child processes, and fails if a package is below its floor."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, ROOT, tracked_files

TOOL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
SOURCE = TOOL["coverage"]["run"]["source"]
FLOORS = TOOL["knossos"]["coverage"]
OWN_FLOORS = {name: floor for name, floor in FLOORS.items() if name != "default"}
PARENT = """
import subprocess, sys
subprocess.run([sys.executable, "-m", "metrics.child", *sys.argv[1:]], cwd="elsewhere", check=True)
"""
CHILD = """
import sys
if "first" in sys.argv:
    print("first")
if "second" in sys.argv:
    print("second")
"""


def compare(folder: Path, counts: Mapping[str, tuple[int, int]]) -> tuple[int, str]:
    """Write a coverage report and compare it with the floors. `counts` has the covered branches and all branches of
    each file."""
    files = {
        name: {"summary": {"num_branches": branches, "covered_branches": covered}}
        for name, (covered, branches) in counts.items()
    }
    report = folder / "report.json"
    report.write_text(json.dumps({"files": files}))
    done = subprocess.run(
        [sys.executable, ".ci/floors.py", str(report)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def at_the_floor() -> dict[str, tuple[int, int]]:
    """Return counts that are exactly at each floor."""
    packages = [name if (ROOT / name).is_dir() else f"{name}.py" for name in SOURCE]
    floors = {package: OWN_FLOORS.get(package, FLOORS["default"]) for package in packages}
    return {name if name.endswith(".py") else f"{name}/a.py": (100 * floor, 10_000) for name, floor in floors.items()}


def test_packages_at_their_floors_pass(tmp_path: Path) -> None:
    code, told = compare(tmp_path, {**at_the_floor(), "other/a.py": (90, 100), "plain.py": (0, 0)})
    assert code == 0, told
    assert "BELOW" not in told


@pytest.mark.parametrize("name", ["other/a.py", *at_the_floor()])
def test_one_branch_below_a_floor_fails(tmp_path: Path, name: str) -> None:
    counts = at_the_floor() | {"other/a.py": (9_000, 10_000)}
    counts[name] = counts[name][0] - 1, 10_000
    code, told = compare(tmp_path, counts)
    assert [line.split()[0] for line in told.splitlines() if line.endswith("BELOW")] == [name.removesuffix("/a.py")]
    assert code == 1


def test_files_of_a_package_count_together(tmp_path: Path) -> None:
    code, told = compare(tmp_path, {**at_the_floor(), "other/a.py": (80, 100), "other/b/c.py": (1_000, 1_000)})
    assert "1080 of   1100" in told
    assert code == 0


@pytest.mark.parametrize("name", at_the_floor())
def test_a_package_without_a_measurement_fails(tmp_path: Path, name: str) -> None:
    code, told = compare(tmp_path, {other: counts for other, counts in at_the_floor().items() if other != name})
    assert f"{name.removesuffix('/a.py'):20} was not measured" in told
    assert code == 1


def test_no_floor_is_below_ninety_percent() -> None:
    assert FLOORS["default"] == 90
    assert all(90 < floor <= 100 for floor in OWN_FLOORS.values())


def test_everything_but_measuring_tools_is_measured() -> None:
    modules = {Path(name).stem for name in tracked_files() if "/" not in name and name.endswith(".py")}
    assert set(SOURCE) == set(PACKAGES) - {"benchmarks", "gauntlet"} | modules
    assert {name.removesuffix(".py") for name in OWN_FLOORS} <= set(SOURCE)


def test_branches_of_child_processes_are_measured(tmp_path: Path) -> None:
    """Run a small project with our settings. Each child reaches one of two branches that the parent doesn't."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("metrics", "elsewhere", "var/coverage"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "metrics/child.py").write_text(CHILD)
    (tmp_path / "metrics/parent.py").write_text(PARENT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    environment["PYTHONPATH"] = str(tmp_path)

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "coverage", *arguments]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)

    run("run", "-m", "metrics.parent", "first")
    run("run", "-m", "metrics.parent", "other")
    run("combine", "--quiet")
    run("json", "--quiet")
    report = json.loads((tmp_path / TOOL["coverage"]["json"]["output"]).read_text(encoding="utf-8"))
    child = report["files"]["metrics/child.py"]
    assert (child["summary"]["covered_branches"], child["summary"]["num_branches"]) == (3, 4)
    assert child["missing_branches"] == [[5, 6]]
