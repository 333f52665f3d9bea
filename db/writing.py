"""SQL statements for writes. All writes of a batch share each statement. Statement order satisfies foreign keys."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy
from sqlalchemy import BindParameter, Delete, Dialect, Insert, Integer, Update, bindparam, case, delete, insert, update
from sqlalchemy.sql.compiler import SQLCompiler

from db import rows
from db import tables as t
from db.results import COMPLETE_RESULTS
from sessions.records.clock import ALIVE, Due, Schedule, SeatClock
from sessions.records.table import Table
from sessions.store import Write

Statement: TypeAlias = Insert | Update | Delete
Step: TypeAlias = tuple[Statement, list[dict[str, Any]]]
"""A statement, and the parameters of each execution."""
DriverStatement: TypeAlias = tuple[str, list[tuple[Any, ...]]]

_TABLE: BindParameter[int] = bindparam("of_table")
KEPT = ("id", "revision")

_NEXT = case((t.tables.c.revision == bindparam("known", type_=Integer), bindparam("next", type_=Integer)))
"""The table's new revision, or null if the writer did not know the current one. The database rejects null."""
UPDATE_TABLE = (
    update(t.tables)
    .where(t.tables.c.id == _TABLE)
    .values({column.name: bindparam(f"new_{column.name}") for column in t.tables.c if column.name not in KEPT})
    .values(revision=_NEXT)
)
COUNT_REVISION = update(t.tables).where(t.tables.c.id == _TABLE).values(revision=_NEXT)
CLEAR_SITTERS = delete(t.sitters).where(t.sitters.c.table_id == _TABLE)
CUT_SNAPSHOTS = delete(t.snapshots).where(t.snapshots.c.table_id == _TABLE, t.snapshots.c.number >= bindparam("first"))
PUT_OFF_POST = (
    update(t.posts)
    .where(t.posts.c.id == bindparam("of_post"))
    .values(attempts=bindparam("new_attempts"), due_at=bindparam("new_due_at"))
)
MOVE_CLOCK = (
    update(t.seat_clocks)
    .where(*(column.is_not_distinct_from(bindparam(f"was_{column.name}")) for column in t.seat_clocks.c))
    .values({column.name: bindparam(f"new_{column.name}") for column in t.seat_clocks.c if not column.primary_key})
)

# Compiled statements are cached by object, so each must be made only once.
_insert = cache(insert)


@cache
def _delete(table: sqlalchemy.Table) -> Delete:
    return delete(table).where(*(column == bindparam(column.name) for column in table.primary_key))


def steps_of(writes: list[Write]) -> list[Step]:
    """Return the statements that carry out all these writes, in order, in one transaction."""
    changed = [(write, write.row) for write in writes if write.row is not None]
    counted = [write for write in writes if write.row is None and write.revision is not None]
    kept = [rows.row_of(each.snapshot, table=each.table) for each in writes if each.snapshot is not None]
    put_off = [{"of_post": post.id, "new_attempts": post.attempts, "new_due_at": post.due_at}
               for write in writes for post in write.put_off]  # fmt: skip
    # If a table's message of one kind is written twice in a batch, the last one counts.
    messages = {(message.table, message.kind): message for write in writes for message in write.messages}
    steps: list[Step] = [
        (COUNT_REVISION, [{"of_table": write.table, **_revisions(write)} for write in counted]),
        (UPDATE_TABLE, [_update(row) | _revisions(write) for write, row in changed]),
        (CLEAR_SITTERS, [{"of_table": row.id} for _, row in changed]),
        (_insert(t.sitters), [rows.row_of(each, table=row.id) for _, row in changed for each in row.sitters]),
        (_insert(t.entries), [rows.entry_row(write.table, entry) for write in writes for entry in write.entries]),
        (CUT_SNAPSHOTS, [{"of_table": write.table, "first": write.cut} for write in writes if write.cut is not None]),
        *_replace(t.snapshots, kept),
        (_insert(t.results), [row for write in writes for row in rows.result_rows(write)]),
        (COMPLETE_RESULTS, [{"of_table": write.table} for write in writes if write.results]),
        (_insert(t.posts), [rows.post_row(post) for write in writes for post in write.posts]),
        (_insert(t.notices), [rows.row_of(notice) for write in writes for notice in write.notices]),
        (_delete(t.notices), [{"id": notice} for write in writes for notice in write.told]),
        (_delete(t.posts), [{"id": post} for write in writes for post in write.settled]),
        (PUT_OFF_POST, put_off),
        *_replace(t.live_messages, [rows.message_row(message) for message in messages.values()]),
        (
            _insert(t.handled),
            [rows.row_of(each.handled, table=each.table) for each in writes if each.handled is not None],
        ),
        *_clock_steps(writes),
    ]
    return [(statement, parameters) for statement, parameters in steps if parameters]


