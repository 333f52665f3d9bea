"""One table in play: a reader, a writer and a timeline, and every change on disk before it is shown.

Who presses a control hands in the `epoch` it was made in: one that has moved on since is refused as `StalePress`, under
the lock, so that two presses of one Undo never count twice. Commands hand in none.
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
from sessions.waiting.proposals import Proposals
from sessions.waiting.undoing import Undo
from sessions.waiting.votes import Votes


class Session:
    """The session of one table. Mutating calls wait for the lock, are on disk when they return, and count once per
    interaction.

    `reader` has all there is to see of it, `history` what there was; what is asked for most is here as well. Each part
    has the changes of one matter.
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
        """The table as its row keeps it."""
        return self.reader.table

    @property
    def timeline(self) -> Timeline:
        """The game in play. Raises `TableSuspended`, `NotStarted`."""
        return self.reader.timeline

    @property
    def number(self) -> int:
        """How many entries the log has; 0 in the lobby."""
        return self.reader.number

    @property
    def pending(self) -> list[Decision]:
        """What is asked now: nothing in the lobby, and nothing when the table no longer plays."""
        return self.reader.pending

    def seat_of(self, user: int) -> Seat | None:
        """The seat of this user now, or None."""
        return self.reader.seat_of(user)

    def decision_of(self, user: int) -> Decision | None:
        """What this user is asked now."""
        return self.reader.decision_of(user)

    def result(self) -> tuple[Placing, ...] | None:
        """The final places of a game played to its end."""
        return self.reader.result()
