"""The settings of people and servers, cached in memory and reloaded when other processes announce a change."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from typing import Generic, TypeVar

from msgspec.structs import replace

from sessions.records.clock import DAY_MS, Schedule
from sessions.records.person import Person, Server, Watcher
from sessions.refusals import StorageRefusal
from sessions.store import PeopleStore, Quotas, Sharing

K = TypeVar("K")
V = TypeVar("V")

TRY_AGAIN_MS = 28 * DAY_MS
"""Time until another direct message is tried after Discord refused one."""


class Cache(Generic[K, V]):
    """A cache of all rows of one kind, by key. Changes made while `load` reads are kept."""

    def __init__(self, read: Callable[[], Awaitable[Iterable[V]]], key_of: Callable[[V], K]) -> None:
        self._read = read
        self._key_of = key_of
        self._changes = 0
        self.rows: dict[K, V] = {}

    async def load(self) -> None:
        while True:
            before = self._changes
            rows = {self._key_of(row): row for row in await self._read()}
            if self._changes == before:
                self.rows = rows
                return

    def put(self, *rows: V) -> None:
        self.rows |= {self._key_of(row): row for row in rows}
        self._changes += 1

    def remove(self, key: K) -> None:
        self.rows.pop(key, None)
        self._changes += 1


class People:
    """The settings of all people. `clock` gives milliseconds since 1970, UTC."""

    def __init__(self, store: PeopleStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._cache = Cache(store.everyone, lambda person: person.user)
        self._turn = asyncio.Lock()
        self.load = self._cache.load

    def get(self, user: int) -> Person:
        return self._cache.rows.get(user) or Person(user)

    def wants_hand(self, user: int) -> bool:
        return self.get(user).hand_by_dm and not self.is_dm_closed(user)

    def is_dm_closed(self, user: int) -> bool:
        """Return whether Discord refused a direct message to this user within the last four weeks."""
        closed_at = self.get(user).dm_closed_at
        return closed_at is not None and self._clock() - closed_at < TRY_AGAIN_MS

    async def choose(self, user: int, **chosen: object) -> Person:
        async with self._turn:  # otherwise one of two choices could undo the other
            person = replace(self.get(user), **chosen)
            if person != self._cache.rows.get(user):
                await self._store.keep_person(person)
                self._cache.put(person)
            return person

    async def close_dm(self, user: int) -> Person:
        return await self.choose(user, dm_closed_at=self._clock())

    async def try_dm(self, user: int) -> None:
        if self.get(user).dm_closed_at is not None:
            await self.choose(user, dm_closed_at=None)


class Servers:
    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._cache = Cache(store.servers, lambda server: server.guild)
        self._turn = asyncio.Lock()
        self.load = self._cache.load

    def get(self, guild: int | None) -> Server:
        """Return this server's settings, or the defaults outside of servers."""
        return self._cache.rows.get(guild or 0) or Server(guild or 0)

    async def change(self, guild: int | None, change: Callable[[Server], Server]) -> None:
        """Apply `change` to this server's settings and store them. Each change builds on the one before."""
        async with self._turn:
            await self.keep(change(self.get(guild)))

    async def keep(self, server: Server) -> None:
        await self._store.keep_server(server)
        self._cache.put(server)

    @property
    def lost(self) -> Set[int]:
        return {server.guild for server in self._cache.rows.values() if server.lost_at is not None}

    def is_lost(self, guild: int | None) -> bool:
        return self.get(guild).lost_at is not None

    def quotas(self, guild: int | None, host: Quotas) -> Quotas:
        """Return this server's table limits: its own, capped by the host's."""
        server = self.get(guild)
        return Quotas(host.per_user, min(host.per_guild, server.per_server or host.per_guild), server.per_person)


class Schedules:
    """The schedules of all people. A person without a schedule always has time."""

    def __init__(self, store: PeopleStore) -> None:
        self._cache = Cache(store.schedules, lambda schedule: schedule.user)
        self.load = self._cache.load

    def get(self, user: int) -> Schedule:
        return self._cache.rows.get(user) or Schedule(user)

    @property
    def with_digest(self) -> list[Schedule]:
        return [schedule for schedule in self._cache.rows.values() if schedule.has_digest]

    def adopt(self, schedules: Iterable[Schedule]) -> None:
        if changed := tuple(schedules):
            self._cache.put(*changed)


