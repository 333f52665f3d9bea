"""The part of a session that is about time: nudges, votes on who lets the others wait, pauses."""

from engine.kernel.decision import Seat
from sessions import pausing, votes
from sessions.change import Change
from sessions.clocks.records import Choice
from sessions.context import SessionContext
from sessions.nudging import nudge
from sessions.proposals import end_alone, propose
from sessions.reader import TableReader
from sessions.records import Moved, Proposal
from sessions.refusals import NoVote
from sessions.seats import play_on
from sessions.writer import TableWriter


class Waiting:
    """What `Session` takes in for those who wait, or want to."""

    reader: TableReader
    writer: TableWriter
    _context: SessionContext

    def _seat(self, user: int) -> Seat:
        """The seat of this user in a running game."""
        raise NotImplementedError

    async def propose_pause(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to pause the running game, to which all others must agree. Answers do not end the proposal.

        Raises `ProposalRefused`, `ProposalStands`.
        """

        async def decide(change: Change) -> None:
            await propose(change, Proposal(0, (self._seat(user),), interaction, "pause"), self.writer.refused)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def propose_resume(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to go on with a paused game. Raises `NotPaused`, `NotSeated`, `ProposalStands`."""

        async def decide(change: Change) -> None:
            await pausing.propose_to_resume(change, user)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def resume_unopposed(self) -> Moved:
        """Go on with a paused game to which nobody has said no in time. Raises `NotPaused`."""
        return await self.writer.change(self._context.outbox.next_id(), pausing.resume_unopposed)

    async def play_on(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Play on alone against computers, where everyone else has left. Raises `NotLeftAlone`, `NotSeated`."""
        return await self.writer.change(interaction, lambda change: play_on(change, user), epoch=epoch)

    async def end_alone(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """End the game that everyone else has left. Raises `NotLeftAlone`, `NotSeated`."""
        return await self.writer.change(interaction, lambda change: end_alone(change, user), epoch=epoch)

    async def end_unsaid(self) -> Moved:
        """End the game whose last person has not said in time whether they play on. Raises `NotLeftAlone`."""
        return await self.writer.change(self._context.outbox.next_id(), end_alone)

    async def open_vote(self, seat: Seat, decision: int) -> Moved:
        """Ask the others what to do about a seat whose bank is empty. Raises `NoVote` where it has answered."""
        gone = await self._gone(self.reader.table.sitters[seat].user)
        return await self.writer.change(
            self._context.outbox.next_id(), lambda change: votes.open_vote(change, seat, decision, gone)
        )

    async def _gone(self, but: int) -> frozenset[int]:
        """Look up who of the table has left the server, `but` for somebody. No change waits for it."""
        table = self.reader.table
        return await self._context.gone(table.guild, [each.user for each in table.people if each.user != but])

    async def vote(self, user: int, choice: Choice, interaction: int, *, vote: int, epoch: int | None = None) -> Moved:
        """Vote on the seat that lets the others wait. Raises `NoVote`, `StalePress`, `NotAsVoted`, `VoteWhileAway`."""
        gone = await self._gone(user)

        async def decide(change: Change) -> None:
            await votes.cast(change, self._seat(user), choice, vote, gone)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def call_vote(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Ask the others what to do about who has let them wait longest, at a table without a pace.

        Raises `NotSeated`, `NotSilent`, `VoteStands`.
        """
        gone = await self._gone(user)
        return await self.writer.change(
            interaction, lambda change: votes.call(change, self._seat(user), gone), epoch=epoch
        )

    async def nudge(self, user: int, interaction: int) -> Moved:
        """Call whoever is asked once more. Raises `NotSeated`, `NobodyToNudge`."""

        def decide(change: Change) -> None:
            self._seat(user)
            nudge(change, user)

        return await self.writer.change(interaction, decide)

    async def end_vote(self) -> Moved:
        """Let a vote that nobody has decided in its time end: the seat is played this once. Raises `NoVote`."""

        async def decide(change: Change) -> None:
            if change.table.vote is None:
                raise NoVote
            await votes.play_once(change, change.table.vote)

        return await self.writer.change(self._context.outbox.next_id(), decide)
