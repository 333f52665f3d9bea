"""Hints: who may ask for them, and how many each seat has used."""

from msgspec.structs import replace

from engine.kernel.decision import Decision, Seat
from sessions.play.change import Change
from sessions.play.state import asked_now, seat_in_play
from sessions.play.writer import SessionPart
from sessions.records.log import Moved
from sessions.records.table import Seating, Table
from sessions.refusals import NoHints


class Hints(SessionPart):
    def check(self, user: int) -> Decision:
        """Return this user's decision. Raises `NoHints`, `NotSeated`, `NotYourTurn`, `TableOver`."""
        return self._check(self.reader.table, user, None)

    async def count(self, user: int, decision: int, interaction: int) -> Moved:
        """Count a hint before it is shown. Raises `StalePress`, and the same errors as `check`."""

        def decide(change: Change) -> None:
            asked = self._check(change.table, user, decision)
            change.put(replace(change.table, seating=with_hint(change.table.seating, asked.seat)), is_told=False)

        return await self.writer.change(interaction, decide)

    def _check(self, table: Table, user: int, decision: int | None) -> Decision:
        asked = asked_now(self.reader, seat_in_play(self.reader, user), decision)
        if not table.seating.hints:
            raise NoHints
        return asked


def with_hint(seating: Seating, seat: Seat) -> Seating:
    counts = [*seating.hinted, *([0] * (seat + 1 - len(seating.hinted)))]
    counts[seat] += 1
    return replace(seating, hinted=tuple(counts))
