"""The message that introduces the bot to a server that has just invited it."""

import discord

from cogs.delivery.permissions import may_post
from cogs.logs import log
from cogs.ui.wording import Wording
from engine.kernel.decision import Message


async def say_hello(wording: Wording, guild: discord.Guild) -> None:
    """Introduce the bot in the server's channel for system messages, or in the first channel where it may post."""
    first = [guild.system_channel] if guild.system_channel else []
    channel = next((place for place in (*first, *guild.text_channels) if may_post(place)), None)
    if channel is None:
        return
    games = tuple(game_ui.name for game_ui in wording.game_uis.values())
    words = wording.say(Message("hello.server", {"games": games}), wording.speech.guild(guild))
    try:
        await channel.send(words, nonce=str(guild.id), allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.info("no hello in a new server: guild=%s status=%s", guild.id, error.status)
