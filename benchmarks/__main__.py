"""`python -m benchmarks [PART ...]`: measure and print a table. With all parts, write it into benchmarks/README.md."""

import os
import platform
import sqlite3
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from benchmarks.row import Row

PARTS = ("engine", "pictures", "storage", "processes", "answers", "computers")
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
    lines = ["| figure | ours | reference | ratio | goal | moonshot | |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        sign = "≥" if row.more_is_better else "≤"
        lines.append(
            f"| {row.what} | {row.ours:,.3g} {row.unit} | {row.reference:,.3g} {row.unit} ({row.against}) "
            f"| {row.ratio:.2f} | {sign} {row.goal:g} | {sign} {row.moonshot:g} | {row.verdict} |"
        )
    return "\n".join(lines)


def main() -> int:
    parts = sys.argv[1:] or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        print(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
        return 2
    rows: list[Row] = []
    for part in parts:
        measure: Callable[[], list[Row]] = import_module(f"benchmarks.{part}").rows
        rows += measure()
    text = f"Measured on {machine()}.\n\n{table(rows)}\n"
    print(text)
    if parts == list(PARTS):
        before = README.read_text().split(MARK)[0]
        README.write_text(f"{before}{MARK}\n\n{text}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
