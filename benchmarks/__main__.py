"""`python -m benchmarks [PART ...]`: measure, and print a table. Without a PART, measure all and write the table into
benchmarks/README.md. With `--json`, print the figures as JSON.
"""

import argparse
import json
import os
import platform
import sqlite3
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from benchmarks.row import Row

PARTS = ("engine", "pictures", "storage", "processes", "answers", "saturated", "computers")
README = Path(__file__).parent / "README.md"
MARK = "<!-- table -->"


def machine() -> str:
    """Return one line about the machine and the versions."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = next(iter(models), platform.processor() or platform.machine())
    return f"{model}, {os.cpu_count()} cores, CPython {platform.python_version()}, SQLite {sqlite3.sqlite_version}"


def table(rows: list[Row]) -> str:
    lines = ["| figure | ours | reference | ratio | goal | |", "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        sign, verdict = "≥" if row.more_is_better else "≤", "met" if row.is_met else "missed"
        lines.append(
            f"| {row.what} | {row.ours:,.3g} {row.unit} | {row.reference:,.3g} {row.unit} ({row.against}) "
            f"| {row.ratio:.2f} | {sign} {row.goal:g} | {verdict} |"
        )
    return "\n".join(lines)


def as_json(rows: list[Row]) -> str:
    """Return the rows as JSON. A goal is an upper limit of the ratio, or a lower one if `more_is_better`."""
    found = [
        {
            "figure": row.what, "unit": row.unit, "ours": row.ours, "reference": row.reference, "ratio": row.ratio,
            "goal": row.goal, "more_is_better": row.more_is_better, "met": row.is_met,
        }
        for row in rows
    ]  # fmt: skip
    return json.dumps(found, indent=1, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure figures as ratios in one run.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all if none is named: {', '.join(PARTS)}")
    parser.add_argument("--json", action="store_true", help="print JSON, and write nothing")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    rows: list[Row] = []
    for part in given.parts or PARTS:
        measure: Callable[[], list[Row]] = import_module(f"benchmarks.{part}").rows
        rows += measure()
    if given.json:
        print(as_json(rows))
        return
    text = f"Measured on {machine()}.\n\n{table(rows)}\n"
    print(text)
    if not given.parts:
        before = README.read_text().split(MARK)[0]
        README.write_text(f"{before}{MARK}\n\n{text}")


if __name__ == "__main__":
    main()
