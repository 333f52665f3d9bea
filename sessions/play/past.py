"""Earlier positions of one table, and when a user's turn began."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.refusals import UnreadablePosition
from engine.kernel.rules import with_pending
from sessions.play.context import SessionContext
from sessions.play.replaying import Departed, asked_from, position_after, view_at_turn_end
from sessions.play.state import Stage, TableState, stage_in
from sessions.play.table_log import REMEMBERED_ENTRIES, TableLog, holders_at
from sessions.play.timeline import AnyGame, Timeline
from sessions.records.log import Answered, Entry, Reseated, Snapshot
from sessions.refusals import NotSeated, PastUnreadable

Found = TypeVar("Found")
Replay: TypeAlias = Callable[[AnyGame, Snapshot, Sequence[Entry]], Found]
"""Replays the entries after a snapshot. Raises `UnreadablePosition`, `Departed`."""

REPLAY_S = 5.0
"""The longest that a replay may take, in seconds."""


class Past:
    """Earlier positions of one table, replayed from its snapshots."""

    def __init__(self, context: SessionContext, state: TableState, log: TableLog) -> None:
        self._context = context
        self._state = state
        self._log = log

    async def unseen_since(self, user: int) -> int:
        """Return the first log entry that is news to a user: the one after their last answer, or after they sat down.
        Answers of a turn in progress don't count. A solo player's news is the whole round. Raises `NotSeated`,
        `NotStarted`, `TableSuspended`."""
        index, number = await self._log.index(), self._state.timeline.number
        seat = self._state.seat_of(user)
        if seat is None:
            raise NotSeated
        if not self._state.table.has_company:
            return index.begin_of_round() or 1
        changes = await self._log.seat_changes()
        own = (change for change in changes if change.seat == seat)
        sat_down = max((change.number for change in own if isinstance(change.action, Reseated)), default=1)
        is_in_turn = self._state.decision_of(user) is not None
        for last in range(number, sat_down - 1, -REMEMBERED_ENTRIES):
            for entry in reversed(await self._log.entries(max(sat_down, last - REMEMBERED_ENTRIES + 1), last)):
                if not isinstance(entry.action, Answered) or index.is_gone(entry.number):
                    continue
                if entry.seat != seat:
                    is_in_turn = False
                elif not is_in_turn and not entry.action.by_autopilot:
                    return entry.number + 1
        return sat_down

    async def asked_since(self, user: int) -> int:
        """Return the time this user's turn began, in ms since 1970. The user must have a pending question."""
        seat, decision = self._state.seat_of(user), self._state.decision_of(user)
        clock = None if seat is None else self._context.seat_clocks.of(self._state.table.id).get(seat)
        is_its = decision is not None and clock is not None and (clock.user, clock.decision) == (user, decision.id)
        if clock is not None and clock.asked_at is not None and is_its:
            return clock.asked_at
        before = max(1, await self.unseen_since(user) - 1)
        assert seat is not None, "else it was refused"
        since = await self._replay(before, self._state.number, partial(asked_from, seat=seat))
        if since is None:
            (last,) = await self._log.entries(before, before)
            return last.at
        return since

    async def view_after(self, number: int) -> tuple[msgspec.Struct, dict[Seat, str]] | None:
        """Return the public view after the entry `number` and who held each seat then, or None if unreadable."""
        timeline = await self._replay(number, number, position_after)
        if timeline is None:
            return None
        names = holders_at(self._state.table, await self._log.seat_changes(), number)
        return with_pending(self._state.game.rules.look(timeline.position.state, None), timeline.pending), names

    async def view_at_turn_end(self, number: int) -> msgspec.Struct | None:
        """Return the public view at the end of a turn, or None if the entry `number` didn't end one."""
        if number < 2 or (self._state.table.ended == "finished" and number == self._state.number):
            return None
        return await self._replay(number - 1, number, view_at_turn_end)

    async def stage_after(self, number: int) -> Stage:
        """Return the stage after the entry `number`, or "turn" if that position is unreadable."""
        timeline = await self._replay(number, number, position_after)
        return "turn" if timeline is None else stage_in(self._state.game, self._state.table, timeline)

    async def timeline_after(self, number: int) -> Timeline:
        """Return a read-only timeline after the entry `number`. Raises `PastUnreadable`."""
        timeline = await self._replay(number, number, position_after)
        if timeline is None:
            raise PastUnreadable
        return timeline

    async def _replay(self, first: int, last: int, replay: Replay[Found]) -> Found | None:
        """Replay in a thread, from the snapshot at or before `first` up to `last`. Return None if that fails."""
        log, table = self._context.store.log, self._state.table.id
        snapshot = await log.snapshot_before(table, first + 1)
        if snapshot is None:
            return None
        entries = await log.entries(table, snapshot.number + 1, last)
        try:
            async with asyncio.timeout(REPLAY_S):
                return await asyncio.to_thread(replay, self._state.game, snapshot, entries)
        except (UnreadablePosition, Departed, TimeoutError):
            return None
