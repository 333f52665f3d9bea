"""Servers that removed the bot: their tables stand still, and go on if it is invited again."""

import asyncio
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sessions.change import new_post
from sessions.clocks.records import LOBBY, Due
from sessions.context import SessionContext
from sessions.records import Post, Table
from sessions.seat_clocks import PUT_OFF_MS
from sessions.session import Session
from sessions.sessions import TOLD_AFTER_MS, Sessions
from sessions.store import Write


class LostServers:
    """Suspends the tables of a server that removed the bot, and wakes them when it is back.

    Both can be done twice, so that whatever a crash or a full disk leaves undone is done by the next `reconcile`.
    """

    def __init__(self, sessions: Sessions, context: SessionContext) -> None:
        self._sessions = sessions
        self._context = context
        self.turn = asyncio.Lock()
        """Held while a server is lost or regained."""

    async def reconcile(self, is_in: Callable[[int], bool | None]) -> None:
        """Lose and regain what changed unseen. `is_in` says whether the bot is in a server; None: not known here."""
        servers = self._sessions.servers
        for guild in sorted({*await self._context.store.guilds_with_tables(), *servers.lost}):
            match is_in(guild):
                case True:
                    await self.regain(guild)
                case False:
                    await self.lose(guild)

    async def lose(self, guild: int) -> None:
        """Suspend every table of a server that removed the bot, and drop what waits to be posted there."""
        async with self.turn:
            servers = self._sessions.servers
            if guild not in servers.lost:
                await servers.keep(replace(servers.get(guild), lost_at=self._context.clock()))
            for table in await self._sessions.in_guild(guild):
                session = await self._sessions.by_id(table.id)
                async with session.writer.lock:
                    await self._suspend(session)
                self._context.outbox.wake(table.channel)

    async def regain(self, guild: int) -> None:
        """Wake every table of a server that invited the bot again: each clock goes on with the time that was left.

        A server that was not lost stays as it is.
        """
        async with self.turn:
            servers, posts = self._sessions.servers, list[Post]()
            if guild not in servers.lost:
                return
            for table in await self._sessions.in_guild(guild):
                session = await self._sessions.by_id(table.id)
                async with session.writer.lock:
                    posts += await self._wake(session)
            # On disk before the server counts as regained, and handed over after it: until then they would be dropped.
            await self._context.store.commit(Write(posts=tuple(posts)))
            await servers.keep(replace(servers.get(guild), lost_at=None))
            self._context.outbox.add(posts)

    async def _suspend(self, session: Session) -> None:
        """Stop the clocks and computers of a running game, and put off what is due for any other table."""
        table, now = session.table, self._context.clock()
        if table.status == "running":
            still = replace(table, status="suspended", reason="server", vote=None)
            await session.writer.commit(Write(table.id, still))
        elif put_off := [replace(due, at=PUT_OFF_MS + due.at - now) for due in self._due(table) if due.at < PUT_OFF_MS]:
            await session.writer.commit(Write(table.id, due=tuple(put_off)))

    async def _wake(self, session: Session) -> Sequence[Post]:
        """Let a table go on. Return the board that calls those who are asked."""
        table, now = session.table, self._context.clock()
        if table.status == "lobby":
            lobby = replace(table, changed_at=now, seating=replace(table.seating, lapses_at=None))
            await session.writer.commit(Write(table.id, lobby, due=(Due(table.id, LOBBY, now + TOLD_AFTER_MS),)))
        elif table.reason == "server":
            await session.writer.commit(Write(table.id, replace(table, status="running", reason=None)))
        elif put_off := [replace(due, at=now + due.at - PUT_OFF_MS) for due in self._due(table) if due.at > PUT_OFF_MS]:
            await session.writer.commit(Write(table.id, due=tuple(put_off)))
        if not (session.table.is_under_way or session.table.status == "lobby"):
            return ()  # it stands still for another reason
        asked = {decision.seat for decision in session.pending} if session.table.status == "running" else set[int]()
        users = tuple(sitter.user for sitter in session.table.people if sitter.seat in asked)
        return (new_post(self._context, session.table, "board", users=users, turn_passed=True),)

    def _due(self, table: Table) -> list[Due]:
        """All that is due for this table."""
        return [due for due in self._context.seat_clocks.due if due.table == table.id]
