"""What the bot needs to be allowed in a channel, and what of it is missing."""

import discord

from engine.kernel.decision import Message


def missing_permissions(interaction: discord.Interaction) -> tuple[Message, ...]:
    """The names of what the bot may not do where the interaction came from, though a table needs it."""
    allowed = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        "permission.view": allowed.view_channel,
        "permission.send": allowed.send_messages_in_threads if in_thread else allowed.send_messages,
        "permission.attach": allowed.attach_files,
    }
    return tuple(Message(key) for key, is_given in needed.items() if not is_given)


def is_locked(interaction: discord.Interaction) -> bool:
    """Whether the interaction came from a thread where only moderators may write, and the bot is none."""
    thread = interaction.channel
    return isinstance(thread, discord.Thread) and thread.locked and not interaction.app_permissions.manage_threads


def may_look_back(client: discord.Client, channel: int) -> bool:
    """Whether the history that Discord tells of this channel can be believed: it is empty where it may not be read."""
    place = client.get_channel(channel)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return True
    try:
        return place.permissions_for(place.guild.me).read_message_history
    except discord.ClientException:
        return True  # a thread whose channel is not known


def may_post(place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether the bot may post boards there, as far as it was told: asking costs no request."""
    try:
        allowed = place.permissions_for(place.guild.me)
    except discord.ClientException:
        return True  # a thread whose channel is not known
    if isinstance(place, discord.Thread):
        may_write = allowed.send_messages_in_threads and (allowed.manage_threads or not place.locked)
    else:
        may_write = allowed.send_messages
    return allowed.view_channel and may_write and allowed.attach_files
