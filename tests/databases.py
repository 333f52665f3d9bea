"""The databases of this test run: files, or with `--store postgresql` those of a real server."""

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
    """Gives every file name of a test its database."""

    def __init__(self) -> None:
        self.kind = "sqlite"
        self._known: dict[Path, str] = {}

    def url(self, path: Path) -> str:
        """Return the database for a file of that name: the same one each time."""
        if self.kind == "sqlite":
            if not any(path.parent.glob(f"{path.name}*")):  # else it's a killed bot's, to be found as it was left
                path.touch(mode=0o600)
                path.write_bytes(migrated())
            return str(path)
        if path not in self._known:
            self._known[path] = fresh_url()
        return self._known[path]

    def do(self, path: Path, work: Callable[[Connection], T]) -> T:
        """Do this work in the database of that name, past the bot, in a transaction of its own."""
        if self.kind == "sqlite":
            engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
            with engine.begin() as connection:
                return work(connection)

        async def done() -> T:
            engine = engine_of(address_of(self.url(path)))
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(work)
            finally:
                await engine.dispose()

        return in_a_thread(done)


DATABASES = Databases()


@functools.cache
def migrated() -> bytes:
    """An empty database with the newest schema, as a file: copied, it saves most tests all the migrations."""

    async def made(path: Path) -> None:
        store = await SqliteStore.open(str(path))
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        in_a_thread(lambda: made(path))
        return path.read_bytes()


@functools.cache
def server() -> PostgresProcess:
    """The one server of this process, with a migrated database to copy."""
    started = PostgresProcess()
    atexit.register(started.stop)  # whatever becomes of the rest
    started.migrate(TEMPLATE)
    return started


def fresh_url() -> str:
    """The address of a new database at the server, migrated and empty."""
    return server().url(server().fresh(TEMPLATE))


__all__ = ["DATABASES", "KINDS", "WHY_NOT", "Databases", "fresh_url", "in_a_thread", "is_installed", "server"]
