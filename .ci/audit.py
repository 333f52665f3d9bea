"""Check every locked package for known vulnerabilities. Fail if the check isn't possible.

uv asks the public service. If `ADVISORIES` names a zip (all advisories for Python packages in the OSV format, at most
two weeks old), versions are looked up there instead. Each source is tested first with a version that is known to be
vulnerable. The exit code is 1 if a version is vulnerable, and 2 if the check fails.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

LOCKS = ("requirements-dev.lock", "requirements-docs.lock")
"""The first has the packages of the bot and of its tests, the second those of the documentation site."""
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ \\;]+)", re.MULTILINE)
KNOWN_BAD = {"pillow": "9.0.0"}
OLDEST = timedelta(days=14)
WAITS_S = 180
CLEAN, VULNERABLE = 0, 1


class NoAdvice(Exception):  # noqa: N818
    """No usable advisories are available. The text says why."""


class Advice:
    """Advisories in the OSV format from a zip, looked up by package and version."""

    def __init__(self, path: Path) -> None:
        self._of: dict[str, list[dict[str, Any]]] = {}
        newest = datetime.min.replace(tzinfo=UTC)
        try:
            with zipfile.ZipFile(path) as packed:
                for name in packed.namelist():
                    entry = json.loads(packed.read(name))
                    newest = max(newest, datetime.fromisoformat(entry["modified"]))
                    if "withdrawn" not in entry:
                        for package in packages_of(entry):
                            self._of.setdefault(package, []).append(entry)
        except (OSError, zipfile.BadZipFile, ValueError, KeyError) as error:
            raise NoAdvice(f"{path} is no zip of advice in the OSV format ({error}).") from error
        if newest < datetime.now(UTC) - OLDEST:
            raise NoAdvice(f"The newest advice in {path} is of {newest:%Y-%m-%d}: too old to rely on.")

    def audit(self, pins: Mapping[str, str]) -> tuple[int, str]:
        """Return the exit code for these versions, and a line for each advisory."""
        found = [
            f"{name} {version}: {entry['id']}"
            for name, version in pins.items()
            for entry in self._of.get(normal(name), ())
            if is_affected(entry, normal(name), version)
        ]
        return VULNERABLE if found else CLEAN, "\n".join(found)


def packages_of(entry: Mapping[str, Any]) -> set[str]:
    """Return the packages that an advisory is about."""
    return {normal(each["package"]["name"]) for each in entry.get("affected", ()) if "package" in each}


def normal(name: str) -> str:
    """Return the normalised name of a package, for comparisons."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_affected(entry: Mapping[str, Any], package: str, version: str) -> bool:
    """Return whether an advisory affects this version. A version that can't be compared counts as affected."""
    for affected in entry["affected"]:
        if normal(affected.get("package", {}).get("name", "")) != package:
            continue
        if version in affected.get("versions", ()):
            return True
        for each in affected.get("ranges", ()):
            if each.get("type") == "ECOSYSTEM" and is_within(each.get("events", ()), version):
                return True
    return False


def is_within(events: list[Mapping[str, str]], version: str) -> bool:
    """Return whether a version is vulnerable after all `introduced`, `fixed` and `last_affected` events up to it."""
    is_bad = False
    try:
        asked = Version(version)
        for event in events:
            (kind, at), *_ = event.items()
            if kind == "introduced" and (at == "0" or asked >= Version(at)):
                is_bad = True
            elif (kind == "fixed" and asked >= Version(at)) or (kind == "last_affected" and asked > Version(at)):
                is_bad = False
    except InvalidVersion:
        return True
    return is_bad


def ask_uv(service: str | None, pins: Mapping[str, str]) -> tuple[int, str]:
    """Ask uv about these versions. Return the exit code and output. Raise `NoAdvice` if uv fails or takes too long."""
    names = "".join(f'{{ name = "{name}" }},' for name in pins)
    packages = "".join(
        f'[[package]]\nname = "{name}"\nversion = "{version}"\nsource = {{ registry = "locked" }}\n'
        f'sdist = {{ path = "{name}" }}\n'
        for name, version in pins.items()
    )
    with tempfile.TemporaryDirectory() as folder:
        wanted = json.dumps([f"{name}=={version}" for name, version in pins.items()])
        Path(folder, "pyproject.toml").write_text(
            f'[project]\nname = "locked-packages"\nversion = "0"\nrequires-python = ">=3.11"\ndependencies = {wanted}\n'
        )
        Path(folder, "uv.lock").write_text(
            f'version = 1\nrequires-python = ">=3.11"\n{packages}[[package]]\nname = "locked-packages"\n'
            f'version = "0"\nsource = {{ virtual = "." }}\ndependencies = [{names}]\n'
        )
        command = [sys.executable, "-m", "uv", "audit", "--frozen", "--preview-features", "audit-command"]
        command += ["--service-url", service] if service else []
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=WAITS_S)
        except subprocess.TimeoutExpired as error:
            raise NoAdvice("No advice came in time.") from error
    if done.returncode not in (CLEAN, VULNERABLE):
        raise NoAdvice(f"No advice could be had.\n{done.stderr.strip()}")
    return done.returncode, f"{done.stdout}{done.stderr}".strip()


def audit_locks(audit: Callable[[Mapping[str, str]], tuple[int, str]]) -> int:
    """Print known vulnerabilities of locked versions and return the exit code. Raise `NoAdvice` if that fails."""
    found, _ = audit(KNOWN_BAD)
    if found != VULNERABLE:
        raise NoAdvice(
            f"The advice does not know {KNOWN_BAD}, which is known to be vulnerable: it cannot be relied on."
        )
    return max(audit_lock(audit, Path(__file__).parents[1] / lock) for lock in LOCKS)


def audit_lock(audit: Callable[[Mapping[str, str]], tuple[int, str]], lock: Path) -> int:
    pins = dict(PIN.findall(lock.read_text(encoding="utf-8")))
    if not pins:
        raise NoAdvice(f"{lock.name} locks nothing.")
    found, words = audit(pins)
    print(words)
    print(f"{lock.name}: {len(pins)} locked packages, {'some vulnerable' if found else 'none known to be vulnerable'}.")
    return found


def main() -> int:
    """Audit against the zip that `ADVISORIES` names, else the service at `ADVICE_URL`, else the public one."""
    try:
        if named := os.environ.get("ADVISORIES"):
            return audit_locks(Advice(Path(named)).audit)
        return audit_locks(partial(ask_uv, os.environ.get("ADVICE_URL")))
    except NoAdvice as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
