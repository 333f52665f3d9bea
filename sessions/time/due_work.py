"""The one job that does what is due: it wakes at the next due time, and keeps the clocks from running unseen.

What is done is written with the row that asked for it, in one transaction, and what is to be told goes by the outbox:
killed at any moment, nothing is done twice and nothing is lost. Time in which nobody could have answered does not
count: while the bot was down, while Discord could not be reached, and where the host's clock jumped.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from msgspec.structs import replace

from engine.kernel.refusals import Refusal
from sessions.clocks.asked import counted, empty_at, planned, reminded, reminder_at, sleep_at, warning_at
from sessions.clocks.seat_clocks import ALONE, COMPUTER_MS, PUT_OFF_MS, RESUME, VOTE
from sessions.clocks.steady import steady_ms
from sessions.clocks.together import HeldBanks
from sessions.play.change import new_post
from sessions.play.context import SessionContext
from sessions.records.clock import ALIVE, COMPUTER, MINUTE_MS, NEVER, RESUMED, Due, Schedule, SeatClock
from sessions.records.table import Table
from sessions.refusals import NoTable, StorageRefusal, TableRefusal
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Overtaken, Write

log = logging.getLogger(__name__)

LONGEST_PAUSE_S = 60.0
"""So often at least it is noted that the clocks run, and looked whether the host's clock has jumped."""
NOTED_MS = 3000
"""And no more often than this it is noted, however often it is looked: people's answers wait behind it for the disk."""
SHORTEST_PAUSE_S = 1.0
"""Before another try at what was due and could not be done: twice as long each time, as long as it cannot."""
TAKE_OVER_S = 10.0
"""So often a process that does nothing of what is due looks whether it has to."""
JUMP_MS = MINUTE_MS
"""The host's clock may be corrected by less than this; anything else is a jump."""
MOST_REMINDERS = 3
AGAIN_MS = 10 * MINUTE_MS
"""After this, what failed by a mistake of ours is tried again."""

Handler = Callable[[Due, int], Awaitable[None]]
"""Does what is due for a table at a moment, and takes its row away in the same transaction."""
Chore = Callable[[int], Awaitable[None]]
"""Looks at a moment whether it has something to do that hangs on no table."""


class Interruption(msgspec.Struct, frozen=True):
    """The clocks stood still from `before`, and go on at `after`: both as the host's clock showed them.

    `steady` is what the clock that never jumps showed at `after`, `jumped` how far the host's is known to have jumped.
    """

    before: int
    after: int
    steady: int
    jumped: int = 0


