"""Idle lobbies: their people are warned a day before they close."""

from msgspec.structs import replace

from sessions.play.change import new_post
from sessions.records.clock import DAY_MS, LOBBY, Due
from sessions.records.table import Table
from sessions.sessions import TOLD_AFTER_MS, Sessions
from sessions.store import Write


class Lapsing:
    """Warns the people of a lobby after six days without a change, and closes it a day later."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._context = sessions.context

    async def handle(self, due: Due, now: int) -> None:
        """Warn the people of a lobby, close it, or check again later if something has happened there."""
        session = await self._sessions.by_id(due.table)
        async with session.writer.lock:
            await session.writer.commit(self._write(session.table, now))

    def _write(self, table: Table, now: int) -> Write:
        lapses_at = table.seating.lapses_at  # what is further away than it can be was written by a clock since put back
        if table.status != "lobby":
            return Write(table.id, undone=((table.id, LOBBY),))
        if 0 <= now - table.changed_at < TOLD_AFTER_MS:
            return Write(table.id, due=(Due(table.id, LOBBY, table.changed_at + TOLD_AFTER_MS),))
        if lapses_at is None:
            told = replace(table, seating=replace(table.seating, lapses_at=now + DAY_MS))
            post = new_post(self._context, table, "board", users=(table.owner,), turn_passed=True)
            return Write(table.id, row=told, posts=(post,), due=(Due(table.id, LOBBY, now + DAY_MS),))
        if now < lapses_at <= now + DAY_MS:
            return Write(table.id, due=(Due(table.id, LOBBY, lapses_at),))
        closed = replace(table, status="closed", ended="closed", proposal=None)
        return Write(
            table.id, row=closed, posts=(new_post(self._context, table, "board"),), undone=((table.id, LOBBY),)
        )
