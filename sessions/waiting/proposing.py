"""What all must agree to: an undo, an early end, a pause and its end, a rematch."""

from msgspec.structs import replace

from sessions.lobby import lobby
from sessions.play.change import Change
from sessions.play.part import SessionPart
from sessions.play.state import not_seated, seat_in_play
from sessions.records.log import Moved
from sessions.records.table import Proposal
from sessions.refusals import (
    NoProposal,
    StalePress,
)
from sessions.waiting import pausing
from sessions.waiting.proposals import agree, propose


class Proposals(SessionPart):
    """What all must agree to: an undo, an early end, a pause and its end, a rematch."""

    async def propose_end(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to end the running game where it stands, to which all others must agree.

        Raises `ProposalRefused`. The next answer ends the proposal; who plays alone ends the game at once.
        """

        async def decide(change: Change) -> None:
            await propose(
                change, Proposal(0, (seat_in_play(self.reader, user),), interaction, "end"), self.writer.refused
            )

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def propose_pause(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to pause the running game, to which all others must agree. Answers do not end the proposal.

        Raises `ProposalRefused`, `ProposalStands`.
        """

        async def decide(change: Change) -> None:
            await propose(
                change, Proposal(0, (seat_in_play(self.reader, user),), interaction, "pause"), self.writer.refused
            )

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def propose_resume(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to go on with a paused game. Raises `NotPaused`, `NotSeated`, `ProposalStands`."""

        async def decide(change: Change) -> None:
            await pausing.propose_to_resume(change, user)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def resume_unopposed(self) -> Moved:
        """Go on with a paused game to which nobody has said no in time. Raises `NotPaused`."""
        return await self.writer.change(self.context.outbox.next_id(), pausing.resume_unopposed)

    async def consent(
        self,
        user: int,
        interaction: int,
        agrees: bool = True,
        *,
        proposal: int | None = None,
        epoch: int | None = None,
    ) -> Moved:
        """Agree to what is proposed, or end the proposal. The last to agree carries it out.

        `proposal` is the id of the one that was shown. Raises `NoProposal`, or `StalePress` where it is another now;
        `NotSeated`, and `ComputersUnavailable` or `UndoClosed` where it cannot be carried out.
        """

        async def decide(change: Change) -> None:
            is_lobby = change.table.status == "lobby" and change.table.proposal is not None
            seat = self.reader.seat_of(user) if is_lobby or change.table.is_paused else seat_in_play(self.reader, user)
            if seat is None:
                raise not_seated(change.table, user)
            known = change.table.proposal
            if known is None:
                raise NoProposal
            if proposal not in (None, known.id):
                raise StalePress
            self.writer.pings.forget(user)
            if known.kind == "rematch" and not agrees:
                change.put(lobby.unseated(change.table, user))
            elif agrees:
                agreed = (*known.agreed, seat) if seat not in known.agreed else known.agreed
                await agree(change, replace(known, agreed=agreed), user)
            else:
                change.put(replace(change.table, proposal=None), is_shown_anew=False)
                change.afterwards.append(lambda: self.writer.refused.add(known.agreed[0]))

        return await self.writer.change(interaction, decide, epoch=epoch)
