"""Reminders: one message for all of a person's tables, and a note at tables whose player has been inactive for days."""

import contextlib
import logging
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from sessions.clocks.own_time import (
    next_digest,
    reminder_at,
    sleep_at,
    warning_at,
    with_due_time,
    with_reminder,
)
from sessions.play.context import new_post
from sessions.records.clock import DAY_MS, MINUTE_MS, Schedule, SeatClock
from sessions.records.person import NOTICES_KEPT_MS
from sessions.records.table import Table
from sessions.refusals import StorageRefusal
from sessions.sessions import Sessions
from sessions.snapshot import is_asked_to_agree
from sessions.store import Write
from sessions.time.deadlines import Deadlines

log = logging.getLogger(__name__)

MOST_REMINDERS = 3
AGAIN_MS = 10 * MINUTE_MS
"""Time until the next attempt after an unexpected error."""


class Reminders:
    """Reminds people of their tables, according to their schedules. `steady` is a monotonic clock, in ms."""

    def __init__(self, sessions: Sessions, deadlines: Deadlines, steady: Callable[[], int]) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._clocks = sessions.context.seat_clocks
        self._deadlines = deadlines
        self._steady = steady
        self._put_off: dict[int, int] = {}
        """Users whose reminders failed, with the time of the next attempt by the steady clock."""
        self._looked: dict[int, int] = {}
        """When it was last checked whether a user's daily digest is due."""

    async def send_due(self, now: int) -> None:
        users = {clock.user for clock in self._clocks if clock.due_at is not None and clock.due_at <= now}
        users.update(each.user for each in self._sessions.choices.schedules.with_digest if self._has_hour(each, now))
        for user in sorted(users):
            if self._put_off.get(user, 0) <= self._steady():
                await self._serve(user, now)

    def _has_hour(self, schedule: Schedule, now: int) -> bool:
        """Return whether the hour of a person's digest has come since their last digest and since our last check."""
        looked = max(schedule.reminded_at, self._looked.get(schedule.user, now - 2 * DAY_MS))
        return schedule.has_digest and next_digest(schedule, looked) <= now

    async def note_presence(self, clock: SeatClock, *, is_gone: bool) -> None:
        """Note that a person has left the server or returned. The board shows it. Their bank keeps running."""
        session = await self._sessions.by_id(clock.table)
        async with session.writer.lock:
            if clock.is_gone != is_gone and self._clocks.are_still([clock]):
                board = new_post(self._context, session.table, "board")
                await self._context.commit(Write(moved=((clock, replace(clock, is_gone=is_gone)),), posts=(board,)))

    async def reschedule(self, schedule: Schedule, is_running: bool) -> None:
        """Change a person's schedule. If clocks run (`is_running`), time that has passed counts under the old schedule.
        Raises `StorageRefusal`."""
        known = self._sessions.choices.schedules.get(schedule.user)
        tables = {clock.table: await self._sessions.by_id(clock.table) for clock in self._clocks.asking(known.user)}
        async with contextlib.AsyncExitStack() as stack:
            for session in tables.values():
                await stack.enter_async_context(session.writer.lock)
            if known.digest_h != schedule.digest_h:  # the first digest comes at its next hour, not now
                schedule = replace(schedule, reminded_at=self._context.clock())
            moved, posts = [], []
            for clock in self._clocks.of_user(known.user):
                is_counted = is_running and clock.decision is not None
                run = self._clocks.count(clock, self._context.clock()) if is_counted else clock
                moved.append((clock, with_due_time(run, schedule)))
            if known.absences != schedule.absences:
                posts = [new_post(self._context, session.table, "board") for session in tables.values()]
            await self._context.commit(Write(moved=tuple(moved), schedules=(schedule,), posts=tuple(posts)))

    async def _serve(self, user: int, now: int) -> None:
        """Do a person's due work, unless one of their tables is being changed."""
        try:
            clocks = self._clocks.asking(user)
            sessions = {clock.table: await self._sessions.by_id(clock.table) for clock in clocks}
            if any([await self._deadlines.stop_idle(session) for session in sessions.values()]):
                return  # the next pass reminds them of the other tables
            if not self._clocks.are_still(clocks) or any(session.writer.is_busy for session in sessions.values()):
                return
            tables = {key: session.table for key, session in sessions.items()}
            schedule = self._sessions.choices.schedules.get(user)
            apart = await self._find_apart(schedule, now) if self._has_hour(schedule, now) else None
            if clocks or apart:
                await self._context.commit(self._remind(user, clocks, tables, now, apart))
            self._looked[user] = now
        except StorageRefusal:
            raise
        except Exception:  # everyone else is still served
            log.exception("our mistake in what is due for a person")
            self._put_off[user] = self._steady() + AGAIN_MS

    async def _find_apart(self, schedule: Schedule, now: int) -> Table | None:
        """Return a table that belongs in a digest although it asks the person nothing. It has a vote, a consent or a
        result for them from before the hour of the digest."""
        store, user = self._sessions.store, schedule.user

        def is_for_now(at: int) -> bool:
            return next_digest(schedule, max(at, schedule.reminded_at)) <= now

        for session in await self._sessions.all_of(await store.tables.of_user(user)):
            if is_for_now(session.table.changed_at) and is_asked_to_agree(session, user):
                return session.table
        for notice in await store.people.notices(user, now - NOTICES_KEPT_MS):
            if notice.news == "ended" and is_for_now(notice.at):
                return (await self._sessions.by_id(notice.table)).table
        return None

    def _remind(
        self, user: int, clocks: list[SeatClock], tables: Mapping[int, Table], now: int, apart: Table | None
    ) -> Write:
        schedule, posts = self._sessions.choices.schedules.get(user), []
        known = {(clock.table, clock.seat): clock for clock in clocks}
        by_seat = dict(known)
        is_due = apart is not None
        for key, clock in by_seat.items():
            if (at := warning_at(clock, schedule)) is not None and at <= now:
                is_due = is_due or (clock.reminded < MOST_REMINDERS and schedule.is_reminded)
                by_seat[key] = replace(clock, is_warned=True, reminded=max(1, clock.reminded))
        clocks = list(by_seat.values())
        if is_due or any((at := reminder_at(clock, schedule)) is not None and at <= now for clock in clocks):
            told = (with_reminder(clock, schedule, now) for clock in clocks)
            by_seat |= {(clock.table, clock.seat): clock for clock in told if clock is not None}
            table = tables[clocks[0].table] if clocks else apart
            assert table is not None
            posts.append(new_post(self._context, table, "remind", users=(user,), turn_passed=True))
            schedule = replace(schedule, reminded_at=now)
        for key, clock in by_seat.items():
            if (at := sleep_at(clock, schedule)) is not None and at <= now:
                by_seat[key] = replace(clock, is_asleep=True)
                posts.append(new_post(self._context, tables[clock.table], "board"))
        moved = tuple((known[key], with_due_time(clock, schedule)) for key, clock in by_seat.items())
        schedules = (schedule,) if schedule.reminded_at == now else ()
        return Write(moved=moved, posts=tuple(posts), schedules=schedules)
