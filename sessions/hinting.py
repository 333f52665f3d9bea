"""The part of a session that is about hints: who may ask for one, and how many each seat has had."""

from msgspec.structs import replace

from engine.kernel.decision import Decision, Seat
from sessions.change import Change
from sessions.reader import TableReader
from sessions.records import Moved, Seating, Table
from sessions.refusals import NoHints
from sessions.writer import TableWriter


class Hinting:
    """What `Session` takes in for those who want a hint on what they are asked."""

    reader: TableReader
    writer: TableWriter

    def _seat(self, user: int) -> Seat:
        """The seat of this user in a running game."""
        raise NotImplementedError

    def _must_be_asked(self, seat: Seat, decision: int | None) -> Decision:
        """What the seat is asked."""
        raise NotImplementedError

    def check_hint(self, user: int) -> Decision:
        """What this user is asked and may have a hint on. Raises `NoHints`, `NotSeated`, `NotYourTurn`, `TableOver`."""
        return self._hinted(self.reader.table, user, None)

    async def count_hint(self, user: int, decision: int, interaction: int) -> Moved:
        """Count a hint on that decision, before it is told. Raises as `check_hint`, and `StalePress`."""

        def decide(change: Change) -> None:
            asked = self._hinted(change.table, user, decision)
            change.put(replace(change.table, seating=with_hint(change.table.seating, asked.seat)), is_told=False)

        return await self.writer.change(interaction, decide)

    def _hinted(self, table: Table, user: int, decision: int | None) -> Decision:
        asked = self._must_be_asked(self._seat(user), decision)
        if not table.seating.hints:
            raise NoHints
        return asked


def with_hint(seating: Seating, seat: Seat) -> Seating:
    """The seating where this seat has had one hint more."""
    counts = [*seating.hinted, *([0] * (seat + 1 - len(seating.hinted)))]
    counts[seat] += 1
    return replace(seating, hinted=tuple(counts))
