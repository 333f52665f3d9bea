"""The outbox: one worker per channel delivers all due posts together, in order, and retries failed ones."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Collection, Iterable, Iterator, MutableSet, Sequence
from contextlib import contextmanager
from typing import Protocol

import msgspec
from msgspec.structs import replace

from sessions.records.clock import DAY_MS
from sessions.records.table import Post
from sessions.refusals import StorageRefusal
from sessions.store import PostStore, Sharing

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 300.0
LONGEST_PUT_OFF_S = 1.25 * LONGEST_PAUSE_S
"""Longest delay of a post, in seconds. The sender lengthens its own pauses by up to a quarter."""


class Delivery(msgspec.Struct, frozen=True):
    """The result of a delivery. Posts in `later` are retried after `retry_after_s` (None: after growing pauses)."""

    later: frozenset[int] = frozenset()
    retry_after_s: float | None = None


DONE = Delivery()

MOST_BEHIND_MS = DAY_MS
"""If the host's clock is behind the newest stored post by up to this much at a start, time continues from that post.
If it is behind by more, it was probably wrong when the post was stored, and is trusted now."""


class Sender(Protocol):
    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        """Post these rows of one table, oldest first, in as few messages as possible."""


class Outbox:
    """All undelivered posts, in memory. `clock` is monotonic: it ignores changes of the host's clock."""

    def __init__(self, store: PostStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._sender: Sender | None = None
        self._waiting: dict[int, list[Post]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._wakes: dict[int, asyncio.Event] = {}
        self._woken: set[int] = set()
        """Channels woken since their last delivery began. If it fails, its posts are retried immediately."""
        self._last_id = 0
        self._inherited: frozenset[int] = frozenset()

    async def holds(self, channel: int) -> bool:
        return True

    def next_id(self) -> int:
        """Return an id for a new post: the time in microseconds, or the last id plus one if that is larger."""
        self._last_id = max(self._last_id + 1, self._clock() * 1000)
        return self._last_id

    @property
    def depth(self) -> int:
        return sum(map(len, self._waiting.values()))

    def has_posts(self, channel: int) -> bool:
        return bool(self._waiting.get(channel))

    def waited_ms(self, apart: Collection[int] = ()) -> int:
        """Return how long the oldest post has waited, in ms, not counting the channels in `apart`."""
        waiting = list(self._waiting.items())  # a copy, because metrics are read in another thread
        oldest = (posts[0].id for channel, posts in waiting if posts and channel not in apart)
        first = min(oldest, default=None)
        return 0 if first is None else max(0, self._clock() - first // 1000)

    def age_ms(self, post: Post) -> int:
        return self._clock() - post.id // 1000

    async def load(self) -> None:
        posts, clock = self._in_time(await self._store.waiting()), self._clock
        self._last_id = max((post.id for post in posts), default=0)
        newest = max(self._last_id, await self._store.newest_shown())
        behind = newest // 1000 - clock()
        if 0 < behind <= MOST_BEHIND_MS:  # new posts must count as newer than those shown, or they ping nobody
            self._last_id, self._clock = newest, lambda: clock() + behind
            self._woken.update(post.channel for post in posts)
        self._inherited = frozenset(post.id for post in posts)
        for post in posts:
            self._waiting.setdefault(post.channel, []).append(post)

    def _in_time(self, posts: Iterable[Post]) -> list[Post]:
        """Return the posts. Any post delayed beyond the longest pause is due now: the clock must have been wrong."""
        latest = self._clock() + round(LONGEST_PUT_OFF_S * 1000)
        return [replace(post, due_at=0) if post.due_at > latest else post for post in posts]

    def is_inherited(self, post: Post) -> bool:
        """Return whether an earlier process may have sent this post without recording it."""
        return post.id in self._inherited

    def start(self, sender: Sender) -> None:
        self._sender = sender
        for channel in list(self._waiting):
            self._wake_worker(channel)

    def add(self, posts: Iterable[Post]) -> None:
        for post in posts:
            self._waiting.setdefault(post.channel, []).append(post)
            self._wake_worker(post.channel)

    def wake(self, channel: int | None = None) -> None:
        """Retry immediately in this channel, or in all channels."""
        for known in [channel] if channel is not None else list(self._waiting):
            waiting = self._waiting.get(known)
            if waiting:
                self._woken.add(known)
                self._waiting[known] = [replace(post, due_at=0) for post in waiting]
                self._wake_worker(known)

    def drop(self, tables: Collection[int]) -> None:
        for channel, posts in self._waiting.items():
            self._waiting[channel] = [post for post in posts if post.table not in tables]
        self.look()

    def look(self) -> None:
        """Check again which posts are due, because the clock may have jumped ahead."""
        for wake in self._wakes.values():
            wake.set()

    def _wake_worker(self, channel: int) -> None:
        if self._sender is not None and channel not in self._workers:
            self._wakes[channel] = asyncio.Event()
            self._workers[channel] = asyncio.create_task(self._work(channel), name=f"outbox {channel}")
        if channel in self._wakes:
            self._wakes[channel].set()

    async def _work(self, channel: int) -> None:
        try:
            await self._empty(channel)
        finally:
            self._workers.pop(channel, None)
            self._wakes.pop(channel, None)

    async def _empty(self, channel: int) -> None:
        while waiting := self._waiting.get(channel):
            self._wakes[channel].clear()
            sender = self._sender
            if sender is None:
                return
            posts, pause_s = _due(waiting, self._clock())
            if posts and not await self.holds(channel):
                break
            if posts:
                self._woken.discard(channel)
                delivery = await self._deliver(sender, posts[0].table, posts)
                await self._settle(channel, posts, delivery)
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause_s):
                        await self._wakes[channel].wait()
        self._waiting.pop(channel, None)

    async def _deliver(self, sender: Sender, table: int, posts: list[Post]) -> Delivery:
        try:
            return await sender.deliver(table, posts)
        except StorageRefusal:
            return Delivery(frozenset(post.id for post in posts))
        except Exception:
            # An unexpected error in the sender is our bug, and must not lose the row.
            log.exception("our mistake in a delivery: table=%s", table)
            return Delivery(frozenset(post.id for post in posts))

    async def _settle(self, channel: int, posts: list[Post], delivery: Delivery) -> None:
        done = {post.id for post in posts if post.id not in delivery.later}
        put_off = {post.id: self._put_off(post, delivery) for post in posts if post.id in delivery.later}
        if channel in self._woken:
            put_off = {known: replace(post, due_at=0) for known, post in put_off.items()}
        self._waiting[channel] = [put_off.get(post.id, post) for post in self._waiting[channel] if post.id not in done]
        # If a full disk prevents deleting rows, they are sent again after a restart; their nonce makes that harmless.
        with contextlib.suppress(StorageRefusal):
            await self._store.settle(sorted(done), list(put_off.values()))

    def _put_off(self, post: Post, delivery: Delivery) -> Post:
        pause_s = delivery.retry_after_s
        if pause_s is None:
            # Add jitter, so that a thousand channels don't retry in the same second after an outage.
            pause_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** min(post.attempts, 16)) * random.uniform(0.75, 1.0)
        return replace(post, attempts=post.attempts + 1, due_at=self._clock() + int(pause_s * 1000))

    async def stop(self, drain_s: float = 5.0) -> None:
        """Let deliveries finish, for at most `drain_s` seconds. Undelivered posts stay on disk."""
        self._sender = None
        for wake in self._wakes.values():
            wake.set()
        workers = [task for task in self._workers.values() if not task.done()]
        if workers:
            await asyncio.wait(workers, timeout=drain_s)
        for task in workers:
            task.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


def _lane(post: Post) -> tuple[object, ...]:
    """Return a post's lane. Posts in a lane keep their order. A hand has its own lane, so it can't delay the board."""
    return post.table, post.kind, post.users if post.kind in ("hand", "watch", "remind") else ()


def _due(waiting: Sequence[Post], now: int) -> tuple[list[Post], float]:
    """The due posts of one table, and the seconds until the first waiting post is due."""
    heads: dict[tuple[object, ...], int] = {}
    for post in waiting:
        heads.setdefault(_lane(post), post.due_at)
    due = [post for post in waiting if heads[_lane(post)] <= now]
    return [post for post in due if post.table == due[0].table], (min(heads.values()) - now) / 1000


PINGS_AT_MOST = 3
PINGS_WITHIN_MS = 10 * 60 * 1000
"""Someone who does nothing gets at most `PINGS_AT_MOST` pings in this time."""


class Pings:
    """Counts one table's pings to each person since that person last acted there, in memory only."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._pinged: dict[int, list[int]] = {}

    def keep_allowed(self, users: Iterable[int]) -> tuple[int, ...]:
        """Return those of `users` whom a message may ping now."""
        since = self._clock() - PINGS_WITHIN_MS
        return tuple(user for user in users if sum(at > since for at in self._pinged.get(user, ())) < PINGS_AT_MOST)

    @contextmanager
    def calling(self, users: Sequence[int]) -> Iterator[None]:
        """Count pings to `users` while a message is sent. If sending fails, these pings don't count."""
        at = self._clock()
        for user in users:
            self._pinged.setdefault(user, []).append(at)
        try:
            yield
        except BaseException:
            for user in users:
                pinged = self._pinged.get(user, [])
                if at in pinged:
                    pinged.remove(at)
            raise

    def forget(self, user: int) -> None:
        self._pinged.pop(user, None)


SHUT, OPEN = "shut", "open"


class BlockedChannels(MutableSet[int]):
    """Channels that reject posts, shared by all processes. A process that misses a hint finds out on its next post."""

    def __init__(self, sharing: Sharing | None = None) -> None:
        self._channels: set[int] = set()
        self._sharing = sharing
        if sharing is not None:
            sharing.listen(self._hear)

    def __contains__(self, channel: object) -> bool:
        return channel in self._channels

    def __iter__(self) -> Iterator[int]:
        return iter(self._channels)

    def __len__(self) -> int:
        return len(self._channels)

    def add(self, channel: int) -> None:
        if channel not in self._channels:
            self._channels.add(channel)
            self._tell(SHUT, channel)

    def discard(self, channel: int) -> None:
        if channel in self._channels:
            self._channels.discard(channel)
            self._tell(OPEN, channel)

    def _tell(self, kind: str, channel: int) -> None:
        if self._sharing is not None:
            self._sharing.hint(kind, channel)

    def _hear(self, kind: str, channel: int) -> None:
        if kind == SHUT:
            self._channels.add(channel)
        elif kind == OPEN:
            self._channels.discard(channel)
