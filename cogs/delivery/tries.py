"""Track posts that may have arrived without a confirmation. A retry looks for them before it posts again."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import discord

from cogs.delivery.live_messages import Live, verbs_of
from cogs.delivery.permissions import may_look_back
from cogs.logs import log
from cogs.ui.wording import Wording
from cogs.views.chronicle import HOWTO, LASTING
from cogs.views.push import is_push_line
from sessions.records.table import Post
from sessions.session import Session
from sessions.sessions import Sessions

NONCE_KEPT_MS = 60_000
"""Discord remembers a nonce for "the past few minutes". A post younger than this needs no search."""
CLOCKS_DIFFER_MS = 75 * 60_000
"""Largest difference between this machine's clock and Discord's: an hour, if daylight saving time was set by hand."""
HISTORY = 50
"""The most messages of a channel to search."""
DIRECT_HISTORY = 20
"""The most messages of a direct conversation to search."""


@dataclass(frozen=True)
class Tries:
    """The posts that were begun without a confirmation, by their nonces."""

    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _tried: dict[str, set[int]] = field(default_factory=dict, init=False)
    """The users pinged by unconfirmed tries, by the nonce of the post."""
    _arrived: dict[str, discord.Message] = field(default_factory=dict, init=False)
    """The texts that have pinged for a post and don't show it yet."""

    def begin(self, nonce: str, users: Iterable[int] = ()) -> frozenset[int]:
        """Note a try at a post that pings these users. Return the users pinged by earlier tries."""
        called = frozenset(self._tried.get(nonce, ()))
        self._tried[nonce] = {*called, *users}
        return called

    def has_called(self, nonce: str, message: discord.Message) -> None:
        self._arrived[nonce] = message

    def end(self, nonce: str) -> None:
        self._tried.pop(nonce, None)
        self._arrived.pop(nonce, None)

    def give_up(self, rows: Iterable[Post]) -> None:
        """Note that no more boards or start messages are posted for these rows."""
        for row in rows:
            self.end(row.nonce)
            self.end(start_nonce(row))

    def is_repeated(self, nonce: str, row: Post) -> bool:
        """Return whether this process or another may have tried this post before."""
        return nonce in self._tried or self.is_inherited(row) or self._sessions.is_shared

    async def posted_before(
        self, session: Session, old: Live | None, row: Post, *, is_start: bool
    ) -> discord.Message | None:
        """Find the message of an earlier try, if Discord may have forgotten its nonce.

        It shows the table, or is still the text that pings. It is younger than the old board, or else than the row.
        """
        if not is_start and row.nonce in self._arrived:
            return self._arrived[row.nonce]
        if 0 <= self._sessions.outbox.age_ms(row) < NONCE_KEPT_MS and not self.is_inherited(row):
            return None
        if not may_look_back(self._client, session.table.channel):
            log.info("not looked for: table=%s why=history is closed", session.table.id)
            return None
        after = oldest_of(self._sessions, row)
        if old is not None and old.channel == session.table.channel:
            after = old.message
        channel = self._client.get_partial_messageable(session.table.channel)
        try:
            async for message in channel.history(limit=HISTORY, after=discord.Object(after), oldest_first=False):
                if message.author == self._client.user and self._is_it(message, session, is_start=is_start):
                    log.info("found again: table=%s message=%s", session.table.id, message.id)
                    return message
        except discord.Forbidden as error:
            log.info("not looked for: table=%s why=%s", session.table.id, error.code)
        return None

    def _is_it(self, message: discord.Message, session: Session, *, is_start: bool) -> bool:
        verbs = verbs_of(message, session.table.id)
        if is_start:
            return HOWTO in verbs
        is_plain = message.type is discord.MessageType.default and not message.components
        return bool(verbs - LASTING) or (is_plain and is_push_line(self._wording, session.table, message.content))

    def is_inherited(self, row: Post) -> bool:
        return self._sessions.outbox.is_inherited(row)


def start_nonce(row: Post) -> str:
    return f"s.{row.nonce}"


def snowflake_of(ms: int) -> int:
    """Return the smallest id that Discord gives in a millisecond since 1970."""
    return max(0, ms - discord.utils.DISCORD_EPOCH) << 22


def oldest_of(sessions: Sessions, row: Post) -> int:
    """Return the smallest id that a message for this row can have, judging by the host's clock."""
    made_at = sessions.context.clock() - max(0, sessions.outbox.age_ms(row))
    return snowflake_of(made_at - CLOCKS_DIFFER_MS)


async def sent_before(
    sessions: Sessions, channel: discord.DMChannel, row: Post, is_it: Callable[[str], bool]
) -> discord.Message | None:
    """Find the message of an earlier try at this row: ours, younger than the row, with a text accepted by `is_it`."""
    after = discord.Object(oldest_of(sessions, row))
    async for message in channel.history(limit=DIRECT_HISTORY, after=after, oldest_first=False):
        if message.author == channel.me and is_it(message.content):
            return message
    return None
