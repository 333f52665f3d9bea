"""`/table replace`: the seat of somebody who is gone is opened for somebody else."""

import discord

from cogs.interactions.answering import Reply
from cogs.services import Services
from cogs.ui.names import clean_name
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.session import Session


async def open_seat(
    services: Services, interaction: discord.Interaction, session: Session, player: discord.User | discord.Member
) -> Reply:
    """Open the seat of this player, or ask the others whether to. Raises as `Leaving.open_seat`."""
    name = clean_name(player.display_name)
    if session.table.status == "running" and session.seat_of(player.id) is None:
        raise UIRefusal("refused.sits_not_here", name=name)
    if session.seat_of(interaction.user.id) is not None:
        services.rates.admit_proposal(session.table, interaction.user.id)
    has_left = player.id in await services.members.gone(interaction.guild_id, [player.id])
    await session.leaving.open_seat(interaction.user.id, player.id, interaction.id, is_gone=has_left)
    is_open = session.seat_of(player.id) is None
    message = Message("replace.opened" if is_open else "replace.proposed", {"name": name})
    return Reply(services.wording.say(message, services.wording.speech.reader(interaction)))
