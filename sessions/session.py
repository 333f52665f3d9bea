"""The session of one table: read access, and its changes grouped by subject."""

from engine.kernel.decision import Decision
from sessions.lobby.seating import Lobby
from sessions.play.context import SessionContext
from sessions.play.placing import Place
from sessions.play.playing import Hints, TablePlay
from sessions.play.reader import TableReader
from sessions.play.timeline import Timeline
from sessions.play.writer import TableWriter
from sessions.records.table import Table
from sessions.results.history import History
from sessions.waiting.leaving import Leaving
from sessions.waiting.proposals import Proposals, Undo
from sessions.waiting.votes import Votes


class Session:
    """The session of one table. Changes are made one at a time, and once per interaction. A press with an old `epoch`
    is stale."""

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
        return self.reader.table

    @property
    def number(self) -> int:
        return self.reader.number

    @property
    def pending(self) -> list[Decision]:
        return self.reader.pending
