"""The outbox for several processes: the process that holds a channel delivers everyone's posts there."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from secrets import token_urlsafe

from msgspec.structs import replace

from sessions.delivery.outbox import Delivery, Outbox, Sender
from sessions.records.table import Post
from sessions.refusals import StorageRefusal
from sessions.store import PostStore, Sharing

log = logging.getLogger(__name__)

LOOK_S = 2.0
"""Seconds between checks for posts of ended processes."""
SLOTS = 64


class SharedOutbox(Outbox):
    def __init__(self, store: PostStore, clock: Callable[[], int], sharing: Sharing) -> None:
        super().__init__(store, clock)
        self._sharing = sharing
        self._done: dict[int, set[int]] = {}
        """For each channel, the posts delivered since this process took the channel. A check may still find them."""
        self._looking: asyncio.Task[None] | None = None
        sharing.listen(self._hear)

    def next_id(self) -> int:
        """Return an id larger than this process's earlier ones and distinct from other processes' ids."""
        at = super().next_id()
        self._last_id = at + (self._sharing.slot - at) % SLOTS
        return self._last_id

    async def holds(self, channel: int) -> bool:
        return await self._sharing.holds(channel)

    def is_inherited(self, post: Post) -> bool:
        """Return whether another process may have sent this post without recording it."""
        return super().is_inherited(post) or post.id % SLOTS != self._sharing.slot % SLOTS

    def start(self, sender: Sender) -> None:
        super().start(sender)
        self._looking = asyncio.create_task(self._look(), name="outbox of others")

    async def stop(self, drain_s: float = 5.0) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None
        await super().stop(drain_s)

    def add(self, posts: Iterable[Post]) -> None:
        super().add(post for post in posts if not self._is_known(post))

    def wake(self, channel: int | None = None) -> None:
        """Retry now in this channel, or in all channels, no matter which process holds them."""
        super().wake(channel)
        self._sharing.hint("wake", channel or 0)

    def _hear(self, kind: str, number: int) -> None:
        if kind == "wake":
            super().wake(number or None)

    def _is_known(self, post: Post) -> bool:
        at_hand = self._waiting.get(post.channel, ())
        return post.id in self._done.get(post.channel, ()) or any(post.id == known.id for known in at_hand)

    async def _work(self, channel: int) -> None:
        try:
            while self._sender is not None:
                self._wakes[channel].clear()
                if await self._take(channel):
                    try:
                        await self._empty(channel)
                    finally:
                        self._done.pop(channel, None)
                        await self._sharing.let_go(channel)
                    # Another process may have added a post while we were finishing, so check again.
                elif not self._wakes[channel].is_set():  # otherwise this process has added a post since the check
                    break
        except StorageRefusal:
            pass  # the next check finds it
        finally:
            self._waiting.pop(channel, None)
            self._workers.pop(channel, None)
            self._wakes.pop(channel, None)

    async def _take(self, channel: int) -> bool:
        """Return whether this process has taken the channel and has something to deliver there."""
        if not await self._sharing.hold(channel):
            return False
        try:
            waiting = self._in_time(await self._store.waiting_in(channel))
        except StorageRefusal:
            await self._sharing.let_go(channel)
            raise
        if not waiting:
            await self._sharing.let_go(channel)
            return False
        if channel in self._woken:
            self._woken.discard(channel)
            waiting = [replace(post, due_at=0) for post in waiting]
        self._waiting[channel] = waiting
        self._done[channel] = set()
        return True

    async def _settle(self, channel: int, posts: list[Post], delivery: Delivery) -> None:
        """Settle the posts. If another process took the channel, both may have sent the posts: post the board again."""
        if await self.holds(channel):
            self._done.setdefault(channel, set()).update(post.id for post in posts if post.id not in delivery.later)
            await super()._settle(channel, posts, delivery)
            return
        self._waiting.pop(channel, None)
        if any(post.id not in delivery.later for post in posts):
            again = Post(self.next_id(), posts[0].table, channel, "board", token_urlsafe(16), 0)
            await self._store.add(again)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                self.add(await self._store.waiting())
            except StorageRefusal:
                pass  # the next check may find them
            except Exception:
                # Keep looking after an unexpected error.
                log.exception("our mistake in looking for others' posts")
