"""Send hands by direct message to people who want them: one message per table and person, replaced when it is old."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from secrets import token_urlsafe

import discord

import discord_limits as limits
from cogs.delivery.messages import call, delete, deliver_each, find_sent, message_at, post_silently
from cogs.delivery.reactions import FAILURES, Reaction, code_of, reaction_to
from cogs.logs import log
from cogs.members import Members
from cogs.painter import Painter
from cogs.ui.layout import pages, text_panel, upload
from cogs.ui.wording import Wording
from cogs.views.hand import hand_lines, hand_picture
from cogs.views.push import hand_push, is_hand_push
from engine.kernel.decision import Message
from render import Picture
from sessions.delivery.outbox import Delivery
from sessions.lobby.colours import colours_of
from sessions.records.table import LiveMessage, Post
from sessions.session import Session
from sessions.sessions import Sessions

ROTATE_MS = 50 * 60 * 1000
"""Messages older than this, in ms, aren't edited. Discord limits edits of messages older than an hour."""
EDIT_S = 8.0
"""Longest time in seconds for an edit; then a new message is sent."""
DIRECT_S = 20.0
"""Longest time in seconds for a direct message. Discord limits how many conversations the bot may open."""


@dataclass(frozen=True)
class HandSender:
    _client: discord.Client
    _wording: Wording
    _painter: Painter
    _sessions: Sessions
    _members: Members
    _texts: dict[tuple[int, int], str] = field(default_factory=dict, init=False)
    """The text of each person's message at each table, as far as this process knows."""

    @property
    def known(self) -> set[int]:
        return {table for table, _ in self._texts}

    def forget(self, table: int) -> None:
        for key in [key for key in self._texts if key[0] == table]:
            del self._texts[key]

    async def deliver(self, session: Session, posts: list[Post]) -> Delivery:
        return await deliver_each(session, posts, "hand", lambda user, own: self.bring(session, user, own[0]))

    async def bring(self, session: Session, user: int, row: Post | None = None) -> Exception | None:
        """Update this person's hand, if they want one. Return the error that prevented it, or None."""
        if not self._is_due(session, user):
            return None
        text = self._text(session, user, await self._sessions.store.people.note(session.table.id, user))
        key = session.table.id, user
        if self._texts.get(key) == text or await self._members.find_probably_gone(session.table.guild, [user]):
            return None
        try:
            try:
                await self._tell(session, user, text, row, with_picture=True)
            except discord.HTTPException as error:
                if reaction_to(error) is not Reaction.PLAIN:
                    raise
                await self._tell(session, user, text, row, with_picture=False)
        except FAILURES as error:
            await self._note_failure(user, error)
            return error
        self._texts[key] = text
        return None

    async def send(self, user: int, text: str) -> bool:
        """Send `text` by direct message. Return whether Discord delivered it."""
        try:
            async with asyncio.timeout(DIRECT_S):
                channel = await self._client.create_dm(discord.Object(user))
                for part in pages(text, limits.CONTENT):
                    await channel.send(part)
        except FAILURES as error:
            await self._note_failure(user, error)
            return False
        return True

    async def _note_failure(self, user: int, error: Exception) -> None:
        if reaction_to(error) is Reaction.SHUT:
            await self._sessions.choices.people.close_dm(user)
        log.info("direct message not sent: why=%s", code_of(error))

    def _is_due(self, session: Session, user: int) -> bool:
        table = session.table
        has_hand = self._wording.game_uis[table.game].private.has_hands and table.status == "running"
        return has_hand and session.reader.seat_of(user) is not None and self._sessions.choices.people.wants_hand(user)

    def _text(self, session: Session, user: int, note: str | None) -> str:
        """Return the hand in words, with a link to the table and the note. If the game can't describe hands, return the
        seat's view in words."""
        table, view = session.table, session.reader.view(session.reader.seat_of(user))
        language = self._wording.speech.user(user, table.language)
        if self._wording.game_uis[table.game].private.hand is not None:
            place = self._wording.say(Message("hand.place", {"channel": f"<#{table.channel}>"}), language)
            noted = [self._wording.say(Message("note.shown", {"note": note}), language)] if note is not None else []
            return "\n\n".join([place, *hand_lines(self._wording, table, view, language, len(note or "")), *noted])
        return str(self._painter.client.text(table.game, view, table.names, language, colours=colours_of(table)))

    async def _tell(self, session: Session, user: int, text: str, row: Post | None, *, with_picture: bool) -> None:
        table = session.table.id
        picture = None
        if with_picture:
            wording, view = self._wording, session.reader.view(session.reader.seat_of(user))
            language = wording.speech.user(user, session.table.language)
            picture = await hand_picture(wording, self._painter.of(user), session.table, view, language)
        known = await self._sessions.store.posts.live_messages(table)
        old = next((message for message in known if message.kind == f"hand:{user}"), None)
        is_young = old is not None and 0 <= self._sessions.context.clock() - old.posted_at < ROTATE_MS
        async with asyncio.timeout(DIRECT_S):
            if old is not None and is_young and await self._edit(old, text, picture):
                return
            channel = await self._client.create_dm(discord.Object(user))
            nonce = row.nonce if row else token_urlsafe(16)
            called = await self._keep(table, user, await self._call(channel, session, user, row, nonce), old)
            if not await self._edit(called, text, picture):
                pictures = (picture,) if picture else ()
                sent = await post_silently(channel, _panel(text, picture), pictures, f"{nonce}.2")
                await self._keep(table, user, sent, called)

    async def _call(
        self, channel: discord.DMChannel, session: Session, user: int, row: Post | None, nonce: str
    ) -> discord.Message:
        """Announce the hand in a text, unless an earlier process has done so."""
        language = self._wording.speech.user(user, session.table.language)
        if row is not None and self._sessions.outbox.is_inherited(row):
            is_it = partial(is_hand_push, self._wording, session.table, language)
            earlier = await find_sent(self._sessions, channel, row, is_it)
            if earlier is not None:
                return earlier
        round_now = await session.reader.log.round_now()
        has_digest = self._sessions.choices.schedules.get(user).has_digest
        return await call(
            channel, hand_push(self._wording, session.table, language, round_now), nonce, silent=has_digest
        )

    async def _keep(self, table: int, user: int, sent: discord.Message, old: LiveMessage | None) -> LiveMessage:
        now = self._sessions.context.clock()
        kept = LiveMessage(table, f"hand:{user}", sent.channel.id, sent.id, now)
        await self._sessions.store.posts.keep_message(kept)
        if old is not None and old.message != sent.id:
            error = await delete(self._client, old.channel, old.message, DIRECT_S)
            if error is not None:
                log.info("old hand stays: message=%s why=%s", old.message, type(error).__name__)
        return kept

    async def _edit(self, old: LiveMessage, text: str, picture: Picture | None) -> bool:
        """Edit the message. Return False if it is gone or can't be edited now."""
        message = message_at(self._client, old.channel, old.message)
        try:
            async with asyncio.timeout(EDIT_S):
                files = [upload(picture)] if picture else []
                await message.edit(content=None, view=_panel(text, picture), attachments=files)
        except (TimeoutError, discord.RateLimited):
            return False
        except discord.HTTPException as error:
            if reaction_to(error) in (Reaction.FRESH, Reaction.SUSPEND):
                return False
            raise
        return True


def _panel(text: str, picture: Picture | None) -> discord.ui.LayoutView:
    return text_panel(pages(text)[0], (), picture)
