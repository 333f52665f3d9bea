"""Permissions that the bot needs in a channel, and those that are missing."""

from typing import TypeAlias

import discord

from engine.kernel.decision import Message

Place: TypeAlias = discord.abc.GuildChannel | discord.Thread

_WORDS = {
    "view_channel": "permission.view",
    "connect": "permission.connect",
    "create_public_threads": "permission.make_threads",
    "send_messages": "permission.send",
    "send_messages_in_threads": "permission.send_in_threads",
    "attach_files": "permission.attach",
}
_IN_CHANNEL = ("view_channel", "send_messages", "attach_files")
_IN_CHAT_OF_VOICES = ("view_channel", "connect", "send_messages", "attach_files")
_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
_IN_NEW_THREAD = ("view_channel", "create_public_threads", "send_messages_in_threads", "attach_files")


def _requirements(place: object) -> tuple[str, ...]:
    if isinstance(place, discord.Thread):
        return _IN_THREAD
    is_of_voices = isinstance(place, discord.VoiceChannel | discord.StageChannel)
    return _IN_CHAT_OF_VOICES if is_of_voices else _IN_CHANNEL


def _missing(allowed: discord.Permissions, needed: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(Message(_WORDS[each]) for each in needed if not getattr(allowed, each))


def missing_permissions(interaction: discord.Interaction) -> tuple[Message, ...]:
    """Return the names of permissions that a table needs and the bot lacks in the interaction's channel."""
    return _missing(interaction.app_permissions, _requirements(interaction.channel))


def missing_for_thread(interaction: discord.Interaction) -> tuple[Message, ...]:
    """Return the names of permissions that the bot lacks for creating a thread and posting a table in it."""
    return _missing(interaction.app_permissions, _IN_NEW_THREAD)


def takes_threads(interaction: discord.Interaction) -> bool:
    return isinstance(interaction.channel, discord.TextChannel)


def is_locked(interaction: discord.Interaction) -> bool:
    """Return whether the interaction came from a locked thread in which the bot can't moderate."""
    thread = interaction.channel
    return isinstance(thread, discord.Thread) and thread.locked and not interaction.app_permissions.manage_threads


def _permissions_at(place: Place) -> discord.Permissions | None:
    """Return the bot's permissions in a place, or None in a thread whose parent channel is unknown."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    if channel is None:
        return None
    return discord.abc.GuildChannel.permissions_for(channel, place.guild.me)


def missing_in(place: Place) -> tuple[Message, ...]:
    allowed = _permissions_at(place)
    return () if allowed is None else _missing(allowed, _requirements(place))


def may_look_back(client: discord.Client, channel: int) -> bool:
    """Return whether the bot may read this channel's history. Otherwise Discord returns an empty history."""
    place = client.get_channel(channel)
    allowed = _permissions_at(place) if isinstance(place, discord.abc.GuildChannel | discord.Thread) else None
    return allowed is None or allowed.read_message_history


def may_post(place: Place) -> bool:
    """Return whether the bot may post boards there, judging by cached permissions. Makes no request."""
    allowed = _permissions_at(place)
    if allowed is None:
        return True
    is_shut = isinstance(place, discord.Thread) and place.locked and not allowed.manage_threads
    return not is_shut and not _missing(allowed, _requirements(place))
