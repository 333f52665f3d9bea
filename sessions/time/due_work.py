"""The job that does all due work. Each result is written in the transaction that deletes its due work."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from msgspec.structs import replace

from sessions.clocks.seat_clocks import ALONE, PAUSED, RESUME, VOTE, SeatClocks, steady_ms
from sessions.records.clock import LOBBY, Due
from sessions.refusals import StorageRefusal
from sessions.sessions import Sessions
from sessions.store import Overtaken, Write
from sessions.time.deadlines import Deadlines
from sessions.time.interruptions import ClockWatch
from sessions.time.reminders import AGAIN_MS, Reminders

log = logging.getLogger(__name__)

LONGEST_PAUSE_S = 60.0
"""The longest time between two passes, which also check the host's clock for a jump."""
SHORTEST_PAUSE_S = 1.0
"""Pause, in seconds, before failed due work is tried again. Every further failure doubles the pause."""
TAKE_OVER_S = 10.0
"""An idle process checks this often, in seconds, whether it should take over."""

Handler = Callable[[Due, int], Awaitable[None]]
"""Does due work of a table, given the time, and deletes the work's row in the same transaction."""
Chore = Callable[[int], Awaitable[None]]
"""Called in each pass with the time, for work that isn't about a single table."""


@dataclass(eq=False)
class Passes:
    """Runs a pass whenever something is due. `is_idle`: another process does the work. Clocks count milliseconds."""

    _run: Callable[[], Awaitable[None]]
    _clocks: SeatClocks
    _clock: Callable[[], int]
    _steady: Callable[[], int]
    _is_idle: Callable[[], bool]

    def __post_init__(self) -> None:
        self._again_s = SHORTEST_PAUSE_S
        self._passing = asyncio.Lock()
        self._wake = asyncio.Event()
        self._pauses_until: int | None = None
        """Time of the next pass, by the steady clock; None during a pass."""
        self._job: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._job = asyncio.create_task(self._work(), name="due work")

    async def stop(self, within_s: float = 2.0) -> None:
        """Stop the job. A pass in progress may finish within `within_s` seconds."""
        if self._job is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within_s), self._passing:
                    self._job.cancel()
            self._job.cancel()
            await asyncio.gather(self._job, return_exceptions=True)
            self._job = None

    def wake(self) -> None:
        self._wake.set()

    def expect(self, at: int) -> None:
        """Run a pass at this time, unless an earlier one is planned."""
        if self._pauses_until is not None and at - self._clock() < self._pauses_until - self._steady():
            self.wake()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                async with self._passing:
                    await self._run()
            except StorageRefusal:
                log.warning("nothing could be done of what is due: the disk refuses")
            except Overtaken:  # another process changed a table's due work: the next pass handles it
                log.info("what is due was changed meanwhile")
            except Exception:  # all other tables are still served
                log.exception("our mistake in what is due")
            pause_s = self.pause_s()
            self._pauses_until = self._steady() + round(pause_s * 1000)
            # Not `wait_for`: before Python 3.12 it can lose a cancellation that arrives with the wake-up.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._wake.wait()
            self._pauses_until = None

    def pause_s(self) -> float:
        """Return the seconds until the next pass. The pause doubles while due work fails."""
        if self._is_idle():
            return TAKE_OVER_S
        now, at = self._clock(), self._clocks.next_at()
        pause_s = LONGEST_PAUSE_S
        if at is None or at > now:
            self._again_s = SHORTEST_PAUSE_S
        else:
            pause_s, at = self._again_s, self._clocks.next_at(now)
            self._again_s = min(LONGEST_PAUSE_S, 2 * pause_s)
        return pause_s if at is None else min(pause_s, (at - now) / 1000)


