"""Check that a table's messages can be posted where an interaction came from, before it opens or moves there."""

import asyncio

import discord

from cogs.delivery.permissions import is_locked, missing_for_thread, missing_permissions, takes_threads
from cogs.delivery.reactions import FAILURES, code_of
from cogs.logs import log
from cogs.ui.refusals import UIRefusal

LOOK_S = 1.0
"""Discord is asked for so long at most whether the bot is let into a private thread."""
NO_ACCESS = 50001


async def check_may_post(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` naming what the bot would need here to show a table."""
    if is_locked(interaction):
        raise UIRefusal("refused.locked")
    lacking = missing_permissions(interaction)
    if lacking:
        raise UIRefusal("refused.permission_open", permissions=lacking)
    await _check_let_in(interaction)


async def check_may_post_in_thread(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` naming what the bot would need to show a table in a thread that it makes here.

    Where no thread can be made the table opens in the place itself.
    """
    if not takes_threads(interaction):
        await check_may_post(interaction)
    elif lacking := missing_for_thread(interaction):
        raise UIRefusal("refused.permission_thread", permissions=lacking)


async def _check_let_in(interaction: discord.Interaction) -> None:
    """Raise `UIRefusal` in a private thread that the bot is not in, where commands work all the same."""
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
