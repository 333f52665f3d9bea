"""Creates threads for tables."""

import asyncio
from typing import Final

import discord
import msgspec

import discord_limits as limits
from cogs.delivery.permissions import check_may_post, missing_for_thread, takes_threads
from cogs.delivery.reactions import FAILURES, OUTAGES, code_of
from cogs.logs import log
from cogs.ui.text import shorten
from sessions.sessions import Sessions

REMEMBERED = 256
THREAD_S = 8.0
"""Longest wait in seconds for a thread. After that, the table opens in the channel."""
ARCHIVED_AFTER_MIN: Final = 10080
"""A week in minutes: a game takes days, and an archived thread disappears from the list of channels."""

FULL = 160006
"""Discord's code for a server with too many active threads."""


class TableChannel(msgspec.Struct, frozen=True):
    """The channel or thread where a table opens. `is_full`: the server has no room for another thread."""

    channel: int
    is_full: bool = False


def may_make_thread(interaction: discord.Interaction) -> bool:
    return takes_threads(interaction) and not missing_for_thread(interaction)


class Threads:
    """Creates one thread per interaction, even if the interaction arrives twice."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._made: dict[int, asyncio.Future[TableChannel]] = {}

    async def once(self, interaction: discord.Interaction, title: str) -> int:
        """Create a thread, at most once per interaction. If that fails, use the channel. Raises `UIRefusal`."""
        made = self._made.get(interaction.id)
        if made is None:
            made = self._made[interaction.id] = asyncio.ensure_future(self._make(interaction, title))
            if len(self._made) > REMEMBERED:
                del self._made[next(iter(self._made))]
        found = await asyncio.shield(made)
        if found.channel == interaction.channel_id:
            await check_may_post(interaction)
        return found.channel

    def found_server_full(self, interaction: discord.Interaction) -> bool:
        """Return whether this interaction got no thread because the server has no room for another one."""
        made = self._made.get(interaction.id)
        return made is not None and made.done() and made.result().is_full

    async def find_or_make(self, here: discord.TextChannel, title: str, since: int) -> int:
        """Return the thread with this title and a larger id than `since`, or create it. Raises Discord's errors."""
        name = shorten(title, limits.THREAD_NAME)
        found = await self._find_unconfirmed(here, name, since)
        if found is None:
            async with asyncio.timeout(THREAD_S):
                found = (await _create(here, name)).id
        return found

    async def _make(self, interaction: discord.Interaction, title: str) -> TableChannel:
        here = interaction.channel
        assert interaction.channel_id is not None
        if not isinstance(here, discord.TextChannel) or not may_make_thread(interaction):
            return TableChannel(interaction.channel_id)
        name = shorten(title, limits.THREAD_NAME)
        try:
            async with asyncio.timeout(THREAD_S):
                made = await _create(here, name)
        except FAILURES as error:
            log.info("no thread: channel=%s why=%s", here.id, code_of(error))
            if not isinstance(error, OUTAGES):
                return TableChannel(interaction.channel_id, is_full=code_of(error) == FULL)
            return TableChannel(await self._find_unconfirmed(here, name, interaction.id) or interaction.channel_id)
        return TableChannel(made.id)

    async def _find_unconfirmed(self, here: discord.TextChannel, name: str, since: int) -> int | None:
        """Find the thread that Discord created although its response was lost. Return None if there is none."""
        try:
            async with asyncio.timeout(THREAD_S):
                threads = await here.guild.active_threads()
        except FAILURES:
            threads = here.threads
        return next(
            (
                thread.id
                for thread in threads
                if thread.id > since
                and thread.parent_id == here.id
                and thread.owner_id == here.guild.me.id
                and thread.name == name
                and self._sessions.at_hand(thread.id) is None
            ),
            None,
        )


async def _create(here: discord.TextChannel, name: str) -> discord.Thread:
    kind = discord.ChannelType.news_thread if here.is_news() else discord.ChannelType.public_thread
    return await here.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVED_AFTER_MIN)
