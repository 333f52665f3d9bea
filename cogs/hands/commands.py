"""`/hand`: one's own hand and standing orders."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.hands.hand import Hand
from cogs.interactions.answering import Reply, attend
from cogs.interactions.gate import table_here
from cogs.services import Services


class Hands(commands.Cog):
    """The command `/hand`."""

    def __init__(self, services: Services, hand: Hand) -> None:
        self.services = services
        self._hand = hand

    @app_commands.command(description="command.hand")
    @app_commands.guild_only()
    async def hand(self, interaction: discord.Interaction) -> None:
        """One's own hand and standing orders, for one's own eyes."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await self._hand.show(interaction, session)

        await attend(self.services, interaction, action())
