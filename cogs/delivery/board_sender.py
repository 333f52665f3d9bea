"""What a table's channel is sent, as few messages as it takes, and what becomes of what Discord refuses.

Whatever waits for a channel becomes one message of the newest state.
"""

import asyncio
import random
from collections.abc import Callable, Sequence

import discord

from cogs.delivery.boards import PATIENCE_S, Boards, MayNotPost, TakenOver
from cogs.delivery.hand_sender import HandSender
from cogs.delivery.invalid_requests import InvalidRequests
from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.permissions import may_post
from cogs.delivery.reactions import (
    BAD_FORM,
    BLOCKED_S,
    FAILURES,
    LOCKED,
    RETRY_S,
    Reaction,
    code_of,
    pause_s,
    reaction_to,
)
from cogs.delivery.reminders import ReminderSender
from cogs.delivery.reopening import Reopening
from cogs.delivery.seeking import Seeking
from cogs.delivery.watch_sender import WatchSender
from cogs.logs import log
from cogs.services import Services
from engine.kernel.decision import Message
from sessions.outbox import DONE, Delivery
from sessions.records import Post
from sessions.refusals import StorageRefusal
from sessions.session import Session
from sessions.store import Overtaken

POST_S = 60.0
"""A post that is not made by then comes again later: a long rate limit holds up no worker for ever."""

NOT_NOW = (StorageRefusal, Overtaken, TakenOver)
"""What comes of a disk that is away, and of a process that was faster: what is to be posted is looked at again."""


