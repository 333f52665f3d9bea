"""A real PostgreSQL for tests: that of the evening, with databases to be had by the dozen."""

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
"""Settings of a server that is never killed."""


class PostgresProcess(PostgresServer):
    """A server of PostgreSQL's, for many tests."""

    def __init__(self, settings: tuple[str, ...] = SPEEDY) -> None:
        super().__init__(settings)
        self._numbers = itertools.count(1)

    def ask(self, work: Callable[[asyncpg.Connection], Awaitable[T]], name: str = "postgres") -> T:
        """Do this work by a connection of its own. In a thread, since most tests have a loop."""

        async def carry_out() -> T:
            connection = await asyncpg.connect(host=str(self.folder), user="knossos", database=name)
            try:
                return await work(connection)
            finally:
                await connection.close()

        return in_a_thread(carry_out)

    def fresh(self, template: str | None = None) -> str:
        """The name of a new database: empty, or a copy of that one."""
        name = f"knossos_{next(self._numbers)}"
        copied = f" TEMPLATE {template}" if template else ""
        self.ask(lambda connection: connection.execute(f"CREATE DATABASE {name}{copied}"))
        return name

    def migrate(self, name: str) -> None:
        """Make a database of that name, with all tables."""
        self.ask(lambda connection: connection.execute(f"CREATE DATABASE {name}"))

        async def opened() -> None:
            await (await PostgresStore.open(self.url(name))).close()

        in_a_thread(opened)


def in_a_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run this work in a loop of its own while another loop waits. Return its result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()
