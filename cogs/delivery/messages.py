"""The steps that all senders share: ping in a text, edit, delete, reopen the thread, and find unconfirmed messages.

A notification shows only the text of a message as it was posted, and none of its components. An edit notifies nobody.
So a message that pings is posted as text, and then edited to show components.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

import discord

from cogs.delivery.live_messages import Live, verbs_of
from cogs.delivery.outcomes import GONE
from cogs.delivery.permissions import may_look_back
from cogs.delivery.reactions import FAILURES, RETRY_S, Reaction, code_of, pause_s, reaction_to
from cogs.logs import log
from cogs.private_answers import PrivateAnswer
from cogs.ui.layout import upload
from cogs.ui.wording import Wording
from cogs.views.chronicle import HOWTO, LASTING
from cogs.views.push import is_push_line
from cogs.views.results import RESULT
from cogs.views.waits import SIT
from render import Picture
from sessions.delivery.outbox import DONE, Delivery
from sessions.records.table import Post
from sessions.refusals import StorageRefusal
from sessions.session import Session
from sessions.sessions import Sessions

LOST = (*FAILURES, discord.InteractionResponded)
"""Errors of an answer that was not delivered."""
TAKEN_AWAY_S = 5.0


async def take_away(before: PrivateAnswer) -> None:
    """Delete a private answer that is no longer useful, unless its reader has deleted it already."""
    try:
        async with asyncio.timeout(TAKEN_AWAY_S):
            if before.has_original:
                await before.interaction.delete_original_response()
            for message in before.more:
                await message.delete()
    except LOST as error:
        log.info("private answer stays: why=%s", getattr(error, "code", type(error).__name__))


async def call(
    place: discord.abc.Messageable, words: str, nonce: str, users: Iterable[int] = (), *, silent: bool = False
) -> discord.Message:
    """Post the text for a notification, which makes no sound if `silent`. It pings these users and nobody else."""
    called = [discord.Object(user) for user in users]
    allowed = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)
    return await place.send(words, nonce=nonce, allowed_mentions=allowed, silent=silent)


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


DIRECT_AT_ONCE = 5
"""Maximum number of people at one table who are sent messages at the same time."""


async def deliver_each(
    session: Session, posts: Sequence[Post], what: str, bring: Callable[[int, list[Post]], Awaitable[Exception | None]]
) -> Delivery:
    """Call `bring` with each user and their posts. It returns an error or None. Return the posts to retry.

    People don't wait for each other: Discord may let a direct message hang, and the channel's next board waits for all.
    """
    slots = asyncio.Semaphore(DIRECT_AT_ONCE)

    async def attempt(user: int, own: list[Post]) -> Delivery:
        later = frozenset(post.id for post in own)
        try:
            async with slots:
                error = await bring(user, own)
        except StorageRefusal:
            return Delivery(later)
        except Exception:
            log.exception("%s given up: table=%s", what, session.table.id)
            return DONE
        if error is None or reaction_to(error) is not Reaction.LATER:
            return DONE
        return Delivery(later, pause_s(error))

    users = dict.fromkeys(user for post in posts for user in post.users)
    outcomes = await asyncio.gather(*(attempt(user, [post for post in posts if user in post.users]) for user in users))
    late = [outcome for outcome in outcomes if outcome.later]
    pauses = [outcome.retry_after_s for outcome in late if outcome.retry_after_s is not None]
    return Delivery(frozenset().union(*(each.later for each in late)), max(pauses, default=None)) if late else DONE


async def post_silently(
    place: discord.abc.Messageable, view: discord.ui.LayoutView, pictures: Iterable[Picture], nonce: str
) -> discord.Message:
    """Post a view without a notification: an earlier message has already pinged, but cannot show the view."""
    return await place.send(view=view, files=[upload(picture) for picture in pictures], nonce=nonce, silent=True)


REOPEN_S = 10.0
REOPEN_HERE_S = 1.0
"""Longest time in seconds to reopen a thread for an answer, which is due within 3 s."""


class Reopening:
    """Reopens archived threads. `clock` is a monotonic clock in seconds."""

    def __init__(self, client: discord.Client, clock: Callable[[], float]) -> None:
        self._client = client
        self.clock = clock
        self._reopened: dict[int, float] = {}
        """The time of the last request to Discord about each channel."""

    async def reopen(self, channel: int) -> bool:
        """Reopen an archived thread, because controls don't work there, but leave a locked one alone. Ask at most once
        a minute. Return False if the channel turns out to be gone."""
        now = self.clock()
        if self._client.get_channel(channel) is not None or now - self._reopened.get(channel, -RETRY_S) < RETRY_S:
            return True
        self._reopened = {known: at for known, at in self._reopened.items() if now - at < RETRY_S} | {channel: now}
        try:
            async with asyncio.timeout(REOPEN_S):
                place = await self._client.fetch_channel(channel)
                if isinstance(place, discord.Thread) and not place.locked:
                    if place.archived:
                        await place.edit(archived=False)
                    del self._reopened[channel]  # ask again next time: it may be archived soon, even if just created
        except (*FAILURES, discord.InvalidData) as error:
            # A later post to the thread gets the same error.
            log.info("not reopened: channel=%s why=%s", channel, code_of(error))
            return code_of(error) not in GONE
        return True


async def reopen_here(interaction: discord.Interaction) -> bool:
    """Reopen the archived thread of an interaction. Return False if it is locked, or if Discord refuses or is slow."""
    thread = interaction.channel
    if not isinstance(thread, discord.Thread) or thread.locked:
        return False
    try:
        async with asyncio.timeout(REOPEN_HERE_S):
            await thread.edit(archived=False)
    except FAILURES as error:
        log.info("not reopened: channel=%s why=%s", thread.id, code_of(error))
        return False
    return True


NONCE_KEPT_MS = 60_000
"""Discord remembers a nonce for "the past few minutes". A post younger than this needs no search."""
CLOCKS_DIFFER_MS = 75 * 60_000
"""Largest difference between this machine's clock and Discord's: an hour, if daylight saving time was set by hand."""
HISTORY = 50
"""Maximum number of messages to search in a channel."""
DIRECT_HISTORY = 20
"""Maximum number of messages to search in a direct conversation."""


@dataclass(frozen=True)
class Tries:
    """Posts that were sent but not confirmed yet, by their nonces."""

    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _tried: dict[str, set[int]] = field(default_factory=dict, init=False)
    """For each post's nonce, the users pinged by unconfirmed tries."""
    _arrived: dict[str, discord.Message] = field(default_factory=dict, init=False)
    """Texts that have already pinged people for a post, but don't show the post yet."""

    def begin(self, nonce: str, users: Iterable[int] = ()) -> frozenset[int]:
        """Note a try at a post that pings these users. Return the users pinged by earlier tries."""
        called = frozenset(self._tried.get(nonce, ()))
        self._tried[nonce] = {*called, *users}
        return called

    def has_begun(self, nonce: str) -> bool:
        return nonce in self._tried

    def has_called(self, nonce: str, message: discord.Message) -> None:
        self._arrived[nonce] = message

    def end(self, nonce: str) -> None:
        self._tried.pop(nonce, None)
        self._arrived.pop(nonce, None)

    def give_up(self, rows: Iterable[Post]) -> None:
        for row in rows:
            for nonce in (row.nonce, in_place_nonce(row), start_nonce(row)):
                self.end(nonce)

    def is_repeated(self, nonce: str, row: Post) -> bool:
        """Return whether this process or another may have tried this post before."""
        return nonce in self._tried or self._sessions.outbox.is_inherited(row) or self._sessions.is_shared

    async def find_posted(
        self, session: Session, old: Live | None, row: Post, *, is_start: bool
    ) -> list[discord.Message]:
        """Find the messages of earlier tries, newest first, because Discord may have forgotten their nonces. They are
        boards and pings that were to become boards or, if `is_start`, start messages."""
        if not is_start and row.nonce in self._arrived:
            return [self._arrived[row.nonce]]
        if 0 <= self._sessions.outbox.age_ms(row) < NONCE_KEPT_MS and not self._sessions.outbox.is_inherited(row):
            return []
        if not may_look_back(self._client, session.table.channel):
            log.info("not looked for: table=%s why=history is closed", session.table.id)
            return []
        after = oldest_of(self._sessions, row)
        if old is not None and old.channel == session.table.channel:
            after = old.message
        channel = self._client.get_partial_messageable(session.table.channel)
        found: list[discord.Message] = []
        try:
            async for message in channel.history(limit=HISTORY, after=discord.Object(after), oldest_first=False):
                if self.is_try(message, session, is_start=is_start):
                    log.info("found again: table=%s message=%s", session.table.id, message.id)
                    found.append(message)
        except discord.Forbidden as error:
            log.info("not looked for: table=%s why=%s", session.table.id, error.code)
        return found

    def is_try(self, message: discord.Message, session: Session, *, is_start: bool = False) -> bool:
        """Return whether a message is a board of the table, or a ping that was to become one. If `is_start`, return
        whether it is a start message."""
        if message.author != self._client.user:
            return False
        if is_start:
            return HOWTO in verbs_of(message, session.table.id)
        is_plain = message.type is discord.MessageType.default and not message.components
        return shows_controls(message, session.table.id) or (
            is_plain and is_push_line(self._wording, session.table, message.content)
        )


def shows_controls(message: discord.Message, table: int) -> bool:
    """Return whether a message has controls that only the board of this table may have."""
    return bool(verbs_of(message, table) - LASTING - RESULT - {SIT})


def start_nonce(row: Post) -> str:
    return f"s.{row.nonce}"


def in_place_nonce(row: Post) -> str:
    """Return the nonce of the board that is posted in place of a message that can't be edited."""
    return f"{row.nonce}.3"


def oldest_of(sessions: Sessions, row: Post) -> int:
    """Return the smallest id that a message for this row can have, judging by the host's clock."""
    made_at = sessions.context.clock() - max(0, sessions.outbox.age_ms(row))
    return max(0, made_at - CLOCKS_DIFFER_MS - discord.utils.DISCORD_EPOCH) << 22


async def find_sent(
    sessions: Sessions, channel: discord.DMChannel, row: Post, is_it: Callable[[str], bool]
) -> discord.Message | None:
    """Find the message of an earlier try at this row: ours, younger than the row, with a text accepted by `is_it`."""
    after = discord.Object(oldest_of(sessions, row))
    async for message in channel.history(limit=DIRECT_HISTORY, after=after, oldest_first=False):
        if message.author == channel.me and is_it(message.content):
            return message
    return None
