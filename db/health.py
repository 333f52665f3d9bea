"""The health of a whole database, and failures of the host's commands."""

import msgspec
from sqlalchemy import Connection, func, select

from db.tables import entries, tables


class NotDone(Exception):  # noqa: N818
    """A command of the host failed. The text says why."""


class Health(msgspec.Struct, frozen=True):
    faults: tuple[str, ...]
    tables: int
    entries: int


def health_of(connection: Connection) -> Health:
    """Check that no log has a gap, and count. The database's own checks are not made here."""
    number = entries.c.number
    gaps = (
        select(entries.c.table_id)
        .group_by(entries.c.table_id)
        .having((func.max(number) != func.count()) | (func.min(number) != 1))
        .order_by(entries.c.table_id)
    )
    faults = tuple(f"table {table}: its log has a gap" for table in connection.execute(gaps).scalars())
    counts = (connection.execute(select(func.count()).select_from(each)).scalar_one() for each in (tables, entries))
    return Health(faults, *counts)
