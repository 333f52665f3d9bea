"""The lock files have exact versions with hashes.

The versions agree with `pyproject.toml` and the installed packages.
"""

import re
import tomllib
from importlib.metadata import version

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.hosting.test_deployment import ROOT

RUN, DEVELOP, DOCUMENT = "requirements.lock", "requirements-dev.lock", "requirements-docs.lock"
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = DECLARED["project"]
HASH = r"--hash=sha256:[0-9a-f]{64}"
INSTALLING = {"Makefile": 3, "Dockerfile": 1}
"""Number of commands in each file that install packages."""


def entries_of(lock: str) -> list[str]:
    """Return all entries of a lock file, each on one line without comments."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [" ".join(entry.split()) for entry in text.replace("\\\n", " ").splitlines() if entry.strip()]


def pins_of(lock: str) -> dict[str, tuple[str, Marker | None, frozenset[str]]]:
    """Return the version, marker and hashes of each package."""
    found: dict[str, tuple[str, Marker | None, frozenset[str]]] = {}
    for entry in entries_of(lock):
        requirement = Requirement(entry.partition(" --hash")[0])
        (pin,) = requirement.specifier
        found[canonicalize_name(requirement.name)] = pin.version, requirement.marker, frozenset(re.findall(HASH, entry))
    return found


@pytest.mark.parametrize("lock", [RUN, DEVELOP, DOCUMENT])
def test_every_package_has_one_version_and_its_hashes(lock: str) -> None:
    unpinned = [each for each in entries_of(lock) if not re.fullmatch(rf"[a-z0-9-]+==\S+( ; .+?)?( {HASH})+", each)]
    assert unpinned == []
    assert len(entries_of(lock)) == len(pins_of(lock)) > 20


def test_packages_of_the_bot_have_the_tested_versions() -> None:
    develop = pins_of(DEVELOP)
    assert {name: pin[::2] for name, pin in pins_of(RUN).items()} == {name: develop[name][::2] for name in pins_of(RUN)}


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        (RUN, PROJECT["dependencies"]),
        (DEVELOP, PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]),
        (DOCUMENT, DECLARED["dependency-groups"]["docs"]),
    ],
    ids=[RUN, DEVELOP, DOCUMENT],
)
def test_the_lock_file_has_every_dependency_and_names_its_source(lock: str, wanted: list[str]) -> None:
    pins = pins_of(lock)
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)][0]), requirement
    asked = {
        canonicalize_name(name)
        for entry in re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8"))
        if re.search(
            r"via.*knossos \(pyproject.toml(:docs)?\)|^    #   knossos \(pyproject.toml(:docs)?\)", entry, re.MULTILINE
        )
        for name in [entry.partition("==")[0]]
    }
    assert asked == {canonicalize_name(Requirement(each).name) for each in wanted}


def test_the_installed_packages_have_the_locked_versions() -> None:
    pins = {name: pin for name, (pin, marker, _) in pins_of(DEVELOP).items() if marker is None or marker.evaluate()}
    assert {name: version(name) for name in pins} == pins


@pytest.mark.parametrize("file", INSTALLING)
def test_nothing_is_installed_without_a_hash(file: str) -> None:
    installing = re.findall(r"^.*pip install.*$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert len(installing) == INSTALLING[file]
    assert all("--require-hashes -r requirements" in line for line in installing)
