"""Statements for writes: one for all writes of a batch that need it, in an order that respects references."""

from typing import Any, TypeAlias

from sqlalchemy import BindParameter, Delete, Insert, Integer, Update, bindparam, case, delete, insert, update

from db import rows
from db.results import COMPLETE_RESULTS
from db.tables import (
    clock_marks,
    due,
    entries,
    handled,
    live_messages,
    posts,
    results,
    schedules,
    seat_clocks,
    sitters,
    snapshots,
    tables,
)
from sessions.records.clock import ALIVE, Due, Schedule, SeatClock
from sessions.records.table import Table
from sessions.store import Write

Statement: TypeAlias = Insert | Update | Delete
Step: TypeAlias = tuple[Statement, list[dict[str, Any]]]
"""A statement, and all parameters for each execution."""


_TABLE: BindParameter[int] = bindparam("of_table")
KEPT = ("id", "revision")
"""Columns that an update of the row does not set."""

_NEXT = case((tables.c.revision == bindparam("known", type_=Integer), bindparam("next", type_=Integer)))
"""Null, which the database refuses, if the table's revision is not the one that the writer knew."""
UPDATE_TABLE = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values({column.name: bindparam(f"new_{column.name}") for column in tables.c if column.name not in KEPT})
    .values(revision=_NEXT)
)
COUNT_REVISION = update(tables).where(tables.c.id == _TABLE).values(revision=_NEXT)
CLEAR_SITTERS = delete(sitters).where(sitters.c.table_id == _TABLE)
INSERT_SITTER = insert(sitters)
INSERT_ENTRY = insert(entries)
CUT_SNAPSHOTS = delete(snapshots).where(snapshots.c.table_id == _TABLE, snapshots.c.number >= bindparam("first"))
CLEAR_SNAPSHOT = delete(snapshots).where(snapshots.c.table_id == _TABLE, snapshots.c.number == bindparam("at"))
INSERT_SNAPSHOT = insert(snapshots)
INSERT_RESULT = insert(results)
INSERT_POST = insert(posts)
INSERT_HANDLED = insert(handled)
DELETE_POST = delete(posts).where(posts.c.id == bindparam("of_post"))
PUT_OFF_POST = (
    update(posts)
    .where(posts.c.id == bindparam("of_post"))
    .values(attempts=bindparam("new_attempts"), due_at=bindparam("new_due_at"))
)
CLEAR_MESSAGE = delete(live_messages).where(
    live_messages.c.table_id == _TABLE, live_messages.c.kind == bindparam("of_kind")
)
INSERT_MESSAGE = insert(live_messages)
CLEAR_CLOCK = delete(seat_clocks).where(seat_clocks.c.table_id == _TABLE, seat_clocks.c.seat == bindparam("of_seat"))
INSERT_CLOCK = insert(seat_clocks)
MOVE_CLOCK = (
    update(seat_clocks)
    .where(*(column.is_not_distinct_from(bindparam(f"was_{column.name}")) for column in seat_clocks.c))
    .values({column.name: bindparam(f"new_{column.name}") for column in seat_clocks.c if not column.primary_key})
)
CLEAR_SCHEDULE = delete(schedules).where(schedules.c.user == bindparam("of_user"))
INSERT_SCHEDULE = insert(schedules)
CLEAR_DUE = delete(due).where(due.c.table_id == _TABLE, due.c.kind == bindparam("of_kind"))
INSERT_DUE = insert(due)
CLEAR_MARK = delete(clock_marks).where(clock_marks.c.name == bindparam("of_name"))
INSERT_MARK = insert(clock_marks)


