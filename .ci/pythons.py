"""Run the fast half of the tests on every Python from 3.11 to 3.14 that this machine has: `make test-pythons`.

Interpreters are looked for on PATH and among those of pyenv and uv. Each gets its own environment with the locked
packages beneath `.venv/pythons`. The exit code is 1 if tests fail on one of them, or if there is none.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = "requirements-dev.lock"
UV = Path(sys.executable).with_name("uv")
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
KEPT = ("~/.pyenv/versions", "~/.local/share/uv/python")
FAST_HALF = (
    "tests/architecture", "tests/cogs", "tests/db", "tests/engine/kernel", "tests/hosting", "tests/locales",
    "tests/sandbox", "tests/sessions", "tests/wire/test_turn.py",
)  # fmt: skip
"""Tests that depend on the interpreter and its packages. The others depend on the rules of games, or need a browser."""


def candidates(version: str) -> Iterator[Path]:
    """Yield files that may be this Python."""
    for folder in os.get_exec_path():
        yield Path(folder) / f"python{version}"
    for folder in KEPT:
        yield from sorted(Path(folder).expanduser().glob(f"*{version}.*/bin/python{version}"), reverse=True)


def is_python(file: Path, version: str) -> bool:
    """Return whether a file runs and has this version. A pyenv shim on PATH fails if pyenv has no version selected."""
    if not file.is_file():
        return False
    asking = [file, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asking, capture_output=True, text=True, check=False).stdout.strip() == version


def find_python(version: str) -> Path | None:
    return next((file for file in candidates(version) if is_python(file, version)), None)


def run_tests(python: Path, version: str) -> bool:
    """Install the locked packages for this Python and run the fast half. Return whether all tests passed."""
    environment = ROOT / ".venv/pythons" / version
    if not (environment / "bin/python").exists():
        subprocess.run([UV, "venv", "--quiet", "--python", python, environment], check=True)
    installing = [UV, "pip", "sync", "--quiet", "--require-hashes", "--python", environment, LOCK]
    subprocess.run(installing, cwd=ROOT, check=True)
    testing = [environment / "bin/python", "-m", "pytest", "-n", "2", "-m", "not slow", *FAST_HALF]
    return subprocess.run(testing, cwd=ROOT, check=False).returncode == 0


def main() -> int:
    """Test the versions named on the command line, or all. Print the result for each, and return the exit code."""
    ended: dict[str, str] = {}
    for version in sys.argv[1:] or VERSIONS:
        python = find_python(version)
        if python is None:
            ended[version] = "not on this machine"
            continue
        print(f"Python {version}: {python}", flush=True)
        ended[version] = "passed" if run_tests(python, version) else "FAILED"
    for version, how in ended.items():
        print(f"Python {version}: {how}")
    return 1 if "FAILED" in ended.values() or "passed" not in ended.values() else 0


if __name__ == "__main__":
    sys.exit(main())
