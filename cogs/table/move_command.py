"""`/table move`: one of a person's tables is brought to the channel they are in."""

import discord
from discord import app_commands

from cogs.delivery.outcomes import Outcomes
from cogs.interactions.answering import Reply, offer
from cogs.interactions.gate import check_server, moderates
from cogs.interactions.opening import check_tables_here
from cogs.interactions.posting import check_may_post
from cogs.interactions.promises import promise
from cogs.table.group import TablePart
from cogs.ui.matching import Named, meant
from cogs.ui.refusals import UIRefusal
from cogs.ui.suggestions import suggested
from engine.kernel.decision import Message
from sessions.records.table import Table


class MoveCommand(TablePart):
    """The command that moves a table, and what it suggests."""

    outcomes: Outcomes

    @app_commands.command(description="command.table.move")
    @app_commands.describe(table="command.table.move.table")
    async def move(self, interaction: discord.Interaction, table: str) -> None:
        """Bring one of one's tables to this channel."""

        async def action() -> Reply:
            check_server(interaction)
            number = table if table.isdecimal() else meant(table, await self._movable_named(interaction))
            if number is None or len(number) >= 16:
                raise UIRefusal("refused.unknown_table")
            session = await self.services.sessions.by_id(int(number))
            check_tables_here(self.services.sessions.servers, interaction)
            await check_may_post(interaction)
            assert interaction.channel_id is not None
            user = interaction.user.id
            left, since = session.table.channel, self.services.sessions.outbox.next_id()
            is_moderator = moderates(interaction, session.table)
            await session.place.move_to(
                user,
                interaction.guild_id,
                interaction.channel_id,
                interaction.id,
                is_moderator=is_moderator,
                is_stuck=left in self.services.blocked_channels,
            )
            self.services.blocked_channels.discard(left)
            begun, done = Message("table.moving"), Message("table.moved")
            return promise(self.services.wording, self.outcomes, interaction, session, since, begun=begun, done=done)

        await self._attend(interaction, action())

    @move.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        async def choices() -> list[app_commands.Choice[str]]:
            return suggested(current, await self._movable_named(interaction))

        return await offer(choices())

    async def _movable_named(self, interaction: discord.Interaction) -> list[Named[str]]:
        """The tables elsewhere that the person may bring here, by number: their games and who sits there."""
        language = self.services.wording.speech.reader(interaction)
        return [
            Named(
                str(table.id),
                f"{self.services.wording.say(self.services.wording.game_uis[table.game].name, language)} · "
                + ", ".join(sitter.name for sitter in table.sitters),
                (str(table.id), table.game),
            )
            for table in await self._movable(interaction)
            if table.channel != interaction.channel_id
        ]

    async def _movable(self, interaction: discord.Interaction) -> list[Table]:
        """The live tables of this server that the person may bring here; a moderator may bring them all."""
        user, guild = interaction.user.id, interaction.guild_id
        tables = await self.services.sessions.in_guild(guild) if guild is not None else []
        return [
            table
            for table in tables
            if table.owner == user
            or moderates(interaction, table)
            or (
                table.sitter_of(user) and (table.reason == "channel" or table.channel in self.services.blocked_channels)
            )
        ]
