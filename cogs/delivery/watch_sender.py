"""Send watchers one direct message after each round, and one with the result. They contain only public facts."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import discord

import discord_limits as limits
from cogs.delivery.hand_sender import DIRECT_S
from cogs.delivery.messages import deliver_each, find_sent
from cogs.delivery.reactions import FAILURES, Reaction, check_is_final, code_of, reaction_to
from cogs.logs import log
from cogs.members import Members
from cogs.painter import Painter
from cogs.ui.layout import pages
from cogs.ui.wording import Wording
from cogs.views.ending import headline
from engine.kernel.decision import Message
from sessions.delivery.outbox import Delivery
from sessions.lobby.colours import colours_of
from sessions.records.table import Post
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import snapshot_of

RESULT = 1_000_000
"""Used as the number of a round to mean the end of the game."""


@dataclass
class WatchSender:
    _client: discord.Client
    _wording: Wording
    _painter: Painter
    _sessions: Sessions
    _members: Members

    async def greet(self, user: int, text: str) -> bool:
        """Send the first message. Return whether Discord accepted it. Raises `UIRefusal` if it may do so later."""
        try:
            async with asyncio.timeout(DIRECT_S):
                channel = await self._client.create_dm(discord.Object(user))
                await channel.send(text)
        except FAILURES as error:
            log.info("watcher not greeted: why=%s", code_of(error))
            check_is_final(error)
            return False
        return True

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Delivery:
        return await deliver_each(session, posts, "watcher", lambda user, own: self._bring(session, user, own))

    async def _bring(self, session: Session, user: int, posts: Sequence[Post]) -> Exception | None:
        """Send the newest report of these rows, if it is new. Return the error that prevented it, or None."""
        watchers, table = self._sessions.choices.watchers, session.table.id
        watcher = watchers.get(table, user)
        ended = await self._last_ended(session, posts)
        if watcher is None or ended is None or ended <= watcher.told:
            return None
        if await self._members.find_gone(session.table.guild, [user]):
            await watchers.stop(table, user)
            return None
        is_closed = False
        try:
            await self._send(user, self._text(session, user, ended), posts[0])
        except FAILURES as error:
            log.info("watcher not told: table=%s why=%s", table, code_of(error))
            reaction = reaction_to(error)
            if reaction in (Reaction.LATER, Reaction.STOP):
                return error
            is_closed = reaction is Reaction.SHUT
        if is_closed or ended == RESULT:
            await watchers.stop(table, user)
        else:
            await watchers.tell(watcher, ended)
        return None

    async def _last_ended(self, session: Session, posts: Sequence[Post]) -> int | None:
        """Return the last round that ended in these rows, or `RESULT`. Return None if an undo reopened it."""
        if session.table.status in ("over", "closed"):
            return RESULT
        first, last = posts[0].first, posts[-1].last
        index = await session.reader.log.index()
        begun = [number for entry in range(first, last + 1) for number in index.rounds_begun_at(entry)]
        return max(begun) - 1 if begun else None

    def _text(self, session: Session, user: int, ended: int) -> str:
        table = session.table
        language = self._wording.speech.user(user, table.language)
        seen, place = session.reader.view(None), self._wording.place_of(table)
        if ended == RESULT:
            head = [
                self._wording.say(Message("watch.over", place), language),
                *headline(self._wording, snapshot_of(session), language),
            ]
        else:
            head = [self._wording.say(Message("watch.round", {**place, "round": ended}), language)]
        position = self._painter.client.alt(table.game, seen, table.names, language, colours=colours_of(table))
        foot = [] if ended == RESULT else [self._wording.say(Message("watch.stop", place), language)]
        return pages("\n".join([*head, position, *foot]), limits.CONTENT)[0]

    async def _send(self, user: int, text: str, first: Post) -> None:
        """Send the text, unless an earlier process has sent one with the same first line (table and round)."""
        head = text.partition("\n")[0]

        def is_it(told: str) -> bool:
            return told.partition("\n")[0] == head

        async with asyncio.timeout(DIRECT_S):
            channel = await self._client.create_dm(discord.Object(user))
            is_repeated = self._sessions.outbox.is_inherited(first)
            if is_repeated and await find_sent(self._sessions, channel, first, is_it):
                return
            await channel.send(text, nonce=first.nonce)
