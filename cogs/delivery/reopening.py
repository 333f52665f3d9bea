"""Archived threads are brought back before anything is posted there, or linked."""

import asyncio
from collections.abc import Callable

import discord

from cogs.delivery.reactions import FAILURES, RETRY_S, code_of
from cogs.logs import log

REOPEN_S = 10.0


class Reopening:
    """Brings archived threads back. `clock` counts seconds and never jumps."""

    def __init__(self, client: discord.Client, clock: Callable[[], float]) -> None:
        self._client = client
        self.clock = clock
        self._reopened: dict[int, float] = {}
        """When channels were last asked whether they are archived threads."""

    async def reopen(self, channel: int) -> None:
        """Bring an archived thread back, as long as it is not locked: controls in it may be dead until then.

        A thread that is not archived is known, as every other channel is, so asking is rare; once a minute at most.
        """
        now = self.clock()
        if self._client.get_channel(channel) is not None or now - self._reopened.get(channel, -RETRY_S) < RETRY_S:
            return
        self._reopened = {known: at for known, at in self._reopened.items() if now - at < RETRY_S} | {channel: now}
        try:
            async with asyncio.timeout(REOPEN_S):
                place = await self._client.fetch_channel(channel)
                if isinstance(place, discord.Thread) and place.archived and not place.locked:
                    await place.edit(archived=False)
        except (*FAILURES, discord.InvalidData) as error:
            # Whatever is posted there meets it too.
            log.info("not reopened: channel=%s why=%s", channel, code_of(error))
