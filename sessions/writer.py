"""Changes of one table: each on disk before it is adopted and told, each counted once per interaction."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterable

from msgspec.structs import replace

from engine.kernel.codec import encode
from engine.kernel.decision import Seat
from engine.kernel.refusals import NotAsked, Refusal, StaleDecision
from sessions.context import SessionContext
from sessions.reader import TableReader
from sessions.records import Answered, Moved, Post, PostKind, Snapshot, Table
from sessions.refusals import StalePress, StorageRefusal
from sessions.resume import resumed
from sessions.store import Handled, Overtaken, Write
from sessions.timeline import Origin, Timeline

SNAPSHOT_EVERY = 8
"""Entries between two stored snapshots, where an anchor allows it."""

CALLS_AT_MOST = 3
CALLS_WITHIN_MS = 10 * 60 * 1000
"""So often at most a table pings someone who does nothing within this time."""

REMEMBERED = 64
"""The last results that a session keeps at hand for interactions delivered twice."""


class TableWriter(TableReader):
    """One table, to be looked at and changed; what may be changed, and by whom, is the session's to say."""

    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None, snapshot_number: int) -> None:
        super().__init__(context, table, timeline)
        self._lock = asyncio.Lock()
        self._snapshot_number = snapshot_number
        self._results: OrderedDict[int, Moved] = OrderedDict()
        self._refused: set[Seat] = set()
        """The seats whose proposals were refused since the last answer."""
        self._calls: dict[int, list[int]] = {}
        """When each person was pinged since they last did something here."""
        self.used_at = context.clock()

    @property
    def is_busy(self) -> bool:
        """Whether a change is under way."""
        return self._lock.locked()

    def _origin(self, interaction: int) -> Origin:
        return Origin(interaction, self._context.clock())

    def _remembered(self, interaction: int) -> Moved | None:
        done = self._results.get(interaction)
        return replace(done, repeated=True) if done else None

    async def _done(self, interaction: int, epoch: int | None = None) -> Moved | None:
        """What this interaction led to when it was delivered before.

        `epoch` is that of the control that was pressed, None for a command. Raises `StalePress` if it has moved on.
        """
        if done := self._remembered(interaction):
            return done
        stored = await self._context.store.done_by(interaction)
        if stored is None:
            if epoch is not None and epoch != self.table.epoch:
                raise StalePress
            return None
        table, entries = stored
        if not entries or table != self.table.id:
            return Moved(0, 0, repeated=True)
        # An interaction is one person's: the seat of its first entry is theirs.
        facts = self._heard((fact for entry in entries for fact in self._facts(entry)), entries[0].seat)
        revealed = any(isinstance(entry.action, Answered) and entry.action.revealed for entry in entries)
        over = self.table.status == "over"
        return Moved(entries[0].number, entries[-1].number, facts, revealed, entries[-1].digest, over, repeated=True)

    async def _unless_done(self, interaction: int, refusal: Refusal) -> Moved:
        """The first result if this interaction was answered before the last restart, else the refusal."""
        if done := await self._done(interaction):
            return done
        if isinstance(refusal, NotAsked | StaleDecision):
            raise StalePress from refusal
        raise refusal

    async def _change(
        self, table: Table, interaction: int, users: tuple[int, ...] = (), is_shown_anew: bool = True
    ) -> Moved:
        """Put a change of the table's row on disk; `users` are pinged."""
        now = self._context.clock()
        write = Write(
            self.table.id,
            row=replace(table, changed_at=now),
            posts=(self._post("board", users=users, turn_passed=is_shown_anew),),
            handled=Handled(interaction, self.table.id, now),
        )
        await self._write(write)
        return self._remember(interaction, Moved(0, 0))

    async def _advance(
        self, timeline: Timeline, table: Table, origin: Origin, is_told: bool = True, cut: int | None = None
    ) -> Moved:
        """Let the autopilot play, put the timeline's new entries and the table on disk, adopt them, and tell."""
        if table.status == "running":
            timeline.run_autopilot([sitter.seat for sitter in table.sitters if sitter.has_left], origin)
        timeline.settle()
        if table.proposal and table is self.table and is_told:
            table = replace(table, proposal=None)
        if timeline.position.is_over and table.status == "running":
            table = replace(table, status="over", ended="finished", proposal=None)
        before = {decision.seat for decision in self.pending}
        after = {decision.seat for decision in timeline.pending} if table.status == "running" else set()
        is_over = table.status == "over"
        moved = Moved(
            timeline.parts[0].number,
            timeline.number,
            self._heard(timeline.facts, timeline.parts[0].seat),
            any(isinstance(entry.action, Answered) and entry.action.revealed for entry in timeline.parts),
            timeline.parts[-1].digest,
            is_over,
            before != after or is_over,
            tuple(sorted(after - before)),
        )
        snapshot = None
        is_due = timeline.anchor_number - self._snapshot_number >= SNAPSHOT_EVERY
        if is_due or is_over or self._timeline is None or cut is not None:
            snapshot = Snapshot(timeline.anchor_number, table.version, encode(timeline.anchor))
        is_finished = table.ended == "finished"
        write = Write(
            table.id,
            row=None if table is self.table else replace(table, changed_at=origin.at),
            entries=tuple(timeline.parts),
            cut=cut,
            snapshot=snapshot,
            posts=self._posts(table, moved) if is_told else (),
            results=self.game.result(timeline.position.state) if is_finished else (),
        )
        await self._write(write, timeline)
        for entry in timeline.parts:
            if isinstance(entry.action, Answered) and entry.seat is not None:
                self._refused.clear()
                self._calls.pop(table.sitters[entry.seat].user, None)
        return self._remember(origin.interaction, moved)

    def _posts(self, table: Table, moved: Moved) -> tuple[Post, ...]:
        """The board with its pings, and the hands of those who want them sent."""
        waiting = {sitter.seat: sitter.user for sitter in table.sitters if not sitter.has_left}
        users = tuple(waiting[seat] for seat in moved.asked if seat in waiting)
        board = self._post("board", moved.first, moved.last, users, moved.turn_passed)
        wants = self._context.wants_hand
        return (board, *(self._post("hand", users=(user,)) for user in waiting.values() if wants(user)))

    def _post(self, kind: PostKind, first: int = 0, last: int = 0, users: tuple[int, ...] = (),
              turn_passed: bool = False) -> Post:  # fmt: skip
        context = self._context
        nonce = secrets.token_urlsafe(16)
        at = context.clock()
        return Post(context.outbox.next_id(), self.table.id, self.table.channel, kind, nonce, at, first, last, users,
                    turn_passed)  # fmt: skip

    def calls(self, users: Iterable[int]) -> tuple[int, ...]:
        """Those of `users` whom a message may ping: nobody is called again and again without having answered."""
        since = self._context.clock() - CALLS_WITHIN_MS
        return tuple(user for user in users if sum(at > since for at in self._calls.get(user, ())) < CALLS_AT_MOST)

    def note_calls(self, users: Iterable[int]) -> None:
        """A message has pinged these."""
        for user in users:
            self._calls.setdefault(user, []).append(self._context.clock())

    async def _write(self, write: Write, timeline: Timeline | None = None) -> None:
        """Put `write` on disk and adopt it, even when the caller is cancelled meanwhile."""
        done = asyncio.ensure_future(self._context.store.commit(write))
        cancelled: asyncio.CancelledError | None = None
        while not done.done():
            try:
                await asyncio.shield(done)
            except asyncio.CancelledError as error:
                cancelled = error
            except (Overtaken, StorageRefusal):
                break
        try:
            done.result()
        except Overtaken:
            await self._reload()
            raise StalePress from None
        if write.row is not None:
            self.table = write.row
        if timeline is not None:
            self._timeline = timeline
        if write.snapshot is not None:
            self._snapshot_number = write.snapshot.number
        if write.posts:
            self._context.outbox.add(write.posts)
        self.used_at = self._context.clock()
        if cancelled is not None:
            raise cancelled

    async def _reload(self) -> None:
        """Begin again from what is on disk: another writer was there."""
        stored = await self._context.store.resume(self.table.id)
        if stored is not None:
            self.table, self._timeline, self._snapshot_number = await resumed(self._context, stored)

    def _remember(self, interaction: int, moved: Moved) -> Moved:
        self._results[interaction] = moved
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
        return moved
