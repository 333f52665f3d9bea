"""Carrying out writes: one statement for all writes of a batch that need it, built once."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, update

from db import rows
from db.tables import entries, handled, posts, sitters, snapshots, tables
from sessions.store import Write

_TABLE: BindParameter[int] = bindparam("of_table")

UPDATE_TABLE = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values({column.name: bindparam(f"new_{column.name}") for column in tables.c if column.name != "id"})
)
CLEAR_SITTERS = delete(sitters).where(sitters.c.table_id == _TABLE)
INSERT_SITTER = insert(sitters)
INSERT_ENTRY = insert(entries)
CUT_SNAPSHOTS = delete(snapshots).where(snapshots.c.table_id == _TABLE, snapshots.c.number >= bindparam("first"))
CLEAR_SNAPSHOT = delete(snapshots).where(snapshots.c.table_id == _TABLE, snapshots.c.number == bindparam("at"))
INSERT_SNAPSHOT = insert(snapshots)
INSERT_POST = insert(posts)
INSERT_HANDLED = insert(handled)


def carry_out(connection: Connection, writes: list[Write]) -> None:
    """Execute all these writes; nothing is committed."""
    changed = [write.row for write in writes if write.row is not None]
    if changed:
        updates = [_update(rows.table_row(row)) for row in changed]
        _execute(connection, UPDATE_TABLE, updates)
        _execute(connection, CLEAR_SITTERS, [{"of_table": row.id} for row in changed])
        _execute(connection, INSERT_SITTER, [sitter for row in changed for sitter in rows.sitter_rows(row)])
    _execute(connection, INSERT_ENTRY, [rows.entry_row(write.table, entry)
                                        for write in writes for entry in write.entries])  # fmt: skip
    _execute(connection, CUT_SNAPSHOTS, [{"of_table": write.table, "first": write.cut}
                                         for write in writes if write.cut is not None])  # fmt: skip
    kept = [(write.table, write.snapshot) for write in writes if write.snapshot is not None]
    _execute(connection, CLEAR_SNAPSHOT, [{"of_table": table, "at": snapshot.number} for table, snapshot in kept])
    _execute(connection, INSERT_SNAPSHOT, [rows.snapshot_row(table, snapshot) for table, snapshot in kept])
    _execute(connection, INSERT_POST, [rows.post_row(post) for write in writes for post in write.posts])
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


def delete_posts(connection: Connection, ids: Iterable[int]) -> None:
    """Forget posts."""
    _execute(connection, DELETE_POST, [{"of_post": id_} for id_ in ids])


DELETE_POST = delete(posts).where(posts.c.id == bindparam("of_post"))
PUT_OFF_POST = (
    update(posts)
    .where(posts.c.id == bindparam("of_post"))
    .values(attempts=bindparam("new_attempts"), due_at=bindparam("new_due_at"))
)