class DueWork:
    """Does what is due. `tick` is one pass; `start` makes one after another.

    `steady` counts milliseconds and never jumps. Nothing is done before `regain` is called: somebody must be able to
    answer.
    """

    def __init__(self, sessions: Sessions, context: SessionContext, steady: Callable[[], int] = steady_ms) -> None:
        self._sessions = sessions
        self._context = context
        self._clocks = context.seat_clocks
        self._steady = steady
        self._handlers: dict[str, Handler] = {VOTE: self._end_vote, RESUME: self._resume, ALONE: self._end_alone}
        self._chores: list[Chore] = []
        self._held = HeldBanks()
        self._again_s = SHORTEST_PAUSE_S
        """The pause before the next try at what could not be done."""
        self._seen: tuple[int, int] | None = None
        """The host's clock and the steady one when it was looked last; None while the clocks stand still."""
        self._noted = 0
        """When it was noted last that the clocks run, as the steady clock showed it."""
        self._is_doubted = False
        """Whether a request to Discord has failed and none has succeeded since."""
        self._put_off: dict[int, int] = {}
        """Until when, by the steady clock, nothing is done for the users for whom it failed."""
        self._sharing = context.store.sharing
        self._is_leading = self._sharing is None
        self._is_reached = False
        """Whether Discord can be reached."""
        self._turn = asyncio.Lock()
        self._wake = asyncio.Event()
        self._pauses_until: int | None = None
        """When the next pass is, by the steady clock; None during a pass."""
        self._job: asyncio.Task[None] | None = None

    def handle(self, kind: str, handler: Handler) -> None:
        """Let `handler` do what is due of this kind."""
        self._handlers[kind] = handler

    def add_chore(self, chore: Chore) -> None:
        """Let `chore` look in each pass, whichever process does what is due for tables."""
        self._chores.append(chore)

    @property
    def is_running(self) -> bool:
        """Whether the clocks run now: Discord can be reached, from here, whichever process does what is due."""
        return self._is_reached

    def doubt(self) -> None:
        """Perhaps Discord cannot be reached: nothing is done until that is known."""
        self._is_doubted = True

    def trust(self) -> None:
        """Discord answers: what is due is done again."""
        self._is_doubted = False
        self.wake()

    async def lose(self, since: int | None = None) -> None:
        """Stop the clocks, since Discord cannot be reached: from now on, or from `since` of the steady clock on."""
        async with self._turn:
            self._is_reached = False
            if self._seen is None:
                return
            now = self._steady()
            alive_at = self._expected(now if since is None else min(since, now))
            with contextlib.suppress(StorageRefusal):
                await self._context.store.commit(Write(alive_at=alive_at))
            self._seen = None
            if self._sharing is not None:
                self._is_leading = False
                await self._sharing.follow()

    async def regain(self) -> None:
        """Discord can be reached: the clocks go on, as if no time had passed since they stopped.

        Where the store refuses that now, the next pass takes them up.
        """
        async with self._turn:
            if self._seen is not None:
                return
            try:
                if await self._leads():
                    await self._take_up()
            finally:
                self._is_reached = True  # not before: the clocks do not run until they were taken up
        self.wake()

    async def _leads(self) -> bool:
        """Whether what is due is for this process to do: one of them does it for all."""
        self._is_leading = self._sharing is None or await self._sharing.leads()
        return self._is_leading

    def is_leading(self) -> bool:
        """Whether, as far as is known, what is due is for this process to do."""
        return self._is_leading

    async def _take_up(self) -> None:
        """Let the clocks go on from where they stood, whoever kept them before."""
        if self._sharing is not None:
            await self._sessions.schedules.load()
            await self._clocks.load()
        alive_at = await self._context.store.clocks.mark(ALIVE)
        await self._adopt_old_tables()
        now, steady = self._context.clock(), self._steady()
        await self._go_on(Interruption(now if alive_at is None else alive_at, now, steady))

    async def leave(self, clock: SeatClock) -> None:
        """The person of this clock has left the server: their table tells it, and nobody reminds them.

        Their bank runs on, and the table may tell that it sleeps: the others do not wait for ever.
        """
        session = await self._sessions.by_id(clock.table)
        async with session.writer.lock:
            if not clock.is_gone and self._clocks.are_still([clock]):
                gone = planned(replace(clock, is_gone=True), self._sessions.schedules.get(clock.user))
                await self._commit(
                    Write(moved=((clock, gone),), posts=(new_post(self._context, session.table, "board"),))
                )

    async def reschedule(self, schedule: Schedule) -> None:
        """Somebody chose another schedule: what has run of their time until now stays, and goes on by the new one.

        The tables where they are asked show anew who is away. Raises `StorageRefusal`.
        """
        async with self._turn:
            known = self._sessions.schedules.get(schedule.user)
            tables = {clock.table: await self._sessions.by_id(clock.table) for clock in self._clocks.asking(known.user)}
            async with contextlib.AsyncExitStack() as stack:
                for session in tables.values():
                    await stack.enter_async_context(session.writer.lock)
                moved, posts = [], []
                for clock in self._clocks.of_user(known.user):
                    is_running = clock.decision is not None and self._is_reached
                    run = counted(clock, known, self._context.clock()) if is_running else clock
                    moved.append((clock, planned(run, schedule)))
                if known.absences != schedule.absences:
                    posts = [new_post(self._context, session.table, "board") for session in tables.values()]
                await self._commit(Write(moved=tuple(moved), schedules=(schedule,), posts=tuple(posts)))
        self.wake()

    def start(self) -> None:
        """Begin to do what is due, as soon as Discord can be reached."""
        self._job = asyncio.create_task(self._work(), name="due work")

    async def stop(self, within_s: float = 2.0) -> None:
        """Do no more; a pass that is under way is finished, where the store lets it within `within_s`."""
        if self._job is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within_s), self._turn:
                    self._job.cancel()
            self._job.cancel()
            await asyncio.gather(self._job, return_exceptions=True)
            self._job = None

    def wake(self) -> None:
        """Look again now: something may be due earlier than it was."""
        self._wake.set()

    def expect(self, at: int) -> None:
        """Something is due at that moment: look by then."""
        is_sooner = self._pauses_until is not None and at - self._context.clock() < self._pauses_until - self._steady()
        if is_sooner:
            self.wake()

    async def tick(self) -> None:
        """Do all that is due now."""
        async with self._turn:
            if not self._is_reached or self._is_doubted:
                return
            if await self._leads():
                await self._do_what_is_due()
            else:
                self._seen = None
            for chore in self._chores:
                await self._do(chore, self._context.clock())

    async def _do_what_is_due(self) -> None:
        """Do all that is due now for tables and people."""
        if self._seen is None:
            await self._take_up()
        await self._look_at_clock()
        now = self._context.clock()
        await self._run_out(now)
        users = {clock.user for clock in self._clocks if clock.due_at is not None and clock.due_at <= now}
        for user in sorted(users):
            if self._put_off.get(user, 0) <= self._steady():
                await self._serve(user, now)
        for due in self._clocks.due:
            if due.at <= now and due.kind in self._handlers:
                await self._carry_out(due, now)

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self.tick()
            except StorageRefusal:
                log.warning("nothing could be done of what is due: the disk refuses")
            except Overtaken:  # another process has just changed what is due for a table: it is looked at once more
                log.info("what is due was changed meanwhile")
            except Exception:  # the clocks of all other tables run on
                log.exception("our mistake in what is due")
            pause_s = self.pause_s()
            self._pauses_until = self._steady() + round(pause_s * 1000)
            # Not `wait_for`: before Python 3.12 it loses a cancellation that comes together with the waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._wake.wait()
            self._pauses_until = None

    def pause_s(self) -> float:
        """How long to wait before the next pass, if nothing asks for one sooner.

        What is due and cannot be done may stay so for a day: a bank that is empty while another seat is voted on.
        """
        if self._seen is None and self._sharing is not None:
            return TAKE_OVER_S
        now, at = self._context.clock(), self._clocks.next_at
        pause_s = LONGEST_PAUSE_S
        if at is None or at > now:
            self._again_s = SHORTEST_PAUSE_S
        else:
            pause_s, at = self._again_s, self._clocks.next_after(now)
            self._again_s = min(LONGEST_PAUSE_S, 2 * pause_s)
        return pause_s if at is None else min(pause_s, (at - now) / 1000)

    # The clocks themselves

    def _expected(self, steady: int) -> int:
        """What the host's clock shows where it has not jumped since it was looked at; the other one shows `steady`."""
        assert self._seen is not None
        return self._seen[0] + steady - self._seen[1]

    async def _look_at_clock(self) -> None:
        """Note that the clocks run. Where the host's has jumped, they go on as if it had not."""
        now, steady = self._context.clock(), self._steady()
        expected = self._expected(steady)
        if abs(now - expected) > JUMP_MS:
            log.warning("the host's clock has jumped by %s s", (now - expected) / 1000)
            await self._go_on(Interruption(expected, now, steady, now - expected))
        else:
            self._seen = now, steady
            if steady - self._noted >= NOTED_MS:
                await self._context.store.commit(Write(alive_at=now))
                self._noted = steady

    async def _go_on(self, over: Interruption) -> None:
        """Let every clock go on from where it stood, in one transaction. Tables under change are waited for."""
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
            run = clock if clock.decision is None else counted(clock, schedule, over.before, over.after)
            nudged_at = run.nudged_at and run.nudged_at + over.jumped
            run = replace(run, since=run.since + over.jumped, nudged_at=nudged_at)
            moved.append((clock, planned(run, schedule)))
        due = tuple(
            replace(each, at=each.at + over.after - over.before)
            for each in self._clocks.due
            if each.at < PUT_OFF_MS  # else it waits for its server
            if each.kind != COMPUTER or each.at <= over.before + COMPUTER_MS  # else it was asked since
        )
        await self._commit(Write(moved=tuple(moved), due=due, schedules=tuple(set_right.values()), alive_at=over.after))
        self._seen, self._noted = (over.after, over.steady), over.steady

    async def _adopt_old_tables(self) -> None:
        """Give clocks to running tables that an earlier version began, as if they were asked now."""
        for table in await self._context.store.clocks.without_clocks():
            try:
                session = await self._sessions.by_id(table)
            except NoTable:
                continue
            if session.writer.is_busy or not session.pending:
                continue
            write = self._clocks.joined(Write(), session.table, session.pending, self._context.clock())
            await self._commit(write)

    async def _commit(self, write: Write) -> None:
        """Put a write on disk, adopt it, and let the outbox have its posts."""
        await self._context.store.commit(write)
        self._clocks.adopt(write)
        self._context.outbox.add(write.posts)

    # What is due

    async def _run_out(self, now: int) -> None:
        """Let the others vote wherever a bank is empty, unless it waits for the host."""
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
                if not await self._stand_still(session):
                    await session.votes.open(clock.seat, clock.decision)

    def _is_empty(self, clock: SeatClock, now: int) -> bool:
        if clock.due_at is None or clock.due_at > now:
            return False
        at = empty_at(clock, self._sessions.schedules.get(clock.user))
        return at is not None and at <= now

    async def _end_vote(self, due: Due, now: int) -> None:
        """Nobody has decided in time: the seat is played this once."""
        await self._done_or_undone(due, (await self._sessions.by_id(due.table)).votes.end())

    async def _resume(self, due: Due, now: int) -> None:
        """Nobody has said no to going on with a paused game."""
        await self._done_or_undone(due, (await self._sessions.by_id(due.table)).proposals.resume_unopposed())

    async def _end_alone(self, due: Due, now: int) -> None:
        """The last person at a table has not said whether they play on."""
        await self._done_or_undone(due, (await self._sessions.by_id(due.table)).leaving.end_unsaid())

    async def _done_or_undone(self, due: Due, doing: Awaitable[object]) -> None:
        """Do what is due; where the table has moved on meanwhile it is due no more."""
        try:
            await doing
        except StorageRefusal:
            raise
        except TableRefusal:
            await self._commit(Write(undone=((due.table, due.kind),)))

    async def _serve(self, user: int, now: int) -> None:
        """Do what is due for a person. Where a table of theirs is under change, it is due again in a moment."""
        try:
            clocks = self._clocks.asking(user)
            sessions = {clock.table: await self._sessions.by_id(clock.table) for clock in clocks}
            if any([await self._stand_still(session) for session in sessions.values()]):
                return  # it is done with the next pass, of what is left
            if not self._clocks.are_still(clocks) or any(session.writer.is_busy for session in sessions.values()):
                return
            tables = {key: session.table for key, session in sessions.items()}
            await self._commit(self._served(user, clocks, tables, now))
        except StorageRefusal:
            raise
        except Exception:  # everyone else is served even so
            log.exception("our mistake in what is due for a person")
            self._put_off[user] = self._steady() + AGAIN_MS

    def _served(self, user: int, clocks: list[SeatClock], tables: Mapping[int, Table], now: int) -> Write:
        """The write that reminds a person of all their tables, or lets a table say that it sleeps."""
        schedule, posts = self._sessions.schedules.get(user), []
        known = {(clock.table, clock.seat): clock for clock in clocks}
        by_seat = dict(known)
        is_due = False
        for key, clock in by_seat.items():
            if (at := warning_at(clock, schedule)) is not None and at <= now:
                is_due = is_due or (clock.reminded < MOST_REMINDERS and schedule.remind_h != NEVER)
                by_seat[key] = replace(clock, is_warned=True, reminded=max(1, clock.reminded))
        clocks = list(by_seat.values())
        if is_due or any((at := reminder_at(clock, schedule)) is not None and at <= now for clock in clocks):
            told = (reminded(clock, schedule, now) for clock in clocks)
            by_seat |= {(clock.table, clock.seat): clock for clock in told if clock is not None}
            posts.append(new_post(self._context, tables[clocks[0].table], "remind", users=(user,), turn_passed=True))
            schedule = replace(schedule, reminded_at=now)
        for key, clock in by_seat.items():
            if (at := sleep_at(clock, schedule)) is not None and at <= now:
                by_seat[key] = replace(clock, is_asleep=True)
                posts.append(new_post(self._context, tables[clock.table], "board"))
        planned_anew = tuple((known[key], planned(clock, schedule)) for key, clock in by_seat.items())
        schedules = (schedule,) if schedule.reminded_at == now else ()
        return Write(moved=planned_anew, posts=tuple(posts), schedules=schedules)

    async def _stand_still(self, session: Session) -> bool:
        """Whether the clocks ran of a table that no longer plays: damage was found when it was read. They stop."""
        table = session.table
        if table.status == "running" or session.writer.is_busy:
            return False
        await self._commit(self._clocks.joined(Write(), table, (), self._context.clock()))
        return True

    async def _carry_out(self, due: Due, now: int) -> None:
        try:
            await self._handlers[due.kind](due, now)
        except StorageRefusal:
            raise
        except Exception:  # every other table's is done even so
            log.exception("our mistake in what is due: table=%s kind=%s", due.table, due.kind)
            await self._commit(Write(due=(replace(due, at=now + AGAIN_MS),)))

    async def _do(self, chore: Chore, now: int) -> None:
        try:
            await chore(now)
        except StorageRefusal:
            raise
        except Exception:  # it is done again in the next pass
            log.exception("our mistake in a chore")
