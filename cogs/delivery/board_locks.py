"""Presses whose answers may disable the controls of a board, and the posts that wait for these answers.

Discord keeps no order between requests: an answer that arrived after a newer edit would bring the old board back.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import discord_limits as limits

ANSWERED_S = limits.FIRST_ANSWER_S + 0.5
"""After this Discord refuses a first answer, so that none can come after what is posted then."""


@dataclass(frozen=True, slots=True, eq=False)
class Lock:
    """One press whose answer may disable a board. Posts wait for it until `until`, by the loop's clock."""

    until: float
    is_answered: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        """Let posts change the board: the answer has arrived, or leaves the board as it is."""
        self.is_answered.set()


class BoardLocks:
    """The locks of every table, and the tables whose boards are being changed."""

    def __init__(self) -> None:
        self._locks: dict[int, list[Lock]] = {}
        self._posting: set[int] = set()

    def begin(self, table: int) -> Lock | None:
        """Return a lock for a press that is about to be carried out; None while a post changes the board."""
        if table in self._posting:
            return None
        now = asyncio.get_running_loop().time()
        lock = Lock(now + ANSWERED_S)
        known = [each for each in self._locks.get(table, ()) if each.until > now and not each.is_answered.is_set()]
        self._locks[table] = [*known, lock]
        return lock

    @contextlib.contextmanager
    def posting(self, table: int) -> Iterator[None]:
        """Change a table's board: presses of that time lock nothing."""
        self._posting.add(table)
        try:
            yield
        finally:
            self._posting.discard(table)

    async def answered(self, table: int) -> None:
        """Wait until the answers to all presses that may lock this table's board have arrived, or never will."""
        for lock in self._locks.pop(table, ()):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(lock.until):
                    await lock.is_answered.wait()
