"""Pass each waiting post of a table to the sender for its kind."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from cogs.delivery.board_sender import LOST_S, BoardSender
from cogs.delivery.boards import PATIENCE_S
from cogs.delivery.hand_sender import HandSender
from cogs.delivery.messages import Reopening, take_away
from cogs.delivery.notices import NoticeSender
from cogs.delivery.reminders import ReminderSender
from cogs.delivery.requests import InvalidRequests
from cogs.delivery.result_sender import ResultSender
from cogs.delivery.seeking import Seeking
from cogs.delivery.watch_sender import WatchSender
from cogs.private_answers import PrivateAnswers
from cogs.traffic import Traffic
from sessions.delivery.outbox import DONE, Delivery
from sessions.records.table import Post
from sessions.session import Session
from sessions.sessions import Sessions


@dataclass(frozen=True)
class OutboxDispatcher:
    """Delivers a table's posts, each kind by its own sender. All waiting boards become one message."""

    _sessions: Sessions
    _traffic: Traffic
    _invalid: InvalidRequests
    _boards: BoardSender
    _hands: HandSender
    _reminders: ReminderSender
    _watches: WatchSender
    _notices: NoticeSender
    _results: ResultSender
    _seeking: Seeking
    _reopening: Reopening
    _private_answers: PrivateAnswers
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)
    """While a table moves, its posts wait in two channels. Only one delivery at a time may change its board."""

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        """Send the posts for these rows. Return the rows to retry, so that Discord's errors never lose one. If the
        table's game fails, put the table on hold and retry everything."""
        try:
            return await self._deliver(table, posts)
        except Exception as error:
            if await self._sessions.contain(error, table):
                return Delivery(_ids(posts), 0.0)
            raise

    async def _deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        await self._traffic.calm(PATIENCE_S)
        pause_s = self._invalid.pause_s
        if pause_s:
            return Delivery(_ids(posts), self._boards.spread(pause_s))
        session = await self._sessions.by_id(table)
        if self._sessions.is_shared:
            await self._boards.messages.refresh(table)
            self._hands.forget(table)
        if self._sessions.choices.servers.is_lost(session.table.guild):
            return self._hold_back(session, posts)
        results = [post for post in posts if post.kind == "result"]
        if len(results) == len(posts):  # results go to another channel and don't change the board
            return await self._results.deliver(session, results)
        async with self._locks.setdefault(table, asyncio.Lock()):
            return await self._deliver_in_turn(session, posts, results)

    async def _deliver_in_turn(self, session: Session, posts: Sequence[Post], results: Sequence[Post]) -> Delivery:
        boards = [post for post in posts if post.kind == "board"]
        reminded = list[Delivery]()
        for post in [post for post in posts if post.kind == "remind"]:
            outcome = await self._reminders.deliver(session, post)
            if outcome is None:
                boards.append(post)
            else:
                reminded.append(outcome)
        if self._boards.is_overtaken(session, boards):
            return Delivery(_ids(posts), 0.0)
        board = await self._boards.deliver(session, boards) if boards else DONE
        await self._seeking.take_back(session)
        if session.table.status != "lobby":
            for spent in self._private_answers.end_lobby(session.table.channel):
                await take_away(spent)
        if not board.later:
            await self._reminders.settle(session)
        drawn = [post for post in posts if post.kind == "hand"]
        if drawn and not boards:
            await self._reopening.reopen(session.table.channel)  # a hand links to the board
        hands = await self._hands.deliver(session, drawn)
        watches = await self._watches.deliver(session, [post for post in posts if post.kind == "watch"])
        notices = await self._notices.deliver(session, [post for post in posts if post.kind == "notice"])
        published = await self._results.deliver(session, results)
        if not session.table.is_live:
            self.forget(session.table.id)
        return _combine([board, hands, watches, *reminded, notices, published])

    def _hold_back(self, session: Session, posts: Sequence[Post]) -> Delivery:
        """Drop the posts of a server that removed the bot. If a game is running, retry until the game is suspended."""
        if session.table.status == "running":
            return Delivery(_ids(posts), LOST_S)
        self._boards.drop(session, posts)
        self.forget(session.table.id)
        return DONE

    def forget(self, table: int) -> None:
        self._boards.forget(table)
        self._hands.forget(table)
        self._seeking.forget(table)
        self._reminders.forget(table)

    @property
    def known(self) -> int:
        return len(self._boards.messages.known | self._hands.known)


def _combine(outcomes: Sequence[Delivery]) -> Delivery:
    """Return all posts to retry, after the shortest pause: they go to different places, and a reminder may wait until
    the end of quiet hours."""
    late = [each for each in outcomes if each.later]
    soonest = min(late, key=lambda each: each.retry_after_s or 0.0, default=DONE)
    return Delivery(frozenset().union(*(each.later for each in late)), soonest.retry_after_s)


def _ids(posts: Sequence[Post]) -> frozenset[int]:
    return frozenset(post.id for post in posts)
