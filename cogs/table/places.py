"""Reacts when channels and permissions change: retries blocked posts, and suspends the tables of deleted channels."""

import contextlib

import discord
from discord.ext import commands

from cogs.delivery.permissions import may_post
from cogs.delivery.reactions import FAILURES, code_of
from cogs.logs import log
from cogs.ui.layout import buttons
from cogs.ui.wording import Wording
from cogs.views.lobby import games_to_begin
from engine.kernel.decision import Message
from sessions.delivery.outbox import BlockedChannels
from sessions.refusals import NoTable, StorageRefusal
from sessions.sessions import Sessions
from sessions.time.lost_servers import LostServers


class Places(commands.Cog):
    def __init__(
        self, wording: Wording, sessions: Sessions, blocked_channels: BlockedChannels, lost_servers: LostServers
    ) -> None:
        self._wording = wording
        self._sessions = sessions
        self._blocked_channels = blocked_channels
        self.lost_servers = lost_servers
        self._deleted: set[int] = set()
        """Deleted channels whose tables could not be suspended yet."""

    async def _wake(self, *places: discord.abc.GuildChannel | discord.Thread) -> None:
        """Retry the blocked channels that allow posts now. If a channel's posts were given up, post the board."""
        for place in places:
            has_posts = self._sessions.outbox.has_posts(place.id)
            if not (has_posts or place.id in self._blocked_channels) or not may_post(place):
                continue
            if has_posts:  # perhaps Discord has just refused one, and the response is still on its way
                self._sessions.outbox.wake(place.id)
                continue
            self._blocked_channels.discard(place.id)
            with contextlib.suppress(NoTable, StorageRefusal):
                session = await self._sessions.at(place.id)
                if session.table.is_live:
                    await session.place.post_board()

    async def _lose_channel(self, channel: int) -> None:
        self._deleted.discard(channel)
        try:
            with contextlib.suppress(NoTable):
                await (await self._sessions.at(channel)).place.lose_channel(channel)
        except StorageRefusal:
            self._deleted.add(channel)

    async def tend(self, _: int) -> None:
        """Suspend tables of deleted channels that could not be suspended before."""
        for channel in tuple(self._deleted):
            await self._lose_channel(channel)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self._wake(after, *getattr(after, "threads", []))

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Check all channels of the server again, because permissions may have changed."""
        await self._wake(*after.guild.channels, *after.guild.threads)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Check the channels again if the bot itself was given a role, or its timeout has ended."""
        if after == after.guild.me:
            await self._wake(*after.guild.channels, *after.guild.threads)

    @commands.Cog.listener()
    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        await self._wake(after)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Check a thread again: it may have been archived and unknown before."""
        await self._wake(thread)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._lose_channel(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._lose_channel(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the tables of a server that removed the bot. Discord reports outages by another event."""
        log.info("removed from a server: guild=%s", guild.id)
        with contextlib.suppress(StorageRefusal):
            await self.lost_servers.lose(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Introduce the bot to a new server, or resume the tables of one that invited it again."""
        if not await self._regain(guild):
            await say_hello(self._wording, guild, self._sessions.context.offers_computers)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the server's tables if the bot was invited again during an outage."""
        await self._regain(guild)

    async def _regain(self, guild: discord.Guild) -> bool:
        """Resume the server's tables. Return whether the bot had been in this server, if the store knows."""
        try:
            return await self.lost_servers.regain(guild.id)
        except StorageRefusal:
            return True

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        self._sessions.outbox.wake()


async def say_hello(wording: Wording, guild: discord.Guild, offers_computers: bool) -> None:
    """Introduce the bot in the server's channel for system messages, or in the first channel where it may post."""
    first = [guild.system_channel] if guild.system_channel else []
    channel = next((place for place in (*first, *guild.text_channels) if may_post(place)), None)
    if channel is None:
        return
    games = tuple(game_ui.name for game_ui in wording.game_uis.values())
    language = wording.speech.guild(guild)
    lines = [Message("hello.server", {"games": games}), *([Message("begin.alone")] if offers_computers else [])]
    words = "\n".join(wording.say(line, language) for line in lines)
    begin = [button for row in games_to_begin(wording, language) for button in row] if offers_computers else []
    try:
        await channel.send(
            words, view=buttons(begin), nonce=str(guild.id), allowed_mentions=discord.AllowedMentions.none()
        )
    except FAILURES as error:
        log.info("no hello in a new server: guild=%s why=%s", guild.id, code_of(error))
