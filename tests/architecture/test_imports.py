"""Import rules that the contracts in pyproject.toml can't express."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import BUNDLED, Registration
from tests.architecture.sources import PACKAGES, ROOT, imports_of, python_files, syntax

pytestmark = pytest.mark.xdist_group("syntax")

IMPURE = {
    "asyncio", "datetime", "http", "logging", "multiprocessing", "os", "queue", "random", "secrets", "select", "signal",
    "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
BOT_IMPORTERS = (
    "sandbox.simulation.log",
    "sandbox.simulation.hidden",
    "sandbox.simulation.chronicle",
    "sandbox.evening.beat",
    "sandbox.month.waits",
)
"""Simulation modules that may import the bot."""
ENGINE_COMMAND = "engine/__main__.py"
REGISTRY = "engine/games.py"
WITH_A_LOCK = "engine/kernel/conversion.py"
"""The only module of the engine that knows of threads, because of a fault in msgspec."""
REPORTS = ("engine/report.py", "engine/match.py")
"""Statistics of finished games, shown to people. Only these parts of the engine may use fractions."""


def short(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def engine_files() -> list[Path]:
    return [file for file in python_files("engine") if short(file) != ENGINE_COMMAND]


def test_the_import_contracts_are_kept() -> None:
    command = [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("file", engine_files(), ids=short)
def test_the_engine_is_pure(file: Path) -> None:
    names = {name.split(".")[0] for name in imports_of(file)}
    assert not names & (IMPURE - {"threading"} if short(file) == WITH_A_LOCK else IMPURE)
    assert names <= sys.stdlib_module_names | {"engine", "msgspec"} | ({"games"} if short(file) == REGISTRY else set())


@pytest.mark.parametrize("file", [file for file in engine_files() if short(file) not in REPORTS], ids=short)
def test_the_engine_uses_no_floats(file: Path) -> None:
    for node in ast.walk(syntax(file)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{short(file)}:{node.lineno}"
        assert not (isinstance(node, ast.Name) and node.id == "float"), f"{short(file)}:{node.lineno}"


def test_the_engine_never_iterates_over_a_set() -> None:
    """Iteration order of a set of strings differs between processes (K1)."""
    for file in engine_files():
        for node in ast.walk(syntax(file)):
            walked = node.iter if isinstance(node, (ast.For, ast.comprehension)) else None
            is_set = isinstance(walked, (ast.Set, ast.SetComp)) or (
                isinstance(walked, ast.Call) and isinstance(walked.func, ast.Name) and walked.func.id == "set"
            )
            assert not is_set, f"{short(file)}:{getattr(walked, 'lineno', 0)}"


def test_the_kernel_imports_no_game() -> None:
    for file in python_files("engine/kernel"):
        for name in imports_of(file):
            assert not (name + ".").startswith("engine.") or (name + ".").startswith("engine.kernel."), short(file)


def test_games_do_not_import_one_another() -> None:
    games = [folder.name for folder in (ROOT / "engine").iterdir() if (folder / "game.py").exists()]
    assert games
    for game in games:
        for file in python_files(f"engine/{game}"):
            for name in imports_of(file):
                assert not name.startswith("engine.") or name.split(".")[1] in {"kernel", game}, (short(file), name)


def test_the_cogs_of_a_game_import_only_that_game() -> None:
    """Such a folder may import the kernel. From the engine and the renderer, it may import only its own game."""
    folders = [file.parent.name for file in python_files("cogs/games") if file.name == "ui.py"]
    assert folders
    for game in folders:
        for file in python_files(f"cogs/games/{game}"):
            for name in imports_of(file):
                for package, allowed in (("engine", {"kernel", game}), ("render", {game}), ("cogs.games", {game})):
                    if name.startswith(f"{package}."):
                        assert name.removeprefix(f"{package}.").split(".")[0] in allowed, (short(file), name)


def test_modules_that_build_messages_never_await() -> None:
    """`cogs/ui` is pure."""
    waiting = (ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)
    for file in python_files("cogs/ui"):
        assert not any(isinstance(node, waiting) for node in ast.walk(syntax(file))), short(file)


SEEN_IN_PICTURES = (
    "view", "rival_view", "facts", "prices", "words", "box", "files", "records",
    "rival_records", "language",
)  # fmt: skip
"""Parts of a game that a picture may import: view, facts, prices, words, and printed components."""
PLAYED_FOR_PICTURES = ("gallery.py", "game")
"""The gallery may import a game's rules, because it plays up to the positions that it shows."""
RECORDED = ("recording.py", "engine.simulate")
"""A recording may import the simulation, because it shows a game between computer players."""


