"""Send all posts waiting for a channel as one message with the newest state, and handle Discord's errors."""

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import discord

from cogs.delivery.boards import Boards, MayNotPost, TakenOver
from cogs.delivery.hand_sender import HandSender
from cogs.delivery.outcomes import Outcome, Outcomes, Posted, PutOff, Refused, notice_of, why_refused
from cogs.delivery.permissions import may_post
from cogs.delivery.reactions import BAD_FORM, FAILURES, LOCKED, RETRY_S, Reaction, code_of, pause_s, reaction_to
from cogs.logs import log
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.delivery.outbox import DONE, BlockedChannels, Delivery
from sessions.records.table import Post
from sessions.refusals import StorageRefusal
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Overtaken

POST_S = 60.0
"""Longest time in seconds to send a post. Slower posts are retried later, so a long rate limit blocks no worker."""
BLOCKED_S = 300.0
"""Minimum seconds until a post to a blocked channel is retried. A change of permissions cuts the wait short."""
MOST_BLOCKED_S = 24 * 3600.0
"""Maximum seconds until a post to a blocked channel is retried."""
GIVE_UP_S = 7 * 24 * 3600.0
"""Seconds after which a post is given up if the bot still lacks a permission for it."""

LOST_S = 5.0
"""Posts for a running game in a lost server are retried after this many seconds: the game is about to be suspended."""

NOT_NOW = (StorageRefusal, Overtaken, TakenOver)
"""Errors raised if the database is unavailable or another process was faster. The post is retried."""


