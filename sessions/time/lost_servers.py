"""Servers that removed the bot. Their tables are suspended, and deleted if the bot isn't invited again in time."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from sessions.clocks.seat_clocks import PUT_OFF_MS, steady_ms
from sessions.play.context import new_post
from sessions.play.writer import MOST_TRIES
from sessions.records.clock import DAY_MS, HOUR_MS, LOBBY, MINUTE_MS, Due
from sessions.records.table import Post, Table
from sessions.refusals import StalePress, StorageRefusal, StorageUnavailable
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Write

T = TypeVar("T")

log = logging.getLogger(__name__)

MOST_AT_ONCE = 20
"""Maximum number of tables deleted in one transaction."""
SURE_MS = HOUR_MS
"""Nothing is deleted until the host's clock has run evenly for this long."""
EVEN_MS = MINUTE_MS
"""The largest correction of the host's clock that still counts as running evenly."""


class LostServers:
    """Suspends the tables of servers that removed the bot, and forgets such servers after `keep_days` (0: never)."""

    def __init__(self, sessions: Sessions, keep_days: int = 0, steady: Callable[[], int] = steady_ms) -> None:
        self._sessions = sessions
        self._context = sessions.context
        self._keep_days = keep_days
        self._steady = steady
        self._even_since = 0
        """The steady clock's time when the host's clock began to run evenly, in milliseconds."""
        self._ahead: int | None = None
        """The lead of the host's clock over the steady clock at `_even_since`, in milliseconds."""
        self._is_settled = True
        """False if a removal or an invitation could not be stored."""
        self.turn = asyncio.Lock()
        """Locked while a server's loss or return is handled."""

    async def reconcile(self, is_in: Callable[[int], bool | None]) -> None:
        """Handle removals and invitations missed while offline. `is_in` returns None for unknown servers."""
        lost = self._sessions.choices.servers.lost
        self._is_settled = True
        with self._noting_failures():
            for guild in sorted({*await self._context.store.tables.guilds(), *lost}):
                match is_in(guild):
                    case True if guild in lost:
                        await self.regain(guild)
                    case False:
                        await self.lose(guild)

    async def settle(self, is_in: Callable[[int], bool | None]) -> None:
        """Retry changes that could not be stored. Otherwise, they would wait for the next start."""
        if not self._is_settled:
            await self.reconcile(is_in)

    @contextlib.contextmanager
    def _noting_failures(self) -> Iterator[None]:
        try:
            yield
        except StorageRefusal:
            self._is_settled = False
            raise

    async def lose(self, guild: int) -> None:
        with self._noting_failures():
            async with self.turn:
                await self._lose(guild)

    async def _lose(self, guild: int) -> None:
        servers = self._sessions.choices.servers
        if guild not in servers.lost:
            await servers.change(guild, lambda server: replace(server, lost_at=self._context.clock()))
        for table in await self._sessions.store.tables.in_guild(guild):
            session = await self._sessions.by_id(table.id)
            await _insist(session, self._suspend)
            self._context.outbox.wake(table.channel)

    async def regain(self, guild: int) -> bool:
        """Resume the tables of a server that invited the bot again. Return whether the server had been lost."""
        with self._noting_failures():
            async with self.turn:
                return await self._regain(guild)

    async def _regain(self, guild: int) -> bool:
        servers, posts = self._sessions.choices.servers, list[Post]()
        if guild not in servers.lost:
            return False
        for table in await self._sessions.store.tables.in_guild(guild):
            session = await self._sessions.by_id(table.id)
            try:
                posts += await _insist(session, self._wake)
            except Exception as error:  # a game that fails must not hold back the server's other tables
                if not await self._sessions.contain(error, table.id):
                    raise
        # Store the posts first, but queue them only after the server is no longer lost, or they would be dropped.
        await self._context.store.commit(Write(posts=tuple(posts)))
        await servers.change(guild, lambda server: replace(server, lost_at=None))
        self._context.outbox.add(posts)
        return True

    async def forget_old(self, now: int, is_in: Callable[[int], bool | None]) -> list[tuple[int, int]]:
        """Forget servers lost too long ago. Return the ids and channels of the deleted tables."""
        lost_by = now - self._keep_days * DAY_MS
        gone: list[tuple[int, int]] = []
        if not self._keep_days or not self._is_even(now):
            return gone
        async with self.turn:
            servers = self._sessions.choices.servers
            for guild in sorted(servers.lost):
                lost_at = servers.get(guild).lost_at or now
                if lost_at > now:  # written while the clock was wrong
                    await servers.change(guild, lambda server: replace(server, lost_at=now))
                if lost_at > lost_by or is_in(guild) is not False:
                    continue
                found = await self._context.store.people.forget_lost(guild, lost_by, MOST_AT_ONCE)
                if found:
                    await self._sessions.drop([table for table, _ in found])
                    gone += found
                if found is None or len(found) < MOST_AT_ONCE:
                    await servers.load()
                    await self._sessions.choices.watchers.load()
                    log.info("server forgotten: guild=%s", guild)
        return gone

    def _is_even(self, now: int) -> bool:
        steady = self._steady()
        if self._ahead is None or abs(now - steady - self._ahead) > EVEN_MS:
            self._ahead, self._even_since = now - steady, steady
        return steady - self._even_since >= SURE_MS

    async def _suspend(self, session: Session) -> None:
        table, now = session.table, self._context.clock()
        if table.status == "running":
            still = replace(table, status="suspended", reason="server", vote=None)
            await session.writer.commit(Write(table.id, still))
        elif put_off := [
            replace(due, at=PUT_OFF_MS + max(1, due.at - now)) for due in self._due(table) if due.at < PUT_OFF_MS
        ]:
            await session.writer.commit(Write(table.id, due=tuple(put_off)))

    async def _wake(self, session: Session) -> Sequence[Post]:
        table, now = session.table, self._context.clock()
        if table.status == "lobby":
            lobby = replace(table, changed_at=now, seating=replace(table.seating, lapses_at=None))
            await session.writer.commit(Write(table.id, lobby, due=(Due(table.id, LOBBY, now),)))
        elif table.reason == "server":
            await session.writer.commit(Write(table.id, replace(table, status="running", reason=None)))
        elif put_off := [replace(due, at=now + due.at - PUT_OFF_MS) for due in self._due(table) if due.at > PUT_OFF_MS]:
            await session.writer.commit(Write(table.id, due=tuple(put_off)))
        if not (session.table.is_under_way or session.table.status == "lobby"):
            return ()  # suspended for another reason
        asked = {decision.seat for decision in session.pending} if session.table.status == "running" else set[int]()
        users = tuple(sitter.user for sitter in session.table.people if sitter.seat in asked)
        return (new_post(self._context, session.table, "board", users=users, turn_passed=True),)

    def _due(self, table: Table) -> list[Due]:
        return [due for due in self._context.seat_clocks.due if due.table == table.id]


async def _insist(session: Session, change: Callable[[Session], Awaitable[T]]) -> T:
    """Change a table. Try again if another process has just changed it. Raises `StorageRefusal`."""
    async with session.writer.lock:
        for _ in range(MOST_TRIES):
            with contextlib.suppress(StalePress):
                return await change(session)
    raise StorageUnavailable
