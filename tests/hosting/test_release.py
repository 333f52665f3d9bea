"""A release lists everything that prevents it, and a dry run changes nothing. The database records the version."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bot
from knossos import __version__
from settings import Settings
from tests.architecture.sources import ROOT

TODAY = "2027-03-01"


class Checkout:
    """A small repository with the script for releases."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / ".ci").mkdir()
        (folder / "knossos").mkdir()
        shutil.copy(ROOT / ".ci/release.py", folder / ".ci/release.py")
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "Ariadne")
        self.git("config", "user.email", "ariadne@example.org")

    def commit(self, version: str, changelog: str) -> str:
        (self._folder / "knossos/__init__.py").write_text(f'__version__ = "{version}"\n', encoding="utf-8")
        (self._folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}", encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=[knossos] Name the version")
        return self.git("rev-parse", "HEAD")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self._folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def release(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, ".ci/release.py", *arguments, f"--today={TODAY}"]
        return subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_dry_run_prints_notes_and_steps_and_changes_nothing(checkout: Checkout) -> None:
    head = checkout.commit("0.2.0", f"## 0.2.0 – {TODAY}\n\n- Dice roll.\n\n## 0.1.0 – 2026-11-27\n\n- Old.\n")
    checkout.git("tag", "v0.1.0")

    ran = checkout.release("0.2.0", f"--tested={head}", "--dry-run")

    assert (ran.returncode, ran.stderr) == (0, "")
    notes, *done = ran.stdout.split("\n$ ")
    assert notes == "Knossos 0.2.0\n\n- Dice roll.\n"
    assert [" -m hatchling build " in done[0], done[1].split()[:2], done[2].split()[:2]] == [
        True, ["docker", "build"], ["git", "tag"],
    ]  # fmt: skip
    assert checkout.git("tag") == "v0.1.0"
    assert checkout.git("status", "--porcelain") == ""


def test_a_release_lists_everything_that_prevents_it(checkout: Checkout, tmp_path: Path) -> None:
    head = checkout.commit("0.2.0", "## 0.3.0 – unreleased\n\n- Dice roll.\n")
    checkout.git("tag", "v0.3.0")
    checkout.git("tag", "v0.10.0")
    checkout.git("checkout", "--quiet", "-b", "other")
    (tmp_path / "new").touch()

    ran = checkout.release("0.3.0", f"--tested={head[:-1]}")

    assert ran.returncode == 1
    assert ran.stderr.splitlines() == [
        "0.3.0 can't be released:",
        "- knossos/__init__.py names another version. Write 0.3.0 there and commit.",
        f"- CHANGELOG.md dates the version 'unreleased'. Write {TODAY}.",
        "- This isn't the branch main.",
        "- Not everything is committed: 1 files.",
        f"- TESTED has to name the commit on which `make test` and `make audit` passed, and it has to be {head}.",
        "- The tag v0.3.0 exists already.",
        "- 0.10.0 was released already, which is newer.",
    ]


@pytest.mark.parametrize(
    ("version", "changelog", "fault"),
    [
        ("1.0", f"## 1.0 – {TODAY}\n\n- Done.\n", "'1.0' is no semantic version."),
        ("0.2.0", "## 0.1.0 – 2026-11-27\n\n- Old.\n", "CHANGELOG.md has no section `## 0.2.0 –"),
        ("0.2.0", "## 0.2.0 – 2999-01-01\n\n- Dice roll.\n", "2999-01-01, which is in the future."),
        ("0.2.0", f"## 0.2.0 – {TODAY}\n\n## 0.1.0 – 2026-11-27\n\n- Old.\n", "section in CHANGELOG.md is empty."),
    ],
)
def test_a_version_without_a_valid_changelog_section_is_refused(
    checkout: Checkout, version: str, changelog: str, fault: str
) -> None:
    head = checkout.commit(version, changelog)
    ran = checkout.release(version, f"--tested={head}", "--dry-run")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert fault in ran.stderr


def test_a_release_whose_build_fails_gets_no_tag(checkout: Checkout, tmp_path: Path) -> None:
    """The build fails here, because the small repository has no `pyproject.toml`. The notes are written before that."""
    head = checkout.commit("0.2.0", f"## 0.2.0 – {TODAY}\n\n- Dice roll.\n")
    ran = checkout.release("0.2.0", f"--tested={head}", "--without-image")
    assert ran.returncode != 0
    assert checkout.git("tag") == ""
    assert (tmp_path / "dist/notes-0.2.0.md").read_text(encoding="utf-8") == "Knossos 0.2.0\n\n- Dice roll.\n"


def test_the_changelog_has_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)} – \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE)


async def test_the_database_names_the_version_that_last_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "k.db"))
    for version in ("0.0.9", __version__):
        monkeypatch.setattr(bot, "__version__", version)
        store = await bot.open_database(settings)
        assert (await store.starts.hashes())["knossos"] == version
        await store.close()
