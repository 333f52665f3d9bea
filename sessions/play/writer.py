"""Changes to one table. Each is stored before it is shown, and counts once per interaction."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.kernel.refusals import NotAsked, Refusal, StaleDecision
from sessions.delivery.outbox import Pings
from sessions.play.change import Change
from sessions.play.context import SessionContext, new_post
from sessions.play.failing import is_fault_of, read_all
from sessions.play.reader import TableReader
from sessions.play.replaying import resume
from sessions.play.state import pending_at
from sessions.play.table_log import facts_of
from sessions.play.timeline import Timeline
from sessions.records.clock import LOBBY, Due
from sessions.records.log import Answered, Moved
from sessions.refusals import StalePress, StorageRefusal, StorageUnsure, TableSuspended
from sessions.store import Overtaken, Write

log = logging.getLogger(__name__)

MOST_TRIES = 4
"""Maximum number of attempts at a change if other writers are faster each time."""
REMEMBERED = 64
"""The number of results kept in memory for interactions delivered twice."""

Decide: TypeAlias = Callable[[Change], Awaitable[None] | None]
"""Decides on a change, or raises a refusal."""


class TableWriter:
    """Makes all changes to a table, one at a time, and updates `reader`."""

    def __init__(self, context: SessionContext, reader: TableReader, snapshot_number: int) -> None:
        self._context = context
        self._reader = reader
        self._snapshot_number = snapshot_number
        self._results: OrderedDict[int, Moved] = OrderedDict()
        self.lock = asyncio.Lock()
        self.pings = Pings(context.unbroken)
        self.refused: set[Seat] = set()
        """The seats whose proposals have been refused since the last answer."""
        self.used_at = context.unbroken()

    @property
    def is_busy(self) -> bool:
        return self.lock.locked()

    async def change(self, interaction: int, decide: Decide, *, epoch: int | None = None) -> Moved:
        """Run `decide` and store its change, once per interaction. If `decide` raises, nothing changes.

        `epoch` is the epoch of the pressed control (None for a command). Raises `StalePress` if the table's epoch is
        newer.
        """

        async def once() -> Moved:
            return await self._find_done(interaction, epoch) or await self._carry_out(interaction, decide)

        async with self.lock:
            return await self._again(interaction, once)

    async def answer(self, interaction: int, decide: Decide) -> Moved:
        """Do the same as `change`, but query for an earlier delivery only after a refusal. This saves most queries."""

        async def once() -> Moved:
            if done := self._recall(interaction):
                return done
            try:
                return await self._carry_out(interaction, decide)
            except StorageUnsure:
                # If the disk is unreadable, the change may have been made, so don't say that nothing was changed.
                with contextlib.suppress(StorageRefusal):
                    if done := await self._find_done(interaction):
                        return done
                raise
            except Refusal as refusal:
                try:
                    done = await self._find_done(interaction)
                except StorageRefusal as error:
                    if isinstance(refusal, StorageRefusal):
                        raise refusal from error
                    raise StorageUnsure from error  # an earlier delivery may have caused the refusal
                if done:
                    return done
                if isinstance(refusal, NotAsked | StaleDecision):
                    raise StalePress from refusal
                raise

        async with self.lock:
            return await self._again(interaction, once)

    async def _again(self, interaction: int, once: Callable[[], Awaitable[Moved]]) -> Moved:
        """Call `once`, and repeat on the reloaded table if another writer was first."""
        for _ in range(MOST_TRIES):
            try:
                return await once()
            except Overtaken:
                await self.reload()
                if done := await self._find_done(interaction):
                    return done
        raise StalePress

    async def refresh(self) -> bool:
        """Read the table again if another process has changed it. Return whether the table is still stored."""
        revision = await self._context.store.tables.revision(self._reader.table.id)
        if revision is not None and revision != self._reader.table.revision:
            async with self.lock:
                await self.reload()
        return revision is not None

    async def _carry_out(self, interaction: int, decide: Decide) -> Moved:
        """Decide and store a change. If a package's game fails, put the table on hold and raise `TableSuspended`."""
        try:
            return await self._decide(interaction, decide)
        except Refusal:
            raise
        except Exception as error:
            folder = self._context.packages.get(self._reader.table.game)
            if folder is None or not is_fault_of(error, folder):
                raise
            await self._hold(error)
            raise TableSuspended("game") from error

    async def _decide(self, interaction: int, decide: Decide) -> Moved:
        change = Change(self._context, self._reader, self._snapshot_number, interaction)
        if (decision := decide(change)) is not None:
            await decision
        assert change.write is not None, "nothing was decided"
        await self._commit(change.write, change.timeline)
        for entry in change.write.entries:
            if isinstance(entry.action, Answered) and entry.seat is not None:
                self.refused.clear()
                self.pings.forget(self._reader.table.sitters[entry.seat].user)
        for then in change.afterwards:
            then()
        return self._remember(interaction, change.moved)

    def _recall(self, interaction: int) -> Moved | None:
        return self._results.get(interaction)

    def _remember(self, interaction: int, moved: Moved) -> Moved:
        self._results[interaction] = moved
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
        return moved

    async def _find_done(self, interaction: int, epoch: int | None = None) -> Moved | None:
        """Return the earlier result of this interaction, or None. Raises `StalePress` if `epoch` is outdated."""
        if done := self._recall(interaction):
            return done
        reader, table = self._reader, self._reader.table
        stored = await self._context.store.log.done_by(interaction)
        if stored is None:
            if epoch is not None and epoch != table.epoch:
                raise StalePress
            return None
        changed, entries = stored
        if not entries or changed != table.id:
            return Moved(0, 0)
        # An interaction belongs to one person, who has the seat of its first entry.
        facts = reader.log.hear((fact for entry in entries for fact in facts_of(reader.game, entry)), entries[0].seat)
        revealed = any(isinstance(entry.action, Answered) and entry.action.revealed for entry in entries)
        over = table.status == "over"
        return Moved(entries[0].number, entries[-1].number, facts, revealed, entries[-1].digest, over)

    async def put_on_hold(self, error: BaseException) -> bool:
        """Put the table on hold because its game has raised an error. Return False if it already was, for this reason.
        If the table is over, or on hold for another reason, only unload its game. Raises `StalePress`."""
        async with self.lock:
            return await self._hold(error)

    async def _hold(self, error: BaseException) -> bool:
        table, context = self._reader.table, self._context
        if table.reason == "game" or not self._reader.is_open:
            return False
        log.error("game failed: table=%s game=%s", table.id, table.game, exc_info=error)
        timeline = None if table.status == "lobby" else self._reader.timeline
        self._reader.begin(table, None)
        if table.status in ("running", "lobby"):
            held = replace(table, status="suspended", reason="game", vote=None)
            try:
                await self.commit(Write(table.id, held, posts=(new_post(context, table, "board"),)))
            except StorageRefusal:
                self._reader.begin(table, timeline)  # the next failure tries again
                raise
        return True

    async def resume_mended(self) -> bool:
        """Resume a table that is on hold because of its game, if the game can be read again. Return whether it can."""
        async with self.lock:
            stored = await self._context.store.tables.resume(self._reader.table.id)
            if stored is None or stored.table.reason != "game":
                return False
            before, status = stored.table, "lobby" if stored.snapshot is None else "running"
            woken = replace(before, status=status, reason=None)
            table, timeline, self._snapshot_number = await resume(self._context, replace(stored, table=woken))
            self._reader.begin(table, timeline)
            if table.reason == "game":
                return False
            try:
                await read_all(self._reader)
            except Exception as error:  # the game may raise anything
                log.warning("game still fails: table=%s game=%s", table.id, table.game, exc_info=error)
                if table.revision == before.revision:
                    self._reader.begin(before, None)
                else:  # the upgrade has resumed it
                    await self._hold(error)
                return False
            asked = {decision.seat for decision in self._reader.pending}
            users = tuple(sitter.user for sitter in table.people if sitter.seat in asked)
            post = new_post(self._context, table, "board", users=users, turn_passed=True)
            now = self._context.clock()
            due = (Due(table.id, LOBBY, now),) if status == "lobby" else ()
            await self.commit(Write(table.id, table, posts=(post,), due=due))
            return True

    async def commit(self, write: Write) -> None:
        """Store and adopt `write`, even if the caller is cancelled. The caller holds `lock`. Raises `StalePress`."""
        try:
            await self._commit(write)
        except Overtaken:
            await self.reload()
            raise StalePress from None

    async def _commit(self, write: Write, timeline: Timeline | None = None) -> None:
        if write.row is not None or write.entries:
            write = replace(write, revision=self._reader.table.revision)
        if write.row is not None or timeline is not None:
            table, clocks = write.row or self._reader.table, self._context.seat_clocks
            pending, passed = pending_at(self._reader, table, timeline), timeline.progress.passed if timeline else ()
            write = clocks.add_to(write, table, pending, self._context.clock(), passed)
        done = asyncio.ensure_future(self._context.store.commit(write))
        cancelled: asyncio.CancelledError | None = None
        while not done.done():
            try:
                await asyncio.shield(done)
            except asyncio.CancelledError as error:
                cancelled = error
            except (Overtaken, StorageRefusal):
                break
        done.result()
        row = write.row
        if write.revision is not None:
            row = replace(row or self._reader.table, revision=write.revision + 1)
        self._reader.adopt(row, timeline, write.entries)
        self._context.seat_clocks.adopt(write)
        if write.snapshot is not None:
            self._snapshot_number = write.snapshot.number
        if write.posts:
            self._context.outbox.add(write.posts)
        self.used_at = self._context.unbroken()
        if cancelled is not None:
            raise cancelled

    async def reload(self) -> None:
        """Read the table again after another writer changed it. The caller must hold `lock`."""
        stored = await self._context.store.tables.resume(self._reader.table.id)
        if stored is not None:
            await self._context.seat_clocks.reload(stored.table.id)
            table, timeline, self._snapshot_number = await resume(self._context, stored)
            self._reader.begin(table, timeline)


class SessionPart:
    def __init__(self, context: SessionContext, reader: TableReader, writer: TableWriter) -> None:
        self._context = context
        self._reader = reader
        self._writer = writer
