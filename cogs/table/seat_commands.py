"""The part of `/table` that is about seats: who may sit down, who is looked for, who is gone."""

import discord
from discord import app_commands

from cogs.delivery.seeking import Seeking
from cogs.interactions.answering import Reply
from cogs.interactions.gate import table_here
from cogs.play.lobby_presses import join
from cogs.table.finding import find_tables, seek_players
from cogs.table.group import TablePart
from cogs.table.inviting import invite
from cogs.table.replacing import open_seat
from cogs.ui.names import clean_name
from cogs.ui.refusals import UIRefusal


class SeatCommands(TablePart):
    """Commands that settle who plays."""

    seeking: Seeking

    @app_commands.command(description="command.table.join")
    async def join(self, interaction: discord.Interaction) -> None:
        """Let this person sit down at the table of the channel."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            await join(interaction, session)
            return self._reply(interaction, "table.joined")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.leave")
    async def leave(self, interaction: discord.Interaction) -> None:
        """Get up before the game starts."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            if session.table.status == "running" and session.table.sitter_of(interaction.user.id):
                raise UIRefusal("refused.leave_running")
            await session.lobby.leave(interaction.user.id, interaction.id)
            return self._reply(interaction, "table.left")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.kick")
    @app_commands.describe(player="command.table.kick.player")
    async def kick(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Send someone away before the game starts."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            if not session.table.sitter_of(player.id):
                raise UIRefusal("refused.kick_nobody")
            await session.lobby.kick(interaction.user.id, player.id, interaction.id)
            return self._reply(interaction, "table.kicked", name=clean_name(player.display_name))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.find")
    async def find(self, interaction: discord.Interaction) -> None:
        """List the tables of this server that have room."""
        await self._attend(interaction, find_tables(self.services, interaction))

    @app_commands.command(description="command.table.seek")
    async def seek(self, interaction: discord.Interaction) -> None:
        """Look for players, or a substitute, in the server's channel for that."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await seek_players(self.services, self.seeking, interaction, session)

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.invite")
    @app_commands.describe(
        player="command.table.invite.player", role="command.table.invite.role", anyone="command.table.invite.anyone"
    )
    async def invite(
        self,
        interaction: discord.Interaction,
        player: discord.User | None = None,
        role: discord.Role | None = None,
        anyone: bool = False,
    ) -> None:
        """Choose who may sit down."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await invite(self.services, interaction, session, player, role, anyone)

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.replace")
    @app_commands.describe(player="command.table.replace.player")
    async def replace(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Open the seat of somebody who is gone."""

        async def action() -> Reply:
            return await open_seat(
                self.services, interaction, await table_here(self.services.sessions, interaction), player
            )

        await self._attend(interaction, action())
