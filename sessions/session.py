"""The session of one table: everything to see of it, and its changes by matter.

A press carries the `epoch` of its control. If the table's has moved on, it is refused as `StalePress`, so that two
presses of one Undo never count twice. Commands carry none.
"""

from engine.kernel.decision import Decision, Seat
from engine.kernel.rules import Placing
from sessions.lobby.seating import Lobby
from sessions.play.context import SessionContext
from sessions.play.hinting import Hints
from sessions.play.placing import Place
from sessions.play.playing import TablePlay
from sessions.play.reader import TableReader
from sessions.play.timeline import Timeline
from sessions.play.writer import TableWriter
from sessions.records.table import Table
from sessions.results.history import History
from sessions.waiting.leaving import Leaving
from sessions.waiting.proposals import Proposals, Undo
from sessions.waiting.votes import Votes


class Session:
    """The session of one table. Changes wait for the lock, are on disk when they return, and count once an interaction.

    `reader` shows the table, `history` its past. Each other part has the changes of one matter.
    """

    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None, snapshot_number: int) -> None:
        self.context = context
        self.reader = TableReader(context, table, timeline)
        self.history = History(context, self.reader)
        self.writer = TableWriter(context, self.reader, snapshot_number)
        parts = context, self.reader, self.writer
        self.lobby = Lobby(*parts)
        self.play = TablePlay(*parts)
        self.undo = Undo(*parts)
        self.proposals = Proposals(*parts)
        self.votes = Votes(*parts)
        self.leaving = Leaving(*parts)
        self.hints = Hints(*parts)
        self.place = Place(*parts)

    @property
    def table(self) -> Table:
        """The current row of the table."""
        return self.reader.table

    @property
    def timeline(self) -> Timeline:
        """The game in play. Raises `TableSuspended`, `NotStarted`."""
        return self.reader.timeline

    @property
    def number(self) -> int:
        """The number of entries in the log; 0 in the lobby."""
        return self.reader.number

    @property
    def pending(self) -> list[Decision]:
        """The pending decisions; none unless the game is running."""
        return self.reader.pending

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat of this user, if they have one now."""
        return self.reader.seat_of(user)

    def decision_of(self, user: int) -> Decision | None:
        """Return the decision that this user is asked now, if any."""
        return self.reader.decision_of(user)

    def result(self) -> tuple[Placing, ...] | None:
        """Return the final places of a game played to its end."""
        return self.reader.result()
