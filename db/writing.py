"""Carrying out writes: one statement for all writes of a batch that need it, built once."""

from typing import Any

from sqlalchemy import BindParameter, Connection, Delete, Insert, bindparam, delete, insert, update
from sqlalchemy.sql.compiler import SQLCompiler

from db import rows
from db.tables import entries, handled, live_messages, posts, sitters, snapshots, tables
from sessions.store import Write


class Prepared:
    """A statement that every move needs, compiled once per dialect: that halves what a move's two inserts cost."""

    def __init__(self, statement: Insert | Delete) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, list[str]]] = {}

    def execute(self, connection: Connection, parameters: list[dict[str, Any]]) -> None:
        """Execute for each of these; an insert's hold every column."""
        if not parameters:
            return
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            compiled = self._statement.compile(dialect=dialect)
            assert isinstance(compiled, SQLCompiler)
            assert compiled.positiontup is not None, "only positional parameters are prepared"
            self._compiled[dialect.name] = str(compiled), compiled.positiontup
        sql, names = self._compiled[dialect.name]
        connection.exec_driver_sql(sql, [tuple([row[name] for name in names]) for row in parameters])


_TABLE: BindParameter[int] = bindparam("of_table")

UPDATE_TABLE = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values({column.name: bindparam(f"new_{column.name}") for column in tables.c if column.name != "id"})
)
CLEAR_SITTERS = delete(sitters).where(sitters.c.table_id == _TABLE)
INSERT_SITTER = insert(sitters)
INSERT_ENTRY = Prepared(insert(entries))
CUT_SNAPSHOTS = delete(snapshots).where(snapshots.c.table_id == _TABLE, snapshots.c.number >= bindparam("first"))
CLEAR_SNAPSHOT = Prepared(
    delete(snapshots).where(snapshots.c.table_id == _TABLE, snapshots.c.number == bindparam("at"))
)
INSERT_SNAPSHOT = Prepared(insert(snapshots))
INSERT_POST = Prepared(insert(posts))
INSERT_HANDLED = insert(handled)
DELETE_POST = Prepared(delete(posts).where(posts.c.id == bindparam("of_post")))
PUT_OFF_POST = (
    update(posts)
    .where(posts.c.id == bindparam("of_post"))
    .values(attempts=bindparam("new_attempts"), due_at=bindparam("new_due_at"))
)
CLEAR_MESSAGE = delete(live_messages).where(
    live_messages.c.table_id == _TABLE, live_messages.c.kind == bindparam("of_kind")
)
INSERT_MESSAGE = insert(live_messages)


def carry_out(connection: Connection, writes: list[Write]) -> None:
    """Execute all these writes; nothing is committed."""
    changed = [write.row for write in writes if write.row is not None]
    if changed:
        updates = [_update(rows.table_row(row)) for row in changed]
        _execute(connection, UPDATE_TABLE, updates)
        _execute(connection, CLEAR_SITTERS, [{"of_table": row.id} for row in changed])
        _execute(connection, INSERT_SITTER, [sitter for row in changed for sitter in rows.sitter_rows(row)])
    INSERT_ENTRY.execute(
        connection, [rows.entry_row(write.table, entry) for write in writes for entry in write.entries]
    )
    _execute(connection, CUT_SNAPSHOTS, [{"of_table": write.table, "first": write.cut}
                                         for write in writes if write.cut is not None])  # fmt: skip
    kept = [(write.table, write.snapshot) for write in writes if write.snapshot is not None]
    CLEAR_SNAPSHOT.execute(connection, [{"of_table": table, "at": snapshot.number} for table, snapshot in kept])
    INSERT_SNAPSHOT.execute(connection, [rows.snapshot_row(table, snapshot) for table, snapshot in kept])
    INSERT_POST.execute(connection, [rows.post_row(post) for write in writes for post in write.posts])
    DELETE_POST.execute(connection, [{"of_post": post} for write in writes for post in write.settled])
    put_off = [{"of_post": post.id, "new_attempts": post.attempts, "new_due_at": post.due_at}
               for write in writes for post in write.put_off]  # fmt: skip
    _execute(connection, PUT_OFF_POST, put_off)
    # One kind may be written twice in a batch: the last one stays.
    messages = {(message.table, message.kind): message for write in writes for message in write.messages}
    _execute(connection, CLEAR_MESSAGE, [{"of_table": table, "of_kind": kind} for table, kind in messages])
    _execute(connection, INSERT_MESSAGE, [rows.message_row(message) for message in messages.values()])
    _execute(connection, INSERT_HANDLED, [_handled(write) for write in writes if write.handled is not None])


def _execute(connection: Connection, statement: Any, parameters: list[dict[str, Any]]) -> None:
    if parameters:
        connection.execute(statement, parameters)


def _update(row: dict[str, Any]) -> dict[str, Any]:
    table = row.pop("id")
    return {"of_table": table, **{f"new_{name}": value for name, value in row.items()}}


def _handled(write: Write) -> dict[str, Any]:
    assert write.handled is not None
    return {"interaction": write.handled.interaction, "table_id": write.table, "at": write.handled.at}
