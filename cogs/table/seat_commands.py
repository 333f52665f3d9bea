"""The part of `/table` that is about seats: who may sit down, who is looked for, who is gone."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.seeking import Seeking
from cogs.interactions.answering import Reply, attend
from cogs.interactions.gate import table_here
from cogs.services import Services
from cogs.table.finding import find_tables, seek_players
from cogs.table.inviting import invite
from cogs.table.replacing import open_seat


class SeatCommands(commands.Cog):
    """Commands of the group `/table`, which takes them in."""

    services: Services
    seeking: Seeking

    @app_commands.command(description="command.table.find")
    async def find(self, interaction: discord.Interaction) -> None:
        """List the tables of this server that have room."""
        await attend(self.services, interaction, find_tables(self.services, interaction))

    @app_commands.command(description="command.table.seek")
    async def seek(self, interaction: discord.Interaction) -> None:
        """Look for players, or a substitute, in the server's channel for that."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            return await seek_players(self.services, self.seeking, interaction, session)

        await attend(self.services, interaction, action())

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
            session = await table_here(self.services, interaction)
            return await invite(self.services, interaction, session, player, role, anyone)

        await attend(self.services, interaction, action())

    @app_commands.command(description="command.table.replace")
    @app_commands.describe(player="command.table.replace.player")
    async def replace(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Open the seat of somebody who is gone."""

        async def action() -> Reply:
            return await open_seat(self.services, interaction, await table_here(self.services, interaction), player)

        await attend(self.services, interaction, action())
