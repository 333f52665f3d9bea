"""The outcome of posting each table's newest board, kept for the person who waits to see the board."""

import asyncio
import contextlib
from typing import Any, TypeAlias

import discord
import msgspec

from cogs.delivery.permissions import missing_in
from cogs.delivery.reactions import LOCKED
from engine.kernel.decision import Argument, Message
from sessions.refusals import StorageRefusal
from sessions.store import PostStore

WAIT_S = 6.0
"""Longest wait for a board, in seconds. After that it counts as not posted yet."""
LOOK_AGAIN_S = 1.0
"""Seconds between two checks whether another process has posted the board."""
REMEMBERED = 1024
"""Maximum number of tables whose outcomes are kept. An outcome is read within seconds."""
NO_ACCESS = 50001
GONE = (10003, 10004)
FILTERED = (20009, 200000, 240000)
"""Discord's error codes for posts rejected by a filter: pictures, AutoMod, links."""


class Posted(msgspec.Struct, frozen=True):
    pass


class PutOff(msgspec.Struct, frozen=True):
    """The post will be retried automatically, after `wait_s` seconds if known."""

    wait_s: float | None = None


class Refused(msgspec.Struct, frozen=True):
    """Discord refused the post. `why` names the reason and the remedy."""

    why: Message


Outcome: TypeAlias = Posted | PutOff | Refused


class Outcomes:
    """Remembers the outcome of each table's newest board, and lets callers wait for it."""

    def __init__(self, store: PostStore, *, is_shared: bool = False) -> None:
        self._store = store
        self._is_shared = is_shared
        self._known: dict[int, tuple[int, Outcome]] = {}
        """The newest post that was tried for each table, and its outcome."""
        self._awaited: dict[int, float] = {}
        """The time until which somebody waits for each table's board, by the loop's clock."""
        self._news = asyncio.Event()

    def note(self, table: int, post: int, outcome: Outcome) -> None:
        self._known.pop(table, None)
        self._known[table] = (post, outcome)
        _keep_newest(self._known)
        news, self._news = self._news, asyncio.Event()
        news.set()

    def expect(self, table: int) -> None:
        self._awaited.pop(table, None)
        self._awaited[table] = asyncio.get_running_loop().time() + WAIT_S
        _keep_newest(self._awaited)

    def is_awaited(self, table: int) -> bool:
        return asyncio.get_running_loop().time() < self._awaited.get(table, 0.0)

    async def of(self, table: int, since: int) -> Outcome | None:
        """Wait until the board for row `since` or later is posted, refused, or put off for longer than `WAIT_S`. On
        timeout, return the last known outcome."""
        try:
            async with asyncio.timeout(WAIT_S):
                while not _is_final(found := self._found(table, since)):
                    if self._is_shared and await self._is_in_store(table, since):
                        return Posted()
                    await self._hear()
                return found
        except TimeoutError:
            return self._found(table, since)
        finally:
            self._awaited.pop(table, None)

    def _found(self, table: int, since: int) -> Outcome | None:
        post, outcome = self._known.get(table, (-1, None))
        return outcome if post >= since else None

    async def _hear(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_AGAIN_S if self._is_shared else None):
                await self._news.wait()

    async def _is_in_store(self, table: int, since: int) -> bool:
        try:
            return any(message.post >= since for message in await self._store.live_messages(table))
        except StorageRefusal:
            return False


def _keep_newest(known: dict[int, Any]) -> None:
    if len(known) > REMEMBERED:
        del known[next(iter(known))]


def _is_final(outcome: Outcome | None) -> bool:
    if isinstance(outcome, PutOff):
        return outcome.wait_s is not None and outcome.wait_s > WAIT_S
    return outcome is not None


def why_refused(client: discord.Client, channel: int, code: object) -> Message:
    """Explain why posts to this channel fail, and how to fix it. Uses Discord's `code` and cached permissions."""
    place = client.get_channel(channel)
    lacking = missing_in(place)
    if code == LOCKED:
        return Message("place.locked")
    if code in GONE:
        return Message("place.gone")
    if code in FILTERED:
        return Message("place.filtered")
    if lacking:
        return Message("place.permissions", {"permissions": lacking})
    if code == NO_ACCESS:
        return Message("place.no_access")
    return Message("place.refused", {"code": str(code)})


def notice_of(why: Message, place: dict[str, Argument]) -> Message:
    """Return the message to an owner whose board can't be posted."""
    match why.id:
        case "place.locked":
            return Message("notice.locked", place)
        case "place.permissions":
            return Message("notice.permission", {**place, "permissions": why.blanks["permissions"]})
    return Message("notice.refused", {**place, "why": why})
