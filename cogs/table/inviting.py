"""`/table invite`: who may sit down at a table."""

import discord

from cogs.interactions.answering import Reply
from cogs.services import Services
from cogs.ui.names import clean_name
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.session import Session


async def invite(
    services: Services,
    interaction: discord.Interaction,
    session: Session,
    player: discord.User | discord.Member | None,
    role: discord.Role | None,
    anyone: bool,
) -> Reply:
    """Let this player sit down, whoever has the role, or anyone. Raises the refusals of `Lobby.invite`.

    A role is never pinged; the player is, once.
    """
    if player is None and role is None and not anyone:
        raise UIRefusal("refused.invite_nobody")
    if player is not None and player.bot:
        raise UIRefusal("refused.invite_bot")
    if player is not None and player.id in await services.members.gone(interaction.guild_id, [player.id]):
        raise UIRefusal("refused.invite_gone", name=clean_name(player.display_name))
    everyone = role is not None and role.is_default()
    users = [player.id] if player is not None else []
    if users:
        services.rates.admit_proposal(session.table, interaction.user.id)
    await session.lobby.invite(
        interaction.user.id,
        interaction.id,
        users=users,
        role=role.id if role is not None and not everyone else None,
        anyone=anyone or everyone,
    )
    if anyone or everyone:
        message = Message("invite.anyone")
    elif role is not None:
        message = Message("invite.role", {"role": role.mention})
    else:
        assert player is not None, "else it was refused"
        message = Message("invite.player", {"name": clean_name(player.display_name)})
    return Reply(services.wording.say(message, services.wording.speech.reader(interaction)))
