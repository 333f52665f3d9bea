"""Work on a whole database: check its health, or copy all rows and compare the copy."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, insert, select

from db.queries import stored_hashes
from db.tables import entries, metadata, tables
from sessions.store import VERSION

AT_ONCE = 500
UNSTORABLE = "\x00"
"""A character that SQLite can store in text but PostgreSQL can't."""


class NotDone(Exception):  # noqa: N818
    """A command of the host failed. The text says why."""


class Health(msgspec.Struct, frozen=True):
    faults: tuple[str, ...]
    tables: int
    entries: int
    version: str | None = None
    """The version of the bot that last started on the database."""


def health_of(connection: Connection) -> Health:
    """Check that no log has a gap, and count tables and entries. This does not run the database's own checks."""
    number = entries.c.number
    gaps = (
        select(entries.c.table_id)
        .group_by(entries.c.table_id)
        .having((func.max(number) != func.count()) | (func.min(number) != 1))
        .order_by(entries.c.table_id)
    )
    faults = tuple(f"table {table}: its log has a gap" for table in connection.execute(gaps).scalars())
    held, logged = (
        connection.execute(select(func.count()).select_from(each)).scalar_one() for each in (tables, entries)
    )
    return Health(faults, held, logged, stored_hashes(connection).get(VERSION))


def copy(source: Connection, target: Connection) -> dict[str, int]:
    """Copy all rows into an empty database. Return the number of rows by table. Raises `NotDone` if a copy differs."""
    for table in metadata.sorted_tables:
        if target.execute(select(func.count()).select_from(table)).scalar_one():
            raise NotDone(f"The target holds games already (rows in {table.name}): copy into an empty database.")
    counts = {}
    for table in metadata.sorted_tables:
        for rows in _chunks(source, table):
            target.execute(insert(table), rows)
        counts[table.name], before = _sum_of(source, table)
        if (counts[table.name], before) != _sum_of(target, table):
            raise NotDone(f"The rows of {table.name} differ after copying: nothing was kept.")
    return counts


def _chunks(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    streamed = select(table).execution_options(stream_results=True, yield_per=AT_ONCE)
    for rows in connection.execute(streamed).mappings().partitions():
        yield [{name: _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(UNSTORABLE, "\ufffd")
    return bytes(value) if isinstance(value, memoryview) else value


def _sum_of(connection: Connection, table: Table) -> tuple[int, int]:
    count = total = 0
    for rows in _chunks(connection, table):
        count += len(rows)
        for row in rows:
            plain = repr(sorted(row.items())).encode("utf-8", "surrogatepass")
            total += int.from_bytes(blake2b(plain, digest_size=16).digest(), "big")
    return count, total % 2**128
