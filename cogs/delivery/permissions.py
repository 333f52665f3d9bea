"""The bot's permissions in a channel: needed, missing, and checked before a table opens there."""

import asyncio

import discord

from cogs.delivery.reactions import FAILURES, code_of
from cogs.logs import log
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.kept.choices import Servers

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
_FOR_LEAGUE = (*_IN_NEW_THREAD, "send_messages")


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
    return _missing(interaction.app_permissions, _IN_NEW_THREAD)


def takes_threads(interaction: discord.Interaction) -> bool:
    return isinstance(interaction.channel, discord.TextChannel)


def is_locked(interaction: discord.Interaction) -> bool:
    """Return whether the interaction came from a thread that is locked and that the bot can't moderate."""
    thread = interaction.channel
    return isinstance(thread, discord.Thread) and thread.locked and not interaction.app_permissions.manage_threads


def _permissions_at(place: object) -> discord.Permissions | None:
    """Return the bot's permissions in a channel or thread, or None if the channel is unknown."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    if not isinstance(channel, discord.abc.GuildChannel):
        return None
    return discord.abc.GuildChannel.permissions_for(channel, channel.guild.me)


def missing_in(place: object) -> tuple[Message, ...]:
    allowed = _permissions_at(place)
    return () if allowed is None else _missing(allowed, _requirements(place))


def missing_for_league(place: object) -> tuple[Message, ...]:
    """Return the names of permissions that a league's channel needs and the bot lacks, judging by cached
    permissions."""
    allowed = _permissions_at(place)
    return () if allowed is None else _missing(allowed, _FOR_LEAGUE)


def may_look_back(client: discord.Client, channel: int) -> bool:
    """Return whether the bot may read this channel's history. Otherwise Discord returns an empty history."""
    allowed = _permissions_at(client.get_channel(channel))
    return allowed is None or allowed.read_message_history


def may_post(place: object) -> bool:
    """Return whether the bot may post boards there, judging by cached permissions. True in an unknown place."""
    allowed = _permissions_at(place)
    if allowed is None:
        return True
    is_shut = isinstance(place, discord.Thread) and place.locked and not allowed.manage_threads
    return not is_shut and not _missing(allowed, _requirements(place))


def manages_server(interaction: discord.Interaction) -> bool:
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.administrator)


def check_may_open(servers: Servers, interaction: discord.Interaction, place: object = None) -> None:
    """Raise `UIRefusal` if tables aren't allowed in `place` (default: here), or this person lacks the role for it.
    Managers need no role."""
    check_tables_here(servers, interaction, place)
    role = servers.get(interaction.guild_id).opener_role
    if role is None or manages_server(interaction) or is_gone(interaction.guild, role):
        return
    # Use the roles sent with the interaction: `get_role` finds none before the server has arrived.
    if not isinstance(interaction.user, discord.Member) or not interaction.user._roles.has(role):
        raise UIRefusal("refused.not_opener", role=f"<@&{role}>")


def check_tables_here(servers: Servers, interaction: discord.Interaction, place: object = None) -> None:
    """Raise `UIRefusal`, naming the allowed channels, unless `place` (default: here) or its channel is allowed."""
    guild, here = interaction.guild, place or interaction.channel
    if guild is None:
        return
    chosen = servers.get(guild.id).channels
    wanted = [channel for channel in chosen if not is_gone(guild, channel)]
    channel = here.parent_id if isinstance(here, discord.Thread) else getattr(here, "id", interaction.channel_id)
    if wanted and channel not in wanted:
        channels = tuple(Message("table.person", {"name": f"<#{channel}>"}) for channel in wanted)
        raise UIRefusal("refused.tables_elsewhere", channels=channels)


def is_gone(guild: discord.Guild | None, thing: int) -> bool:
    """Return whether a channel or role is known to be gone. False before the server has arrived."""
    if guild is None or guild.unavailable or guild.default_role is None:
        return False
    return guild.get_channel(thing) is None and guild.get_role(thing) is None


def role_fault(guild: discord.Guild, role: int) -> str | None:
    """Return why people may not take this role with a button, as the end of a message id. None if they may."""
    found = guild.get_role(role)
    if found is None:
        return "gone"
    faults = {
        "everyone": found.is_default(),
        "managed": found.managed,
        "powerful": bool(found.permissions.value & discord.Permissions.elevated().value),
        "permission": not guild.me.guild_permissions.manage_roles,
        "above": found >= guild.me.top_role,
    }
    return next((fault for fault, is_so in faults.items() if is_so), None)


LOOK_S = 1.0
"""Longest time in seconds to ask Discord about a thread."""
NO_ACCESS = 50001


async def find_place(interaction: discord.Interaction, channel: int) -> object:
    """Return a channel or thread of the interaction's server. Ask Discord if the bot doesn't know it: it may be an
    archived thread. Raises `NotFound` if it was deleted. Return None if Discord doesn't say."""
    place = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    if place is not None:
        return place
    try:
        async with asyncio.timeout(LOOK_S):
            return await interaction.client.fetch_channel(channel)
    except discord.NotFound:
        raise
    except (*FAILURES, discord.InvalidData) as error:
        log.info("not found: channel=%s why=%s", channel, code_of(error))
    return None


async def check_may_post(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` naming the permissions that the bot lacks here to show a table."""
    if is_locked(interaction):
        raise UIRefusal("refused.locked")
    lacking = missing_permissions(interaction)
    if lacking:
        raise UIRefusal("refused.permission_open", permissions=lacking)
    await _check_let_in(interaction)


async def check_may_post_in_thread(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` if the bot lacks permissions for a table in a new thread, or here if threads can't be made."""
    if not takes_threads(interaction):
        await check_may_post(interaction)
    elif lacking := missing_for_thread(interaction):
        raise UIRefusal("refused.permission_thread", permissions=lacking)


async def _check_let_in(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` if the bot isn't in this private thread. Discord sends the bot the thread's commands anyway."""
    thread, client = interaction.channel, interaction.client
    if not isinstance(thread, discord.Thread) or not thread.is_private():
        return
    try:
        async with asyncio.timeout(LOOK_S):
            await client.fetch_channel(thread.id)
    except FAILURES as error:
        log.info("not looked into: channel=%s why=%s", thread.id, code_of(error))
        if code_of(error) == NO_ACCESS:
            assert client.user is not None
            raise UIRefusal("refused.not_in_thread", bot=client.user.mention) from None