def _replace(table: sqlalchemy.Table, new: list[dict[str, Any]]) -> list[Step]:
    return [(_delete(table), new), (_insert(table), new)]


def _clock_steps(writes: list[Write]) -> list[Step]:
    """Return the statements for clocks. The last value for each seat, person or kind wins."""
    clocks: dict[tuple[int, int], SeatClock | None] = {}
    kinds: dict[tuple[int, str], Due | None] = {}
    people: dict[int, Schedule] = {}
    for write in writes:
        clocks |= dict.fromkeys(write.stopped) | {(clock.table, clock.seat): clock for clock in write.clocks}
        kinds |= dict.fromkeys(write.undone) | {(each.table, each.kind): each for each in write.due}
        people |= {schedule.user: schedule for schedule in write.schedules}
    alive = [{"name": ALIVE, "at": write.alive_at} for write in writes if write.alive_at is not None][-1:]
    return [
        (MOVE_CLOCK, [_moving(known, moved) for write in writes for known, moved in write.moved]),
        (_delete(t.seat_clocks), [{"table_id": table, "seat": seat} for table, seat in clocks]),
        (_insert(t.seat_clocks), [rows.row_of(clock) for clock in clocks.values() if clock]),
        (_delete(t.due), [{"table_id": table, "kind": kind} for table, kind in kinds]),
        (_insert(t.due), [rows.row_of(each) for each in kinds.values() if each]),
        *_replace(t.schedules, [rows.schedule_row(schedule) for schedule in people.values()]),
        *_replace(t.clock_marks, alive),
    ]


def _update(table: Table) -> dict[str, Any]:
    row = rows.table_row(table)
    return {"of_table": table.id, **{f"new_{name}": value for name, value in row.items() if name not in KEPT}}


def _revisions(write: Write) -> dict[str, Any]:
    known = write.revision if write.revision is not None or write.row is None else write.row.revision
    assert known is not None
    is_counted = write.row is not None or bool(write.entries)  # a snapshot alone changes nothing that readers see
    return {"known": known, "next": known + is_counted}


def _moving(known: SeatClock, moved: SeatClock) -> dict[str, Any]:
    was, new = rows.row_of(known), rows.row_of(moved)
    return {f"was_{name}": each for name, each in was.items()} | {f"new_{name}": each for name, each in new.items()}


def prepare_for(dialect: Dialect) -> Callable[[list[Step]], list[DriverStatement]]:
    """Return a function that turns statements into SQL for the driver. Each statement is compiled once."""

    @cache
    def compile_statement(statement: Statement) -> tuple[str, list[str]]:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        assert compiled.positiontup is not None, "only positional parameters are prepared"
        return str(compiled), compiled.positiontup

    def prepare(steps: list[Step]) -> list[DriverStatement]:
        prepared = [(compile_statement(statement), parameters) for statement, parameters in steps]
        return [(sql, [tuple([row[name] for name in names]) for row in given]) for (sql, names), given in prepared]

    return prepare
