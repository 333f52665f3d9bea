"""Who may open tables in a server, and where: what those who manage it chose by `/server`."""

import discord

from cogs.services import Services
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message


def manages_server(interaction: discord.Interaction) -> bool:
    """Whether this person may choose for the server they act in."""
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.administrator)


def check_may_open(services: Services, interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` where the server wants no table here, or none opened by this person.

    Channels and roles that are gone restrict nobody. Who manages the server may open tables without the role.
    """
    check_tables_here(services, interaction)
    server, guild = services.sessions.servers.get(interaction.guild_id), interaction.guild
    role = guild.get_role(server.opener_role) if guild is not None and server.opener_role else None
    if role is None or manages_server(interaction):
        return
    if not isinstance(interaction.user, discord.Member) or interaction.user.get_role(role.id) is None:
        raise UIRefusal("refused.not_opener", role=role.mention)


def check_tables_here(services: Services, interaction: discord.Interaction) -> None:
    """Raise `UIRefusal`, naming where tables may be, if that is neither this channel nor the one of this thread."""
    guild, here = interaction.guild, interaction.channel
    if guild is None:
        return
    chosen = services.sessions.servers.get(guild.id).channels
    wanted = [channel for channel in chosen if guild.get_channel(channel) is not None]
    place = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    if wanted and place not in wanted:
        channels = tuple(Message("table.person", {"name": f"<#{channel}>"}) for channel in wanted)
        raise UIRefusal("refused.tables_elsewhere", channels=channels)
