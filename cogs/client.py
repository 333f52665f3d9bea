"""The bot as a discord.py client with all cogs. It has few intents, caches no messages and pings nobody by default."""

import asyncio
import contextlib
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands
from discord.voice_client import VoiceClient

from cogs.commands.sync import sync_commands
from cogs.delivery.emoji_keeper import EmojiKeeper
from cogs.delivery.requests import InvalidRequests, trace_requests
from cogs.features import add_features, build_senders
from cogs.gateway import Gateway, SessionStarts
from cogs.interactions.tree import Tree
from cogs.logs import log
from cogs.replay.films import Films
from cogs.services import Services
from sessions.time.lost_servers import LostServers

ANSWERS_S = 2.0
"""Longest time in seconds to wait for answers under way before stopping."""
GOODBYE_S = 3.0
"""Longest wait in seconds for Discord to confirm that a connection is closed."""
GUILDS_ARRIVE_S = 0.5
"""If no new server arrives for this many seconds, all servers are assumed to have arrived."""


class Knossos(commands.AutoShardedBot):
    """The bot that serves the tables: a discord.py client with all shards, or those of this process."""

    def __init__(
        self,
        services: Services,
        lost_servers: LostServers,
        shard_ids: Sequence[int] | None = None,
        shard_count: int | None = None,
        session_starts: SessionStarts | None = None,
        proxy: str | None = None,
    ) -> None:
        self.invalid = InvalidRequests(self._refuse_token, meters=services.meters)
        self.gateway = Gateway(self, services.due_work, lost_servers, services.steady)
        # The bot plays no sound, so it doesn't subscribe to voice events.
        VoiceClient.warn_nacl = VoiceClient.warn_dave = False
        super().__init__(
            commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            # Commands need the bot in the server, except those that are declared to work anywhere.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            guild_ready_timeout=GUILDS_ARRIVE_S,
            http_trace=trace_requests(self.invalid, self.gateway.reach),
            shard_count=shard_count,
            proxy=proxy,
        )
        self.shard_ids = None if shard_ids is None else list(shard_ids)
        self.services = services
        self.session_starts = session_starts or SessionStarts()
        self.is_token_bad = False
        self._has_begun = False
        self._gave_up = asyncio.Event()
        self._leaving: asyncio.Task[None] | None = None
        self.senders = build_senders(self, services, self.invalid, self.gateway.is_in)
        self.lost_servers = lost_servers
        self.films = Films(services.painter.client.film)
        self.emoji_keeper = EmojiKeeper(
            self,
            services.wording,
            services.painter,
            services.sessions,
            services.traffic,
            invalid=self.invalid,
            uploads=self.gateway.is_first,
        )
        services.members.fetch = self.http.get_member

    def _refuse_token(self) -> None:
        """Stop the bot because Discord rejects its token. Each further request would count against us."""
        if self.user is None or self.is_token_bad or self.is_closed():
            return
        self.is_token_bad = True
        log.error("Discord no longer accepts the token")
        self._leaving = self.loop.create_task(self.close())

    async def login(self, token: str) -> None:
        self._has_begun = True
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed. Return even if closing the connection hangs."""
        connected = asyncio.ensure_future(super().connect(reconnect=reconnect))
        given_up = asyncio.ensure_future(self._gave_up.wait())
        try:
            await asyncio.wait({connected, given_up}, return_when=asyncio.FIRST_COMPLETED)
            if connected.done():
                connected.result()
        finally:
            given_up.cancel()
            connected.cancel()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the slot in which this shard may identify."""
        await self.session_starts.turn(shard_id or 0)
        self.gateway.begin_session(shard_id or 0)

    async def setup_hook(self) -> None:
        """Build the commands and start posting, after the login and before the connection."""
        await self.session_starts.learn(self.http, len(self.shard_ids) if self.shard_ids else self.shard_count)
        if self.shard_count is None:
            self.shard_count = self.session_starts.limit.shards
        services = self.services
        await self.add_cog(self.gateway)
        await add_features(self, services, self.senders, self.films, self.lost_servers)
        if self.gateway.is_first:
            sessions = services.sessions
            await sync_commands(self, services.wording.speech.words, sessions.store.starts, sessions.context.packages)
        services.sessions.outbox.start(self.senders.dispatcher)

    async def close(self) -> None:
        """Stop all work and disconnect from Discord. If the connection hangs, don't wait for it to close."""
        self.films.close()
        self.gateway.reach.close()
        if not self._has_begun:
            return  # discord.py can't close a connection that it hasn't opened
        await self.services.attended.calm(ANSWERS_S)
        # Wait until discord.py has received all servers: closing would cancel its task.
        if not self.is_closed() and self.shards and not self.is_ready():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wait_until_ready(), 4 * GUILDS_ARRIVE_S)
        closing = asyncio.ensure_future(super().close())
        done, _ = await asyncio.wait({closing}, timeout=GOODBYE_S)
        if done:
            closing.result()
        else:
            log.warning("left without a goodbye: the connection hangs")
            self._gave_up.set()
            await self.http.close()


async def settle_lost_servers(client: Knossos, _: int) -> None:
    """Store removals and invitations that could not be stored before."""
    await client.lost_servers.settle(client.gateway.is_in)


async def forget_lost_servers(client: Knossos, now: int) -> None:
    """Delete servers that removed the bot long ago, and drop their tables from this process's memory."""
    for table, channel in await client.lost_servers.forget_old(now, client.gateway.is_in):
        client.senders.dispatcher.forget(table)
        client.services.blocked_channels.discard(channel)
