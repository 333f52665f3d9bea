"""Connections to Discord: when they may begin, and which servers the shards of this process know.

Discord accepts one IDENTIFY per bucket every five seconds, and a thousand a day, counting all processes of a bot. If
a bot sends more, Discord resets its token. Shards whose numbers are equal modulo `max_concurrency` share a bucket.

A waiting process holds no lock: if it is killed, only its slot is lost.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import discord
import msgspec
from discord.ext import commands

from cogs.delivery.requests import Reach
from cogs.logs import log
from sessions.refusals import StorageRefusal
from sessions.time.due_work import DueWork
from sessions.time.lost_servers import LostServers

GAP_MS = 6_000
"""Milliseconds between two slots of a bucket: Discord's five seconds, and one for a slow process or network."""
AGAIN_S = 2.0
"""Seconds until a slot is reserved again after the database refused."""

Reserve: TypeAlias = Callable[[str, int], Awaitable[int]]
"""Reserves the next slot of a bucket and keeps the bucket closed for the given number of milliseconds after it. Returns
how many milliseconds to wait."""


class Limit(msgspec.Struct, frozen=True):
    """Discord's limits on session starts, and the number of `shards` that it recommends."""

    shards: int = 1
    remaining: int = 1
    reset_after_ms: int = 0
    max_concurrency: int = 1


class Turns:
    """IDENTIFY slots for a process that doesn't share its token."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next_at: dict[str, int] = {}

    async def reserve(self, name: str, gap_ms: int) -> int:
        """Reserve the next slot of a bucket. Return the milliseconds to wait for it."""
        now = int(self._clock() * 1000)
        at = max(now, self._next_at.get(name, now))
        self._next_at[name] = at + gap_ms
        return at - now


class SessionStarts:
    """Lets the shards of this process identify in their slots."""

    def __init__(self, reserve: Reserve | None = None, gap_ms: int = GAP_MS) -> None:
        self.limit = Limit()
        self._reserve = reserve or Turns().reserve
        self._gap_ms = gap_ms

    async def learn(self, http: discord.http.HTTPClient, shards: int | None) -> None:
        """Ask Discord for the limits. If too few starts are left for `shards` (None: the recommended number), wait."""
        while True:
            recommended, _, told = await http.get_bot_gateway()
            self.limit = Limit(recommended, told["remaining"], told["reset_after"], told["max_concurrency"])
            if self.limit.remaining >= (shards or recommended):
                return
            log.warning(
                "Discord allows %s session starts more today: waiting %.0f min",
                self.limit.remaining, self.limit.reset_after_ms / 60_000,
            )  # fmt: skip
            await asyncio.sleep(self.limit.reset_after_ms / 1000)

    async def turn(self, shard: int) -> None:
        """Wait for this shard's slot. Keep trying if the database refuses: discord.py would end the process."""
        while True:
            try:
                wait_ms = await self._reserve(f"identify {shard % self.limit.max_concurrency}", self._gap_ms)
                break
            except StorageRefusal as refusal:
                log.warning("no slot reserved: shard=%s why=%s", shard, type(refusal).__name__)
            await asyncio.sleep(AGAIN_S)
        await asyncio.sleep(wait_ms / 1000)


FREE_STARTS = 8
"""The number of starts within the window that don't wait."""
WINDOW_MS = 2 * 3600 * 1000
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0


def pause_before_start_s(starts: Sequence[int], now: int, processes: int = 1) -> float:
    """Return the seconds to wait before connecting, given earlier starts of all processes (in milliseconds)."""
    lately = sum(1 for at in starts if 0 <= now - at < WINDOW_MS) // processes
    if lately < FREE_STARTS:
        return 0.0
    over = min(lately - FREE_STARTS, 16)
    # Only twelve of the longest pauses fit into the window, so a crash loop uses few starts.
    return float(min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**over))


class Gateway(commands.Cog):
    """The shards of this process, and their servers. Clocks stop while a shard is disconnected."""

    def __init__(
        self, client: commands.AutoShardedBot, due_work: DueWork, lost_servers: LostServers, steady: Callable[[], int]
    ) -> None:
        self._client = client
        self._due_work = due_work
        self._lost_servers = lost_servers
        self._connected: set[int] = set()
        """The shards that are connected now and know all their servers."""
        self._known_before: dict[int, list[discord.Guild]] = {}
        """For each shard that is getting a new session, the servers that it knew before."""
        self.has_arrived = asyncio.Event()
        """Set once all shards are connected and know all their servers."""
        self.reach = Reach(due_work, self._ask, steady, self._has_all)

    @property
    def is_first(self) -> bool:
        """Return whether this process has shard 0, which receives direct messages."""
        return not self._client.shard_ids or 0 in self._client.shard_ids

    @property
    def shards_connected(self) -> int:
        return len(self._connected)

    @property
    def _all(self) -> set[int]:
        return set(self._client.shard_ids or range(self._client.shard_count or 1))

    def _has_all(self) -> bool:
        return self._connected == self._all

    def is_in(self, guild: int | None) -> bool | None:
        """Return whether the bot is in this server. None if unknown, or if another process has the server's shard."""
        if guild is None or not self._client.shard_count:
            return None
        shard = (guild >> 22) % self._client.shard_count
        return self._has_heard_of(guild, shard) if shard in self._connected else None

    def _has_heard_of(self, guild: int, shard: int) -> bool | None:
        """Return whether this shard knows a server, even if it is unavailable. None for a server of another shard."""
        if not self._client.shard_count or (guild >> 22) % self._client.shard_count != shard:
            return None
        return self._client.get_guild(guild) is not None

    def begin_session(self, shard: int) -> None:
        """Note that a shard is about to get a new session, in which Discord lists all its servers again."""
        self._known_before[shard] = [guild for guild in self._client.guilds if guild.shard_id == shard]

    async def _ask(self) -> object:
        """Send Discord a small request to see if it responds."""
        return await self._client.http.get_bot_gateway()

    async def _note_connected(self, shard: int) -> None:
        self._connected.add(shard)
        if self._has_all() and not self.reach.is_lost:
            with contextlib.suppress(StorageRefusal):
                await self._due_work.regain()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        guilds, count = len(self._client.guilds), self._client.shard_count
        log.info("ready: guilds=%s shards=%s of=%s", guilds, len(self._all), count)
        self.has_arrived.set()

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Drop the servers that a new session doesn't list. discord.py replaces those listed, but keeps the others."""
        for guild in self._known_before.pop(shard_id, ()):
            if self._client.get_guild(guild.id) is guild:
                self._client._connection._remove_guild(guild)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard is connected. Any of its servers that hasn't arrived has removed the bot."""
        with contextlib.suppress(StorageRefusal):
            await self._lost_servers.reconcile(lambda guild: self._has_heard_of(guild, shard_id))
        shard = self._client.get_shard(shard_id)
        if shard is not None and not shard.is_closed():  # otherwise the connection has broken meanwhile
            await self._note_connected(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        await self._note_connected(shard_id)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop all clocks while a shard is disconnected: some people can't answer, and time must be fair."""
        self._connected.discard(shard_id)
        await self._due_work.lose()
