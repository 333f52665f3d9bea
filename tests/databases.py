"""The databases of this test run: files, or with `--store postgresql` databases on a real server."""

import atexit
import functools
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, NullPool, create_engine

from db.postgresql.address import address_of
from db.postgresql.engine import engine_of
from db.sqlite.store import SqliteStore
from tests.postgresql import TEMPLATE, WHY_NOT, PostgresProcess, in_a_thread, is_installed

T = TypeVar("T")

KINDS = ("sqlite", "postgresql")


class Databases:
    """Maps each file name used by a test to a database."""

    def __init__(self) -> None:
        self.kind = "sqlite"
        self._known: dict[Path, str] = {}

    def url(self, path: Path) -> str:
        """Return the address of the database for a file name. The same name always gives the same database."""
        if self.kind == "sqlite":
            # Existing files belong to a killed bot and must stay as they are.
            if not any(path.parent.glob(f"{path.name}*")):
                path.touch(mode=0o600)
                path.write_bytes(new_file())
            return str(path)
        if path not in self._known:
            self._known[path] = fresh_url()
        return self._known[path]

    def do(self, path: Path, work: Callable[[Connection], T]) -> T:
        """Run `work` directly on the database for that file name, in a separate transaction."""
        if self.kind == "sqlite":
            engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
            with engine.begin() as connection:
                return work(connection)

        async def transact() -> T:
            engine = engine_of(address_of(self.url(path)))
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(work)
            finally:
                await engine.dispose()

        return in_a_thread(transact)


DATABASES = Databases()


@functools.cache
def new_file() -> bytes:
    """Return a file with the newest schema. Most tests copy this file instead of migrating."""

    async def create(path: Path) -> None:
        store = await SqliteStore.open(str(path))
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        in_a_thread(lambda: create(path))
        return path.read_bytes()


@functools.cache
def server() -> PostgresProcess:
    """Return this process's only server. Its template database is migrated, and all others are copied from it."""
    started = PostgresProcess()
    atexit.register(started.stop)  # This runs even if tests fail.
    started.migrate(TEMPLATE)
    return started


def fresh_url() -> str:
    """Return the address of a new database on the server, migrated but empty."""
    return server().url(server().fresh(TEMPLATE))


__all__ = ["DATABASES", "KINDS", "WHY_NOT", "Databases", "fresh_url", "in_a_thread", "is_installed", "server"]
