"""Compare the branch coverage of each package with its floor: the last step of `make coverage`.

Reads the JSON report of coverage.py. Floors are percentages in `[tool.knossos.coverage]` of `pyproject.toml`. The exit
code is 1 if a package is below its floor, or should be in the report and isn't.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
TOOL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
DEFAULT = "default"
"""The floor with this name applies to packages without one of their own."""


class Branches(NamedTuple):
    all: int
    covered: int

    @property
    def percent(self) -> float:
        return 100 * self.covered / self.all if self.all else 100.0


def count_branches(report: Mapping[str, Any]) -> dict[str, Branches]:
    """Return the branches of each top folder and each module outside of folders."""
    counts: dict[str, Branches] = {}
    for path, file in report["files"].items():
        package, summary = path.split("/")[0], file["summary"]
        before = counts.get(package, Branches(0, 0))
        counts[package] = Branches(before.all + summary["num_branches"], before.covered + summary["covered_branches"])
    return counts


def measured_packages() -> set[str]:
    """Return the top folders and modules that coverage.py measures."""
    return {name if (ROOT / name).is_dir() else f"{name}.py" for name in TOOL["coverage"]["run"]["source"]}


def compare(counts: Mapping[str, Branches], floors: Mapping[str, int]) -> Iterator[tuple[str, bool]]:
    """Yield a line for each package, and whether it passes."""
    for package in sorted(counts.keys() | measured_packages()):
        branches = counts.get(package)
        if branches is None:
            yield f"{package:20} was not measured", False
            continue
        floor = floors.get(package, floors[DEFAULT])
        passes = 100 * branches.covered >= floor * branches.all
        line = (
            f"{package:20} {branches.covered:6} of {branches.all:6} branches {branches.percent:7.2f} % (floor {floor})"
        )
        yield line if passes else f"{line} BELOW", passes


def main() -> int:
    """Compare the report named on the command line. Print a table and return the exit code."""
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    compared = list(compare(count_branches(report), TOOL["knossos"]["coverage"]))
    print("\n".join(line for line, _ in compared))
    return 0 if all(passes for _, passes in compared) else 1


if __name__ == "__main__":
    sys.exit(main())
