"""Close a message whose turn has passed: it tells the turn and stays, or makes room for the next one.

Each step may be repeated by the next process.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.delivery.live_messages import Live, attachments
from cogs.delivery.messages import delete, message_at
from cogs.delivery.reactions import FAILURES, Reaction, code_of, reaction_to
from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.wording import Wording
from cogs.views.chronicle import recap, start_panel
from cogs.views.log_words import Happened, LogWords
from cogs.views.pictures import draw_board
from render import Picture
from sessions.play.table_log import TableLog
from sessions.records.log import LogLine
from sessions.session import Session
from sessions.snapshot import snapshot_of

RECAP_S = 5.0
"""A recap that takes longer is told in the next message: people wait for it."""


async def happened_in(
    session: Session, first: int, last: int, *, is_closed: bool = False, is_turn: bool = True
) -> Happened:
    """Return the log lines of the message from the entry `first` to `last`; none in a lobby.

    If it `is_closed`, the next message tells how the current turn begins. If it `is_turn`, its heading has the player.
    """
    if first < 1:
        return Happened()
    entries, reader = await _with_the_one_before(session.reader.log, first, last), session.reader
    words = LogWords(reader.game, reader.table, reader.number)
    return words.content_of(entries, first, reader.round, is_closed=is_closed, is_turn=is_turn)


async def _with_the_one_before(log: TableLog, first: int, last: int) -> list[LogLine]:
    """Return these lines, and the newest one before them."""
    entries = await log.lines(None, max(1, first - 1), last)
    before = first - 2
    while before > 0 and not (entries and entries[0].number < first):
        entries = [*await log.lines(None, before, before), *entries]
        before -= 1
    return entries


@dataclass(frozen=True)
class Recaps:
    _client: discord.Client
    _wording: Wording
    _painter: Painter

    async def close(self, session: Session, live: Live, first: int, *, tells: bool = True) -> int:
        """Make of `live`, which shows the entries from `first` on, a recap. Return the next message's first entry.

        A message that can't be edited, or has no line, is deleted, and the next one has its lines. So is that of a
        phase of all, such as a draft, while it goes on. Raise outages.
        """
        last = session.number
        if last and live.recapped == last:
            return last + 1
        if live.is_phase is None:
            live.is_phase = not await session.reader.past.was_in_turn(max(1, first - 1))
        goes_on, is_turn = live.is_phase and not session.reader.is_in_turn, not live.is_phase
        is_told = tells and first <= last
        happened = await happened_in(session, first, last, is_closed=True, is_turn=is_turn) if is_told else Happened()
        goes_on = goes_on and session.table.status == "running" and not happened.leaves_a_beginning
        if happened.groups and not goes_on and await self._make_recap(session, live, happened, first, last):
            live.recapped = last
            return last + 1
        await self.delete(session, live)
        return first

    async def _make_recap(self, session: Session, live: Live, happened: Happened, first: int, last: int) -> bool:
        """Edit the message into a recap, with the board as its turn ended if possible. Return whether that worked."""
        ways: list[dict[str, int] | None] = [live.files, {}, None] if live.files else [{}, None]
        view = await session.reader.past.view_at_turn_end(last) or session.reader.view(None)
        seen = snapshot_of(session)
        for there in ways:
            drawn: tuple[Picture, ...] | None = ()
            if there is not None:
                drawn = await draw_board(self._painter, seen, view, (), happened.moves, there)
            panel = recap(self._wording, seen, happened, first, last, drawn or ())
            try:
                await self._edit(live, panel, attachments(drawn or (), there or {}))
            except TimeoutError:
                return False
            except FAILURES as error:
                reaction = self._react(session, live, error)
                if reaction is not Reaction.PLAIN:
                    return False
            else:
                return True
        return False

    async def make_start(self, session: Session, live: Live) -> bool:
        """Turn the lobby's message into that of the start. Return False, and delete it, if it can't be edited."""
        try:
            await self._edit(live, start_panel(self._wording, snapshot_of(session)), [])
        except TimeoutError:
            pass
        except FAILURES as error:
            self._react(session, live, error)
        else:
            return True
        await self.delete(session, live)
        return False

    async def _edit(
        self, live: Live, view: discord.ui.LayoutView, files: Sequence[discord.Attachment | discord.File]
    ) -> None:
        async with asyncio.timeout(RECAP_S):
            await message_at(self._client, live.channel, live.message).edit(view=view, attachments=files)

    async def delete(self, session: Session, live: Live) -> None:
        error = await delete(self._client, live.channel, live.message, RECAP_S)
        if error is not None:
            self._react(session, live, error)

    def _react(self, session: Session, live: Live, error: Exception) -> Reaction:
        """Return the reaction to an error of this message alone. Raise any other."""
        reaction = reaction_to(error)
        is_elsewhere = live.channel != session.table.channel
        concerns_all = reaction in (Reaction.LATER, Reaction.STOP)
        if concerns_all or (reaction in (Reaction.SUSPEND, Reaction.BLOCKED) and not is_elsewhere):
            raise error
        log.info("message left: message=%s why=%s", live.message, code_of(error))
        return reaction
