"""Deadlines of tables: empty time banks, open votes, pauses, a last player who doesn't respond, idle lobbies."""

import contextlib
import logging
from collections.abc import Collection, Iterable
from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.refusals import Refusal
from sessions.clocks.own_time import empty_at
from sessions.clocks.seat_clocks import ALONE, PAUSED, RESUME, VOTE
from sessions.lobby.lobby import unseat_user
from sessions.play.context import new_post
from sessions.records.clock import DAY_MS, LOBBY, READY_MS, RESUMED, Due, SeatClock
from sessions.records.person import Notice
from sessions.records.table import Table
from sessions.refusals import StalePress, StorageRefusal, TableRefusal
from sessions.session import Session
from sessions.sessions import TOLD_AFTER_MS, Sessions
from sessions.store import Write

log = logging.getLogger(__name__)

MANY_TABLES, MANY_OF_ALL = 5, 0.01
"""Banks are held if they run out at 5 or more tables together, and at over 1 % of all tables with a pace."""

Bank: TypeAlias = tuple[int, int, int | None]
"""A table, a seat and the question it is asked."""


class HeldBanks:
    """Holds back votes on empty banks if many banks run out together, until the host allows these votes."""

    def __init__(self) -> None:
        self._seen: set[Bank] = set()
        self._held: set[Bank] = set()

    def __bool__(self) -> bool:
        return bool(self._held)

    def look(self, empty: Iterable[SeatClock], voting: Collection[int], paced: int) -> None:
        """Hold newly empty banks if many ran out together. `voting` are the tables with a vote, `paced` is the number
        of tables with a pace."""
        banks = {_bank(clock) for clock in empty}
        became = {bank for bank in banks - self._seen if bank[0] not in voting}
        tables = len({table for table, _, _ in became})
        self._seen = banks
        self._held &= banks
        if tables >= MANY_TABLES and tables > paced * MANY_OF_ALL:
            log.error("banks ran out at %s tables at once: they wait for `python -m db clocks resume`", tables)
            self._held |= became

    def holds(self, clock: SeatClock) -> bool:
        return _bank(clock) in self._held

    def release(self) -> None:
        self._held.clear()


def _bank(clock: SeatClock) -> Bank:
    return clock.table, clock.seat, clock.decision


class Deadlines:
    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._clocks = sessions.context.seat_clocks
        self._held = HeldBanks()

    async def run_out(self, now: int) -> None:
        """Open a vote on every empty bank that isn't held back."""
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
        at = empty_at(clock, self._sessions.choices.schedules.get(clock.user))
        return at is not None and at <= now

    async def stop_idle(self, session: Session) -> bool:
        """Stop the clocks of a table whose game turned out not to be running. Return whether that was so."""
        table = session.table
        if table.status == "running" or session.writer.is_busy:
            return False
        await self._context.commit(self._clocks.add_to(Write(), table, (), self._context.clock()))
        return True

    async def handle(self, due: Due, now: int) -> None:
        """Handle an expired deadline. If it no longer fits the table, delete it."""
        session = await self._sessions.by_id(due.table)
        at = self._clocks.due_at(due.table, due.kind)
        if at is None or at > now:  # since this pass began, it was cancelled, or replaced by a later one
            return
        actions = {
            VOTE: session.votes.end,
            RESUME: session.proposals.resume_unopposed,
            PAUSED: session.proposals.end_long_pause,
            ALONE: session.leaving.end_undecided,
        }
        try:
            await actions[due.kind]()
        except StorageRefusal:
            raise
        except StalePress:  # other processes were faster each time
            log.info("a deadline is tried again in the next pass: table=%s kind=%s", due.table, due.kind)
        except TableRefusal:
            await self._context.commit(Write(undone=((due.table, due.kind),)))

    async def lapse(self, due: Due, now: int) -> None:
        """Warn the people of an idle lobby, then close it. Free the seats of those who aren't ready in time."""
        session = await self._sessions.by_id(due.table)
        async with session.writer.lock:
            await session.writer.commit(self._lapsing(session.table, now))

    def _lapsing(self, table: Table, now: int) -> Write:
        lapses_at = table.seating.lapses_at  # a deadline too far in the future was written while the clock was wrong
        if table.status != "lobby":
            return Write(table.id, undone=((table.id, LOBBY),))
        if table.is_from_queue and table.unready:
            if 0 <= now - table.changed_at < READY_MS:
                return Write(table.id, due=(Due(table.id, LOBBY, table.changed_at + READY_MS),))
            return self._make_room(table, now)
        if 0 <= now - table.changed_at < TOLD_AFTER_MS:
            return Write(table.id, due=(Due(table.id, LOBBY, table.changed_at + TOLD_AFTER_MS),))
        if lapses_at is None:
            told = replace(table, seating=replace(table.seating, lapses_at=now + DAY_MS))
            post = new_post(self._context, table, "board", users=(table.owner,), turn_passed=True)
            return Write(table.id, row=told, posts=(post,), due=(Due(table.id, LOBBY, now + DAY_MS),))
        if now < lapses_at <= now + DAY_MS:
            return Write(table.id, due=(Due(table.id, LOBBY, lapses_at),))
        closed = replace(table, status="closed", ended="closed", proposal=None, changed_at=now)
        return Write(
            table.id, row=closed, posts=(new_post(self._context, table, "board"),), undone=((table.id, LOBBY),)
        )

    def _make_room(self, table: Table, now: int) -> Write:
        """Free the seats of everyone who has not pressed Ready, and notify them. The others keep their seats."""
        late, rest = table.unready, table
        for user in late:
            rest = unseat_user(rest, user)
        invited = tuple(user for user in table.seating.invited if user not in late)
        lapsed_at = None if rest.is_live else now
        rest = replace(rest, changed_at=now, seating=replace(rest.seating, invited=invited, lapses_at=lapsed_at))
        posts = [new_post(self._context, table, "notice", users=(user,)) for user in late]
        return Write(
            table.id,
            row=rest,
            posts=(new_post(self._context, table, "board"), *posts),
            notices=tuple(
                Notice(post.id, user, table.id, "unready", now) for post, user in zip(posts, late, strict=True)
            ),
            due=(Due(table.id, LOBBY, now + TOLD_AFTER_MS),) if rest.is_live else (),
            undone=() if rest.is_live else ((table.id, LOBBY),),
        )
