"""Look up who has left a server. Discord doesn't tell the bot when members come and go."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

import aiohttp
import discord

from cogs.logs import log

LOOK_S = 2.0
"""Longest look-up in seconds. Someone whose look-up takes longer counts as a member."""
KEPT_S = 30.0
"""Someone who was found to have left isn't looked up again for this many seconds."""
THERE_S = 3600.0
"""A member counts as still there for this many seconds, if nothing important depends on it."""
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, discord.RateLimited)


class Members:
    """Knows who has left a server. `clock` is a monotonic clock in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._gone: dict[tuple[int, int], float] = {}
        """The time until which a user counts as gone from a server, by server and user."""
        self._there: dict[tuple[int, int], float] = {}
        """The time until which a user may count as a member, by server and user."""
        self.fetch: Callable[[int, int], Awaitable[object]] = _find_nobody_out
        """Asks Discord for a member, by the ids of server and user. Raises Discord's errors."""

    async def find_gone(
        self, guild: int | None, users: Iterable[int], longest_s: float | None = None
    ) -> frozenset[int]:
        """Return those of `users` who have left the server. If a look-up fails or takes longer than `longest_s`, by
        default `LOOK_S`, the user isn't included."""
        return await self._look_up(guild, frozenset(users), frozenset(), longest_s)

    async def find_probably_gone(self, guild: int | None, users: Iterable[int]) -> frozenset[int]:
        """Return those of `users` who have left the server, using look-ups up to an hour old."""
        now = self._clock()
        self._there = {key: until for key, until in self._there.items() if until > now}
        wanted = frozenset(users)
        return await self._look_up(guild, wanted, frozenset(user for user in wanted if (guild, user) in self._there))

    async def _look_up(
        self, guild: int | None, wanted: frozenset[int], there: frozenset[int], longest_s: float | None = None
    ) -> frozenset[int]:
        """Return the users in `wanted` who have left the server. Users in `there`, or known to be gone, aren't looked
        up."""
        if guild is None or not wanted:
            return frozenset()
        now = self._clock()
        self._gone = {key: until for key, until in self._gone.items() if until > now}
        unknown = [user for user in wanted - there if (guild, user) not in self._gone]
        looks = [asyncio.create_task(self._look(guild, user)) for user in unknown]
        if looks:
            _, late = await asyncio.wait(looks, timeout=LOOK_S if longest_s is None else longest_s)
            for look in late:
                look.cancel()
            await asyncio.gather(*looks, return_exceptions=True)
        return frozenset(user for user in wanted if (guild, user) in self._gone)

    async def _look(self, guild: int, user: int) -> None:
        try:
            await self.fetch(guild, user)
        except FAILURES as error:
            code = getattr(error, "code", None)
            log.info("member not found: why=%s", code or type(error).__name__)
            if code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                self._gone[guild, user] = self._clock() + KEPT_S
                self._there.pop((guild, user), None)
        else:
            self._there[guild, user] = self._clock() + THERE_S


async def _find_nobody_out(guild: int, user: int) -> None:
    pass
