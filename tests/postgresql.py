"""A real PostgreSQL server for tests. It creates many databases quickly."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import asyncpg

from db.postgresql.store import PostgresStore
from sandbox.simulation.postgresql import WHY_NOT, PostgresServer, is_installed

__all__ = ["TEMPLATE", "WHY_NOT", "PostgresProcess", "in_a_thread", "is_installed"]

T = TypeVar("T")

TEMPLATE = "knossos_template"
SPEEDY = ("fsync=off", "full_page_writes=off")
"""Settings for a server that is never killed."""


class PostgresProcess(PostgresServer):
    """A PostgreSQL server shared by many tests."""

    def __init__(self, settings: tuple[str, ...] = SPEEDY) -> None:
        super().__init__(settings)
        self._numbers = itertools.count(1)

    def ask(self, work: Callable[[asyncpg.Connection], Awaitable[T]], name: str = "postgres") -> T:
        """Run `work` on a new connection and return its result.

        The connection gets its own thread, because most tests already run an event loop.
        """

        async def carry_out() -> T:
            connection = await asyncpg.connect(host=str(self.folder), user="knossos", database=name)
            try:
                return await work(connection)
            finally:
                await connection.close()

        return in_a_thread(carry_out)

    def fresh(self, template: str | None = None) -> str:
        """Create a database, empty or as a copy of `template`. Return its name."""
        name = f"knossos_{next(self._numbers)}"
        copied = f" TEMPLATE {template}" if template else ""
        self.ask(lambda connection: connection.execute(f"CREATE DATABASE {name}{copied}"))
        return name

    def migrate(self, name: str) -> None:
        """Create a database of that name with all tables."""
        self.ask(lambda connection: connection.execute(f"CREATE DATABASE {name}"))

        async def create_tables() -> None:
            await (await PostgresStore.open(self.url(name))).close()

        in_a_thread(create_tables)


def in_a_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in a thread with its own event loop. Return the result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()
