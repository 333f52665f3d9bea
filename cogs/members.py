"""Look up who has left a server: Discord doesn't tell the bot about members who come and go."""

import asyncio
import time
from collections.abc import Callable, Iterable

import aiohttp
import discord

from cogs.logs import log

LOOK_S = 2.0
"""The longest look-up, in seconds. Someone who isn't known to be gone by then is still there."""
KEPT_S = 30.0
"""How long it is kept that somebody is gone, in seconds."""
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, discord.RateLimited)


class Members:
    """The one source of "this person is gone from this server". `clock` counts seconds and never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._gone: dict[tuple[int, int], float] = {}
        """Until when somebody is believed to be gone from a server. That somebody is there is never believed long."""

    async def gone(self, guild: discord.Guild | None, users: Iterable[int]) -> frozenset[int]:
        """Return those of `users` who have left the server. Whoever can't be looked up in time counts as there."""
        wanted = frozenset(users)
        if guild is None or not wanted:
            return frozenset()
        now = self._clock()
        self._gone = {key: until for key, until in self._gone.items() if until > now}
        looks = [asyncio.create_task(self._look(guild, user)) for user in wanted if (guild.id, user) not in self._gone]
        if looks:
            _, late = await asyncio.wait(looks, timeout=LOOK_S)
            for look in late:
                look.cancel()
            await asyncio.gather(*looks, return_exceptions=True)
        return frozenset(user for user in wanted if (guild.id, user) in self._gone)

    async def _look(self, guild: discord.Guild, user: int) -> None:
        """Note that a person has left the server, if Discord says so."""
        try:
            await guild.fetch_member(user)
        except FAILURES as error:
            code = getattr(error, "code", None)
            log.info("member not found: why=%s", code or type(error).__name__)
            if code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                self._gone[guild.id, user] = self._clock() + KEPT_S
