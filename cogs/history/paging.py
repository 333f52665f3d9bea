"""Reads a table's log in pages that fit into one message.

If possible, a page starts and ends between two turns. Otherwise the page says that it splits a turn.
"""

from collections.abc import Sequence

import discord

from cogs.ui.wording import Wording
from cogs.views import history
from cogs.views.history import Page, is_same_turn, name_of, size_of
from cogs.views.log_words import LogWords
from sessions.records.log import LogLine
from sessions.session import Session

CHUNK = 64
LOOK_BACK = 8
"""Entries read before a page to see if it begins within a turn."""


class Pages:
    """The pages of one table's log for one person, or only its lines of one `player`."""

    def __init__(
        self, wording: Wording, session: Session, interaction: discord.Interaction, player: str | None = None
    ) -> None:
        self.words = LogWords(session.reader.game, session.table, session.number)
        self.language, self._player = wording.speech.reader(interaction), player
        self._seat = session.seat_of(interaction.user.id)
        self._wording, self._reader = wording, session.reader

    async def beginning_with(self, first: int) -> Page:
        """Read the page that begins with the entry `first`."""
        total, at = self._reader.number, max(1, first)
        kept: list[LogLine] = []
        room, read = history.PAGE_TOTAL, at - 1
        while read < total:
            for line in await self._lines(read + 1, min(total, read + CHUNK)):
                room -= self._size(line, kept[-1] if kept else None)
                if room < 0 and kept:
                    lines = _whole_turns(kept, line)
                    return await self._page(at, lines[-1].number, lines)
                kept.append(line)
            read += CHUNK
        return await self._page(at, total, kept)

    async def ending_with(self, last: int) -> Page:
        """Read the page that ends with the entry `last`."""
        end = min(self._reader.number, max(1, last))
        kept: list[LogLine] = []
        room, read = history.PAGE_TOTAL, end + 1
        while read > 1:
            for line in reversed(await self._lines(max(1, read - CHUNK), read - 1)):
                room -= self._size(line, line if kept and is_same_turn(line, kept[0]) else None)
                if room < 0 and kept:
                    lines = _from_a_turn(kept, line)
                    return await self._page(lines[0].number, end, lines)
                kept.insert(0, line)
            read -= CHUNK
        return await self._page(1, end, kept)

    def _size(self, line: LogLine, before: LogLine | None) -> int:
        return size_of(self._wording, self.words, self.language, line, before)

    async def _lines(self, first: int, last: int) -> list[LogLine]:
        """Read the entries `first` to `last` that have words and were not taken back."""
        index = await self._reader.log.index()
        lines = await self._reader.log.lines(self._seat, first, last)
        return [
            line
            for line in lines
            if not index.is_gone(line.number)
            and self._player in (None, name_of(line))
            and (self.words.action(line) is not None or self.words.describe(line.facts))
        ]

    async def _page(self, first: int, last: int, lines: Sequence[LogLine]) -> Page:
        index = await self._reader.log.index()
        earlier = await self._lines(max(1, first - LOOK_BACK), first - 1) if first > 1 else []
        before = earlier[-1] if earlier else None
        return Page(first, last, self._reader.number, tuple(lines), before, index.round_before(first))


def _whole_turns(kept: list[LogLine], following: LogLine) -> list[LogLine]:
    """Drop the turn at the end of `kept` that continues after it, if at least half of the lines remain."""
    if not is_same_turn(kept[-1], following):
        return kept
    end = next((n for n in range(len(kept) - 1, 0, -1) if not is_same_turn(kept[n - 1], kept[n])), 0)
    return kept[:end] if end * 2 >= len(kept) else kept


def _from_a_turn(kept: list[LogLine], before: LogLine) -> list[LogLine]:
    """Drop the rest of a turn that began before `kept`, if at least half of the lines remain."""
    if not is_same_turn(kept[0], before):
        return kept
    begin = next((n for n in range(1, len(kept)) if not is_same_turn(kept[n - 1], kept[n])), len(kept))
    return kept[begin:] if begin * 2 <= len(kept) else kept
