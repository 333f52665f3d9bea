"""Asking the others to pause a game, by a button or a command."""

import discord

from cogs.services import Services
from sessions.session import Session


async def propose_pause(
    services: Services, interaction: discord.Interaction, session: Session, epoch: int | None = None
) -> str:
    """Ask the others to pause the game, and tell whether it is. Raises as `propose_pause`."""
    services.rates.admit_proposal(session.table, interaction.user.id)
    await session.proposals.propose_pause(interaction.user.id, interaction.id, epoch=epoch)
    key = "play.paused" if session.table.is_paused else "play.pause_proposed"
    return services.wording.speech.translate(interaction, key)
