"""No name contains a word that this project has retired."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, ROOT, python_files, syntax

pytestmark = pytest.mark.xdist_group("syntax")

RETIRED = (
    "house", "shelf", "desk", "bench", "sight", "ledger", "foresight", "courier", "studio", "typist", "doer", "whim",
    "deed", "caretaker",
)  # fmt: skip
"""`docs/glossary.md` lists the words to use instead."""
KEPT = {
    "minerva": ("house",),
    "minos_classic": ("house",),
}
"""Retired words that a folder may still use. Houses, for example, are in the rulebook of Minerva."""
FILES = [ROOT / "bot.py", ROOT / "settings.py", ROOT / "games.py", ROOT / "discord_limits.py"]


def names(tree: ast.AST) -> Iterator[str]:
    """Yield every name that the module defines."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def words(name: str) -> set[str]:
    """Return the words of a name in lower case. Plurals are also listed without their s."""
    found = {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return found | {part.removesuffix("s") for part in found}


def retired_in(file: Path, tree: ast.AST) -> list[str]:
    """Return the names with a retired word, including the file's own name."""
    kept = {word for folder, own in KEPT.items() if folder in file.parts for word in own}
    every = [*names(tree), file.stem]
    return [name for name in every if words(name) & set(RETIRED) - kept]


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_no_name_has_a_retired_word(package: str) -> None:
    found = {str(file.relative_to(ROOT)): retired_in(file, syntax(file)) for file in python_files(package)}
    assert {file: sorted(set(said)) for file, said in found.items() if said} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_name_in_the_top_modules_has_a_retired_word(file: Path) -> None:
    assert retired_in(file, syntax(file)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [("def run(house): pass", ["house"]), ("self.desks = 1", ["desks"]), ("class HandCourier: pass", ["HandCourier"])],
)
def test_control_a_retired_word_is_found_in_any_name(text: str, said: list[str]) -> None:
    assert retired_in(Path("module.py"), ast.parse(text)) == said


def test_control_a_retired_word_inside_another_word_passes() -> None:
    assert retired_in(Path("module.py"), ast.parse("indeed = oversight = household = 1")) == []
