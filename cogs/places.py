"""Channels come and go: permissions given back wake what waits, a deleted place lets its table stand still."""

import contextlib

import discord
from discord.ext import commands

from cogs.house import House
from sessions.refusals import NoTable


class Places(commands.Cog):
    """Watches the places tables are in."""

    def __init__(self, house: House) -> None:
        self.house = house

    def _wake(self, channel: int | None = None) -> None:
        if channel is None or channel in self.house.shelf:
            self.house.sessions.outbox.wake(channel)

    async def _gone(self, channel: int) -> None:
        with contextlib.suppress(NoTable):
            await (await self.house.sessions.at(channel)).lose_channel()

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Its permissions may have changed, and those of its threads."""
        self._wake(after.id)
        for thread in getattr(after, "threads", []):
            self._wake(thread.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Permissions may have changed anywhere in the server."""
        for channel in after.guild.channels:
            self._wake(channel.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        """It may have been opened or unlocked."""
        self._wake(after.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone for good."""
        await self._gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone for good."""
        await self._gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """The connection is back."""
        self._wake()
