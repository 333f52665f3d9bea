"""No module imports itself through other modules, including late imports and imports for types."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from games import BUNDLED
from tests.architecture.sources import ROOT, python_files, syntax

pytestmark = pytest.mark.xdist_group("syntax")

FOLDERS = ("ai", "benchmarks", "cogs", "db", "engine", "gauntlet", "locales", "render", "sandbox", "sessions")
"""In these folders, no module or subfolder may import itself through others."""
LAYERED = ("cogs", "db", "sandbox", *(f"engine/{game.package}" for game in BUNDLED.values()))
"""In the subfolders of these folders, no module or subfolder may import itself through others."""


def module_of(file: Path) -> str:
    """Return the dotted name of a module. The name of an `__init__` file is that of its package."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def targets(tree: ast.AST, known: Iterable[str]) -> Iterator[str]:
    """Yield the modules among `known` that are imported anywhere in `tree`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in known:
                    yield inner
                elif node.module in known:
                    yield node.module


def arrows(folder: str) -> dict[str, set[str]]:
    """Map each module of the folder to the other modules of the folder that it imports."""
    files = {module_of(file): file for file in python_files(folder)}
    return {name: set(targets(syntax(file), files)) - {name} for name, file in files.items()}


def circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a circle in the graph, or an empty list. The circle begins and ends with the same node."""
    done: set[str] = set()

    def walk(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node in done:
            return []
        for other in sorted(graph.get(node, ())):
            found = walk(other, [*way, node])
            if found:
                return found
        done.add(node)
        return []

    return next((found for node in sorted(graph) if (found := walk(node, []))), [])


def between_folders(graph: Mapping[str, Iterable[str]], folder: str) -> dict[str, set[str]]:
    """Return the graph of imports between the subfolders and top modules of the folder."""
    depth = folder.count("/") + 2
    top: dict[str, set[str]] = {}
    for name, others in graph.items():
        room = ".".join(name.split(".")[:depth])
        top.setdefault(room, set()).update(".".join(other.split(".")[:depth]) for other in others)
    return {room: others - {room} for room, others in top.items()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_module_imports_itself_through_others(folder: str) -> None:
    assert circle(arrows(folder)) == []


@pytest.mark.parametrize("folder", LAYERED)
def test_no_folder_imports_itself_through_others(folder: str) -> None:
    assert circle(between_folders(arrows(folder), folder)) == []


def test_control_circles_through_late_and_typing_imports_are_found() -> None:
    late = ast.parse("def f():\n    from cogs.b import x")
    typing = ast.parse("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from cogs import a")
    known = ("cogs.a", "cogs.b")
    graph = {"cogs.a": set(targets(late, known)), "cogs.b": set(targets(typing, known))}
    assert circle(graph) == ["cogs.a", "cogs.b", "cogs.a"]
