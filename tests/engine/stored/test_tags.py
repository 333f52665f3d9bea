"""Under what names steps and facts are stored: written out at each class, and never forgotten once stored."""

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES

KEPT = Path(__file__).with_name("tags.txt")
"""All names that games of today's versions may have stored, as `GAME step|fact NAME`. New ones are added at will."""
WRITTEN_OUT = [key for key in GAMES if key != "minos-dawn"]


def stored(key: str) -> dict[str, tuple[type[Any], ...]]:
    return {"step": GAMES[key].steps, "fact": GAMES[key].facts}


def writes_its_tag(record: type[Any]) -> bool:
    """Whether the class statement itself says the tag, so that the class can be called something else."""
    (statement,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(statement, ast.ClassDef)
    return any(each.arg == "tag" and isinstance(each.value, ast.Constant) for each in statement.keywords)


@pytest.mark.parametrize("key", WRITTEN_OUT)
def test_every_stored_record_writes_its_tag_out(key: str) -> None:
    assert [each for kind in stored(key).values() for each in kind if not writes_its_tag(each)] == []


@pytest.mark.parametrize("key", GAMES)
def test_every_tag_that_was_ever_stored_is_still_read(key: str) -> None:
    kept = {tuple(line.split()[1:]) for line in KEPT.read_text().splitlines() if line.split()[0] == key}
    known = {(kind, each.__struct_config__.tag) for kind, records in stored(key).items() for each in records}
    assert kept
    assert kept - known == set()
    assert known - kept == set(), "write these into tags.txt"
