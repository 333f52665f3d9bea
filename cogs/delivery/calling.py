"""Ping somebody: a message is posted as words, and becomes components by an edit.

A notification shows the content of a message as it was posted, and nothing of its components. An edit notifies nobody.
"""

from collections.abc import Iterable, Sequence

import discord

from cogs.ui.layout import upload
from render import Picture


async def call(place: discord.abc.Messageable, words: str, nonce: str, users: Iterable[int] = ()) -> discord.Message:
    """Post the words that a notification shows. They ping these users and nobody else."""
    called = [discord.Object(user) for user in users]
    allowed = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)
    return await place.send(words, nonce=nonce, allowed_mentions=allowed)


async def lay_out(
    message: discord.PartialMessage,
    view: discord.ui.LayoutView,
    files: Sequence[discord.Attachment | discord.File],
) -> discord.Message:
    """Make of a message, words or components, this view with these files."""
    return await message.edit(content=None, view=view, attachments=files)


async def post_silently(
    place: discord.abc.Messageable, view: discord.ui.LayoutView, pictures: Iterable[Picture], nonce: str
) -> discord.Message:
    """Post what an earlier message has called to already, and cannot show: it notifies nobody again."""
    return await place.send(view=view, files=[upload(picture) for picture in pictures], nonce=nonce, silent=True)
