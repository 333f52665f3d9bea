"""Close a message whose turn has passed: turn it into a recap, or delete it. Another process can repeat each step."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.delivery.live_messages import Live, attachments
from cogs.delivery.messages import delete, message_at
from cogs.delivery.reactions import ARCHIVED, FAILURES, Reaction, code_of, reaction_to
from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.wording import Wording
from cogs.views.chronicle import recap, start_panel
from cogs.views.log_words import Happened, LogWords
from cogs.views.pictures import draw_board
from render import Picture
from sessions.play.state import round_of, stage_of
from sessions.play.table_log import TableLog
from sessions.records.log import LogLine
from sessions.session import Session
from sessions.snapshot import snapshot_of

RECAP_S = 5.0
"""Longest time in seconds for a recap. After that, its lines go to the next message, so that nobody waits longer."""


async def read_events(
    session: Session, first: int, last: int, *, is_closed: bool = False, is_turn: bool = True
) -> Happened:
    """Return the lines of the entries `first` to `last`. If `is_closed`, leave out the beginning of the next turn."""
    if first < 1:
        return Happened()
    entries, reader = await _with_previous(session.reader.log, first, last), session.reader
    words = LogWords(reader.game, reader.table, reader.number)
    return words.content_of(entries, first, round_of(reader), is_closed=is_closed, is_turn=is_turn)


async def _last_of_turn(session: Session, first: int) -> int:
    """Return the entry that ended the turn, or the last entry. Automatic answers may follow the turn's end."""
    reader, last = session.reader, session.number
    begun = await reader.log.first_of_last_answer(first, last) if 0 < first < last else None
    if begun is None:
        return last
    words = LogWords(reader.game, reader.table, last)
    lines = await reader.log.lines(None, begun, last)
    return next((line.number for line in lines if words.ends_turn(line)), last)


async def _with_previous(log: TableLog, first: int, last: int) -> list[LogLine]:
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
        """Turn `live`, which shows the entries from `first` on, into a recap. Return the next message's first entry.

        Instead, delete a message that has no lines or can't be edited, and let the next message show its lines. Do the
        same unless `tells`, during a phase that all players share (such as a draft), after turns of computer players,
        and if an earlier request to delete the message may still be carried out. Raises outages.
        """
        if live.is_deleting:
            await self.delete(session, live)
            return first
        last = await _last_of_turn(session, first)
        if last and live.recap_number == last:
            return last + 1
        if live.stage is None:
            live.stage = await session.reader.past.stage_after(max(1, first - 1))
        is_turn, is_told = live.stage != "phase", tells and first <= last
        happened = await read_events(session, first, last, is_closed=True, is_turn=is_turn) if is_told else Happened()
        same_phase = live.stage == stage_of(session.reader) == "phase" and not happened.leaves_a_beginning
        goes_on = session.table.status == "running" and (live.stage == "computers" or same_phase)
        if happened.groups and not goes_on and await self._make_recap(session, live, happened, first, last):
            live.recap_number = last
            return last + 1
        await self.delete(session, live)
        return first

    async def _make_recap(self, session: Session, live: Live, happened: Happened, first: int, last: int) -> bool:
        """Edit the message into a recap, with the turn's last board if the table keeps it. Return whether it worked."""
        ways: list[dict[str, int] | None] = [None]
        kept = session.table.seating.pictures
        if kept == "turn" or (kept == "round" and happened.is_last_of_round):
            ways = [live.files, {}, None] if live.files else [{}, None]
        view = await session.reader.past.view_at_turn_end(last) or session.reader.view(None)
        seen = snapshot_of(session)
        for there in ways:
            drawn: tuple[Picture, ...] | None = ()
            if there is not None:
                drawn = await draw_board(self._painter, seen, view, (), happened.moves, there, is_past=True)
            panel = recap(self._wording, seen, happened, first, last, drawn[0] if drawn else None)
            try:
                await self._edit(live, panel, attachments(drawn or (), there or {}))
            except (TimeoutError, discord.RateLimited):
                return False
            except FAILURES as error:
                reaction = self._react(session, live, error)
                if reaction is not Reaction.PLAIN:
                    return False
            else:
                return True
        return False

    async def make_start(self, session: Session, live: Live) -> bool:
        """Turn the lobby's message into the start message. If it can't be edited, delete it and return False."""
        try:
            await self._edit(live, start_panel(self._wording, snapshot_of(session)), [])
        except (TimeoutError, discord.RateLimited):
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
        live.is_deleting = True
        error = await delete(self._client, live.channel, live.message, RECAP_S)
        live.is_archived = error is not None and code_of(error) == ARCHIVED
        if error is not None:
            self._react(session, live, error)

    def _react(self, session: Session, live: Live, error: Exception) -> Reaction:
        """Return the reaction to an error that concerns this message alone. Raises any other error."""
        reaction = reaction_to(error)
        is_elsewhere = live.channel != session.table.channel
        concerns_all = reaction in (Reaction.LATER, Reaction.STOP)
        if concerns_all or (reaction in (Reaction.SUSPEND, Reaction.BLOCKED) and not is_elsewhere):
            raise error
        log.info("message left: message=%s why=%s", live.message, code_of(error))
        return reaction
