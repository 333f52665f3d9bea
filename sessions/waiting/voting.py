"""Votes on a seat that keeps the others waiting."""

from engine.kernel.decision import Seat
from sessions.play.change import Change
from sessions.play.part import SessionPart
from sessions.play.state import seat_in_play
from sessions.records.clock import Choice
from sessions.records.log import Moved
from sessions.refusals import (
    NoVote,
)
from sessions.waiting import votes


class Votes(SessionPart):
    """Votes on a seat that keeps the others waiting."""

    async def open(self, seat: Seat, decision: int) -> Moved:
        """Ask the others what to do about a seat whose bank is empty. Raises `NoVote` where it has answered."""
        gone = await self._gone(self.reader.table.sitters[seat].user)
        return await self.writer.change(
            self.context.outbox.next_id(), lambda change: votes.open_vote(change, seat, decision, gone)
        )

    async def cast(self, user: int, choice: Choice, interaction: int, *, vote: int, epoch: int | None = None) -> Moved:
        """Vote on the seat that lets the others wait. Raises `NoVote`, `StalePress`, `NotAsVoted`, `VoteWhileAway`."""
        gone = await self._gone(user)

        async def decide(change: Change) -> None:
            await votes.cast(change, seat_in_play(self.reader, user), choice, vote, gone)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def call(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Ask the others what to do about who has let them wait longest, at a table without a pace.

        Raises `NotSeated`, `NotSilent`, `VoteStands`.
        """
        gone = await self._gone(user)
        return await self.writer.change(
            interaction, lambda change: votes.call(change, seat_in_play(self.reader, user), gone), epoch=epoch
        )

    async def end(self) -> Moved:
        """Let a vote that nobody has decided in its time end: the seat is played this once. Raises `NoVote`."""

        async def decide(change: Change) -> None:
            if change.table.vote is None:
                raise NoVote
            await votes.play_once(change, change.table.vote)

        return await self.writer.change(self.context.outbox.next_id(), decide)

    async def _gone(self, but: int) -> frozenset[int]:
        """Look up who of the table has left the server, `but` for somebody. No change waits for it."""
        table = self.reader.table
        return await self.context.gone(table.guild, [each.user for each in table.people if each.user != but])
