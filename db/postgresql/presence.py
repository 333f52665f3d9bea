"""A process's connection to a shared database. It holds advisory locks for the process's channels and jobs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import asyncpg

from db.postgresql.address import Address
from db.postgresql.engine import LOST, SETTINGS, Lock, open_driver
from sessions.store import Heard

LEASE_S = 15.0
"""Seconds of silence after which a process loses all its locks, because it hangs or its machine is gone."""
BEAT_S = 4.0
SLOTS = 64
HINTS = "knossos"


class Presence:
    def __init__(self, address: Address) -> None:
        self._address = address
        self._driver: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()
        self._held: set[int] = set()
        self._heard: list[Heard] = []
        self._hints: dict[str, None] = {}
        self._jobs: list[asyncio.Task[None]] = []
        self._has_hints = asyncio.Event()
        self._is_closed = False
        self.slot = 0

    async def open(self) -> None:
        await self._connect()
        self._jobs = [
            asyncio.create_task(self._beat(), name="presence"),
            asyncio.create_task(self._tell(), name="hints"),
        ]

    async def close(self) -> None:
        """Close the connection permanently, which releases all locks."""
        self._is_closed = True
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.terminate()

    async def hold(self, channel: int) -> bool:
        async with self._in_turn():
            driver = await self._connect()
            if channel in self._held:  # An advisory lock taken twice would have to be released twice.
                await driver.execute("SELECT 1")
            elif await driver.fetchval("SELECT pg_try_advisory_lock($1)", channel):
                self._held.add(channel)
            return channel in self._held
        return False

    async def holds(self, channel: int) -> bool:
        async with self._in_turn():
            if self._driver is not None and channel in self._held:
                await self._driver.execute("SELECT 1")
                return True
        return False

    async def let_go(self, channel: int) -> None:
        async with self._in_turn():
            if self._driver is None or self._driver.is_closed():
                return  # The lock ended with the connection.
            if channel in self._held:
                self._held.discard(channel)
                await self._driver.execute("SELECT pg_advisory_unlock($1)", channel)

    async def leads(self) -> bool:
        return await self.hold(int(Lock.TIMED_WORK))

    async def follow(self) -> None:
        await self.let_go(int(Lock.TIMED_WORK))

    def listen(self, heard: Heard) -> None:
        self._heard.append(heard)

    def hint(self, kind: str, number: int = 0) -> None:
        self._hints[f"{kind} {number}"] = None
        self._has_hints.set()

    # The connection

    async def _connect(self) -> asyncpg.Connection:
        self._check_open()
        if self._driver is not None and not self._driver.is_closed():
            return self._driver
        settings = SETTINGS | {"idle_session_timeout": str(int(LEASE_S * 1000)), "application_name": "knossos presence"}
        driver = await open_driver(self._address, settings)
        try:
            await driver.execute("SELECT pg_advisory_lock_shared($1)", int(Lock.BOTS))
            self.slot = await self._slot(driver)
            await driver.add_listener(HINTS, self._hear)
            self._check_open()
        except BaseException:
            driver.terminate()
            raise
        was_known, self._driver = self._driver is not None, driver
        self._held.clear()
        if was_known:
            self._say("all", 0)  # Hints sent while the connection was down are lost, so reload everything.
        return driver

    def _check_open(self) -> None:
        """Raise `InterfaceError` after `close`, because nobody would close a new connection."""
        if self._is_closed:
            raise asyncpg.InterfaceError("the store is closed")

    async def _slot(self, driver: asyncpg.Connection) -> int:
        slot: int
        for slot in (self.slot, *range(SLOTS)):
            if await driver.fetchval("SELECT pg_try_advisory_lock($1)", int(Lock.SLOTS) + slot):
                return slot
        raise asyncpg.InterfaceError(f"more than {SLOTS} processes share the database")

    @contextlib.asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Use the connection exclusively. Leave the block without an error if the connection is lost."""
        async with self._turn:
            try:
                yield
            except LOST as error:
                if isinstance(error, OSError) and self._driver is not None:
                    self._driver.terminate()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            async with self._turn:
                try:
                    await (await self._connect()).execute("SELECT 1")
                except LOST:
                    if self._driver is not None:
                        self._driver.terminate()

    # Hints

    async def _tell(self) -> None:
        """Send the waiting hints. Equal hints are sent once. Hints that can't be sent are lost."""
        while True:
            await self._has_hints.wait()
            self._has_hints.clear()
            hints, self._hints = list(self._hints), {}
            async with self._turn:
                with contextlib.suppress(*LOST):
                    driver = await self._connect()
                    await driver.execute("SELECT pg_notify($1, hint) FROM unnest($2::text[]) AS hint", HINTS, hints)

    def _hear(self, driver: asyncpg.Connection, sender: int, _channel: str, payload: object) -> None:
        if sender != driver.get_server_pid():
            kind, _, number = str(payload).partition(" ")
            self._say(kind, int(number))

    def _say(self, kind: str, number: int) -> None:
        for heard in self._heard:
            heard(kind, number)
