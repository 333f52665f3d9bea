"""Opens the kind of store that an address names."""

from typing import TYPE_CHECKING, TypeAlias

from db.postgresql.address import is_address
from db.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from db.postgresql.store import PostgresStore

AnyStore: TypeAlias = "SqliteStore | PostgresStore"

__all__ = ["AnyStore", "SqliteStore", "open_store"]


async def open_store(url: str) -> AnyStore:
    """Open, check and migrate the database of this address, path or URL. Raises `Unusable`, `OSError`."""
    if not is_address(url):
        return await SqliteStore.open(url)
    from db.postgresql.store import PostgresStore  # The driver takes 40 ms and 3 MB, and SQLite doesn't need it.

    return await PostgresStore.open(url)
