"""Checks before a table opens in a place or moves there: the server's settings, and the bot's permissions."""

import asyncio

import discord

from cogs.delivery.permissions import is_locked, missing_for_thread, missing_permissions, takes_threads
from cogs.delivery.reactions import FAILURES, code_of
from cogs.logs import log
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.kept.choices import Servers


def manages_server(interaction: discord.Interaction) -> bool:
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.administrator)


def check_may_open(servers: Servers, interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` if the server allows no table here, or none opened by this person. Managers need no role."""
    check_tables_here(servers, interaction)
    role = servers.get(interaction.guild_id).opener_role
    if role is None or manages_server(interaction) or _is_gone(interaction.guild, role):
        return
    # The roles sent with the interaction: `get_role` finds none before the server has arrived.
    if not isinstance(interaction.user, discord.Member) or not interaction.user._roles.has(role):
        raise UIRefusal("refused.not_opener", role=f"<@&{role}>")


def check_tables_here(servers: Servers, interaction: discord.Interaction) -> None:
    """Raise `UIRefusal`, naming the allowed channels, unless this channel or this thread's channel is allowed."""
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
    """Return whether a channel or role is known to be gone. False before the server has arrived."""
    if guild is None or guild.unavailable or guild.default_role is None:
        return False
    return guild.get_channel(thing) is None and guild.get_role(thing) is None


LOOK_S = 1.0
"""Longest time in seconds to ask Discord whether the bot is a member of a private thread."""
NO_ACCESS = 50001


async def check_may_post(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` naming the permissions that the bot lacks here to show a table."""
    if is_locked(interaction):
        raise UIRefusal("refused.locked")
    lacking = missing_permissions(interaction)
    if lacking:
        raise UIRefusal("refused.permission_open", permissions=lacking)
    await _check_let_in(interaction)


async def check_may_post_in_thread(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` naming the permissions that the bot lacks to show a table in a new thread, or else here."""
    if not takes_threads(interaction):
        await check_may_post(interaction)
    elif lacking := missing_for_thread(interaction):
        raise UIRefusal("refused.permission_thread", permissions=lacking)


async def _check_let_in(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` in a private thread without the bot. Commands work there anyway."""
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
