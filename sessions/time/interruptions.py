"""Stops seats' clocks while nobody can answer: when the bot is down or disconnected, or when the clock jumps."""

import contextlib
import logging
from collections.abc import Callable

from msgspec.structs import replace

from sessions.clocks.own_time import count_until, with_due_time
from sessions.clocks.seat_clocks import COMPUTER_MS, PUT_OFF_MS
from sessions.records.clock import ALIVE, COMPUTER, MINUTE_MS
from sessions.refusals import NoTable, StorageRefusal
from sessions.sessions import Sessions
from sessions.store import Write

log = logging.getLogger(__name__)

NOTED_MS = 3000
"""Shortest time between two writes of the time when the clocks last ran. Players' commits wait for these writes."""
JUMP_MS = MINUTE_MS
"""A correction of the host's clock by more than this counts as a jump."""


class ClockWatch:
    """Watches the host's clock. Time when nobody could answer doesn't count on any seat's clock."""

    def __init__(self, sessions: Sessions, steady: Callable[[], int]) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._clocks = sessions.context.seat_clocks
        self._steady = steady
        self._seen: tuple[int, int] | None = None
        """The times of the host's clock and the steady clock at the last check; None while the clocks are stopped."""
        self._noted = 0
        """Time of the last write, by the steady clock."""

    @property
    def is_running(self) -> bool:
        return self._seen is not None

    async def follow(self) -> None:
        """Leave the clocks to another process. Count time again as soon as that process has restarted them."""
        self._seen = None
        stopped_at = self._clocks.stopped_at
        if stopped_at is not None and await self._context.store.clocks.mark(ALIVE) != stopped_at:
            await self._clocks.load()
            self._clocks.stopped_at = None

    async def stop(self, since: int) -> None:
        alive_at = self._expected_at(since)
        self._clocks.stopped_at = alive_at
        with contextlib.suppress(StorageRefusal):
            await self._context.store.commit(Write(alive_at=alive_at))
        self._seen = None

    async def resume(self) -> None:
        """Restart the clocks from where they stopped, even if another process ran them before."""
        if self._context.store.sharing is not None:
            await self._sessions.choices.schedules.load()
            await self._clocks.load()
        alive_at = await self._context.store.clocks.mark(ALIVE)
        await self._adopt_old_tables()
        now, steady = self._context.clock(), self._steady()
        await self._go_on(now if alive_at is None else alive_at, now, steady)

    async def look(self) -> None:
        """Record that the clocks are running. If the host's clock has jumped, correct the clocks for the jump."""
        now, steady = self._context.clock(), self._steady()
        expected = self._expected_at(steady)
        if abs(now - expected) > JUMP_MS:
            log.warning("the host's clock has jumped by %s s", (now - expected) / 1000)
            await self._go_on(expected, now, steady, now - expected)
        else:
            self._seen = now, steady
            if steady - self._noted >= NOTED_MS:
                await self._context.store.commit(Write(alive_at=now))
                self._noted = steady

    def _expected_at(self, steady: int) -> int:
        assert self._seen is not None
        return self._seen[0] + steady - self._seen[1]

    async def _go_on(self, before: int, after: int, steady: int, jumped: int = 0) -> None:
        """Move all clocks from `before` to `after` once no table is busy. `jumped` is the jump of the host's clock."""
        while busy := [each.table for each in (*self._clocks, *self._clocks.due) if self._sessions.is_busy(each.table)]:
            async with (await self._sessions.by_id(busy[0])).writer.lock:
                pass
        set_right = {
            user: replace(schedule, reminded_at=after)
            for user in sorted({clock.user for clock in self._clocks})
            if (schedule := self._sessions.choices.schedules.get(user)).reminded_at > after  # set by a wrong clock
        }
        moved = []
        for clock in self._clocks:
            schedule = set_right.get(clock.user) or self._sessions.choices.schedules.get(clock.user)
            run = clock if clock.decision is None else count_until(clock, schedule, before, after)
            nudged_at = run.nudged_at and run.nudged_at + jumped
            since = min(run.since + jumped, after)  # earlier processes may have had another clock
            run = replace(run, since=since, nudged_at=nudged_at)
            moved.append((clock, with_due_time(run, schedule)))
        due = tuple(
            replace(each, at=each.at + after - before)
            for each in self._clocks.due
            if each.at < PUT_OFF_MS  # later times belong to lost servers
            if each.kind != COMPUTER or each.at <= before + COMPUTER_MS  # others were asked after the clocks stopped
        )
        schedules = tuple(set_right.values())
        await self._context.commit(Write(moved=tuple(moved), due=due, schedules=schedules, alive_at=after))
        self._clocks.stopped_at = None
        self._seen, self._noted = (after, steady), steady

    async def _adopt_old_tables(self) -> None:
        for table in await self._context.store.clocks.without_clocks():
            try:
                session = await self._sessions.by_id(table)
            except NoTable:
                continue
            if not session.writer.is_busy and session.pending:
                clock = self._context.clock()
                await self._context.commit(self._clocks.add_to(Write(), session.table, session.pending, clock))
