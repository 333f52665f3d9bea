"""Under what names steps and facts are stored: written out at each class, and never forgotten once stored."""

import ast
import inspect
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engine.games import GAMES

KEPT = Path(__file__).with_name("tags.txt")
"""All names that games of today's versions may have stored, as `GAME step|fact|field NAME`. New ones may be added."""


def records_in(kind: Any) -> set[type[Any]]:
    """The tagged records that a field of that type may hold."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {kind} if kind.__struct_config__.tag else set()
    return {record for part in get_args(kind) for record in records_in(part)}


def stored(key: str) -> dict[str, tuple[type[Any], ...]]:
    steps, facts = GAMES[key].steps, GAMES[key].facts
    fields = {
        record for each in (*steps, *facts) for kind in get_type_hints(each).values() for record in records_in(kind)
    }
    return {"step": steps, "fact": facts, "field": tuple(fields)}


def writes_its_tag(record: type[Any]) -> bool:
    """Whether the class statement itself says the tag, so that the class can be called something else."""
    (statement,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(statement, ast.ClassDef)
    return any(each.arg == "tag" and isinstance(each.value, ast.Constant) for each in statement.keywords)


@pytest.mark.parametrize("key", GAMES)
def test_every_stored_record_writes_its_tag_out(key: str) -> None:
    assert [each for kind in stored(key).values() for each in kind if not writes_its_tag(each)] == []


@pytest.mark.parametrize("key", GAMES)
def test_every_tag_that_was_ever_stored_is_still_read(key: str) -> None:
    kept = {tuple(line.split()[1:]) for line in KEPT.read_text().splitlines() if line.split()[0] == key}
    known = {(kind, each.__struct_config__.tag) for kind, records in stored(key).items() for each in records}
    assert kept
    assert kept - known == set()
    assert known - kept == set(), "write these into tags.txt"