def steps_of(writes: list[Write]) -> list[Step]:
    """Return the statements that carry out all these writes, in order, in one transaction."""
    changed = [write.row for write in writes if write.row is not None]
    counted = [write for write in writes if write.row is None and write.revision is not None]
    kept = [(write.table, write.snapshot) for write in writes if write.snapshot is not None]
    put_off = [{"of_post": post.id, "new_attempts": post.attempts, "new_due_at": post.due_at}
               for write in writes for post in write.put_off]  # fmt: skip
    # If one kind is written twice in a batch, the last one counts.
    messages = {(message.table, message.kind): message for write in writes for message in write.messages}
    steps: list[Step] = [
        (COUNT_REVISION, [{"of_table": write.table, **_revisions(write)} for write in counted]),
        (UPDATE_TABLE, [_update(write.row) | _revisions(write) for write in writes if write.row is not None]),
        (CLEAR_SITTERS, [{"of_table": row.id} for row in changed]),
        (INSERT_SITTER, [sitter for row in changed for sitter in rows.sitter_rows(row)]),
        (INSERT_ENTRY, [rows.entry_row(write.table, entry) for write in writes for entry in write.entries]),
        (CUT_SNAPSHOTS, [{"of_table": write.table, "first": write.cut} for write in writes if write.cut is not None]),
        (CLEAR_SNAPSHOT, [{"of_table": table, "at": snapshot.number} for table, snapshot in kept]),
        (INSERT_SNAPSHOT, [rows.snapshot_row(table, snapshot) for table, snapshot in kept]),
        (INSERT_RESULT, [row for write in writes for row in rows.result_rows(write.table, write.results, write.dealt)]),
        (COMPLETE_RESULTS, [{"of_table": write.table} for write in writes if write.results]),
        (INSERT_POST, [rows.post_row(post) for write in writes for post in write.posts]),
        (DELETE_POST, [{"of_post": post} for write in writes for post in write.settled]),
        (PUT_OFF_POST, put_off),
        (CLEAR_MESSAGE, [{"of_table": table, "of_kind": kind} for table, kind in messages]),
        (INSERT_MESSAGE, [rows.message_row(message) for message in messages.values()]),
        (INSERT_HANDLED, [_handled(write) for write in writes if write.handled is not None]),
        *_clock_steps(writes),
    ]
    return [(statement, parameters) for statement, parameters in steps if parameters]


def _clock_steps(writes: list[Write]) -> list[Step]:
    """Return the statements for clocks. Of several for one seat, person or kind the last counts."""
    clocks: dict[tuple[int, int], SeatClock | None] = {}
    kinds: dict[tuple[int, str], Due | None] = {}
    people: dict[int, Schedule] = {}
    for write in writes:
        clocks |= dict.fromkeys(write.stopped) | {(clock.table, clock.seat): clock for clock in write.clocks}
        kinds |= dict.fromkeys(write.undone) | {(each.table, each.kind): each for each in write.due}
        people |= {schedule.user: schedule for schedule in write.schedules}
    alive = [{"name": ALIVE, "at": write.alive_at} for write in writes if write.alive_at is not None][-1:]
    return [
        (MOVE_CLOCK, [_moved(known, moved) for write in writes for known, moved in write.moved]),
        (CLEAR_CLOCK, [{"of_table": table, "of_seat": seat} for table, seat in clocks]),
        (INSERT_CLOCK, [rows.clock_row(clock) for clock in clocks.values() if clock]),
        (CLEAR_DUE, [{"of_table": table, "of_kind": kind} for table, kind in kinds]),
        (INSERT_DUE, [rows.due_row(each) for each in kinds.values() if each]),
        (CLEAR_SCHEDULE, [{"of_user": user} for user in people]),
        (INSERT_SCHEDULE, [rows.schedule_row(schedule) for schedule in people.values()]),
        (CLEAR_MARK, [{"of_name": mark["name"]} for mark in alive]),
        (INSERT_MARK, alive),
    ]


def _update(table: Table) -> dict[str, Any]:
    row = rows.table_row(table)
    return {"of_table": table.id, **{f"new_{name}": value for name, value in row.items() if name not in KEPT}}


def _revisions(write: Write) -> dict[str, Any]:
    known = write.revision if write.revision is not None or write.row is None else write.row.revision
    assert known is not None
    return {"known": known, "next": known + 1}


def _moved(known: SeatClock, moved: SeatClock) -> dict[str, Any]:
    was, new = rows.clock_row(known), rows.clock_row(moved)
    changed = {f"new_{column.name}": new[column.name] for column in seat_clocks.c if not column.primary_key}
    return {f"was_{name}": value for name, value in was.items()} | changed


def _handled(write: Write) -> dict[str, Any]:
    assert write.handled is not None
    return {"interaction": write.handled.interaction, "table_id": write.table, "at": write.handled.at}
