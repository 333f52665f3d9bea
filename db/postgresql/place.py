"""A PostgreSQL database, for the commands of `python -m db`."""

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from db.health import Health, NotDone, health_of
from db.postgresql.address import Address
from db.postgresql.engine import SETTINGS, Lock, engine_of, prepare, reach
from db.schema import is_current

PATIENT = SETTINGS | {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}
LOOKS, LOOK_S = 20, 0.1
"""Number of checks for a running bot before a command is refused, and the seconds between two checks."""


async def _lock_bots_out(connection: AsyncConnection) -> bool:
    """Lock bots out. Return False if one is running. Retries, because the server may notice late that a bot has
    stopped."""
    lock = text(f"SELECT pg_try_advisory_xact_lock({int(Lock.BOTS)})")
    for _ in range(LOOKS):
        if (await connection.execute(lock)).scalar_one():
            return True
        await asyncio.sleep(LOOK_S)
    return False


class PostgresPlace:
    def __init__(self, address: Address) -> None:
        self._address = address

    def __str__(self) -> str:
        return str(self._address)

    @contextlib.asynccontextmanager
    async def transaction(self, *, is_alone: bool, is_new: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a transaction. `is_alone` locks bots out and migrates the schema."""
        engine = engine_of(self._address, PATIENT)
        try:
            if is_alone:
                await prepare(engine, self._address)
            async with contextlib.aclosing(await reach(engine, self._address)) as connection:
                if not await connection.run_sync(is_current):
                    raise NotDone(f"{self._address} has the tables of an older version: start the bot once.")
                if is_alone and not await _lock_bots_out(connection):
                    raise NotDone(f"A bot is running on {self._address}. Stop it first.")
                yield connection
                await connection.commit()
        finally:
            await engine.dispose()

    async def health(self) -> Health:
        """Check only logs, because the server enforces references and pg_amcheck can check pages."""
        async with self.transaction(is_alone=False) as connection:
            return await connection.run_sync(health_of)

    def backup(self, target: Path) -> str:
        """Copy the database with pg_dump while bots run. Return a report. Raises `NotDone`."""
        if target.exists():
            raise NotDone(f"{target} exists already; a backup is never written over.")
        program = shutil.which("pg_dump")
        if program is None:
            raise NotDone(
                "pg_dump is not installed here. Where the server runs: "
                f"pg_dump --format=custom --file=FILE {self._address.name}"
            )
        partial = target.with_name(target.name + ".partial")
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)
        try:
            done = subprocess.run(
                [program, "--format=custom", "--no-owner", f"--file={partial}"],
                check=False, capture_output=True, text=True, env=self._environment(),
            )  # fmt: skip
            if done.returncode:
                said = (done.stderr.strip().splitlines() or ["no reason was given"])[0]
                raise NotDone(f"pg_dump failed: {said}.")
            partial.rename(target)
        finally:
            partial.unlink(missing_ok=True)
        return f"{target}: the whole database, by pg_dump. Put it back with pg_restore."

    def _environment(self) -> dict[str, str]:
        """Return the address as environment variables for pg_dump. Everyone on the machine can read command lines."""
        url = self._address.url
        host = url.host or url.query.get("host")
        named = {"PGHOST": host, "PGPORT": url.port, "PGUSER": url.username, "PGPASSWORD": url.password,
                 "PGDATABASE": url.database, "PGSSLMODE": url.query.get("ssl")}  # fmt: skip
        return dict(os.environ) | {name: str(value) for name, value in named.items() if value}

    def restore(self, source: Path) -> str:
        user = self._address.url.username or "USER"
        raise NotDone(
            f"A backup of PostgreSQL is put back into a new database: createdb --owner {user} NEW, then pg_restore "
            f"--no-owner --role={user} --exit-on-error --dbname=NEW {source}, then set DATABASE to it."
        )
