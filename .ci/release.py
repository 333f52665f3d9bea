"""Release a version: `make release VERSION=0.2.0 TESTED=$(git rev-parse HEAD)`.

Everything that could be wrong is checked first, and all faults are listed together. Then the wheel, the image and the
notes are made, and only then the tag. With `--dry-run`, the steps are only printed. Nothing is published.
"""

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
VERSION_FILE = ROOT / "knossos/__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-rc\.\d+)?")


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def section_of(changelog: str, version: str) -> tuple[str, str] | None:
    """Return the heading's date and the text of a version's section, or None if there is none."""
    found = re.search(rf"^## {re.escape(version)} – (\S+)\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return (found[1], found[2].strip()) if found else None


def faults_of(version: str, tested: str, today: date) -> Iterator[str]:
    """Yield each reason not to release this version, and how to fix it."""
    if not SEMANTIC.fullmatch(version):
        yield f"{version!r} is no semantic version. Write it like 0.2.0 or 0.2.0-rc.1."
        return
    if f'__version__ = "{version}"' not in VERSION_FILE.read_text(encoding="utf-8"):
        yield f"knossos/__init__.py names another version. Write {version} there and commit."
    section = section_of(CHANGELOG.read_text(encoding="utf-8"), version)
    if section is None:
        yield f"CHANGELOG.md has no section `## {version} – {today}`."
    else:
        yield from faults_of_section(*section, today)
    if git("rev-parse", "--abbrev-ref", "HEAD") != "main":
        yield "This isn't the branch main."
    if changed := git("status", "--porcelain"):
        yield f"Not everything is committed: {len(changed.splitlines())} files."
    head = git("rev-parse", "HEAD")
    if tested != head:
        yield f"TESTED has to name the commit on which `make test` and `make audit` passed, and it has to be {head}."
    versions = [tag.removeprefix("v") for tag in git("tag", "--list", "v*").split()]
    if version in versions:
        yield f"The tag v{version} exists already."
    newer = [each for each in versions if is_newer(each, version)]
    if newer:
        yield f"{max(newer, key=Version)} was released already, which is newer."


def faults_of_section(dated: str, text: str, today: date) -> Iterator[str]:
    try:
        day = date.fromisoformat(dated)
    except ValueError:
        yield f"CHANGELOG.md dates the version {dated!r}. Write {today}."
    else:
        if day > today:
            yield f"CHANGELOG.md dates the version {day}, which is in the future."
    if not text:
        yield "The version's section in CHANGELOG.md is empty."


def is_newer(released: str, version: str) -> bool:
    try:
        return Version(released) > Version(version)
    except InvalidVersion:
        return False


def steps(version: str, *, has_image: bool) -> Iterator[list[str]]:
    """Yield the commands that make the release, the tag last."""
    yield [sys.executable, "-m", "hatchling", "build", "--clean", "--target", "wheel", "--target", "sdist"]
    if has_image:
        yield ["docker", "build", "--tag", f"knossos:{version}", "--tag", "knossos", "."]
    yield ["git", "tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--file", str(notes_file(version))]


def notes_file(version: str) -> Path:
    return DIST / f"notes-{version}.md"


def main() -> int:
    """Release, or list the reasons not to. Return the exit code."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("version")
    parser.add_argument("--tested", default="", help="the commit on which all tests passed")
    parser.add_argument("--dry-run", action="store_true", help="check, and print what would be done")
    parser.add_argument(
        "--without-image", action="store_true", help="don't build the image, for machines without Docker"
    )
    today = datetime.now(UTC).date()
    parser.add_argument("--today", type=date.fromisoformat, default=today, help="the day of the release, for tests")
    given = parser.parse_args()
    faults = list(faults_of(given.version, given.tested, given.today))
    if faults:
        print(f"{given.version} can't be released:", *faults, sep="\n- ", file=sys.stderr)
        return 1
    section = section_of(CHANGELOG.read_text(encoding="utf-8"), given.version)
    assert section is not None
    notes = f"Knossos {given.version}\n\n{section[1]}\n"
    if given.dry_run:
        print(notes)
    for step in steps(given.version, has_image=not given.without_image):
        print("$", shlex.join(step), flush=True)
        if not given.dry_run:
            DIST.mkdir(exist_ok=True)
            notes_file(given.version).write_text(notes, encoding="utf-8")
            subprocess.run(step, cwd=ROOT, check=True)
    if not given.dry_run:
        print(f"Done. Publish it with `git push origin v{given.version}`, then attach dist/* and the notes there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
