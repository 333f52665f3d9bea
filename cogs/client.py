"""The bot as discord.py's client: least intents, no caches of messages, no pings unless named, all cogs."""

import asyncio
import contextlib
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands
from discord.voice_client import VoiceClient

from cogs.commands.sync import sync_commands
from cogs.delivery.emoji_keeper import EmojiKeeper
from cogs.delivery.invalid_requests import InvalidRequests
from cogs.delivery.reach import Reach
from cogs.features import add_features, build_senders
from cogs.interactions.tree import Tree
from cogs.logs import log
from cogs.replay.films import Films
from cogs.services import Services
from cogs.session_starts import SessionStarts
from sessions.refusals import StorageRefusal
from sessions.time.lost_servers import LostServers

ANSWERS_S = 2.0
"""Longest wait in seconds for answers under way."""
GOODBYE_S = 3.0
"""Longest wait in seconds for the other side while the connection is closed."""
GUILDS_ARRIVE_S = 0.5
"""Seconds without another server after which all have arrived."""


class Knossos(commands.AutoShardedBot):
    """The bot that serves the tables: a discord.py client with all shards, or those of this process.

    Only the process with shard 0 tells Discord the commands and uploads emoji.
    """

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
        self.reach = Reach(services.due_work, self._ask, services.steady, self._has_all)
        # It plays no sound, so it need not be told what sound would take.
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
            # A table needs the bot in its server; what people may also use elsewhere says so itself.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            guild_ready_timeout=GUILDS_ARRIVE_S,
            http_trace=self.reach.listen(self.invalid.trace()),
            shard_count=shard_count,
            proxy=proxy,
        )
        self.shard_ids = None if shard_ids is None else list(shard_ids)
        self.services = services
        self.session_starts = session_starts or SessionStarts()
        self.is_token_bad = False
        self._has_begun = False
        self._gave_up = asyncio.Event()
        self._reached: set[int] = set()
        """The shards that are connected now, with every server known."""
        self._leaving: asyncio.Task[None] | None = None
        self.has_arrived = asyncio.Event()
        """Set once connected, with every server known."""
        self.senders = build_senders(self, services, self.invalid, self._refuse_token, self.is_in)
        self.lost_servers = lost_servers
        self.films = Films(services.painter.client.film)
        self.emoji_keeper = EmojiKeeper(
            self,
            services.wording,
            services.painter,
            services.sessions,
            services.traffic,
            invalid=self.invalid,
            uploads=self.is_first,
        )
        services.members.fetch = self.http.get_member

    async def forget_lost_servers(self, now: int) -> None:
        """Forget servers that removed the bot too long ago, and what is remembered here of their tables."""
        for table, channel in await self.lost_servers.forget_old(now, self.is_in):
            self.senders.dispatcher.forget(table)
            self.services.blocked_channels.discard(channel)

    @property
    def is_first(self) -> bool:
        """Return whether this process has shard 0, to which direct messages come."""
        return not self.shard_ids or 0 in self.shard_ids

    @property
    def shards_connected(self) -> int:
        """Number of shards of this process that are connected now."""
        return len(self._reached)

    def _refuse_token(self) -> None:
        """Stop everything, because Discord no longer knows the token and counts each further request against us.

        A token that it never knew is refused by the login.
        """
        if self.user is None or self.is_token_bad or self.is_closed():
            return
        self.is_token_bad = True
        log.error("Discord no longer accepts the token")
        self._leaving = self.loop.create_task(self.close())

    async def login(self, token: str) -> None:
        self._has_begun = True
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until closed, also where a connection hangs that is to be closed."""
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
        """Wait for this shard's turn."""
        await self.session_starts.turn(shard_id or 0)

    async def setup_hook(self) -> None:
        """Build the commands and start posting, after the login and before the connection."""
        await self.session_starts.learn(self.http, len(self.shard_ids) if self.shard_ids else self.shard_count)
        if self.shard_count is None:
            self.shard_count = self.session_starts.limit.shards
        services = self.services
        await add_features(self, services, self.senders, self.films, self.lost_servers)
        if self.is_first:
            await sync_commands(self, services.wording.speech.words, services.sessions.store.starts)
        services.sessions.outbox.start(self.senders.dispatcher)

    async def close(self) -> None:
        """Leave Discord and close. discord.py waits for the last server in a task that does not survive a close before
        it is done.

        A connection that hangs is left without a goodbye.
        """
        self.films.close()
        self.reach.close()
        if not self._has_begun:
            return  # discord.py could not close what it never opened
        await self.services.attended.calm(ANSWERS_S)
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

    async def on_ready(self) -> None:
        """Note that all shards are connected and their servers have arrived."""
        log.info("ready: guilds=%s shards=%s of=%s", len(self.guilds), len(self._all), self.shard_count)
        self.has_arrived.set()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard is connected and its servers have arrived: all others have removed the bot."""
        with contextlib.suppress(StorageRefusal):
            await self.lost_servers.reconcile(lambda guild: self._is_told_of(guild, shard_id))
        await self._reach(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a connection is back."""
        await self._reach(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop all clocks while a shard is away: some people can't answer, and time must be fair."""
        self._reached.discard(shard_id)
        await self.services.due_work.lose()

    @property
    def _all(self) -> set[int]:
        """The numbers of the shards of this process."""
        return set(self.shard_ids or range(self.shard_count or 1))

    def is_in(self, guild: int | None) -> bool | None:
        """Return whether the bot is in this server; None if unknown, or if another process knows."""
        if guild is None or not self.shard_count:
            return None
        shard = (guild >> 22) % self.shard_count
        return self._is_told_of(guild, shard) if shard in self._reached else None

    def _is_told_of(self, guild: int, shard: int) -> bool | None:
        """Return whether Discord has told this shard of a server, in an outage, too; None if it's another shard's."""
        if not self.shard_count or (guild >> 22) % self.shard_count != shard:
            return None
        return self.get_guild(guild) is not None

    def _has_all(self) -> bool:
        """Return whether every shard of this process is connected now."""
        return self._reached == self._all

    async def _ask(self) -> object:
        """Ask Discord for something small, which needs no table."""
        return await self.http.get_bot_gateway()

    async def _reach(self, shard: int) -> None:
        self._reached.add(shard)
        if self._has_all() and not self.reach.is_lost:
            with contextlib.suppress(StorageRefusal):
                await self.services.due_work.regain()
