"""Leaving a game, opening the seat of someone who is gone, and ending the table."""

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.lobby.seats import SILENT_MS, leave_seat, play_on
from sessions.play.change import Change
from sessions.play.state import asked_of, check_owner, seat_in_play
from sessions.play.writer import SessionPart
from sessions.records.log import Moved
from sessions.records.table import Left, Proposal
from sessions.refusals import EndNeedsConsent, StillThere, TableOver, TableSuspended
from sessions.waiting.proposals import end_alone, end_early, propose


class Leaving(SessionPart):
    async def concede(
        self, user: int, interaction: int, *, plays: Left | None = None, epoch: int | None = None
    ) -> Moved:
        """Leave the running game. `plays` (default: the table's choice) takes over the seat."""
        return await self._writer.change(
            interaction, lambda change: leave_seat(change, seat_in_play(self._reader, user), plays=plays), epoch=epoch
        )

    async def open_seat(self, by: int, user: int, interaction: int, *, is_gone: bool = False) -> Moved:
        """Open the seat of a user who has left the server (`is_gone`) or is silent. Anyone but the owner only proposes
        this. Raises `StillThere`, `NotSeated`, …"""

        async def decide(change: Change) -> None:
            seat, gone = seat_in_play(self._reader, by), seat_in_play(self._reader, user)
            if seat == gone or not (is_gone or self._is_silent(gone, change.origin.at)):
                raise StillThere(user)
            if change.table.owner == by:
                await leave_seat(change, gone, by)
            else:
                await propose(change, Proposal(gone, (seat,), interaction, "open"), self._writer.refused)

        return await self._writer.change(interaction, decide)

    async def play_on(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Play on alone after everyone else has left. Raises `NotLeftAlone`, `NotSeated`."""
        return await self._writer.change(interaction, lambda change: play_on(change, user), epoch=epoch)

    async def end_alone(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """End the game that everyone else has left. Raises `NotLeftAlone`, `NotSeated`."""
        return await self._writer.change(interaction, lambda change: end_alone(change, user), epoch=epoch)

    async def end_undecided(self) -> Moved:
        """End the game if its last person has not decided in time. Raises `NotLeftAlone`."""
        return await self._writer.change(self._context.outbox.next_id(), end_alone)

    async def close(self, by: int, interaction: int, *, is_moderator: bool = False, epoch: int | None = None) -> Moved:
        """Close a lobby or a table that can't go on, or end a game as moderator or only player. Raises
        `EndNeedsConsent`, `TableSuspended`, …"""

        def decide(change: Change) -> None:
            table, seat = change.table, self._reader.seat_of(by)
            if not table.is_live:
                raise TableOver
            if table.is_left_alone and seat is not None:
                end_alone(change, by)
            elif not (table.is_under_way or table.is_cut_off):
                if not is_moderator:
                    check_owner(table, by)
                change.put(replace(table, status="closed", ended="closed", proposal=None))
            elif seat is not None and table.is_alone:
                end_early(change, seat, by)
            elif is_moderator:
                end_early(change, None, by, is_by_moderator=True, gone=seat)  # else a moderator could annul a loss
            elif table.is_cut_off:  # else an owner could annul a loss by deleting the channel
                raise TableSuspended(table.reason or "channel")
            else:
                raise EndNeedsConsent

        return await self._writer.change(interaction, decide, epoch=epoch)

    def _is_silent(self, seat: Seat, now: int) -> bool:
        """Return whether a seat's question has been open for a week of its person's own time."""
        clock = self._context.seat_clocks.of(self._reader.table.id).get(seat)
        if clock is None or asked_of(seat, self._reader.pending) is None:
            return False
        return self._context.seat_clocks.count(clock, now).own >= SILENT_MS
