"""Taking back answers, alone or with everyone's consent."""

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.kernel.refusals import Refusal
from sessions.play.change import Change
from sessions.play.state import seat_in_play
from sessions.play.undo import check_computers, counting, last_answers_of
from sessions.play.writer import SessionPart
from sessions.records.log import Answered, Moved
from sessions.records.table import Proposal
from sessions.refusals import NothingToUndo, UndoClosed
from sessions.waiting.proposals import go_back, propose


class Undo(SessionPart):
    async def take_back(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Take back the user's last answers to the last reveal. Raises `UndoClosed`, `NothingToUndo`.

        If all others are computers, their answers since are taken back too.
        """

        async def decide(change: Change) -> None:
            seat = seat_in_play(self.reader, user)
            numbers = self.reader.timeline.last_turn(seat)
            table = change.table
            if numbers:
                timeline = change.fork()
                timeline.retract(numbers, change.origin)
                change.advance(timeline, replace(table, epoch=table.epoch + 1), cut=numbers[0])
            elif table.is_against_programs:
                await go_back(change, await self._last_of(seat))
            else:
                raise await self._why_closed(seat)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def propose(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to take back this user's last answers and all after them.

        Raises `NothingToUndo`, `UndoClosed`, `ProposalRefused`.
        """

        async def decide(change: Change) -> None:
            seat = seat_in_play(self.reader, user)
            if change.table.is_alone:
                raise await self._why_closed(seat)
            number = await self._last_of(seat)
            since = await self.context.store.log.entries(change.table.id, number, self.reader.number)
            check_computers(change.table, since, number)
            await propose(change, Proposal(number, (seat,), interaction), self.writer.refused)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def _last_of(self, seat: Seat) -> int:
        """Return where the last answers begin. Raises `NothingToUndo`, `UndoClosed`."""
        return last_answers_of(seat, await self.context.store.log.entries(self.reader.table.id, 1, self.reader.number))

    async def _why_closed(self, seat: Seat) -> Refusal:
        answers = [
            entry
            for entry in counting(await self.context.store.log.newest_entries(self.reader.table.id, 32))
            if isinstance(entry.action, Answered)
        ]
        if not answers:
            return NothingToUndo()
        return UndoClosed("revealed" if answers[-1].seat == seat else "other")
