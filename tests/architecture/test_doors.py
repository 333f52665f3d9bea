"""Interfaces are narrow. Each has few members, and no class stubs the methods of another."""

import ast
import inspect
from pathlib import Path

import pytest

from cogs.ui import game_ui, option_words
from engine.kernel import game
from engine.kernel.rules import Rules
from sessions import store
from sessions.snapshot import Awaited, TableSnapshot, Times
from tests.architecture.doors import MOST, Project
from tests.architecture.sources import ROOT, python_files, syntax

pytestmark = pytest.mark.xdist_group("syntax")

PARTS = [cls for cls in vars(game).values() if isinstance(cls, type) and cls.__module__ == game.__name__]
GAME_UI_PARTS = [cls for name, cls in vars(game_ui).items() if name.endswith(("UI", "Words", "Emoji"))]
PROTOCOLS = [cls for name, cls in vars(store).items() if name.endswith("Store")]
PROJECT = Project(ROOT)


def members(cls: type) -> set[str]:
    """Return the public names that a class defines, sets on itself, or declares."""
    own = set(vars(cls)) | set(inspect.get_annotations(cls))
    return {name for name in own if not name.startswith("_")}


@pytest.mark.parametrize("cls", [Rules, *PARTS], ids=lambda cls: cls.__name__)
def test_a_part_of_a_game_has_at_most_twelve_members(cls: type) -> None:
    assert len(members(cls)) <= MOST["part"], sorted(members(cls))


@pytest.mark.parametrize("cls", [option_words.OptionStyle, *GAME_UI_PARTS], ids=lambda cls: cls.__name__)
def test_a_part_of_a_game_ui_has_at_most_twelve_members(cls: type) -> None:
    assert len(members(cls)) <= MOST["part"], sorted(members(cls))


@pytest.mark.parametrize("cls", [TableSnapshot, Awaited, Times], ids=lambda cls: cls.__name__)
def test_a_snapshot_of_a_table_has_at_most_twelve_members(cls: type) -> None:
    assert len(members(cls)) <= MOST["part"], sorted(members(cls))


@pytest.mark.parametrize("cls", PROTOCOLS, ids=lambda cls: cls.__name__)
def test_a_protocol_of_the_store_has_at_most_fifteen_members(cls: type) -> None:
    assert len(members(cls)) <= MOST["protocol"], sorted(members(cls))


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("Session", "sessions.session"),
        ("Sessions", "sessions.sessions"),
        ("TableReader", "sessions.play.reader"),
        ("DueWork", "sessions.time.due_work"),
        ("QueuedStore", "db.queued"),
    ],
)
def test_a_session_and_its_parts_have_at_most_twenty_members(name: str, module: str) -> None:
    held = PROJECT.members(name, module)
    assert 0 < len(held) <= MOST["session"], sorted(held)


def test_a_playable_game_takes_at_most_150_lines() -> None:
    game, lines = PROJECT.smallest_game()
    assert game == "orchard"
    assert lines <= MOST["orchard"]


def test_import_chains_in_sessions_span_at_most_eight_folders() -> None:
    assert PROJECT.storeys("sessions", folders_only=True) <= MOST["storeys"]


def test_no_module_imports_from_a_higher_layer() -> None:
    assert PROJECT.arrows_up() == []


def test_no_class_is_composed_of_mixins() -> None:
    assert PROJECT.mixins() == []


def test_sessions_have_no_mixin() -> None:
    """Mixins call methods of another class, so they have stubs that only raise `NotImplementedError`."""
    stubs = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in python_files("sessions")
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and isinstance(node.body[-1], ast.Raise)
        and "NotImplementedError" in ast.dump(node.body[-1])
    ]
    assert stubs == []


def test_control_mixins_import_chains_and_upward_imports_are_found(tmp_path: Path) -> None:
    """Measured on a small project with one example of each."""
    modules = {
        "bot.py": "",
        "sessions/__init__.py": "",
        "sessions/kept/__init__.py": "class Half:\n    def sleep(self): ...\nclass Other:\n    def wake(self): ...",
        "sessions/play/__init__.py": "from sessions.kept import Half, Other\nclass Whole(Half, Other):\n    at: int",
        "sessions/time/__init__.py": "def tick():\n    import bot\n    from sessions.play import Whole",
    }
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    project = Project(tmp_path)
    assert project.arrows_up() == ["sessions.time → bot"]
    assert project.mixins() == ["Half (sessions.play.Whole)", "Other (sessions.play.Whole)"]
    assert project.storeys("sessions", folders_only=True) == 3
    assert project.members("Whole") == {"at", "sleep", "wake"}
