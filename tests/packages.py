"""Packages with a game, installed for one test. They are the example, and copies of it with planted faults."""

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import games
from tests.architecture.sources import ROOT

EXAMPLE = ROOT / "examples/orchard"
GAME = "orchard"
PACKAGE = "knossos_orchard"
UV = Path(sys.executable).with_name("uv")


def install_example(folder: Path) -> None:
    """Build the example and install it into a folder, as pip would into an environment."""
    options = ["--quiet", "--offline", "--no-cache", "--no-deps", "--no-index", "--no-build-isolation"]
    command = [UV, "pip", "install", *options, "--python", sys.executable, "--target", folder, EXAMPLE]
    subprocess.run(list(map(str, command)), check=True)


def write_package(
    folder: Path, package: str, key: str = GAME, faults: Mapping[str, tuple[str, str]] | None = None
) -> None:
    """Install a copy of the example under another name.

    `faults` maps a file to two texts. The second replaces the first, or the whole file if the first is empty.
    """
    home = folder / package
    shutil.copytree(EXAMPLE / PACKAGE, home, ignore=shutil.ignore_patterns("__pycache__"))
    for file in [*home.rglob("*.py"), *home.rglob("*.po")]:
        text = file.read_text(encoding="utf-8").replace(PACKAGE, package)
        file.write_text(text.replace('"orchard.', f'"{key}.').replace('"orchard"', f'"{key}"'), encoding="utf-8")
    for file in [*home.rglob("orchard.md")]:
        file.rename(file.with_name(f"{key}.md"))
    for name, (old, new) in (faults or {}).items():
        (home / name).parent.mkdir(exist_ok=True)
        text = (home / name).read_text(encoding="utf-8") if old else ""
        assert old in text, (name, old)
        (home / name).write_text(text.replace(old, new) if old else new, encoding="utf-8")
    write_metadata(folder, package, key, package)


def write_metadata(folder: Path, name: str, key: str, value: str) -> None:
    """Write the metadata of an installed package with one entry point."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{games.GROUP}]\n{key} = {value}\n")


def use_packages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the packages in this folder importable, in this process and its children, until the test ends."""
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]))
    monkeypatch.setenv(games.LEFT_OUT, "")
    find_again(folder, monkeypatch)


def find_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the imported packages of this folder, and look for games as a new process would."""
    packages = {path.name for path in folder.iterdir()}
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    for cached in (games._load, games._exists):
        cached.cache_clear()
    os.environ[games.LEFT_OUT] = ""
    found, unfit = games.find_games()
    monkeypatch.setattr(games, "GAMES", found)
    monkeypatch.setattr(games, "UNFIT", unfit)
