"""What a look at a whole database finds, and why a command of the host's could not be carried out."""

import msgspec
from sqlalchemy import Connection, func, select

from db.tables import entries, tables


class NotDone(Exception):  # noqa: N818
    """A command of the host's could not be carried out; the text says why."""


class Health(msgspec.Struct, frozen=True):
    """What a look at a whole database found: nothing at all if it is sound."""

    faults: tuple[str, ...]
    tables: int
    entries: int


def health_of(connection: Connection) -> Health:
    """Check that no log has a gap, and count. What the database itself can tell of its health is not asked here."""
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
