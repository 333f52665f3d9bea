"""Everything outside asyncio that would make two runs differ: clocks, random numbers, threads, files."""

import asyncio
import contextlib
import os
import random
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import aiohappyeyeballs
import aiosqlite
import discord.gateway
import discord.utils
from aiohttp.http_websocket import WebSocketWriter

import bot
import db.sqlite.store
from cogs.delivery.requests import InvalidRequests
from cogs.gateway import Turns
from db.sqlite.engine import Lock
from gauntlet.simulation.machine import Machine
from gauntlet.simulation.network import Network
from locales.words import Words
from tests.wire.evening import rulebooks

BEGINS_S = 1_767_225_600.0
"""The first second of 2026."""
LONGEST_STATEMENT_S = 0.01
JOBS = ("_transact", "_run")
"""The functions of the driver that carry out a transaction."""


class Beats(discord.gateway.KeepAliveHandler):
    """Sends discord.py's heartbeats from a task, because the machine has no threads."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._stopped = asyncio.Event()

    def start(self) -> None:
        self._beating = asyncio.get_running_loop().create_task(self._beat())

    def stop(self) -> None:
        super().stop()
        self._stopped.set()

    async def _beat(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), self.interval)
            if self._stopped.is_set():
                return
            if self._last_recv + self.heartbeat_timeout < time.perf_counter():
                self.stop()
                await self.ws.close(4000)
                return
            try:
                await self.ws.send_heartbeat(self.get_payload())
            except Exception:
                self.stop()
            self._last_send = time.perf_counter()


class Database:
    """Runs each job of a database connection in one go, instead of in a thread. Refuses transactions if `is_busy`."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self._machine, self._random = machine, random
        self.is_busy: Callable[[], bool] = lambda: False

    async def _wait(self) -> None:
        await asyncio.sleep(self._random.uniform(0, LONGEST_STATEMENT_S))

    async def execute(self, connection: aiosqlite.Connection, function: Any, *args: Any, **options: Any) -> Any:
        if not connection._running or connection._connection is None:
            raise ValueError("Connection closed")
        await self._wait()
        if function.__name__ in JOBS and self.is_busy():
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        result = function(*args, **options)
        await self._wait()
        return result

    async def connect(self, connection: aiosqlite.Connection) -> aiosqlite.Connection:
        await self._wait()
        if connection._connection is None:
            connection._connection = opened = connection._connector()
            self._machine.at_death(opened.close)
        return connection

    def stop(self, connection: aiosqlite.Connection) -> "asyncio.Future[None]":
        connection._running = False
        if connection._connection is not None:
            connection._connection.close()
            connection._connection = None
        done: asyncio.Future[None] = self._machine.create_future()
        done.set_result(None)
        return done


def _lock_that_dies(machine: Machine) -> type[Lock]:
    """Return a class of locks that are released when their program is killed."""

    class SimulatedLock(Lock):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            machine.at_death(self.release)

    return SimulatedLock


def _random_class(own: Random) -> type[Random]:
    """Return a class like `Random` that seeds itself from `own`."""

    class Seeded(Random):
        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed(own.getrandbits(64) if a is None else a, version)

    return Seeded


@contextlib.contextmanager
def simulate_host(machine: Machine, network: Network, database: Database, own: Random, words: Words) -> Iterator[None]:
    """Replace all that differs between two runs. Random numbers come from `own`."""
    clocks: dict[str, Callable[[], float]] = {
        "time": lambda: BEGINS_S + machine.now_s,
        "monotonic": lambda: machine.now_s,
        "perf_counter": lambda: machine.now_s,
    }
    clocks |= {f"{name}_ns": partial(_in_ns, read) for name, read in clocks.items()}
    random.seed(own.getrandbits(64))
    with contextlib.ExitStack() as stack:
        for name, read in clocks.items():
            stack.enter_context(patch.object(time, name, read))
        # Default arguments were evaluated when their modules were loaded.
        for function in (Turns.__init__, InvalidRequests.__init__, WebSocketWriter.__init__):
            told = tuple(_replace(each, clocks["monotonic"], own) for each in function.__defaults__ or ())
            stack.enter_context(patch.object(function, "__defaults__", told))
            named = {
                name: _replace(each, clocks["monotonic"], own) for name, each in (function.__kwdefaults__ or {}).items()
            }
            stack.enter_context(patch.object(function, "__kwdefaults__", named))
        stack.enter_context(
            patch.object(discord.utils, "utcnow", lambda: datetime.fromtimestamp(clocks["time"](), UTC))
        )
        stack.enter_context(patch.object(random, "Random", _random_class(own)))
        stack.enter_context(patch.object(os, "urandom", own.randbytes))
        stack.enter_context(patch.object(secrets, "token_bytes", lambda count=32: own.randbytes(count or 32)))
        stack.enter_context(patch.object(secrets, "randbits", own.getrandbits))
        stack.enter_context(patch.object(discord.gateway, "KeepAliveHandler", Beats))
        stack.enter_context(patch.object(aiohappyeyeballs, "start_connection", network.start_connection))
        stack.enter_context(patch.object(machine, "create_server", network.create_server))
        stack.enter_context(patch.object(machine, "create_connection", network.create_connection))
        simulated = {
            "_execute": lambda self, *args, **options: database.execute(self, *args, **options),
            "_connect": lambda self: database.connect(self),
            "__await__": lambda self: database.connect(self).__await__(),
            "stop": lambda self: database.stop(self),
        }
        for name, method in simulated.items():
            stack.enter_context(patch.object(aiosqlite.Connection, name, method))
        stack.enter_context(patch.object(db.sqlite.store, "Lock", _lock_that_dies(machine)))
        # Reading these takes a second, and they never change.
        stack.enter_context(patch.object(bot, "Words", lambda: words))
        stack.enter_context(patch.object(bot, "read_rulebooks", rulebooks))
        yield


_MONOTONIC = time.monotonic


def _in_ns(read: Callable[[], float]) -> int:
    return round(read() * 1e9)


def _replace(value: Any, monotonic: Callable[[], float], own: Random) -> Any:
    """Replace a default argument that is a clock or a generator of random numbers."""
    if value is _MONOTONIC:
        return monotonic
    return Random(own.getrandbits(64)) if isinstance(value, Random) else value
