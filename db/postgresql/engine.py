"""Opens a database on a server: sets a deadline for every wait, migrates, and defines the shared locks."""

import asyncio
import contextlib
from enum import IntEnum

import asyncpg
import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from db.postgresql.address import Address, ServerRefuses
from db.schema import head, is_current, migrate

CONNECT_S = 5.0
STATEMENT_S = 10.0
LOCK_S = 4.0
"""Longest wait for a lock that another process holds, in seconds."""
GRACE_S = 2.0
START_S = 30.0
"""Seconds the bot waits at startup for a server that is starting."""
RETRY_S = 0.5
RESTARTS = "57P03"
GIVEN_AWAY = ("26000", "42P05", "25P01")
"""Errors if a pooler has given our connection to another client."""
STARTING = (RESTARTS, "53300")
"""Errors of a server that is starting or stopping, or has no free connection."""
REFUSED = (OSError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError)
"""Errors raised when the server is unreachable or refuses the connection, or the address is wrong."""
LOST = (OSError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
OLDEST_VERSION = 140000

SETTINGS = {
    "application_name": "knossos",
    "synchronous_commit": "on",
    "statement_timeout": str(int(STATEMENT_S * 1000)),
    "lock_timeout": str(int(LOCK_S * 1000)),
    "idle_in_transaction_session_timeout": "30000",
    # If a machine loses power, the server releases its locks after this time.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "timezone": "UTC",
}
HELD = "SELECT lower(name) AS name, setting FROM pg_settings WHERE lower(name) = ANY($1)"
POOLED = (
    "DATABASE leads to a pooler that gives its connections away after each transaction. Set pool_mode = session for "
    "this database, or connect to PostgreSQL itself."
)


class NotApplied(ValueError):  # noqa: N818
    """A setting that the server accepted but did not keep. The text names the setting."""


class Lock(IntEnum):
    """The advisory locks of the database. The numbers are arbitrary but distinct."""

    SCHEMA = 0x6B6E6F01
    CHANGES = 0x6B6E6F02
    BOTS = 0x6B6E6F03
    TIMED_WORK = 0x6B6E6F04
    SLOTS = 0x6B6E6F40  # The first of the slot locks. Each process holds one slot.


class Opening(msgspec.Struct, frozen=True):
    address: str
    version: str
    is_synced: bool
    schema: str

    def __str__(self) -> str:
        synced = "on" if self.is_synced else "off"
        return f"postgresql={self.version} fsync={synced} schema={self.schema}"


async def open_driver(address: Address, settings: dict[str, str] | None = None) -> asyncpg.Connection:
    arguments = address.url.translate_connect_args(username="user") | address.url.query
    own = settings or SETTINGS
    deadline = None if own.get("statement_timeout") == "0" else STATEMENT_S + GRACE_S
    connection = await asyncpg.connect(**arguments, timeout=CONNECT_S, command_timeout=deadline)
    try:
        async with asyncio.timeout(CONNECT_S):
            await _apply(connection, own)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _apply(connection: asyncpg.Connection, settings: dict[str, str]) -> None:
    """Apply and check these settings, in one transaction because of poolers. Raises `NotApplied`."""
    async with connection.transaction():
        for name, value in settings.items():
            await connection.execute(f"SET {name} = '{value}'")
        found = await connection.fetch(HELD, list(settings))
    held = {row["name"]: row["setting"] for row in found}
    for name, value in settings.items():
        # A local socket has no keepalives, so the server reports 0.
        if held.get(name) != value and not (name.startswith("tcp_") and held.get(name) == "0"):
            raise NotApplied(f"the server does not keep {name}")


async def check_pooling(address: Address) -> None:
    """Raise `ServerRefuses` if a pooler gives our connections to others after each transaction."""
    async with contextlib.AsyncExitStack() as closing:
        pair = []
        for _ in range(2):
            pair.append(await open_driver(address))
            closing.callback(pair[-1].terminate)
        processes = [tuple([await _process_of(each) for each in pair]) for _ in range(3)]
    if len(set(processes)) > 1 or len(set(processes[0])) != len(pair):
        raise ServerRefuses(POOLED)


async def _process_of(connection: asyncpg.Connection) -> int:
    async with connection.transaction():
        return int(await connection.fetchval("SELECT pg_backend_pid()"))


def engine_of(address: Address, settings: dict[str, str] | None = None) -> AsyncEngine:
    """Make an engine whose connections are durable and have a deadline for every wait."""

    async def open_connection() -> asyncpg.Connection:
        return await open_driver(address, settings)

    # Errors in the log must not show parameters, which include seeds and hands.
    return create_async_engine(
        "postgresql+asyncpg://", poolclass=NullPool, async_creator=open_connection, hide_parameters=True
    )


def cause_of(error: BaseException) -> BaseException:
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def state_of(error: BaseException | None) -> str:
    return str(getattr(error, "sqlstate", None) or "")


async def prepare(engine: AsyncEngine, address: Address) -> Opening:
    """Check that the server can be used, and migrate the schema. Raises `ServerRefuses`, `NewerDatabase`."""
    connection = await reach(engine, address)
    try:
        await check_pooling(address)
    except BaseException as error:
        await connection.close()
        if isinstance(error, REFUSED):
            raise fault_of(address, error) from error
        raise
    async with contextlib.aclosing(connection):
        try:
            opening, is_ready = await connection.run_sync(_inspect, address)
            await connection.commit()
        except DBAPIError as error:
            raise fault_of(address, error) from error
    if is_ready:
        return opening
    # Migrating many rows takes time, so it has no deadline. Waiting for another process to migrate has one.
    patient = engine_of(address, SETTINGS | {"statement_timeout": "0", "lock_timeout": "60000"})
    try:
        async with patient.connect() as connection:
            await connection.run_sync(_migrate)
    except DBAPIError as error:
        raise ServerRefuses(f"The database {address} cannot be used: {_first_line(error)}.") from error
    finally:
        await patient.dispose()
    return opening


async def reach(engine: AsyncEngine, address: Address) -> AsyncConnection:
    try:
        return await retry_connecting(engine, START_S)
    except REFUSED as error:
        raise fault_of(address, error) from error


async def retry_connecting(engine: AsyncEngine, within_s: float) -> AsyncConnection:
    """Open a connection. Retry while the server is starting or unreachable. Raises the driver's error."""
    deadline = asyncio.get_running_loop().time() + within_s
    while True:
        try:
            return await engine.connect()
        except REFUSED as error:
            cause = cause_of(error)
            is_waited_for = isinstance(cause, OSError) or state_of(cause) in STARTING
            if not is_waited_for or asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(RETRY_S)


def fault_of(address: Address, error: BaseException) -> ServerRefuses:
    error = cause_of(error)
    state = state_of(error)
    if state == "3D000":
        return ServerRefuses(f"PostgreSQL at {address.server} has no database {address.name}: make it with createdb.")
    if state in GIVEN_AWAY or "statement pooling mode" in str(error):
        return ServerRefuses(POOLED)
    if state.startswith("28"):
        return ServerRefuses(
            f"PostgreSQL at {address.server} does not let {address.url.username or 'this user'} in. "
            "Check user and password in DATABASE."
        )
    if isinstance(error, OSError) or state == RESTARTS:
        return ServerRefuses(
            f"PostgreSQL at {address.server} cannot be reached ({_first_line(error)}). Is it running? Check DATABASE."
        )
    return ServerRefuses(f"The database {address} cannot be used: {_first_line(error)}.")


def _first_line(error: BaseException) -> str:
    cause = cause_of(error)
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0].rstrip(".")


def _inspect(connection: Connection, address: Address) -> tuple[Opening, bool]:
    found = {
        name: str(connection.execute(text(f"SHOW {name}")).scalar_one())
        for name in ("server_version_num", "server_version", "server_encoding", "fsync")
    }
    version = found["server_version"].split()[0]
    if int(found["server_version_num"]) < OLDEST_VERSION:
        raise ServerRefuses(f"PostgreSQL {version} is too old: it must be 14 or newer.")
    if found["server_encoding"] != "UTF8":
        raise ServerRefuses(
            f"The database {address.name} is kept in {found['server_encoding']}: make it anew with createdb -E UTF8."
        )
    if connection.execute(text("SELECT pg_is_in_recovery()")).scalar_one():
        raise ServerRefuses(f"PostgreSQL at {address.server} is a replica, which cannot be written. Check DATABASE.")
    return Opening(str(address), version, found["fsync"] == "on", head()), is_current(connection)


def _migrate(connection: Connection) -> None:
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": int(Lock.SCHEMA)})
    if is_current(connection):
        connection.commit()
    else:
        migrate(connection)
