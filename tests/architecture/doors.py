"""Measure how wide the interfaces between parts are: `python -m tests.architecture.doors [--root PATH]`.

Prints a table. PATH is another checkout. If an older checkout doesn't support a measure, the value is approximated.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tests.architecture.sources import ROOT, syntax

FLOORS = (
    ("benchmarks",),
    ("bot",),
    ("sandbox", "cogs"),
    ("db",),
    ("sessions", "ai"),
    ("render",),
    ("locales", "metrics"),
    ("engine",),
    ("games", "settings", "discord_limits"),
)
"""Layers of the project, highest first: packages and top modules. A module may not import from a higher layer."""
WIDEST = 10
"""The table lists this many interfaces, widest first."""
DATA = {"Struct", "BaseSettings", "NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum"}
DATA |= {"Fact", "Choice", "SeatChoice", "Happening"}
"""Base classes of records and steps. Records are only data, and steps add no public members to their base."""
MOST = {"rules": 12, "part": 12, "protocol": 15, "class": 15, "session": 20, "orchard": 150, "storeys": 8, "mixins": 0}
MOST |= {"files": 40, "before": 3, "lines": 70_000, "up": 0}
"""The goal of each measure."""


class Interface(NamedTuple):
    """A class that others call, and its public members."""

    name: str
    members: frozenset[str]


@dataclass
class Project:
    """A checkout of the project, read without importing it."""

    root: Path

    @cached_property
    def files(self) -> dict[str, Path]:
        """Map dotted names to the product's modules. Tests don't count."""
        found = {}
        for name in (name for floor in FLOORS for name in floor):
            for file in (self.root / f"{name}.py", *sorted((self.root / name).rglob("*.py"))):
                parts = file.relative_to(self.root).with_suffix("").parts
                if file.exists():
                    found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
        return found

    def tree(self, module: str) -> ast.Module:
        return syntax(self.files[module])

    @cached_property
    def classes(self) -> dict[str, list[tuple[str, ast.ClassDef]]]:
        """Return the product's classes by name, each with the module that defines it."""
        found: dict[str, list[tuple[str, ast.ClassDef]]] = {}
        for module in self.files:
            for node in self.tree(module).body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append((module, node))
        return found

    @cached_property
    def folders(self) -> set[str]:
        """Return the packages that contain modules of the product."""
        return {module for module, file in self.files.items() if file.stem == "__init__"}

    def lines(self) -> int:
        return sum(line_count(file) for file in self.files.values())

    def imports(self) -> Iterator[tuple[str, str]]:
        """Yield the imports of one product module by another, including late imports and imports for types."""
        for module in self.files:
            for node in ast.walk(self.tree(module)):
                if isinstance(node, ast.Import):
                    yield from ((module, alias.name) for alias in node.names if alias.name in self.files)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    for alias in node.names:
                        inner = f"{node.module}.{alias.name}"
                        if inner in self.files or node.module in self.files:
                            yield module, inner if inner in self.files else node.module

    def arrows_up(self) -> list[str]:
        """Return the imports that point to a higher layer."""
        floor = {name: level for level, names in enumerate(FLOORS) for name in names}
        return sorted({f"{here} → {there}" for here, there in self.imports() if floor[top(there)] < floor[top(here)]})

    def storeys(self, package: str, *, folders_only: bool = False) -> int:
        """Return the length of the longest chain of imports within a package."""
        below: dict[str, set[str]] = {}
        for ends in self.imports():
            if all(end.startswith(f"{package}.") for end in ends):
                here, there = map(room, ends)
                if here != there and not (folders_only and {here, there} & self.files.keys() - self.folders):
                    below.setdefault(here, set()).add(there)
        return height(below)

    def mixins(self) -> list[str]:
        """Return the classes that share a subclass with another product class.

        Errors, protocols and abstract classes aren't counted.
        """
        mixed: set[str] = set()
        for held in self.classes.values():
            for module, node in held:
                bases = [base for base in map(base_name, node.bases) if base in self.classes]
                bases = [base for base in bases if not self.is_promise(base) and not self.is_error(base)]
                if len(bases) > 1:
                    mixed.update(f"{base} ({module}.{node.name})" for base in bases)
        return sorted(mixed)

    def is_promise(self, name: str) -> bool:
        return any({"Protocol", "ABC"} & set(map(base_name, node.bases)) for _, node in self.classes[name])

    def is_error(self, name: str) -> bool:
        bases = {base_name(base) for _, node in self.classes.get(name, ()) for base in node.bases}
        return any(base.endswith(("Error", "Exception")) or (base != name and self.is_error(base)) for base in bases)

    def members(self, name: str, module: str | None = None) -> frozenset[str]:
        """Return the public members of a class, including those from the product's base classes."""
        found: set[str] = set()
        for home, node in self.classes.get(name, ()):
            if module in (None, home):
                found |= own_members(node)
                for base in map(base_name, node.bases):
                    if base != name:
                        found |= self.members(base)
        return frozenset(found)

    def interfaces(self) -> list[Interface]:
        """Return all classes that others call, widest first. Leave out records, steps, errors and private classes."""
        found = []
        for name, held in self.classes.items():
            for module, node in held:
                if not name.startswith("_") and not self.is_error(name) and not self.is_data(node):
                    found.append(Interface(f"{module}.{name}", self.members(name, module)))
        return sorted(found, key=lambda interface: (-len(interface.members), interface.name))

    def is_data(self, node: ast.ClassDef) -> bool:
        """Return whether a class is a record. Records contain values only."""
        bases = {base_name(base) for base in node.bases}
        if bases & DATA or any(
            self.is_data(held) for base in bases - {node.name} for _, held in self.classes.get(base, ())
        ):
            return True
        return is_dataclass(node) and not methods(node) and not self.holds_objects(node)

    def holds_objects(self, node: ast.ClassDef) -> bool:
        """Return whether a field of the dataclass holds a callable or an object with methods."""
        for field in node.body:
            if isinstance(field, ast.AnnAssign):
                names = {leaf.id for leaf in ast.walk(field.annotation) if isinstance(leaf, ast.Name)}
                if "Callable" in names or any(
                    methods(held) and not self.is_data(held)
                    for name in names - {node.name}
                    for _, held in self.classes.get(name, ())
                ):
                    return True
        return False

    def rules(self) -> Interface:
        """Return the class that every game implements: `Rules`, or `Game` in an older checkout."""
        for module, name in (("engine.kernel.rules", "Rules"), ("engine.kernel.game", "Game")):
            if any(home == module for home, _ in self.classes.get(name, ())):
                return Interface(name, self.members(name, module))
        raise SystemExit(f"{self.root} has no game")

    def smallest_game(self) -> tuple[str, int]:
        """Return the smallest playable game and its number of lines of Python and English.

        The smallest game is the orchard of the examples, or in an older checkout the smallest game of the product.
        """
        orchard = self.root / "examples/orchard/knossos_orchard"
        if (orchard / "game.py").exists():
            return "orchard", sum(line_count(orchard / name) for name in ("game.py", "locales/en/orchard.po"))
        sizes = {}
        for ui in (self.root / "cogs/games").iterdir():
            folders = [self.root / part / ui.name for part in ("engine", "cogs/games", "locales/en")]
            files = [file for folder in folders for kind in ("*.py", "*.po") for file in folder.rglob(kind)]
            if (self.root / "engine" / ui.name).is_dir() and ui.name[0] != "_":
                sizes[ui.name] = sum(map(line_count, files))
        return min(sizes.items(), key=lambda game: game[1])

    def press(self) -> "Press | None":
        """Trace one press over the wire. Return None if the checkout cannot play the press."""
        command = [sys.executable, str(Path(__file__).with_name("road.py"))]
        environment = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, timeout=120)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return None
        return Press(**json.loads(done.stdout.splitlines()[-1]))


