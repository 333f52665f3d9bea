"""One table in play: a lock, a line, and every change on disk before it is told."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from engine.kernel.chance import SEED_BYTES, commitment
from engine.kernel.codec import decode, encode, encode_facts
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import OptionValue, Settings
from engine.kernel.play import start
from engine.kernel.refusals import NotAsked, Refusal, StaleDecision
from sessions import lobby
from sessions.line import Departed, Line, Origin
from sessions.records import (
    Answered,
    Conceded,
    Moved,
    Post,
    Proposal,
    Reason,
    Reseated,
    Snapshot,
    Started,
    Table,
)
from sessions.refusals import (
    AlreadySeated,
    NoFreeSeat,
    NoProposal,
    NothingDecided,
    NothingToUndo,
    NotSeated,
    NotStarted,
    NotYourTurn,
    StalePress,
    TableExists,
    TableOver,
    TableSuspended,
    UndoClosed,
)
from sessions.resume import Bench, resumed
from sessions.sight import Sight
from sessions.store import Handled, Overtaken, Write
from sessions.undo import counting, fallen, is_agreed, last_answers_of

Choose: TypeAlias = Callable[[Decision], tuple[str, ...] | None]

SNAPSHOT_EVERY = 16
"""Entries between two stored snapshots, where an anchor allows it."""

REMEMBERED = 64
"""The last results that a session keeps at hand for interactions delivered twice."""


class Session(Sight):
    """One table. Mutating calls wait for the lock, are on disk when they return, and count once per interaction."""

    def __init__(self, bench: Bench, table: Table, line: Line | None, snapshot_number: int) -> None:
        super().__init__(bench, table, line)
        self._lock = asyncio.Lock()
        self._snapshot_number = snapshot_number
        self._results: OrderedDict[int, Moved] = OrderedDict()
        self.used_at = bench.clock()

    @property
    def is_busy(self) -> bool:
        """Whether a change is under way."""
        return self._lock.locked()

    # Lobby

    async def join(self, user: int, name: str, interaction: int) -> Moved:
        """Sit down in the lobby, or on a seat that was left in a running game. Raises `TableFull`, `NoFreeSeat`, …"""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            if self.table.status == "running":
                return await self._take_over(user, name, interaction)
            return await self._change(lobby.seated(self.table, self.game, user, name), interaction)

    async def leave(self, user: int, interaction: int) -> Moved:
        """Get up in the lobby. Raises `NotSeated`, `AlreadyStarted`: a running game is conceded."""
        async with self._lock:
            return await self._done(interaction) or await self._change(lobby.unseated(self.table, user), interaction)

    async def kick(self, by: int, user: int, interaction: int) -> Moved:
        """Send someone away from the lobby. Raises `NotOwner`, `NotSeated`."""
        async with self._lock:
            done = await self._done(interaction)
            return done or await self._change(lobby.kicked(self.table, by, user), interaction)

    async def configure(
        self,
        by: int,
        interaction: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        seats_wanted: int | None = None,
        language: str | None = None,
    ) -> Moved:
        """Choose other options; those not named stay. Raises `NotOwner`, `UnplayableSettings`."""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            table = lobby.configured(self.table, self.game, by, options or {}, seats_wanted, language)
            return await self._change(table, interaction)

    async def start(self, by: int, interaction: int) -> Moved:
        """Lay out the game. Raises `NotOwner`, `TooFewSeated`."""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            game = self.game
            lobby.check_start(self.table, game, by)
            seed = self._bench.token_bytes(SEED_BYTES)
            outcome = start(game, Settings(len(self.table.sitters), self.table.options), seed)
            origin = self._origin(interaction)
            line = Line(game, outcome.position, 0)
            line.facts.extend(outcome.facts)
            line.bar()
            line.append(None, Started(outcome.position.settings, seed, encode_facts(outcome.facts)), origin)
            line.bar()
            table = replace(self.table, status="running", version=game.version, commitment=commitment(seed))
            return await self._advance(line, table, origin)

    async def close(self, by: int, interaction: int, is_admin: bool = False) -> Moved:
        """End the table where it stands. By its owner, or by who may manage the server. Raises `NotOwner`."""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            if not self.table.is_live:
                raise TableOver
            if not is_admin:
                lobby.check_owner(self.table, by)
            return await self._change(replace(self.table, status="closed", ended="closed", proposal=None), interaction)

    # Play

    async def answer(
        self,
        user: int,
        keys: tuple[str, ...],
        interaction: int,
        *,
        epoch: int | None = None,
        decision: int | None = None,
    ) -> Moved:
        """Answer what this user is asked. `epoch` and `decision` are those of the control that was pressed.

        Raises `StalePress` where they have moved on, `NotYourTurn`, `NotSeated`, and the refusals of the rules.
        """
        async with self._lock:
            if done := self._remembered(interaction):
                return done
            try:
                seat = self._seat(user)
                if epoch is not None and epoch != self.table.epoch:
                    raise StalePress
                asked = self._must_be_asked(seat, decision)
                line = self.line.fork()
                origin = self._origin(interaction)
                line.answer(Answer(seat, asked.id if decision is None else decision, keys), origin)
                return await self._advance(line, self.table, origin)
            except Refusal as refusal:
                return await self._unless_done(interaction, refusal)

    async def answer_chain(self, user: int, choose: Choose, interaction: int) -> Moved:
        """Answer decision after decision of this user as `choose` says, until it says None or nothing is asked.

        All answers are one change; a refusal refuses them all. Raises `NothingDecided` if there was none.
        """
        async with self._lock:
            if done := self._remembered(interaction):
                return done
            try:
                seat = self._seat(user)
                asked: Decision | None = self._must_be_asked(seat, None)
                line = self.line.fork()
                origin = self._origin(interaction)
                while asked is not None and (keys := choose(asked)) is not None:
                    line.answer(Answer(seat, asked.id, keys), origin)
                    asked = self._asked(line.pending, seat)
                if not line.parts:
                    raise NothingDecided
                return await self._advance(line, self.table, origin)
            except Refusal as refusal:
                return await self._unless_done(interaction, refusal)

    async def order(self, user: int, rule: str, keys: tuple[str, ...], interaction: int) -> Moved:
        """Leave the standing order with that rule id. Raises the refusals of the rules."""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            seat = self._seat(user)
            line = self.line.fork()
            origin = self._origin(interaction)
            line.order(seat, rule, keys, origin)
            return await self._advance(line, self.table, origin, is_told=False)

    # Undo

    async def undo(self, user: int, interaction: int) -> Moved:
        """Take back the answers of this user's last interaction, down to the last reveal.

        Raises `UndoClosed`, `NothingToUndo`. The `epoch` counts up, so that older controls no longer match.
        """
        async with self._lock:
            if done := await self._done(interaction):
                return done
            seat = self._seat(user)
            numbers = self.line.last_turn(seat)
            if not numbers:
                raise await self._why_closed(seat)
            line = self.line.fork()
            origin = self._origin(interaction)
            line.retract(numbers, origin)
            table = replace(self.table, epoch=self.table.epoch + 1)
            return await self._advance(line, table, origin, cut=numbers[0])

    async def propose_undo(self, user: int, interaction: int) -> Moved:
        """Propose to take back this user's last answers with all that followed, to which all others must agree.

        Raises `NothingToUndo`, `UndoClosed`. `table.proposal` waits for `consent`; the next answer ends it.
        """
        async with self._lock:
            if done := await self._done(interaction):
                return done
            seat = self._seat(user)
            number = last_answers_of(seat, await self._bench.store.entries(self.table.id, 1, self.number))
            return await self._agree(Proposal(number, (seat,)), interaction)

    async def consent(self, user: int, interaction: int, agrees: bool = True) -> Moved:
        """Agree to the proposed undo, or end it. The last to agree carries it out. Raises `NoProposal`."""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            seat = self._seat(user)
            proposal = self.table.proposal
            if proposal is None:
                raise NoProposal
            if not agrees:
                return await self._change(replace(self.table, proposal=None), interaction)
            agreed = (*proposal.agreed, seat) if seat not in proposal.agreed else proposal.agreed
            return await self._agree(replace(proposal, agreed=agreed), interaction)

    async def _agree(self, proposal: Proposal, interaction: int) -> Moved:
        """Keep the proposal, or carry it out once everyone agrees."""
        table = replace(self.table, proposal=proposal)
        if not is_agreed(table, proposal):
            return await self._change(table, interaction)
        origin = self._origin(interaction)
        line, numbers = await self._gone_back(proposal.number)
        line.go_back(numbers, self.number, origin)
        table = replace(self.table, proposal=None, epoch=self.table.epoch + 1)
        return await self._advance(line, table, origin, cut=proposal.number)

    async def _gone_back(self, number: int) -> tuple[Line, tuple[int, ...]]:
        """A line that stands just before the entry `number`, and the entries that no longer count there."""
        store = self._bench.store
        snapshot = await store.snapshot_before(self.table.id, number)
        assert snapshot is not None
        entries = await store.entries(self.table.id, snapshot.number + 1, self.number)
        line = Line(self.game, decode(self.game, snapshot.position), snapshot.number)
        try:
            line.replay([entry for entry in entries if entry.number < number])
        except Departed as departed:
            # Only under rules that are newer than the snapshot.
            raise UndoClosed("rules") from departed
        return line, fallen(entries, number)

    async def _why_closed(self, seat: Seat) -> Refusal:
        """Why the last answer cannot be taken back by `seat` alone."""
        answers = [
            entry
            for entry in counting(await self._bench.store.newest_entries(self.table.id, 32))
            if isinstance(entry.deed, Answered)
        ]
        if not answers:
            return NothingToUndo()
        return UndoClosed("revealed" if answers[-1].seat == seat else "other")

    # Leaving

    async def concede(self, user: int, interaction: int) -> Moved:
        """Leave the running game; a caretaker plays on for the seat. With one player left the game is over."""
        async with self._lock:
            if done := await self._done(interaction):
                return done
            seat = self._seat(user)
            line = self.line.fork()
            origin = self._origin(interaction)
            sitters = tuple(replace(sitter, has_left=sitter.has_left or sitter.seat == seat)
                            for sitter in self.table.sitters)  # fmt: skip
            table = replace(self.table, sitters=sitters, epoch=self.table.epoch + 1, proposal=None)
            stay = [sitter for sitter in sitters if not sitter.has_left]
            if len(stay) <= 1:
                table = replace(table, status="over", ended="conceded")
            elif table.owner == user:
                table = replace(table, owner=stay[0].user)
            line.bar()
            line.append(seat, Conceded(user), origin)
            return await self._advance(line, table, origin)

    async def _take_over(self, user: int, name: str, interaction: int) -> Moved:
        """Sit down where someone has left. Raises `AlreadySeated`, `NoFreeSeat`."""
        if self.table.sitter_of(user):
            raise AlreadySeated
        free = next((sitter for sitter in self.table.sitters if sitter.has_left), None)
        if free is None:
            raise NoFreeSeat
        line = self.line.fork()
        origin = self._origin(interaction)
        sitters = list(self.table.sitters)
        sitters[free.seat] = replace(free, user=user, name=name, has_left=False)
        line.bar()
        line.append(free.seat, Reseated(user), origin)
        table = replace(self.table, sitters=tuple(sitters), epoch=self.table.epoch + 1)
        return await self._advance(line, table, origin)

    # What the shell around it needs

    async def suspend(self, reason: Reason) -> None:
        """Let the table stand still, as when its channel is gone."""
        async with self._lock:
            if self.table.status == "running":
                await self._write(Write(self.table.id, replace(self.table, status="suspended", reason=reason)))

    async def move_to(self, user: int, guild: int | None, channel: int, interaction: int) -> Moved:
        """Go on in another channel, called by someone who sits here; wakes a table that lost its channel.

        Raises `TableExists` where that channel has one.
        """
        async with self._lock:
            if done := await self._done(interaction):
                return done
            if not self.table.sitter_of(user):
                raise NotSeated
            there = await self._bench.store.table_at(channel)
            if there is not None and there.is_live and there.id != self.table.id:
                raise TableExists(there.id)
            table = replace(self.table, guild=guild, channel=channel)
            if table.reason == "channel":
                table = replace(table, status="running", reason=None)
            return await self._change(table, interaction)

    async def post_board(self) -> None:
        """Ask for the board to be posted once more."""
        async with self._lock:
            await self._write(Write(self.table.id, posts=(self._post("board", turn_passed=True),)))

    # The one way in

    def _origin(self, interaction: int) -> Origin:
        return Origin(interaction, self._bench.clock())

    def _seat(self, user: int) -> Seat:
        """The seat of this user in a running game. Raises `NotSeated`, `NotStarted`, `TableOver`, `TableSuspended`."""
        match self.table.status:
            case "lobby":
                raise NotStarted
            case "over" | "closed":
                raise TableOver
            case "suspended":
                raise TableSuspended(self.table.reason or "damaged")
        seat = self.seat_of(user)
        if seat is None:
            raise NotSeated
        return seat

    def _must_be_asked(self, seat: Seat, decision: int | None) -> Decision:
        """What `seat` is asked. Raises `NotYourTurn`, or `StalePress` if that is no longer `decision`."""
        asked = self._asked(self.pending, seat)
        if asked is None:
            raise NotYourTurn(tuple(other.seat for other in self.pending))
        if decision not in (None, asked.id):
            raise StalePress
        return asked

    def _remembered(self, interaction: int) -> Moved | None:
        done = self._results.get(interaction)
        return replace(done, repeated=True) if done else None

    async def _done(self, interaction: int) -> Moved | None:
        """What this interaction led to when it was delivered before."""
        if done := self._remembered(interaction):
            return done
        stored = await self._bench.store.done_by(interaction)
        if stored is None:
            return None
        table, entries = stored
        if not entries or table != self.table.id:
            return Moved(0, 0, repeated=True)
        facts = tuple(fact for entry in entries for fact in self._facts(entry))
        revealed = any(isinstance(entry.deed, Answered) and entry.deed.revealed for entry in entries)
        over = self.table.status == "over"
        return Moved(entries[0].number, entries[-1].number, facts, revealed, entries[-1].digest, over, repeated=True)

    async def _unless_done(self, interaction: int, refusal: Refusal) -> Moved:
        """The first result if this interaction was answered before the last restart, else the refusal."""
        if done := await self._done(interaction):
            return done
        if isinstance(refusal, NotAsked | StaleDecision):
            raise StalePress from refusal
        raise refusal

    async def _change(self, table: Table, interaction: int) -> Moved:
        """Put a change of the table's row on disk."""
        now = self._bench.clock()
        write = Write(
            self.table.id,
            row=replace(table, changed_at=now),
            posts=(self._post("board", turn_passed=True),),
            handled=Handled(interaction, self.table.id, now),
        )
        await self._write(write)
        return self._remember(interaction, Moved(0, 0))

    async def _advance(
        self, line: Line, table: Table, origin: Origin, is_told: bool = True, cut: int | None = None
    ) -> Moved:
        """Let the caretaker play, put the line's new entries and the table on disk, adopt them, and tell."""
        if table.status == "running":
            line.caretake([sitter.seat for sitter in table.sitters if sitter.has_left], origin)
        line.settle()
        if table.proposal and table is self.table and is_told:
            table = replace(table, proposal=None)
        if line.position.is_over and table.status == "running":
            table = replace(table, status="over", ended="finished", proposal=None)
        before = {decision.seat for decision in self.pending}
        after = {decision.seat for decision in line.pending} if table.status == "running" else set()
        is_over = table.status == "over"
        moved = Moved(
            line.parts[0].number,
            line.number,
            tuple(line.facts),
            any(isinstance(entry.deed, Answered) and entry.deed.revealed for entry in line.parts),
            line.parts[-1].digest,
            is_over,
            before != after or is_over,
            tuple(sorted(after - before)),
        )
        snapshot = None
        is_due = line.anchor_number - self._snapshot_number >= SNAPSHOT_EVERY
        if is_due or is_over or self._line is None or cut is not None:
            snapshot = Snapshot(line.anchor_number, table.version, encode(line.anchor))
        write = Write(
            table.id,
            row=None if table is self.table else replace(table, changed_at=origin.at),
            entries=tuple(line.parts),
            cut=cut,
            snapshot=snapshot,
            posts=self._posts(table, moved) if is_told else (),
        )
        await self._write(write, line)
        return self._remember(origin.interaction, moved)

    def _posts(self, table: Table, moved: Moved) -> tuple[Post, ...]:
        """The board with its pings, and the hands of those who want them sent."""
        waiting = {sitter.seat: sitter.user for sitter in table.sitters if not sitter.has_left}
        users = tuple(waiting[seat] for seat in moved.asked if seat in waiting)
        board = self._post("board", moved.first, moved.last, users, moved.turn_passed)
        wants = self._bench.wants_hand
        return (board, *(self._post("hand", users=(user,)) for user in waiting.values() if wants(user)))

    def _post(self, kind: Any, first: int = 0, last: int = 0, users: tuple[int, ...] = (),
              turn_passed: bool = False) -> Post:  # fmt: skip
        bench = self._bench
        nonce = secrets.token_urlsafe(16)
        at = bench.clock()
        return Post(bench.outbox.next_id(), self.table.id, self.table.channel, kind, nonce, at, first, last, users,
                    turn_passed)  # fmt: skip

    async def _write(self, write: Write, line: Line | None = None) -> None:
        """Put `write` on disk and adopt it, even when the caller is cancelled meanwhile."""
        task = asyncio.ensure_future(self._bench.store.commit(write))
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError as error:
                cancelled = error
        try:
            task.result()
        except Overtaken:
            await self._reload()
            raise StalePress from None
        if write.row is not None:
            self.table = write.row
        if line is not None:
            self._line = line
        if write.snapshot is not None:
            self._snapshot_number = write.snapshot.number
        if write.posts:
            self._bench.outbox.add(write.posts)
        self.used_at = self._bench.clock()
        if cancelled is not None:
            raise cancelled

    async def _reload(self) -> None:
        """Begin again from what is on disk: another writer was there."""
        stored = await self._bench.store.resume(self.table.id)
        if stored is not None:
            self.table, self._line, self._snapshot_number = await resumed(self._bench, stored)

    def _remember(self, interaction: int, moved: Moved) -> Moved:
        self._results[interaction] = moved
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
        return moved
