"""Session starts: Discord takes one IDENTIFY a bucket in five seconds, and a thousand a day of all processes.

Shards of which the numbers leave the same remainder by `max_concurrency` are of one bucket. Whoever wants to identify
takes the next free turn of its bucket and waits for it. Nothing is held while it waits: a process that is killed
wastes its turn, and no more.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord
import msgspec

from cogs.logs import log

GAP_MS = 6_000
"""From one turn of a bucket to the next: Discord's five seconds, and one for a process or network that is slow."""

Reserve: TypeAlias = Callable[[str, int], Awaitable[int]]
"""Takes the next turn of that name, and keeps that many milliseconds after it free. Gives how long to wait for it."""


class Limit(msgspec.Struct, frozen=True):
    """Discord's limits on session starts: how many are left, until when, how many together, on how many shards."""

    shards: int = 1
    remaining: int = 1
    reset_after_ms: int = 0
    max_concurrency: int = 1


class Turns:
    """The turns of one process that shares its token with no other."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next_at: dict[str, int] = {}

    async def reserve(self, name: str, gap_ms: int) -> int:
        """Take the next turn of that name, and return how many milliseconds to wait for it."""
        now = int(self._clock() * 1000)
        at = max(now, self._next_at.get(name, now))
        self._next_at[name] = at + gap_ms
        return at - now


class SessionStarts:
    """Lets the shards of this process identify when it is their turn."""

    def __init__(self, reserve: Reserve | None = None, gap_ms: int = GAP_MS) -> None:
        self.limit = Limit()
        self._reserve = reserve or Turns().reserve
        self._gap_ms = gap_ms

    async def learn(self, http: discord.http.HTTPClient, shards: int | None) -> None:
        """Ask Discord for the limits; where fewer starts are left today than `shards` need, wait for tomorrow's.

        None stands for as many shards as Discord recommends. Raises `discord.GatewayNotFound`.
        """
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
        wait_ms = await self._reserve(f"identify {shard % self.limit.max_concurrency}", self._gap_ms)
        await asyncio.sleep(wait_ms / 1000)
