"""One change to a table: everything stored in its transaction, and the result for the caller."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.kernel.play import places_of
from engine.kernel.rules import AGREED
from sessions.play.context import SessionContext, new_post
from sessions.play.reader import TableReader
from sessions.play.state import asked_of
from sessions.play.timeline import Origin, Timeline
from sessions.records.clock import LOBBY, READY_MS, Due
from sessions.records.departures import settle
from sessions.records.log import Answered, Moved, Snapshot
from sessions.records.person import News, Notice
from sessions.records.table import Post, Table
from sessions.store import Handled, Write

SNAPSHOT_EVERY = 8
"""A snapshot is stored once the anchor is this many entries after the last snapshot."""


class Change:
    """A change, prepared by `put` or `advance`. `table` and `reader` have the state before it, `timeline` after it."""

    def __init__(self, context: SessionContext, reader: TableReader, snapshot_number: int, interaction: int) -> None:
        self.context = context
        self.reader = reader
        self._snapshot_number = snapshot_number
        self.table = reader.table
        self.origin = Origin(interaction, context.clock())
        self.write: Write | None = None
        self.timeline: Timeline | None = None
        self.moved = Moved(0, 0)
        self.afterwards: list[Callable[[], None]] = []
        """Called once the change is on disk and adopted."""

    def fork(self) -> Timeline:
        """Return a copy of the timeline that may be changed. Raises `TableSuspended`, `NotStarted`."""
        return self.reader.timeline.fork()

    def put(
        self, table: Table, pinged: tuple[int, ...] = (), is_new_message: bool = True, is_posted: bool = True
    ) -> None:
        """Change the table's row. If `is_posted`, update the board's message, or post a new one if `is_new_message`."""
        at = self.origin.at
        board = new_post(self.context, self.table, "board", users=pinged, turn_passed=is_new_message)
        self.write = Write(
            self.table.id,
            row=replace(table, changed_at=at, seating=replace(table.seating, lapses_at=None)),
            posts=(board,) if is_posted else (),
            handled=Handled(self.origin.interaction, self.table.id, at),
            undone=self._due_to_drop(table),
            due=(Due(self.table.id, LOBBY, at + READY_MS),) if table.is_from_queue else (),
        )

    def advance(
        self,
        timeline: Timeline,
        table: Table | None = None,
        is_shown: bool = True,
        cut: int | None = None,
        keeps_proposal: bool = False,
        called: tuple[int, ...] = (),
    ) -> None:
        """Let the autopilot play, then store the new entries of `timeline`, and `table` as the row.

        If `is_shown`, post the board and ping `called`. Snapshots from the entry `cut` on are deleted. A shown change
        cancels a proposal to end with places. If it leaves the row as it was, like an answer, it also cancels any other
        proposal except a pause, unless `keeps_proposal`.
        """
        table = table or self.table
        if table.status == "running":
            left = [sitter.seat for sitter in table.sitters if sitter.has_left]
            standard = [seat for seat in left if table.seating.plays_on(seat) == "standard"]
            timeline.run_autopilot(left, self.origin, standard)
        timeline.settle()
        if table.proposal and is_shown:
            kind = table.proposal.kind
            if kind in AGREED or (kind != "pause" and table is self.table and not keeps_proposal):
                table = replace(table, proposal=None)
        if table.vote is not None and (
            table.status != "running" or _has_answered(self.reader, timeline, table.vote.seat)
        ):
            table = replace(table, vote=None)
        if timeline.position.is_over and table.status == "running":
            table = replace(table, status="over", ended="finished", proposal=None)
        self.timeline = timeline
        self.moved = self._move(timeline, table, is_called=bool(called))
        results = places_of(self.reader.game, timeline.position, table.ended or "")
        self.write = Write(
            table.id,
            row=None if table is self.table else replace(table, changed_at=self.origin.at),
            entries=tuple(timeline.progress.entries),
            cut=cut,
            snapshot=self._snapshot(timeline, table, is_due=self.moved.is_over or cut is not None),
            posts=self._posts(table, called) if is_shown else (),
            results=settle(table, results),
            dealt=self._setups(timeline, table) if results else (),
            undone=self._due_to_drop(table),
            notices=self._results_for_digests(table) if self.moved.is_over else (),
        )

    def include(self, **more: Any) -> None:
        """Set more fields of `write`, after `put` or `advance`."""
        assert self.write is not None
        self.write = replace(self.write, **more)

    def notify(self, user: int, news: News, by: int = 0) -> None:
        """Send this person news of their seat, after `put` or `advance`."""
        assert self.write is not None
        post = new_post(self.context, self.table, "notice", users=(user,))
        notice = Notice(post.id, user, self.table.id, news, self.origin.at, by)
        self.include(posts=(*self.write.posts, post), notices=(*self.write.notices, notice))

    def _results_for_digests(self, table: Table) -> tuple[Notice, ...]:
        """Return notices of the game's end for people with a daily digest, who aren't pinged. Solo games need none."""
        schedules, outbox = self.context.choices.schedules, self.context.outbox
        users = [each.user for each in table.people if schedules.get(each.user).has_digest and len(table.sitters) > 1]
        return tuple(Notice(outbox.next_id(), user, table.id, "ended", self.origin.at) for user in users)

    def _due_to_drop(self, table: Table) -> tuple[tuple[int, str], ...]:
        # A started game has no lobby deadline.
        return ((table.id, LOBBY),) if self.table.status == "lobby" and table.status != "lobby" else ()

    def _setups(self, timeline: Timeline, table: Table) -> tuple[Mapping[str, str], ...]:
        return tuple(
            self.reader.game.statistics.setup_of(timeline.position.state, sitter.seat) for sitter in table.sitters
        )

    def _move(self, timeline: Timeline, table: Table, is_called: bool) -> Moved:
        before = {decision.seat for decision in self.reader.pending}
        after = {decision.seat for decision in timeline.pending} if table.status == "running" else set()
        is_over = table.status == "over"
        first, last = timeline.progress.entries[0], timeline.progress.entries[-1]
        return Moved(
            first.number,
            timeline.number,
            self.reader.log.hear(timeline.progress.facts, first.seat),
            any(isinstance(entry.action, Answered) and entry.action.revealed for entry in timeline.progress.entries),
            last.digest,
            is_over,
            bool(after - before) or timeline.progress.turn_passed or is_over or is_called,
            tuple(sorted(after - before)),
        )

    def _snapshot(self, timeline: Timeline, table: Table, is_due: bool) -> Snapshot | None:
        is_first = self.reader.number == 0
        if not (is_due or is_first or timeline.undo.anchor_number - self._snapshot_number >= SNAPSHOT_EVERY):
            return None
        return Snapshot(timeline.undo.anchor_number, table.version, timeline.undo.anchor)

    def _posts(self, table: Table, called: tuple[int, ...]) -> tuple[Post, ...]:
        """Return the posts for the board, hands, watchers and the channel for results. At the end of a game everyone
        still playing is pinged."""
        moved, context = self.moved, self.context
        waiting = {sitter.seat: sitter.user for sitter in table.people}
        users = called + tuple(waiting[seat] for seat in moved.asked if seat in waiting)
        if moved.is_over:
            users = tuple(waiting.values())
        board = new_post(context, self.table, "board", moved.first, moved.last, users, moved.turn_passed)
        hands = [user for user in waiting.values() if context.choices.people.wants_hand(user)]
        posts = [board, *(new_post(context, self.table, "hand", users=(user,)) for user in hands)]
        if moved.is_over or self._ends_a_round():
            watchers = context.choices.watchers.of(table.id)
            posts += [new_post(context, self.table, "watch", moved.first, moved.last, (user,)) for user in watchers]
        results_in = context.choices.servers.get(table.guild).results_in
        if moved.is_over and results_in is not None:
            posts.append(replace(new_post(context, self.table, "result"), channel=results_in))
        return tuple(posts)

    def _ends_a_round(self) -> bool:
        facts = self.timeline.progress.facts if self.timeline else ()
        return any((self.reader.log.round_begun(fact) or 1) > 1 for fact in facts)


def _has_answered(reader: TableReader, timeline: Timeline, seat: Seat) -> bool:
    before, after = asked_of(seat, reader.pending), asked_of(seat, timeline.pending)
    return after is None or before is None or before.id != after.id
