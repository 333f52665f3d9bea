"""The layout of the tree, sizes of files, and names that no file may contain."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.architecture.sources import PACKAGES, ROOT, python_files, tracked_files

REQUIRED = {
    "bot.py", "games.py", "settings.py", "discord_limits.py", "pyproject.toml", "Makefile", ".env.example", "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md", "LICENSE", "requirements.lock", "requirements-dev.lock", "requirements-docs.lock", ".gitignore",
    ".ci", "ai", "engine", "sessions", "db", "render", "locales", "cogs", "sandbox", "metrics", "tests",
    "benchmarks", "docs", "examples", "gauntlet", "knossos",
}  # fmt: skip
REQUIRED |= {".dockerignore", "Dockerfile", "compose.yaml", "compose.postgresql.yaml"}
REQUIRED |= {".github", ".editorconfig", ".pre-commit-config.yaml", "SECURITY.md", "CODE_OF_CONDUCT.md"}
ALLOWED = REQUIRED | {".gitattributes", "alembic.ini"}
LONGEST_MODULE = 550
LONGEST_TEST = 800
LARGEST_FILE_BYTES = 1_500_000
LARGEST_RECORDING_BYTES = 5_000_000
"""Largest size of a recorded game in docs/recorded.

Recordings may be large, because they change only with the board.
"""
LARGEST_FONT_BYTES = 4_000_000
"""Largest size of a font. A font with all common Chinese characters is smaller."""
NAMES_WITHOUT_A_NOUN = re.compile(r"(^|_)(utils?|helpers?|manager|handler|common|misc|data|info)(_|\.py$)")
INDEX = re.compile(r"--(extra-)?index-url|--find-links|https?://\S+/simple\b|pythonhosted")
TEXT = {".py", ".md", ".toml", ".lock", ".po", ".txt", ".html", ".css", ".js", ".json", ".ini", ".mako", ".example", ""}
TEXT |= {".sql"}


def texts() -> list[Path]:
    return [ROOT / name for name in tracked_files() if Path(name).suffix in TEXT]


def test_the_top_folder_has_only_the_documented_entries() -> None:
    top = {name.split("/")[0] for name in tracked_files()}
    assert not REQUIRED - top, "missing"
    assert not top - ALLOWED, "not expected here"


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_are_small_enough(package: str) -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in python_files(package)}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_tests_are_small_enough() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in python_files("tests")}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_TEST} == {}


def test_modules_have_specific_names() -> None:
    named = [name for name in tracked_files() if name.endswith(".py") and NAMES_WITHOUT_A_NOUN.search(Path(name).name)]
    assert named == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_has_a_docstring(package: str) -> None:
    for file in python_files(package):
        text = file.read_text(encoding="utf-8").lstrip()
        assert not text or text.startswith(('"""', "#!")), file


def test_files_are_small_enough_to_clone() -> None:
    limits = dict.fromkeys(tracked_files(), LARGEST_FILE_BYTES)
    limits |= {name: LARGEST_RECORDING_BYTES for name in limits if re.fullmatch(r"docs/recorded/[^/]+\.gif", name)}
    limits |= {name: LARGEST_FONT_BYTES for name in limits if name.startswith("render/assets/fonts/")}
    assert {name for name, limit in limits.items() if (ROOT / name).stat().st_size > limit} == set()


def test_no_file_contains_a_path_of_this_machine() -> None:
    """Such a path is the project's folder, a folder above it, or the developer's home."""
    places = {str(ROOT), str(Path.home())} | {f"{parent}/" for parent in ROOT.parents if len(parent.parts) > 1}
    for file in texts():
        text = file.read_text(encoding="utf-8")
        for place in places - {"/root", "/"}:
            assert place not in text, f"{file.relative_to(ROOT)} names {place}"


def test_no_file_names_a_package_index() -> None:
    hosts = index_hosts()
    for file in texts():
        if file == Path(__file__):
            continue
        text = file.read_text(encoding="utf-8")
        assert not INDEX.search(text), file.relative_to(ROOT)
        for host in hosts:
            assert host not in text, file.relative_to(ROOT)


def index_hosts() -> set[str]:
    """Return the hosts of package indexes that pip and uv use on this machine."""
    addresses = [value for name, value in os.environ.items() if re.fullmatch(r"(PIP|UV)_(\w*_)?INDEX(_URL)?", name)]
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    addresses += re.findall(r"https?://[^\s'\"]+", listed)
    return {host for address in addresses if (host := urlsplit(address).hostname)} - {"localhost", "127.0.0.1"}


def test_no_file_contains_unfinished_notes() -> None:
    note = re.compile(r"\b(TODO|FIXME|XXX)\b")
    for package in (*PACKAGES, "tests"):
        for file in python_files(package):
            if file != Path(__file__):
                assert not note.search(file.read_text(encoding="utf-8")), file.relative_to(ROOT)
