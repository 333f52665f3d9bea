"""`/table move`: move a table to the current channel."""

import contextlib
from dataclasses import dataclass

import discord

from cogs.delivery.permissions import check_may_post, check_tables_here, find_place
from cogs.delivery.seeking import Seeking
from cogs.interactions.answering import Reply
from cogs.interactions.authority import MOVERS
from cogs.interactions.gate import check_server, moderates
from cogs.interactions.promises import Promises
from cogs.interactions.slash import Choices, slash
from cogs.ui.matching import Named, find_meant, suggest_matches
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from sessions.delivery.outbox import BlockedChannels
from sessions.records.table import Table
from sessions.refusals import StorageRefusal
from sessions.sessions import Sessions


@dataclass(frozen=True)
class Moving:
    wording: Wording
    _sessions: Sessions
    _blocked_channels: BlockedChannels
    _promises: Promises
    _seeking: Seeking

    async def _tables(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_matches(current, await self._movable_names(interaction))

    @slash("table move", who=MOVERS, suggests={"table": _tables})
    async def move(self, interaction: discord.Interaction, table: str) -> Reply:
        """Move one of this person's tables to this channel."""
        check_server(interaction)
        number = table if table.isdecimal() else find_meant(table, await self._movable_names(interaction))
        if number is None or len(number) >= 16:
            raise UIRefusal("refused.unknown_table")
        session = await self._sessions.by_id(int(number))
        check_tables_here(self._sessions.choices.servers, interaction)
        await check_may_post(interaction)
        assert interaction.channel_id is not None
        user = interaction.user.id
        left, since = session.table.channel, self._sessions.outbox.next_id()
        is_moderator = moderates(interaction, session.table)
        is_stuck = left in self._blocked_channels or await _is_deleted(interaction, session.table)
        await session.place.move_to(
            user,
            interaction.guild_id,
            interaction.channel_id,
            interaction.id,
            is_moderator=is_moderator,
            is_stuck=is_stuck,
        )
        self._blocked_channels.discard(left)
        with contextlib.suppress(StorageRefusal):  # the table has moved
            await self._seeking.follow(session)
        return self._promises.make(interaction, session, since, "table.moving", "table.moved")

    async def _movable_names(self, interaction: discord.Interaction) -> list[Named[str]]:
        language = self.wording.speech.reader(interaction)
        return [
            Named(
                str(table.id),
                f"{self.wording.say(self.wording.game_uis[table.game].name, language)} · "
                + ", ".join(sitter.name for sitter in table.sitters),
                (str(table.id), table.game),
            )
            for table in await self._movable(interaction)
            if table.channel != interaction.channel_id
        ]

    async def _movable(self, interaction: discord.Interaction) -> list[Table]:
        """Return this server's live tables that this person may move. A moderator may move all of them."""
        user, guild = interaction.user.id, interaction.guild_id
        tables = await self._sessions.store.tables.in_guild(guild) if guild is not None else []
        return [
            table
            for table in tables
            if table.owner == user
            or moderates(interaction, table)
            or (table.sitter_of(user) and self._may_be_stuck(interaction, table))
        ]

    def _may_be_stuck(self, interaction: discord.Interaction, table: Table) -> bool:
        guild, is_closed = interaction.guild, table.reason == "channel" or table.channel in self._blocked_channels
        return is_closed or (guild is not None and guild.get_channel_or_thread(table.channel) is None)


async def _is_deleted(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether the table's channel was deleted, perhaps while the bot wasn't connected."""
    try:
        if table.guild == interaction.guild_id:
            await find_place(interaction, table.channel)
    except discord.NotFound:
        return True
    return False
