"""Read access to one table."""

from collections.abc import Sequence

from sessions.play.context import SessionContext
from sessions.play.offers import Offers
from sessions.play.past import Past
from sessions.play.state import TableState
from sessions.play.table_log import TableLog
from sessions.play.timeline import Timeline
from sessions.records.log import Entry
from sessions.records.table import Table


class TableReader(TableState):
    """A table as stored. Only its writer changes it."""

    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None) -> None:
        super().__init__(context, table, timeline)
        self.log = TableLog(context, self)
        self.past = Past(context, self, self.log)
        self.offers = Offers(self)

    def begin(self, table: Table, timeline: Timeline | None) -> None:
        """Replace the state with a table just read from disk."""
        self.table = table
        self._timeline = timeline
        self.log.clear()

    def adopt(self, table: Table | None, timeline: Timeline | None, entries: Sequence[Entry]) -> None:
        """Update the state with a committed change."""
        if table is not None:
            self.table = table
        if timeline is not None:
            self._timeline = timeline
        self.log.add(entries)
