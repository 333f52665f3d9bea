"""The channel of a table, its board, and hands sent to players."""

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.play.change import Change
from sessions.play.context import new_post
from sessions.play.state import check_owner, pending_at
from sessions.play.writer import SessionPart
from sessions.records.log import Moved
from sessions.refusals import OtherServer, TableExists, TableOver
from sessions.store import Write


class Place(SessionPart):
    async def move_to(
        self,
        user: int,
        guild: int | None,
        channel: int,
        interaction: int,
        *,
        is_moderator: bool = False,
        is_stuck: bool = False,
    ) -> Moved:
        """Move the table to another channel of its server. If its old channel was lost, resume the game. Raises
        `OtherServer`, `NotOwner`, …

        If the old channel was lost or `is_stuck` (boards can't be posted there), any player may do this, otherwise only
        the owner or a moderator."""

        async def decide(change: Change) -> None:
            table, left = change.table, change.table.channel
            if guild is None or guild != table.guild:
                raise OtherServer
            if not table.is_live:
                raise TableOver
            is_held_up = is_stuck or table.reason == "channel"
            if not (is_moderator or (is_held_up and table.sitter_of(user))):
                check_owner(table, user)
            there = await self._context.store.tables.at(channel)
            if there is not None and there.is_live and there.id != table.id:
                raise TableExists(there.id)
            table, asked = replace(table, channel=channel), set[Seat]()
            if table.reason == "channel":  # the game was on hold, so ping those whose turn it is
                table = replace(table, status="running", reason=None)
                asked = {decision.seat for decision in pending_at(change.reader, table)}
            change.put(table, tuple(sitter.user for sitter in table.people if sitter.seat in asked))
            # The board and all posts queued under the old channel go to the new one.
            change.afterwards.append(lambda: self._context.outbox.wake(left))

        return await self._writer.change(interaction, decide)

    async def lose_channel(self, channel: int) -> None:
        """Handle a deleted channel: suspend a running game until it is moved, or close a lobby. Do nothing if the table
        was moved elsewhere meanwhile."""
        async with self._writer.lock:
            table = self._reader.table
            if table.channel != channel:
                return
            if table.status == "running":
                lost = replace(table, status="suspended", reason="channel", vote=None)
                await self._writer.commit(Write(table.id, lost))
            elif table.status == "lobby":
                closed = replace(table, status="closed", ended="closed", changed_at=self._context.clock())
                closed = replace(closed, seating=replace(table.seating, lapses_at=None))
                await self._writer.commit(Write(table.id, closed))

    async def post_board(self) -> None:
        async with self._writer.lock:
            post = new_post(self._context, self._reader.table, "board", turn_passed=True)
            await self._writer.commit(Write(self._reader.table.id, posts=(post,)))

    async def post_hand(self, user: int) -> None:
        """Send the current hand to a user who receives hands."""
        if (
            self._reader.table.status == "running"
            and self._reader.seat_of(user) is not None
            and self._context.choices.people.wants_hand(user)
        ):
            async with self._writer.lock:
                post = new_post(self._context, self._reader.table, "hand", users=(user,))
                await self._writer.commit(Write(self._reader.table.id, posts=(post,)))