class Watchers:
    """Everyone who watches a table they do not play at."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._cache = Cache(store.watchers, lambda watcher: (watcher.table, watcher.user))
        self._turn = asyncio.Lock()
        self.load = self._cache.load

    def of(self, table: int) -> tuple[int, ...]:
        return tuple(user for watched, user in self._cache.rows if watched == table)

    def get(self, table: int, user: int) -> Watcher | None:
        return self._cache.rows.get((table, user))

    async def watch(self, table: int, user: int, told: int) -> None:
        await self._keep(Watcher(table, user, told))

    async def tell(self, watcher: Watcher, told: int) -> None:
        async with self._turn:  # otherwise someone who stops meanwhile would watch again
            if self.get(watcher.table, watcher.user) is not None:
                await self._keep(replace(watcher, told=told))

    async def stop(self, table: int, user: int) -> None:
        async with self._turn:
            await self._store.forget_watcher(table, user)
            self._cache.remove((table, user))

    async def _keep(self, watcher: Watcher) -> None:
        await self._store.keep_watcher(watcher)
        self._cache.put(watcher)


class Choices:
    """Everything that people and servers have chosen. `clock` gives milliseconds since 1970, UTC."""

    def __init__(self, store: PeopleStore, clock: Callable[[], int]) -> None:
        self.people = People(store, clock)
        self.watchers = Watchers(store)
        self.servers = Servers(store)
        self.schedules = Schedules(store)

    @property
    def loads(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """The function that loads each kind of choice, by the kind's name in hints."""
        return {kind: getattr(self, kind).load for kind in ("people", "watchers", "servers", "schedules")}

    async def load(self) -> None:
        for load in self.loads.values():
            await load()


log = logging.getLogger(__name__)

PAUSE_S = 0.5
"""Seconds to collect hints before following all of them together."""
AGAIN_S = 600.0
"""Seconds until everything is read again: a process may have ended before it sent its hint."""

TABLE = "table"

Load = Callable[[], Awaitable[None]]


class Refreshing:
    """Follows hints of other processes. `loads` has a loader for each kind of hint."""

    def __init__(self, loads: Mapping[str, Load], of_table: Callable[[int], Awaitable[None]]) -> None:
        self._loads = loads
        self._of_table = of_table
        self._hinted: dict[tuple[str, int], None] = {}
        self._has_hints = asyncio.Event()
        self._job: asyncio.Task[None] | None = None

    def start(self, sharing: Sharing) -> None:
        sharing.listen(self.hear)
        self._job = asyncio.create_task(self._work(), name="hints of others")

    async def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            await asyncio.gather(self._job, return_exceptions=True)
            self._job = None

    def hear(self, kind: str, number: int = 0) -> None:
        if kind == "all":
            self._hinted |= dict.fromkeys((each, 0) for each in self._loads)
        elif kind == TABLE or kind in self._loads:
            self._hinted[kind, number] = None
        if self._hinted:
            self._has_hints.set()

    async def follow(self) -> None:
        """Reload everything that hints named. If the store refuses, try again at the next hint or after ten minutes."""
        hinted, self._hinted = self._hinted, {}
        for kind, number in tuple(hinted):
            try:
                await (self._of_table(number) if kind == TABLE else self._loads[kind]())
            except StorageRefusal:
                break
            except Exception:  # the other hints are still followed
                log.exception("our mistake in following a hint")
            del hinted[kind, number]
        self._hinted = hinted | self._hinted

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        due_at = loop.time() + AGAIN_S
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due_at):
                    await self._has_hints.wait()
            if loop.time() >= due_at:
                self.hear("all")
                due_at = loop.time() + AGAIN_S
            await asyncio.sleep(PAUSE_S)
            self._has_hints.clear()
            await self.follow()