class Press(NamedTuple):
    """The product files that a press enters, in order.

    The first `before_handler` files come before the handler's file.
    """

    files: list[str]
    before_handler: int


def line_count(file: Path) -> int:
    return file.read_text(encoding="utf-8").count("\n")


def top(module: str) -> str:
    return module.split(".")[0]


def room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def base_name(base: ast.expr) -> str:
    """Return the last name of a base class, without its module and parameters."""
    if isinstance(base, ast.Subscript):
        return base_name(base.value)
    return base.attr if isinstance(base, ast.Attribute) else base.id if isinstance(base, ast.Name) else ""


def methods(node: ast.ClassDef) -> list[str]:
    """Return the public methods and properties of a class."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return [held.name for held in node.body if isinstance(held, functions) and not held.name.startswith("_")]


def own_members(node: ast.ClassDef) -> set[str]:
    """Return the public names that a class defines, declares, or sets on itself."""
    found = set(methods(node))
    for held in node.body:
        if isinstance(held, ast.AnnAssign) and isinstance(held.target, ast.Name):
            found.add(held.target.id)
        elif isinstance(held, ast.Assign):
            found |= {target.id for target in held.targets if isinstance(target, ast.Name)}
        elif isinstance(held, ast.FunctionDef) and held.name == "__init__":
            found |= {
                leaf.attr
                for leaf in ast.walk(held)
                if isinstance(leaf, ast.Attribute)
                and isinstance(leaf.ctx, ast.Store)
                and isinstance(leaf.value, ast.Name)
                and leaf.value.id == "self"
            }
    return {name for name in found if not name.startswith("_")}


def is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.dump(decorator) for decorator in node.decorator_list)


def height(below: Mapping[str, Iterable[str]]) -> int:
    """Return the number of nodes on the longest path down."""
    known: dict[str, int] = {}

    def climb(node: str, way: tuple[str, ...]) -> int:
        if node not in known:
            others = [other for other in below.get(node, ()) if other not in (*way, node)]
            known[node] = 1 + max((climb(other, (*way, node)) for other in others), default=0)
        return known[node]

    return max((climb(node, ()) for node in below), default=0)


def table(project: Project) -> str:
    """Return the measurements as Markdown."""
    rules, (game, lines), press = project.rules(), project.smallest_game(), project.press()
    storeys = project.storeys("sessions", folders_only=True) or None
    rows: list[tuple[str, int | None, int | None]] = [
        (f"members of `{rules.name}`", len(rules.members), MOST["rules"]),
        *((f"members of `{held.name}`", len(held.members), MOST["class"]) for held in project.interfaces()[:WIDEST]),
        ("members of `Session`", len(project.members("Session", "sessions.session")), MOST["session"]),
        (f"lines for a game that plays at a table ({game})", lines, MOST["orchard"]),
        ("storeys in `sessions/` between folders", storeys, MOST["storeys"]),
        ("the same with the modules between them", project.storeys("sessions"), None),
        ("mixins", len(project.mixins()), MOST["mixins"]),
        ("product files entered by one press before the reply", press and len(press.files), MOST["files"]),
        ("those before the handler of the press", press and press.before_handler, MOST["before"]),
        ("product lines of Python", project.lines(), MOST["lines"]),
        ("arrows that run back up", len(project.arrows_up()), MOST["up"]),
    ]
    head = ["| figure | measured | goal |", "| --- | --- | --- |"]
    return "\n".join(head + [f"| {what} | {number(now)} | {number(goal)} |" for what, now, goal in rows])


def number(figure: int | None) -> str:
    return "–" if figure is None else f"{figure:,}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, metavar="PATH", help="measure this checkout")
    project = Project(parser.parse_args().root.resolve())
    print(table(project))
    mixins, up = project.mixins(), project.arrows_up()
    print(*[f"mixin: {name}" for name in mixins], *[f"up: {arrow}" for arrow in up], sep="\n")
