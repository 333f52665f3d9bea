"""Read access to one table, and the options shown for its pending decisions."""

import asyncio
from collections.abc import Sequence

from engine.kernel.decision import Decision
from engine.kernel.offering.in_a_row import Lookahead, RowResult, give_in_a_row
from engine.kernel.offering.offers import offer
from sessions.play.context import SessionContext
from sessions.play.past import Past
from sessions.play.state import TableState, asked_now, not_seated
from sessions.play.table_log import TableLog
from sessions.play.timeline import Timeline
from sessions.records.log import Entry
from sessions.records.table import Table
from sessions.refusals import TableOver, TableSuspended


class TableReader(TableState):
    """A table as stored. Only its writer changes it."""

    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None) -> None:
        super().__init__(context, table, timeline)
        self.log = TableLog(context, self)
        self.past = Past(context, self, self.log)
        self.offers = Offers(self)

    @property
    def is_open(self) -> bool:
        """Return whether the table can be read: it is a lobby, or its game is loaded."""
        return self._timeline is not None or self.table.status == "lobby"

    def begin(self, table: Table, timeline: Timeline | None) -> None:
        """Replace the state with a table just read from disk."""
        self.table = table
        self._timeline = timeline
        self.log.clear()

    def adopt(self, table: Table | None, timeline: Timeline | None, entries: Sequence[Entry]) -> None:
        if table is not None:
            self.table = table
        if timeline is not None:
            self._timeline = timeline
        self.log.add(entries)


class Offers:
    """The options of one table's pending decisions, and its standing orders."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._last: tuple[Timeline, tuple[int, Decision], Decision] | None = None
        """Cache of `as_shown` for the last decision, because a board needs it more than once."""

    def as_shown(self, decision: Decision) -> Decision:
        """Return a pending decision with combined answers as single options."""
        timeline = self._state.timeline
        known = self._recall(timeline, decision)
        if known is None:
            known = offer(self._state.game, timeline.position, decision)
            self._last = timeline, (timeline.number, decision), known
        return known

    async def prepare(self, decision: Decision) -> None:
        """Combine the answers of a pending decision in a thread, because many answers take tens of milliseconds."""
        timeline = self._state.timeline
        if self._recall(timeline, decision) is not None:
            return
        shown = await asyncio.to_thread(offer, self._state.game, timeline.position, decision)
        self._last = timeline, (timeline.number, decision), shown

    def _recall(self, timeline: Timeline, decision: Decision) -> Decision | None:
        last = self._last
        return last[2] if last and last[0] is timeline and last[1] == (timeline.number, decision) else None

    def in_a_row(self, decision: Decision, keys: Sequence[str]) -> RowResult:
        return give_in_a_row(self._state.game, self._state.timeline.position, decision, keys)

    def look_ahead(self, user: int) -> Lookahead:
        """Return a lookahead from this user's decision, for chains of answers. Raises `NotSeated`, `NotYourTurn`, …"""
        table = self._state.table
        if table.status in ("over", "closed"):
            raise TableOver
        if table.status == "suspended":
            raise TableSuspended(table.reason or "damaged")
        timeline, seat = self._state.timeline, self._state.seat_of(user)
        if seat is None:
            raise not_seated(table, user)
        return Lookahead(self._state.game, timeline.position, seat, asked_now(self._state, seat, None))

    def orders(self, user: int) -> list[Decision]:
        seat = self._state.seat_of(user)
        if seat is None or self._state.table.status != "running" or self._state.timeline.position.is_over:
            return []
        return self._state.game.orders.offer(self._state.timeline.position.state, seat)
