"""Clocks of seats stop while nobody could answer: while the bot is down or cut off, or when time jumps."""

import contextlib
import logging
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from sessions.clocks.own_time import count_until, with_due_time
from sessions.clocks.seat_clocks import COMPUTER_MS, PUT_OFF_MS
from sessions.records.clock import ALIVE, COMPUTER, MINUTE_MS
from sessions.refusals import NoTable, StorageRefusal
from sessions.sessions import Sessions
from sessions.store import Write

log = logging.getLogger(__name__)

NOTED_MS = 3000
"""Shortest time between two writes of when the clocks last ran: players' commits queue behind them."""
JUMP_MS = MINUTE_MS
"""The host's clock may be corrected by up to this. Anything more is a jump."""


class Interruption(msgspec.Struct, frozen=True):
    """The clocks stopped at `before` and go on at `after`, by the host's clock, which has `jumped`."""

    before: int
    after: int
    steady: int
    jumped: int = 0


class ClockWatch:
    """Watches the host's clock, and moves all seats' clocks over the time in which nobody could have answered."""

    def __init__(self, sessions: Sessions, steady: Callable[[], int]) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._clocks = sessions.seat_clocks
        self._steady = steady
        self._seen: tuple[int, int] | None = None
        """The host's clock and the steady one at the last look; None while the clocks are stopped."""
        self._noted = 0
        """When the last write was, by the steady clock."""

    @property
    def is_running(self) -> bool:
        return self._seen is not None

    def forget(self) -> None:
        self._seen = None

    async def stop(self, since: int | None) -> None:
        now = self._steady()
        alive_at = self._expected_at(now if since is None else min(since, now))
        with contextlib.suppress(StorageRefusal):
            await self._context.store.commit(Write(alive_at=alive_at))
        self._seen = None

    async def resume(self) -> None:
        """Let the clocks go on from where they stopped, whichever process kept them before."""
        if self._context.store.sharing is not None:
            await self._sessions.schedules.load()
            await self._clocks.load()
        alive_at = await self._context.store.clocks.mark(ALIVE)
        await self._adopt_old_tables()
        now, steady = self._context.clock(), self._steady()
        await self._go_on(Interruption(now if alive_at is None else alive_at, now, steady))

    async def look(self) -> None:
        """Note that the clocks run. If the host's clock has jumped, they go on as if it had not."""
        now, steady = self._context.clock(), self._steady()
        expected = self._expected_at(steady)
        if abs(now - expected) > JUMP_MS:
            log.warning("the host's clock has jumped by %s s", (now - expected) / 1000)
            await self._go_on(Interruption(expected, now, steady, now - expected))
        else:
            self._seen = now, steady
            if steady - self._noted >= NOTED_MS:
                await self._context.store.commit(Write(alive_at=now))
                self._noted = steady

    def _expected_at(self, steady: int) -> int:
        assert self._seen is not None
        return self._seen[0] + steady - self._seen[1]

    async def _go_on(self, over: Interruption) -> None:
        """Let every clock go on from where it stood, in one transaction. Waits for tables that are being changed."""
        while busy := [clock.table for clock in self._clocks if self._sessions.is_busy(clock.table)]:
            async with (await self._sessions.by_id(busy[0])).writer.lock:
                pass
        set_right = {
            user: replace(schedule, reminded_at=over.after)
            for user in sorted({clock.user for clock in self._clocks})
            if (schedule := self._sessions.schedules.get(user)).reminded_at > over.after  # by a clock that was wrong
        }
        moved = []
        for clock in self._clocks:
            schedule = set_right.get(clock.user) or self._sessions.schedules.get(clock.user)
            run = clock if clock.decision is None else count_until(clock, schedule, over.before, over.after)
            nudged_at = run.nudged_at and run.nudged_at + over.jumped
            run = replace(run, since=run.since + over.jumped, nudged_at=nudged_at)
            moved.append((clock, with_due_time(run, schedule)))
        due = tuple(
            replace(each, at=each.at + over.after - over.before)
            for each in self._clocks.due
            if each.at < PUT_OFF_MS  # else it waits for its server
            if each.kind != COMPUTER or each.at <= over.before + COMPUTER_MS  # else it was asked since
        )
        schedules = tuple(set_right.values())
        await self._context.commit(Write(moved=tuple(moved), due=due, schedules=schedules, alive_at=over.after))
        self._seen, self._noted = (over.after, over.steady), over.steady

    async def _adopt_old_tables(self) -> None:
        for table in await self._context.store.clocks.without_clocks():
            try:
                session = await self._sessions.by_id(table)
            except NoTable:
                continue
            if not session.writer.is_busy and session.pending:
                clock = self._context.clock()
                await self._context.commit(self._clocks.add_to(Write(), session.table, session.pending, clock))
