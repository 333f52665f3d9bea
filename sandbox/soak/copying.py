"""What was kept at a PostgreSQL server, brought into a file, so that one way of looking suffices for both."""

from pathlib import Path

from sqlalchemy import create_engine, func, insert, select

from db.postgresql.address import address_of
from db.postgresql.engine import engine_of
from db.sqlite.store import SqliteStore
from db.tables import metadata, posts


async def copy_into(file: Path, url: str) -> None:
    """Make a database of this file with every row of the one at that address."""
    await (await SqliteStore.open(str(file))).close()
    kept = {}
    source = engine_of(address_of(url))
    try:
        async with source.connect() as connection:
            for table in metadata.sorted_tables:
                kept[table] = [dict(row) for row in (await connection.execute(select(table))).mappings()]
    finally:
        await source.dispose()
    target = create_engine(f"sqlite:///{file}")
    with target.begin() as connected:
        for table, rows in kept.items():
            if rows:
                connected.execute(insert(table), rows)
    target.dispose()


async def posts_waiting(url: str) -> int:
    """How many posts wait there."""
    source = engine_of(address_of(url))
    try:
        async with source.connect() as connection:
            return (await connection.execute(select(func.count()).select_from(posts))).scalar_one()
    finally:
        await source.dispose()
