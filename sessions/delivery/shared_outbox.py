"""The outbox of one of several processes: whoever takes a channel delivers what all of them want posted there."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from secrets import token_urlsafe

from msgspec.structs import replace

from sessions.delivery.outbox import Delivery, Outbox, Sender
from sessions.records.post import Post
from sessions.refusals import StorageRefusal
from sessions.store import PostStore, Sharing

log = logging.getLogger(__name__)

LOOK_S = 2.0
"""So often it is looked for posts that nobody delivers: those of a process that has ended."""
SLOTS = 64


class SharedOutbox(Outbox):
    """All posts still to be made in the channels that this process has taken; elsewhere others are at it."""

    def __init__(self, store: PostStore, clock: Callable[[], int], sharing: Sharing) -> None:
        super().__init__(store, clock)
        self._sharing = sharing
        self._done: dict[int, set[int]] = {}
        """The posts of each channel that were delivered since it was taken: a look from before may find them still."""
        self._woken: set[int] = set()
        """Channels whose posts are tried at once when they are taken, whatever they were put off to."""
        self._looking: asyncio.Task[None] | None = None
        sharing.listen(self._hear)

    def next_id(self) -> int:
        """An id for a new post, above all before it of this process, and unlike those of the others."""
        at = super().next_id()
        self._last_id = at + (self._sharing.slot - at) % SLOTS
        return self._last_id

    async def holds(self, channel: int) -> bool:
        """Whether no other process can have taken this channel since this one did."""
        return await self._sharing.holds(channel)

    def is_inherited(self, post: Post) -> bool:
        """Whether another process left this post, or an earlier one, and may have sent it before it could note so."""
        return super().is_inherited(post) or post.id % SLOTS != self._sharing.slot % SLOTS

    def start(self, sender: Sender) -> None:
        """Begin to deliver the posts that wait, by this sender, and to look for those that others left."""
        super().start(sender)
        self._looking = asyncio.create_task(self._look(), name="outbox of others")

    async def stop(self, drain_s: float = 5.0) -> None:
        """Let workers that deliver just now finish; the rest is the others'."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None
        await super().stop(drain_s)

    def add(self, posts: Iterable[Post]) -> None:
        """Take over posts that are on disk, but for those at hand or done already."""
        super().add(post for post in posts if not self._is_known(post))

    def wake(self, channel: int | None = None) -> None:
        """Try again at once in this channel, or in all, whichever process has taken it."""
        self._try_again(channel)
        self._sharing.hint("wake", channel or 0)

    def _hear(self, kind: str, number: int) -> None:
        if kind == "wake":
            self._try_again(number or None)

    def _try_again(self, channel: int | None) -> None:
        self._woken.update(self._waiting.keys() if channel is None else self._waiting.keys() & {channel})
        super().wake(channel)

    def _is_known(self, post: Post) -> bool:
        at_hand = self._waiting.get(post.channel, ())
        return post.id in self._done.get(post.channel, ()) or any(post.id == known.id for known in at_hand)

    async def _work(self, channel: int) -> None:
        """Take a channel and deliver what waits there, whoever wrote it, until nothing does."""
        try:
            while self._sender is not None and await self._take(channel):
                try:
                    await self._empty(channel)
                finally:
                    self._done.pop(channel, None)
                    await self._sharing.let_go(channel)
                # Somebody may have left it to us while we went: look once more.
        except StorageRefusal:
            pass  # the next look finds it
        finally:
            self._waiting.pop(channel, None)
            self._workers.pop(channel, None)
            self._wakes.pop(channel, None)

    async def _take(self, channel: int) -> bool:
        """Whether there is anything for this process to deliver in that channel now."""
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
        """Do as with one process; but where the channel was lost meanwhile, another may have been at it as well.

        Which of both was last, Discord alone knows: whoever has the channel shows once more what there is by now.
        """
        if await self.holds(channel):
            await super()._settle(channel, posts, delivery)
            return
        self._waiting.pop(channel, None)
        if any(post.id not in delivery.later for post in posts):
            again = Post(self.next_id(), posts[0].table, channel, "board", token_urlsafe(16), 0)
            await self._store.add(again)

    def _forget(self, channel: int, done: set[int]) -> None:
        self._done.setdefault(channel, set()).update(done)

    async def _look(self) -> None:
        """Now and then, deliver what nobody else does."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                self.add(await self._store.waiting())
            except StorageRefusal:
                pass  # the next look may find them
            except Exception:
                # Whatever it is, the posts of a process that has ended are looked for again.
                log.exception("our mistake in looking for others' posts")
