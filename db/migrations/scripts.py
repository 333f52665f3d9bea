"""Migrations as SQL scripts in SQLite's dialect. The statements below the line `-- Undo` undo the migration."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from alembic import op

IN_POSTGRESQL = {" BLOB": " BYTEA", " WITHOUT ROWID": ""}


def steps_of(module: str) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return the upgrade and the downgrade from the SQL script with the same name as this module."""
    upgrade, downgrade = Path(module).with_suffix(".sql").read_text(encoding="utf-8").split("-- Undo\n")
    return partial(_execute, upgrade), partial(_execute, downgrade)


def _execute(script: str) -> None:
    if op.get_context().dialect.name == "postgresql":
        for ours, theirs in IN_POSTGRESQL.items():
            script = script.replace(ours, theirs)
    for statement in script.split(";"):
        if statement.strip():
            op.execute(statement)
