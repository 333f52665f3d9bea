"""Interfaces are narrow: how many members each has, and no class stubs what another brings."""

import ast
import inspect
from pathlib import Path

import pytest

from cogs.ui import game_ui, option_words
from engine.kernel import parts
from engine.kernel.game import Game
from engine.kernel.rules import Rules
from sessions import store
from sessions.session import Session
from tests.architecture.sources import ROOT

MOST_OF_PART, MOST_OF_STORE, MOST_OF_SESSION = 12, 15, 20


def members(cls: type) -> set[str]:
    """The public names that a class defines, sets on itself, or declares."""
    own = set(vars(cls)) | set(inspect.get_annotations(cls))
    return {name for name in own if not name.startswith("_")}


PARTS = [cls for cls in vars(parts).values() if isinstance(cls, type) and cls.__module__ == parts.__name__]
GAME_UI_PARTS = [cls for name, cls in vars(game_ui).items() if name.endswith(("UI", "Words", "Emoji"))]
PROTOCOLS = [cls for name, cls in vars(store).items() if name.endswith("Store")]


@pytest.mark.parametrize("cls", [Rules, Game, *PARTS], ids=lambda cls: cls.__name__)
def test_a_part_of_a_game_has_at_most_twelve_members(cls: type) -> None:
    assert len(members(cls)) <= MOST_OF_PART, sorted(members(cls))


@pytest.mark.parametrize("cls", [option_words.OptionStyle, *GAME_UI_PARTS], ids=lambda cls: cls.__name__)
def test_what_a_game_says_to_the_table_has_at_most_twelve_members(cls: type) -> None:
    assert len(members(cls)) <= MOST_OF_PART, sorted(members(cls))


@pytest.mark.parametrize("cls", PROTOCOLS, ids=lambda cls: cls.__name__)
def test_a_protocol_of_the_store_has_at_most_fifteen_members(cls: type) -> None:
    assert len(members(cls)) <= MOST_OF_STORE, sorted(members(cls))


def test_a_session_has_at_most_twenty_members() -> None:
    tree = ast.parse(Path(ROOT / "sessions/session.py").read_text(encoding="utf-8"))
    (made,) = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    held = {
        node.attr
        for node in ast.walk(made)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and not node.attr.startswith("_")
    }
    assert len(members(Session) | held) <= MOST_OF_SESSION, sorted(members(Session) | held)


def test_sessions_have_no_mixin() -> None:
    """A mixin calls what another class brings: here, a method that only raises `NotImplementedError`."""
    stubs = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in sorted((ROOT / "sessions").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and isinstance(node.body[-1], ast.Raise)
        and "NotImplementedError" in ast.dump(node.body[-1])
    ]
    assert stubs == []
