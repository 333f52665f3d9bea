"""What every part of the group `/table` has to do with: answering, and buttons for one person."""

import discord
from discord.ext import commands

from cogs.interactions.answering import Action, Reply, attend
from cogs.services import Services
from cogs.ui.panel import Button
from cogs.ui.press import Press
from engine.kernel.decision import Message
from sessions.session import Session


class TablePart(commands.Cog):
    """Commands of the group `/table`, which takes them in."""

    services: Services

    async def _attend(self, interaction: discord.Interaction, action: Action) -> None:
        await attend(self.services, interaction, action)

    def _reply(self, interaction: discord.Interaction, key: str, **blanks: int | str | Message) -> Reply:
        return Reply(self.services.wording.speech.translate(interaction, key, **blanks))

    def _button(
        self, interaction: discord.Interaction, session: Session, verb: str, style: str, words: str = "", index: int = 0
    ) -> Button:
        """A private button of the table, for this person alone."""
        press = Press(session.table.id, session.table.epoch, verb, index, user=interaction.user.id)
        return Button(press, self.services.wording.speech.translate(interaction, words or f"button.{verb}"), style)