class BoardSender:
    """Posts boards and hands. `stop` ends the process when Discord no longer knows the bot.

    `clock` counts seconds and never jumps; `dice` spreads what would otherwise come back all at once.
    """

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        stop: Callable[[], None],
        invalid: InvalidRequests,
        *,
        clock: Callable[[], float] | None = None,
        dice: random.Random | None = None,
    ) -> None:
        self._client = client
        self._services = services
        self._stop = stop
        self._invalid = invalid
        self.clock = clock or (lambda: services.steady() / 1000)
        self.dice = dice or random.Random()
        self.post_s = POST_S
        self.hands = HandSender(client, services)
        self.watches = WatchSender(client, services)
        self.reopening = Reopening(client, self.clock)
        self.reminders = ReminderSender(client, services, self.reopening.reopen)
        self.seeking = Seeking(client, services)
        sessions = services.sessions
        self.messages = LiveMessages(sessions.store, sessions.clock, services.steady, is_shared=sessions.is_shared)
        self.boards = Boards(client, services, self.messages, self.reopening, self.clock)
        self._retried: dict[int, float] = {}
        """When each blocked channel was tried again last."""

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        """Post what these rows tell of. Errors of Discord are met as prescribed; none of them loses a row."""
        pause_s = self._invalid.pause_s
        if pause_s:
            return Delivery(frozenset(post.id for post in posts), self.spread(pause_s))
        await self._services.traffic.calm(PATIENCE_S)
        session = await self._services.sessions.by_id(table)
        if self._services.sessions.is_shared:
            await self.messages.refresh(table)
            self.hands.forget(table)
        boards = [post for post in posts if post.kind == "board"]
        reminded = DONE
        for post in [post for post in posts if post.kind == "remind"]:
            outcome = await self.reminders.deliver(session, post)
            if outcome is None:
                boards.append(post)
            elif outcome.later:
                reminded = Delivery(reminded.later | outcome.later, outcome.retry_after_s)
        if self._is_overtaken(session, boards):
            return Delivery(frozenset(post.id for post in posts), 0.0)
        board = await self._deliver_board(session, boards) if boards else DONE
        await self.seeking.take_back(session)
        drawn = [post for post in posts if post.kind == "hand"]
        if drawn and not boards:
            await self.reopening.reopen(session.table.channel)  # a hand links there
        hands = await self.hands.deliver(session, drawn)
        watches = await self.watches.deliver(session, [post for post in posts if post.kind == "watch"])
        if not session.table.is_live:
            self._forget(table)
        told = (board, hands, watches, reminded)
        held_up = next((each for each in told if each.later), DONE)
        return Delivery(frozenset().union(*(each.later for each in told)), held_up.retry_after_s)

    def _forget(self, table: int) -> None:
        """Nothing more is told of this table but by its rows."""
        self.boards.forget(table)
        self.hands.forget(table)
        self.seeking.forget(table)

    @property
    def known(self) -> int:
        """How many tables it remembers something of."""
        return len(self.messages.known | self.hands.known)

    def spread(self, pause_s: float) -> float:
        """Somewhat more than `pause_s`, so that not all channels come back in the same second."""
        return pause_s * self.dice.uniform(1.0, 1.25)

    def _is_overtaken(self, session: Session, posts: list[Post]) -> bool:
        """Whether the table has moved on meanwhile, so that newer rows are about to join these; asked once a row."""
        live = self.messages.at_hand(session.table.id)
        known = max([live.told if live else 0, *(post.last for post in posts)])
        return bool(posts) and known < session.number and not any(post.attempts for post in posts)

    def _blocked_s(self, channel: int) -> float:
        """How long a blocked channel has still to wait; 0 where it may be tried, or is not there.

        Permissions are looked at first, which costs no request: each one refused counts against the bot.
        """
        if channel not in self._services.blocked_channels:
            self._retried.pop(channel, None)
            return 0.0
        place = self._client.get_channel(channel)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread) and not may_post(place):
            return self.spread(BLOCKED_S)
        now = self.clock()
        since_s = now - self._retried.get(channel, -RETRY_S)
        if since_s < RETRY_S:
            return self.spread(RETRY_S - since_s)
        self._retried[channel] = now
        return 0.0

    async def _deliver_board(self, session: Session, posts: list[Post]) -> Delivery:
        later = frozenset(post.id for post in posts)
        wait_s = self._blocked_s(session.table.channel)
        if wait_s:
            return Delivery(later, wait_s)
        try:
            async with asyncio.timeout(self.post_s):
                await self.boards.show(session, posts, with_picture=True)
        except FAILURES as error:
            reaction = reaction_to(error)
            log.info("post failed: table=%s why=%s reaction=%s", session.table.id, code_of(error), reaction.name)
            match reaction:
                case Reaction.LATER | Reaction.FRESH | Reaction.SHUT:
                    return Delivery(later, pause_s(error))
                case Reaction.BLOCKED:
                    await self._block(session, "notice.locked" if code_of(error) == LOCKED else "notice.permission")
                    return Delivery(later, self.spread(BLOCKED_S))
                case Reaction.SUSPEND:
                    self.messages.forget(session.table.id)
                    self.boards.tries.give_up(posts)
                    await session.lose_channel()
                case Reaction.STOP:
                    self._stop()
                    return Delivery(later)
                case Reaction.PLAIN:
                    if code_of(error) == BAD_FORM and self._services.emoji.doubt():
                        return Delivery(later, 0.0)
                    return await self._plainly(session, posts)
        except MayNotPost as refusal:
            await self._block(session, "notice.locked" if refusal.is_locked else "notice.permission")
            return Delivery(later, self.spread(BLOCKED_S))
        except NOT_NOW:
            return Delivery(later)
        except Exception:  # of drawing or wording: the table is shown in its plainest form at least
            log.exception("our mistake: table=%s", session.table.id)
            return await self._plainly(session, posts)
        else:
            self._services.blocked_channels.discard(session.table.channel)
        return DONE

    async def _block(self, session: Session, notice: str) -> None:
        """Keep what waits for this channel; the table's owner is told once, if their direct messages are open."""
        table, services = session.table, self._services
        if table.channel in services.blocked_channels:
            return
        services.blocked_channels.add(table.channel)
        if not services.sessions.people.is_dm_closed(table.owner):
            message = Message(notice, {"game": services.game_uis[table.game].name, "channel": f"<#{table.channel}>"})
            await self.hands.send(table.owner, services.say(message, services.speech.user(table.owner)))

    async def _plainly(self, session: Session, posts: list[Post]) -> Delivery:
        """Send the post once more without picture and lines. Gives it up if it is refused even so."""
        try:
            async with asyncio.timeout(self.post_s):
                await self.boards.show(session, posts, with_picture=False)
        except FAILURES as error:
            if reaction_to(error) is Reaction.LATER:
                return Delivery(frozenset(post.id for post in posts), pause_s(error))
            log.warning("post given up: table=%s why=%s", session.table.id, code_of(error))
        except NOT_NOW:
            return Delivery(frozenset(post.id for post in posts))
        except Exception:  # tried for ever it would hold up all that comes after it in the channel
            log.exception("post given up: table=%s", session.table.id)
        self.boards.tries.give_up(posts)
        return DONE
