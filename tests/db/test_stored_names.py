"""Stored games keep their names of classes and fields, even if the code renames those classes and fields."""

from typing import get_args

import msgspec
import pytest

from db import rows
from engine.kernel.rules import Settings
from sessions.records.log import (
    Answered,
    Conceded,
    Ended,
    Entry,
    LoggedAction,
    Ordered,
    Reseated,
    Retracted,
    Started,
    Upgraded,
)
from sessions.records.table import Proposal

STORED = [
    (
        Started(Settings(2, {"short": True}), b"seed", b"facts"),
        {"type": "Started", "settings": {"seats": 2, "options": {"short": True}}, "seed": b"seed", "facts": b"facts"},
    ),
    (
        Answered(3, ("site:north",), b"facts", True, True),
        {"type": "Answered", "decision": 3, "keys": ["site:north"], "facts": b"facts", "revealed": True,
         "caretaken": True},
    ),
    (Ordered("HOUSE-4", ("rings:1",)), {"type": "Ordered", "rule": "HOUSE-4", "keys": ["rings:1"]}),
    (Retracted((4, 5)), {"type": "Retracted", "numbers": [4, 5]}),
    (Conceded(1001), {"type": "Conceded", "user": 1001}),
    (Conceded(1001, 1002), {"type": "Conceded", "user": 1001, "opened_by": 1002}),
    (Conceded(1001, was_silent=True), {"type": "Conceded", "user": 1001, "was_silent": True}),
    (
        Reseated(1002, 1001, "Theseus"),
        {"type": "Reseated", "user": 1002, "former": 1001, "former_name": "Theseus"},
    ),
    (Upgraded(1, 2, True), {"type": "Upgraded", "old": 1, "new": 2, "differs": True}),
    (Ended(1003, True), {"type": "Ended", "user": 1003, "is_by_moderator": True}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("action", "stored"), STORED, ids=lambda value: value["type"] if isinstance(value, dict) else ""
)
def test_entries_keep_their_stored_names(action: LoggedAction, stored: dict[str, object]) -> None:
    row = rows.entry_row(7, Entry(1, 0, action, "digest", 8, 0, 9))
    assert row["kind"] == stored["type"]
    assert msgspec.msgpack.decode(row["deed"]) == stored
    assert rows.entry_of({**row, "deed": msgspec.msgpack.encode(stored)}).action == action


def test_old_entries_for_taking_a_seat_have_no_former_holder() -> None:
    row = rows.entry_row(7, Entry(1, 0, Reseated(1002), "digest", 8, 0, 9))
    old = msgspec.msgpack.encode({"type": "Reseated", "user": 1002})
    assert rows.entry_of({**row, "deed": old}).action == Reseated(1002, 0, "")


def test_the_stored_names_of_every_kind_of_entry_are_tested() -> None:
    assert {type(action) for action, _ in STORED} == set(get_args(LoggedAction))


def test_proposals_keep_their_stored_names() -> None:
    stored = {"number": 4, "agreed": [1], "id": 9, "kind": "undo"}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(Proposal(4, (1,), 9))) == stored
