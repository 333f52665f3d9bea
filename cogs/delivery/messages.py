"""The steps that all senders share: ping in a text, edit, delete, and reopen the thread.

A notification shows only the text of a message as it was posted, and none of its components. An edit notifies nobody.
So a message that pings is posted as text, and then edited to show components.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

import discord

from cogs.delivery.reactions import FAILURES, RETRY_S, Reaction, code_of, pause_s, reaction_to
from cogs.logs import log
from cogs.ui.layout import upload
from render import Picture
from sessions.delivery.outbox import DONE, Delivery
from sessions.records.table import Post
from sessions.refusals import StorageRefusal
from sessions.session import Session


async def call(place: discord.abc.Messageable, words: str, nonce: str, users: Iterable[int] = ()) -> discord.Message:
    """Post the text for a notification. It pings these users and nobody else."""
    called = [discord.Object(user) for user in users]
    allowed = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)
    return await place.send(words, nonce=nonce, allowed_mentions=allowed)


def message_at(client: discord.Client, channel: int, message: int) -> discord.PartialMessage:
    """Return a message to edit or delete, without asking Discord for it."""
    return client.get_partial_messageable(channel).get_partial_message(message)


async def delete(client: discord.Client, channel: int, message: int, longest_s: float) -> Exception | None:
    """Delete a message. Return the error that prevented it, or None."""
    try:
        async with asyncio.timeout(longest_s):
            await message_at(client, channel, message).delete()
    except FAILURES as error:
        return error
    return None


async def deliver_each(
    session: Session, posts: Sequence[Post], what: str, bring: Callable[[int, list[Post]], Awaitable[Exception | None]]
) -> Delivery:
    """Send each user of these rows their message. Return the sends to retry after an outage.

    `bring` returns the error that prevented a send. A bug for one user, logged with `what`, doesn't affect others.
    """
    later: set[int] = set()
    retry_after_s: float | None = None
    for user in dict.fromkeys(user for post in posts for user in post.users):
        own = [post for post in posts if user in post.users]
        try:
            error = await bring(user, own)
        except StorageRefusal:
            later.update(post.id for post in own)
            continue
        except Exception:
            log.exception("%s given up: table=%s", what, session.table.id)
            continue
        if error is not None and reaction_to(error) is Reaction.LATER:
            later.update(post.id for post in own)
            retry_after_s = pause_s(error)
    return Delivery(frozenset(later), retry_after_s) if later else DONE


async def post_silently(
    place: discord.abc.Messageable, view: discord.ui.LayoutView, pictures: Iterable[Picture], nonce: str
) -> discord.Message:
    """Post a view without a notification: an earlier message has already pinged, but cannot show the view."""
    return await place.send(view=view, files=[upload(picture) for picture in pictures], nonce=nonce, silent=True)


REOPEN_S = 10.0


class Reopening:
    """Reopens archived threads. `clock` counts seconds and never jumps."""

    def __init__(self, client: discord.Client, clock: Callable[[], float]) -> None:
        self._client = client
        self.clock = clock
        self._reopened: dict[int, float] = {}
        """When channels were last asked whether they are archived threads."""

    async def reopen(self, channel: int) -> None:
        """Reopen an archived thread unless it is locked: its controls may not work. Ask at most once a minute."""
        now = self.clock()
        if self._client.get_channel(channel) is not None or now - self._reopened.get(channel, -RETRY_S) < RETRY_S:
            return
        self._reopened = {known: at for known, at in self._reopened.items() if now - at < RETRY_S} | {channel: now}
        try:
            async with asyncio.timeout(REOPEN_S):
                place = await self._client.fetch_channel(channel)
                if isinstance(place, discord.Thread) and place.archived and not place.locked:
                    await place.edit(archived=False)
        except (*FAILURES, discord.InvalidData) as error:
            # A later post to the thread gets the same error.
            log.info("not reopened: channel=%s why=%s", channel, code_of(error))
