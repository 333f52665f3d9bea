"""Tell people what happened to their seat: directly, or else with a ping in the table's channel."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import discord

from cogs.delivery.direct_requests import NEWS, VOTED_ON, DirectRequests
from cogs.delivery.hand_sender import DIRECT_S
from cogs.delivery.messages import call, deliver_each, find_sent
from cogs.delivery.reactions import FAILURES, Reaction, code_of, reaction_to
from cogs.logs import log
from cogs.members import Members
from cogs.ui.layout import buttons
from cogs.ui.panel import Button
from cogs.ui.press import Press
from cogs.ui.wording import Wording
from cogs.views.people import mention_of
from cogs.views.push import outcome
from cogs.views.waits import SIT
from engine.kernel.decision import Argument, Message
from sessions.clocks.own_time import is_free
from sessions.delivery.outbox import Delivery
from sessions.records.person import NOTICES_KEPT_MS, Notice
from sessions.records.table import LiveMessage, Post, Table
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import snapshot_of

ASKING = {"out_of_time", "silent", "opened"}


@dataclass(frozen=True)
class NoticeSender:
    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _members: Members
    _requests: DirectRequests
    _tried: set[str] = field(default_factory=set, init=False)
    """The nonces of direct messages that may have arrived without a confirmation."""

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Delivery:
        return await deliver_each(session, posts, "news", lambda user, own: self._bring(session, user, own))

    async def _bring(self, session: Session, user: int, posts: Sequence[Post]) -> Exception | None:
        """Send a person the news of these rows. Return the error that prevented this, or None."""
        people = self._sessions.choices.people
        notices = await recent_notices(self._sessions, user)
        numbers = {post.id for post in posts}
        mine = [notice for notice in notices if notice.id in numbers]
        lines = [notice_line(self._wording, session, notice) for notice in mine]
        if not lines:
            return None
        try:
            if not people.is_dm_closed(user):
                sent = await self._send(session, user, lines, posts[-1])
                told = {notice.news for notice in mine}
                if not ASKING.isdisjoint(told):
                    now, end = self._sessions.context.clock(), "" if "opened" in told else VOTED_ON
                    kind = f"{NEWS}:{user}:{sent.id}{end}"
                    row = LiveMessage(session.table.id, kind, sent.channel.id, sent.id, now)
                    await self._requests.keep(row)
                return None
        except FAILURES as error:
            log.info("news not sent directly: table=%s why=%s", session.table.id, code_of(error))
            if reaction_to(error) is not Reaction.SHUT:
                return error
            await people.close_dm(user)
        if await self._members.find_gone(session.table.guild, [user]):
            return None
        try:
            await self._call(session, user, lines, posts[-1])
        except FAILURES as error:
            log.info("news not sent: table=%s why=%s", session.table.id, code_of(error))
            return error
        return None

    async def _send(self, session: Session, user: int, lines: Sequence[Message], post: Post) -> discord.Message:
        language = self._wording.speech.user(user, session.table.language)
        text = "\n".join(self._wording.say(line, language, session.table) for line in lines)
        way_back = self._way_back(session, user, language)
        is_repeated = post.nonce in self._tried or self._sessions.outbox.is_inherited(post)
        self._tried.add(post.nonce)
        async with asyncio.timeout(DIRECT_S):
            channel = await self._client.create_dm(discord.Object(user))
            is_it = lambda sent: sent == text  # noqa: E731
            sent = await find_sent(self._sessions, channel, post, is_it) if is_repeated else None
            sent = sent or await channel.send(
                text,
                view=way_back or discord.utils.MISSING,
                nonce=post.nonce,
                silent=self._is_busy(user),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        self._tried.discard(post.nonce)
        return sent

    async def _call(self, session: Session, user: int, lines: Sequence[Message], post: Post) -> None:
        table = session.table
        words = " ".join(self._wording.say(line, table.language, table) for line in lines)
        text = self._wording.say(Message("notice.called", {"person": f"<@{user}>", "news": words}), table.language)
        channel = self._client.get_partial_messageable(table.channel)
        async with asyncio.timeout(DIRECT_S):
            await call(channel, text, post.nonce, [user], silent=table.seating.silent or self._is_busy(user))

    def _is_busy(self, user: int) -> bool:
        """Return whether messages to this person should make no sound: they are away or have quiet hours."""
        return not is_free(self._sessions.choices.schedules.get(user), self._sessions.context.clock())

    def _way_back(self, session: Session, user: int, language: str) -> discord.ui.View | None:
        """Return the button that takes back a seat, if nobody else has taken it."""
        table = session.table
        if not has_way_back(table, user):
            return None
        label = self._wording.say(Message("button.back_in_seat"), language)
        return buttons([Button(Press(table.id, table.epoch, SIT, user=user), label, "main")])


def has_way_back(table: Table, user: int) -> bool:
    """Return whether this person has lost a seat that nobody else has taken."""
    return table.has_open_seat and any(sitter.user == user and sitter.has_left for sitter in table.sitters)


def is_outdated(table: Table, notice: Notice) -> bool:
    """Return whether this news asks for something that isn't possible or necessary any more."""
    if notice.news == "opened":
        return not has_way_back(table, notice.user)
    is_voted_on = table.vote is not None and table.sitters[table.vote.seat].user == notice.user
    return notice.news in ASKING and not is_voted_on


def notice_line(wording: Wording, session: Session, notice: Notice) -> Message:
    blanks: dict[str, Argument] = {**wording.place_of(session.table), "name": mention_of(notice.by)}
    if notice.news == "ended":
        blanks["outcome"] = outcome(wording, snapshot_of(session))
    return Message(f"notice.{notice.news}", blanks)


async def recent_notices(sessions: Sessions, user: int) -> list[Notice]:
    return await sessions.store.people.notices(user, sessions.context.clock() - NOTICES_KEPT_MS)
