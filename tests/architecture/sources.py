"""The files of the project, for architecture tests."""

import ast
import gc
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGES = (
    "ai",
    "engine",
    "sessions",
    "db",
    "render",
    "locales",
    "cogs",
    "sandbox",
    "metrics",
    "knossos",
    "benchmarks",
    "gauntlet",
)


@cache
def tracked_files() -> tuple[str, ...]:
    """Return every file of the project: all that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return tuple(sorted(name for name in listed if (ROOT / name).is_file()))


def python_files(folder: str) -> list[Path]:
    """Return the modules under a folder of the project."""
    return [ROOT / name for name in tracked_files() if name.startswith(f"{folder}/") and name.endswith(".py")]


@cache
def syntax(file: Path) -> ast.Module:
    """Return the syntax tree of a file. Trees are cached, and garbage collections skip them.

    Test files that read many trees share a process, by `xdist_group("syntax")`.
    """
    gc.disable()
    try:
        return ast.parse(file.read_text(encoding="utf-8"), str(file))
    finally:
        gc.freeze()
        gc.enable()


def imports_of(file: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports, anywhere in it."""
    for node in ast.walk(syntax(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
