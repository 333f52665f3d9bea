"""Every class of steps and facts states its stored name, and no stored name ever changes."""

import ast
import inspect
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import games as registered
from engine.games import GAMES

TESTS = Path(__file__).parent.parent
"""Each game's tests have a `tags.txt`. Its lines `step|fact|field NAME` list all names that may have been stored."""


def records_in(kind: Any) -> set[type[Any]]:
    """Return the tagged records that a field of that type may hold."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {kind} if kind.__struct_config__.tag else set()
    return {record for part in get_args(kind) for record in records_in(part)}


def stored_records(key: str) -> dict[str, tuple[type[Any], ...]]:
    steps, facts = GAMES[key].rules.steps, GAMES[key].rules.facts
    fields = {
        record for each in (*steps, *facts) for kind in get_type_hints(each).values() for record in records_in(kind)
    }
    return {"step": steps, "fact": facts, "field": tuple(fields)}


def writes_its_tag(record: type[Any]) -> bool:
    """Return whether the class states its tag itself. If so, the class can be renamed safely."""
    (statement,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(statement, ast.ClassDef)
    return any(each.arg == "tag" and isinstance(each.value, ast.Constant) for each in statement.keywords)


@pytest.mark.parametrize("key", GAMES)
def test_every_stored_record_writes_out_its_tag(key: str) -> None:
    assert [each for kind in stored_records(key).values() for each in kind if not writes_its_tag(each)] == []


@pytest.mark.parametrize("key", GAMES)
def test_every_tag_ever_stored_can_still_be_read(key: str) -> None:
    file = TESTS / registered.GAMES[key].package / "tags.txt"
    kept = {tuple(line.split()) for line in file.read_text().splitlines()}
    known = {(kind, each.__struct_config__.tag) for kind, records in stored_records(key).items() for each in records}
    assert kept
    assert kept - known == set()
    new = sorted(" ".join(each) for each in known - kept)
    assert new == [], f"write these into {file.name}"
