"""Deadlines of tables: empty banks, undecided votes, unopposed wishes to resume, last persons who say nothing."""

import contextlib
from collections.abc import Awaitable

from engine.kernel.refusals import Refusal
from sessions.clocks.own_time import empty_at
from sessions.clocks.seat_clocks import VOTE
from sessions.clocks.together import HeldBanks
from sessions.records.clock import RESUMED, Due, SeatClock
from sessions.refusals import StorageRefusal, TableRefusal
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Write


class Deadlines:
    """Does what a table wants done when a deadline passes."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._clocks = sessions.seat_clocks
        self._held = HeldBanks()

    async def run_out(self, now: int) -> None:
        """Open a vote wherever a bank is empty, unless it waits for the host."""
        out = [clock for clock in self._clocks if self._is_empty(clock, now)]
        voting = {due.table for due in self._clocks.due if due.kind == VOTE}
        self._held.look(out, voting, len({clock.table for clock in self._clocks if clock.left is not None}))
        if self._held and await self._context.store.clocks.mark(RESUMED) is not None:
            self._held.release()
            await self._context.store.clocks.keep_mark(RESUMED, None)
        for clock in out:
            if self._held.holds(clock):
                continue
            assert clock.decision is not None
            with contextlib.suppress(Refusal):
                session = await self._sessions.by_id(clock.table)
                if not await self.stop_idle(session):
                    await session.votes.open(clock.seat, clock.decision)

    def _is_empty(self, clock: SeatClock, now: int) -> bool:
        if clock.due_at is None or clock.due_at > now:
            return False
        at = empty_at(clock, self._sessions.schedules.get(clock.user))
        return at is not None and at <= now

    async def stop_idle(self, session: Session) -> bool:
        """Stop the clocks of a table that was found damaged when it was read. Return whether they ran."""
        table = session.table
        if table.status == "running" or session.writer.is_busy:
            return False
        await self._context.commit(self._clocks.add_to(Write(), table, (), self._context.clock()))
        return True

    async def end_vote(self, due: Due, now: int) -> None:
        """Play the seat once: nobody has decided in time."""
        await self._carry_out(due, (await self._sessions.by_id(due.table)).votes.end())

    async def resume(self, due: Due, now: int) -> None:
        """Resume a paused game that nobody wants to keep paused."""
        await self._carry_out(due, (await self._sessions.by_id(due.table)).proposals.resume_unopposed())

    async def end_alone(self, due: Due, now: int) -> None:
        """End a game whose last person has not said whether they play on."""
        await self._carry_out(due, (await self._sessions.by_id(due.table)).leaving.end_unsaid())

    async def _carry_out(self, due: Due, action: Awaitable[object]) -> None:
        """Await the action. If the table has moved on meanwhile, delete what was due."""
        try:
            await action
        except StorageRefusal:
            raise
        except TableRefusal:
            await self._context.commit(Write(undone=((due.table, due.kind),)))