@dataclass
class BoardSender:
    """Delivers boards, and handles Discord's errors. `is_in` says whether the bot is in a server; None if unknown."""

    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    boards: Boards
    _hands: HandSender
    _outcomes: Outcomes
    _blocked_channels: BlockedChannels
    _is_in: Callable[[int | None], bool | None]
    _retried: dict[int, float] = field(default_factory=dict, init=False)
    """The time of the last try at each blocked channel."""

    def __post_init__(self) -> None:
        self.clock = self.boards.clock
        self.dice = random.Random()
        self.post_s = POST_S
        self.messages = self.boards.messages

    async def deliver(self, session: Session, posts: list[Post]) -> Delivery:
        """Show the table, and note the outcome. Return the rows to retry."""
        with self.boards.locks.posting(session.table.id):
            return await self._deliver(session, posts)

    def drop(self, session: Session, posts: Iterable[Post]) -> None:
        """Give up these posts, and forget that their channel was blocked."""
        self._blocked_channels.discard(session.table.channel)
        self.boards.tries.give_up(posts)

    def forget(self, table: int) -> None:
        self.boards.forget(table)

    def spread(self, pause_s: float) -> float:
        return pause_s * self.dice.uniform(1.0, 1.25)

    def is_overtaken(self, session: Session, posts: list[Post]) -> bool:
        """Return whether the table has changed since these posts. Newer posts will then follow. Always False on a
        retry."""
        live = self.messages.at_hand(session.table.id)
        known = max([live.shown_number if live else 0, *(post.last for post in posts)])
        return bool(posts) and known < session.number and not any(post.attempts for post in posts)

    def _blocked_s(self, channel: int, posts: Sequence[Post]) -> float:
        """Return the seconds until a blocked channel may be tried again, or 0. Checks cached permissions first."""
        if channel not in self._blocked_channels:
            self._retried.pop(channel, None)
            return 0.0
        if not may_post(self._client.get_channel(channel)):
            return self._again_s(posts)
        now = self.clock()
        since_s = now - self._retried.get(channel, -RETRY_S)
        if since_s < RETRY_S:
            return self.spread(RETRY_S - since_s)
        self._retried[channel] = now
        return 0.0

    def _waited_s(self, posts: Sequence[Post]) -> float:
        """Return how long the oldest post has waited, in seconds. Post ids are timestamps in microseconds."""
        return self._sessions.context.clock() / 1000 - posts[0].id / 1_000_000

    def _again_s(self, posts: Sequence[Post]) -> float:
        """Return the seconds until the next try at a blocked channel: as long as it has been blocked so far."""
        return self.spread(min(max(self._waited_s(posts), BLOCKED_S), MOST_BLOCKED_S))

    def _put_off(self, session: Session, posts: list[Post]) -> Delivery:
        if self._waited_s(posts) < GIVE_UP_S:
            return Delivery(frozenset(post.id for post in posts), self._again_s(posts))
        table, attempts = session.table, max(post.attempts for post in posts) + 1
        log.warning(
            "post given up: table=%s channel=%s why=no permission attempts=%s", table.id, table.channel, attempts
        )
        self.boards.tries.give_up(posts)
        return DONE

    async def _deliver(self, session: Session, posts: list[Post]) -> Delivery:
        if await self._is_unseen(session, posts):
            return DONE
        later = frozenset(post.id for post in posts)
        wait_s = self._blocked_s(session.table.channel, posts)
        if wait_s:
            why = why_refused(self._client, session.table.channel, None)
            self._note(session, posts, Refused(why) if why.id == "place.permissions" else PutOff(wait_s))
            return self._put_off(session, posts) if self._waited_s(posts) >= GIVE_UP_S else Delivery(later, wait_s)
        channel = session.table.channel
        try:
            async with asyncio.timeout(self.post_s):
                await self.boards.show(session, posts, with_picture=True)
        except FAILURES as error:
            reaction = reaction_to(error)
            log.info("post failed: table=%s why=%s reaction=%s", session.table.id, code_of(error), reaction.name)
            match reaction:
                case Reaction.LATER | Reaction.FRESH | Reaction.SHUT:
                    self._note(session, posts, PutOff(pause_s(error)))
                    return Delivery(later, pause_s(error))
                case Reaction.BLOCKED if self._is_in(session.table.guild) is False:
                    return Delivery(later, LOST_S)  # the bot was removed, and the table is about to be suspended
                case Reaction.BLOCKED:
                    return await self._block(session, posts, code_of(error))
                case Reaction.SUSPEND if session.table.channel != channel:
                    return Delivery(later, 0.0)  # the table was moved meanwhile
                case Reaction.SUSPEND:
                    self._note(session, posts, Refused(Message("place.gone")))
                    self.messages.forget(session.table.id)
                    self.boards.tries.give_up(posts)
                    await session.place.lose_channel(channel)
                case Reaction.STOP:  # `InvalidRequests` has counted the error too, and stops the process
                    return Delivery(later)
                case Reaction.PLAIN:
                    if code_of(error) == BAD_FORM and self._wording.emoji.doubt():
                        return Delivery(later, 0.0)
                    return await self._send_plainly(session, posts)
        except MayNotPost as refusal:
            return await self._block(session, posts, LOCKED if refusal.is_locked else None)
        except NOT_NOW:
            return Delivery(later)
        except Exception as error:  # drawing or wording failed: at least show the table in its plainest form
            if await self._sessions.contain(error, session.table.id):
                return Delivery(later, 0.0)
            log.exception("our mistake: table=%s", session.table.id)
            return await self._send_plainly(session, posts)
        else:
            self._note(session, posts, Posted())
            self._blocked_channels.discard(session.table.channel)
        return DONE

    def _note(self, session: Session, posts: list[Post], outcome: Outcome) -> None:
        self._outcomes.note(session.table.id, max(post.id for post in posts), outcome)

    async def _is_unseen(self, session: Session, posts: list[Post]) -> bool:
        """Return whether the table was closed after failed posts, before anyone saw it. If so, drop its posts."""
        table = session.table
        if table.status != "closed" or not any(post.attempts for post in posts):
            return False
        if await self.messages.of(table.id) is not None or await self.messages.start_of(table.id) is not None:
            return False
        self.boards.tries.give_up(posts)
        self._blocked_channels.discard(table.channel)
        return True

    async def _block(self, session: Session, posts: list[Post], code: object) -> Delivery:
        """Postpone the posts. Explain why to people who wait for the board, or else, once, to the table's owner."""
        channel, blocked = session.table.channel, self._blocked_channels
        why = why_refused(self._client, channel, code)
        self._note(session, posts, Refused(why))
        if channel not in blocked:
            blocked.add(channel)
            await self._tell_owner(session, why)
        return self._put_off(session, posts)

    async def _tell_owner(self, session: Session, why: Message) -> None:
        table = session.table
        if not self._outcomes.is_awaited(table.id) and not self._sessions.choices.people.is_dm_closed(table.owner):
            notice = notice_of(why, self._wording.place_of(table))
            language = self._wording.speech.user(table.owner, table.language)
            await self._hands.send(table.owner, self._wording.say(notice, language))

    async def _send_plainly(self, session: Session, posts: list[Post]) -> Delivery:
        """Send the post again, without pictures and log lines. If that fails too, give it up."""
        why = Message("place.mistake")
        try:
            async with asyncio.timeout(self.post_s):
                await self.boards.show(session, posts, with_picture=False)
        except FAILURES as error:
            if reaction_to(error) is Reaction.LATER:
                self._note(session, posts, PutOff(pause_s(error)))
                return Delivery(frozenset(post.id for post in posts), pause_s(error))
            log.warning("post given up: table=%s why=%s", session.table.id, code_of(error))
            why = why_refused(self._client, session.table.channel, code_of(error))
        except NOT_NOW:
            return Delivery(frozenset(post.id for post in posts))
        except Exception as error:  # if the post were retried forever, it would block all later ones in the channel
            if await self._sessions.contain(error, session.table.id, is_certain=True):
                return Delivery(frozenset(post.id for post in posts), 0.0)
            log.exception("post given up: table=%s", session.table.id)
        else:
            self._note(session, posts, Posted())
            self.boards.tries.give_up(posts)
            return DONE
        self._note(session, posts, Refused(why))
        self.boards.tries.give_up(posts)
        if self.messages.at_hand(session.table.id) is None:
            await self._tell_owner(session, why)
        return DONE
