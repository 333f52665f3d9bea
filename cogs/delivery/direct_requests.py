"""Stored direct messages that ask a person for something at a table. They are edited once it is done."""

from sessions.records.table import LiveMessage
from sessions.sessions import Sessions

REMIND, NEWS = "remind", "news"
"""A stored message has the kind `remind:<user>:<message>` or `news:<user>:<message>`: a question may have several."""

VOTED_ON = ":vote"
"""The end of the kind of a message that only asks for a move during a vote, and offers no way back to a seat."""


class DirectRequests:
    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._none: set[int] = set()
        """Tables that are known to have no such message, because looking them up after every board is slow."""
        self._kept = 0
        """The number of messages kept by this process."""

    async def keep(self, row: LiveMessage) -> None:
        await self._sessions.store.posts.keep_message(row)
        self._none.discard(row.table)
        self._kept += 1

    async def of(self, table: int) -> list[LiveMessage]:
        # Another process may have sent a message, so look it up each time.
        if table in self._none and not self._sessions.is_shared:
            return []
        kept = self._kept
        rows = await self._sessions.store.posts.live_messages(table)
        found = [row for row in rows if row.kind.partition(":")[0] in (REMIND, NEWS)]
        if not found and kept == self._kept:  # if the numbers differ, a message was kept after the rows were read
            self._none.add(table)
        return found

    def forget(self, table: int) -> None:
        self._none.discard(table)