class DueWork:
    """Runs due work in the leading process, between `regain` and `lose`. `steady` is a monotonic clock, in ms."""

    def __init__(self, sessions: Sessions, steady: Callable[[], int] = steady_ms) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._clocks = sessions.context.seat_clocks
        self._steady = steady
        self.watch = ClockWatch(sessions, steady)
        self._deadlines = Deadlines(sessions)
        self.reminders = Reminders(sessions, self._deadlines, steady)
        self._handlers: dict[str, Handler] = dict.fromkeys((VOTE, RESUME, PAUSED, ALONE), self._deadlines.handle)
        self._handlers[LOBBY] = self._deadlines.lapse
        self._chores: list[Chore] = []
        self._is_doubted = False
        """True if a request to Discord has failed and none has succeeded since."""
        self._sharing = self._context.store.sharing
        self._is_leading = self._sharing is None
        self._is_reached = False
        self._turn = asyncio.Lock()
        self.passes = Passes(self.tick, self._clocks, self._context.clock, steady, self._is_idle)

    def handle(self, kind: str, handler: Handler) -> None:
        self._handlers[kind] = handler

    def add_chore(self, chore: Chore) -> None:
        """Call `chore` in each pass, also in processes that do not lead."""
        self._chores.append(chore)

    @property
    def is_running(self) -> bool:
        return self._is_reached

    def is_leading(self) -> bool:
        return self._is_leading

    def doubt(self) -> None:
        """Pause until it is known whether Discord can be reached."""
        self._is_doubted = True

    def trust(self) -> None:
        """Resume after `doubt`: Discord is responding again."""
        self._is_doubted = False
        self.passes.wake()

    async def lose(self, since: int | None = None) -> None:
        """Stop the clocks because Discord can't be reached. `since` is a monotonic time (default: now)."""
        since = self._steady() if since is None else since  # a pass may take minutes if Discord can't be reached
        async with self._turn:
            self._is_reached = False
            if self.watch.is_running:
                await self.watch.stop(since)
                if self._sharing is not None:
                    self._is_leading = False
                    await self._sharing.follow()

    async def regain(self) -> None:
        """Restart the clocks as if no time had passed. If the store refuses, the next pass tries again."""
        async with self._turn:
            if self.watch.is_running:
                return
            try:
                if await self._leads():
                    await self.watch.resume()
            finally:
                self._is_reached = True  # set only now: clocks don't run until restarted
        self.passes.wake()

    def _is_idle(self) -> bool:
        return not self.watch.is_running and self._sharing is not None

    async def _leads(self) -> bool:
        self._is_leading = self._sharing is None or await self._sharing.leads()
        return self._is_leading

    async def reschedule(self, user: int, **changed: object) -> None:
        """Change fields of a person's schedule. Other fields keep their values, also those changed during a pass."""
        async with self._turn:
            schedule = replace(self._sessions.choices.schedules.get(user), **changed)
            await self.reminders.reschedule(schedule, self._is_reached)
        self.passes.wake()

    async def tick(self) -> None:
        async with self._turn:
            if not self._is_reached or self._is_doubted:
                return
            if await self._leads():
                await self._do_what_is_due()
            else:
                await self.watch.follow()
            for chore in self._chores:
                await self._do(chore, self._context.clock())

    async def _do_what_is_due(self) -> None:
        if not self.watch.is_running:
            await self.watch.resume()
        await self.watch.look()
        now = self._context.clock()
        # End votes before opening new ones: another bank may be empty already, and the next pass may be a minute away.
        for due in self._clocks.due:
            if due.at <= now and due.kind in self._handlers:
                await self._carry_out(due, now)
        await self._deadlines.run_out(now)
        await self.reminders.send_due(now)

    async def _carry_out(self, due: Due, now: int) -> None:
        try:
            await self._handlers[due.kind](due, now)
        except StorageRefusal:
            raise
        except Exception as error:  # the work of every other table is still done
            if not await self._sessions.contain(error, due.table):
                log.exception("our mistake in what is due: table=%s kind=%s", due.table, due.kind)
            await self._context.commit(Write(due=(replace(due, at=now + AGAIN_MS),)))

    async def _do(self, chore: Chore, now: int) -> None:
        try:
            await chore(now)
        except StorageRefusal:
            raise
        except Exception:  # the next pass does it again
            log.exception("our mistake in a chore")
