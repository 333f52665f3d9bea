"""Rights to open tables in a server and its channels, as chosen with `/server`."""

import discord

from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.kept.choices import Servers


def manages_server(interaction: discord.Interaction) -> bool:
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.administrator)


def check_may_open(servers: Servers, interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` where the server wants no table here, or none opened by this person.

    Channels and roles that are gone restrict nobody. Who manages the server may open tables without the role.
    """
    check_tables_here(servers, interaction)
    role = servers.get(interaction.guild_id).opener_role
    if role is None or manages_server(interaction) or _is_gone(interaction.guild, role):
        return
    # The roles that came with the interaction: `get_role` knows none of a server that has not arrived.
    if not isinstance(interaction.user, discord.Member) or not interaction.user._roles.has(role):
        raise UIRefusal("refused.not_opener", role=f"<@&{role}>")


def check_tables_here(servers: Servers, interaction: discord.Interaction) -> None:
    """Raise `UIRefusal`, naming where tables may be, if that is neither this channel nor the one of this thread."""
    guild, here = interaction.guild, interaction.channel
    if guild is None:
        return
    chosen = servers.get(guild.id).channels
    wanted = [channel for channel in chosen if not _is_gone(guild, channel)]
    place = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    if wanted and place not in wanted:
        channels = tuple(Message("table.person", {"name": f"<#{channel}>"}) for channel in wanted)
        raise UIRefusal("refused.tables_elsewhere", channels=channels)


def _is_gone(guild: discord.Guild | None, thing: int) -> bool:
    """Return whether a channel or role is known to be gone. Nothing is, of a server that has not arrived."""
    if guild is None or guild.unavailable or guild.default_role is None:
        return False
    return guild.get_channel(thing) is None and guild.get_role(thing) is None