def part_of_game(name: str) -> str:
    """Return the part of a game that an import names: `view` for `engine.minos_dawn.seen.view`."""
    game, *parts = name.split(".")[1:]
    if len(parts) > 1 and (ROOT / "engine" / game / parts[0] / "__init__.py").exists():
        parts = parts[1:]
    return "".join(parts[:1])


def test_pictures_import_only_views_words_and_components() -> None:
    for file in python_files("render"):
        for name in imports_of(file):
            if name.startswith("engine.") and name.split(".")[1] not in ("kernel", "games"):
                part = part_of_game(name)
                is_played = (file.name, part) == PLAYED_FOR_PICTURES or (
                    file.name == RECORDED[0] and name.startswith(RECORDED[1])
                )
                assert part in ("", *SEEN_IN_PICTURES) or is_played, (short(file), name)


SIMULATING = ("simulation", "evening", "month", "season")


def test_the_sandbox_imports_only_the_limits_from_the_bot() -> None:
    """The sandbox's server never reads the bot's log. Only the modules in `BOT_IMPORTERS` do, to judge simulations."""
    for file in python_files("sandbox"):
        simulates = short(file).startswith(tuple(f"sandbox/{each}/" for each in SIMULATING))
        assert simulates or not set(BOT_IMPORTERS) & set(imports_of(file)), short(file)
        for name in imports_of(file):
            if short(file) in [f"{name.replace('.', '/')}.py" for name in BOT_IMPORTERS]:
                continue
            if name.split(".")[0] in {*PACKAGES, "bot", "settings"}:
                assert name.split(".")[0] == "sandbox", (short(file), name)


LOADED = """
import sys
from pathlib import Path
import render.worker
from engine.games import use_content
for folder in sys.argv[1:]:
    use_content(Path(folder))
print(*sorted(name for name in sys.modules if name.startswith("engine.") and not name.startswith("engine.kernel.")))
"""


def test_the_drawing_process_starts_without_importing_a_game() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["engine.games", "engine.kernel"]


@pytest.mark.parametrize("game", BUNDLED.values(), ids=lambda game: game.key)
def test_the_drawing_process_reads_host_content_without_importing_rules(game: Registration, tmp_path: Path) -> None:
    (tmp_path / game.key).mkdir()
    for file in (ROOT / "engine" / game.package / "content").glob("*.toml"):
        shutil.copy(file, tmp_path / game.key)
    command = [sys.executable, "-c", LOADED, str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rooms = {name.split(".")[2] for name in ran.stdout.split() if name.startswith(f"engine.{game.package}.")}
    assert rooms == {"content"}


@pytest.mark.parametrize("package", ["engine", *(f"engine.{game.package}" for game in BUNDLED.values())])
def test_importing_a_package_of_rules_imports_nothing_else(package: str) -> None:
    assert list(imports_of(ROOT / package.replace(".", "/") / "__init__.py")) == []


def test_only_the_bot_module_combines_the_parts() -> None:
    for package in ("sessions", "cogs", "render", "locales"):
        for file in python_files(package):
            names = {name.split(".")[0] for name in imports_of(file)}
            assert not names & {"bot", "db", "sandbox"}, short(file)
