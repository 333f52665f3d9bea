"""One table in play: a lock, a timeline, and every change on disk before it is told.

Who presses a control hands in the `epoch` it was made in: one that has moved on since is refused as `StalePress`, under
the lock, so that two presses of one Undo never count twice. Commands hand in none.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.chance import SEED_BYTES, commitment
from engine.kernel.codec import decode, encode_facts
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import OptionValue, Settings
from engine.kernel.play import start
from engine.kernel.refusals import Refusal
from sessions import lobby
from sessions.records import (
    Answered,
    Conceded,
    Ended,
    Ending,
    Moved,
    Proposal,
    Reseated,
    Started,
)
from sessions.refusals import (
    AlreadySeated,
    EndNeedsConsent,
    HeldAnotherSeat,
    NoFreeSeat,
    NoProposal,
    NothingDecided,
    NothingToUndo,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OtherServer,
    ProposalRefused,
    ProposalStands,
    StalePress,
    TableExists,
    TableOver,
    TableSuspended,
    UndoClosed,
)
from sessions.store import Write
from sessions.timeline import Departed, Timeline
from sessions.undo import counting, fallen, last_answers_of, last_seat_of, still_asked
from sessions.writer import TableWriter

Choose: TypeAlias = Callable[[Decision], tuple[str, ...] | None]
TellApart: TypeAlias = Callable[[str, set[str]], str]


def as_given(name: str, _: set[str]) -> str:
    """The name as it is."""
    return name


class Session(TableWriter):
    """One table. Mutating calls wait for the lock, are on disk when they return, and count once per interaction."""

    # Lobby

    async def join(
        self, user: int, name: str, interaction: int, *, epoch: int | None = None, tell_apart: TellApart = as_given
    ) -> Moved:
        """Sit down in the lobby, or on a seat that was left in a running game. Raises `TableFull`, `NoFreeSeat`, …

        `tell_apart` makes the name unlike those of the others, as they are once it is this person's turn to sit down.
        """
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            name = tell_apart(name, {sitter.name for sitter in self.table.sitters})
            if self.table.status == "running":
                return await self._take_over(user, name, interaction)
            return await self._change(lobby.seated(self.table, self.game, user, name), interaction)

    async def leave(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Get up in the lobby. Raises `NotSeated`, `AlreadyStarted`: a running game is conceded."""
        async with self._lock:
            done = await self._done(interaction, epoch)
            return done or await self._change(lobby.unseated(self.table, user), interaction)

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
        epoch: int | None = None,
    ) -> Moved:
        """Choose other options; those not named stay. Raises `NotOwner`, `UnplayableSettings`."""
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            table = lobby.configured(self.table, self.game, by, options or {}, seats_wanted, language)
            return await self._change(table, interaction)

    async def start(self, by: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Lay out the game. Raises `NotOwner`, `TooFewSeated`, `AloneUnasked`."""
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            game = self.game
            lobby.check_start(self.table, game, by)
            seed = self._context.token_bytes(SEED_BYTES)
            outcome = start(game, Settings(len(self.table.sitters), self.table.options), seed)
            origin = self._origin(interaction)
            timeline = Timeline(game, outcome.position, 0)
            timeline.facts.extend(outcome.facts)
            timeline.bar()
            timeline.append(None, Started(outcome.position.settings, seed, encode_facts(outcome.facts)), origin)
            timeline.bar()
            table = replace(self.table, status="running", version=game.version, commitment=commitment(seed))
            return await self._advance(timeline, table, origin)

    async def close(self, by: int, interaction: int, *, is_moderator: bool = False, epoch: int | None = None) -> Moved:
        """End the table: a lobby, or one that stands still, by its owner or a moderator.

        A game under way is ended by a moderator, or by who plays it alone; its log says so. Raises `NotOwner`,
        `EndNeedsConsent`.
        """
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            table = self.table
            if not table.is_live:
                raise TableOver
            if table.status != "running":
                if not is_moderator:
                    lobby.check_owner(table, by)
                return await self._change(replace(table, status="closed", ended="closed", proposal=None), interaction)
            seat = self.seat_of(by)
            if seat is not None and table.is_alone:
                return await self._end(seat, by, interaction)
            if is_moderator:
                return await self._end(None, by, interaction, is_by_moderator=True)
            raise EndNeedsConsent

    async def _end(self, seat: Seat | None, by: int, interaction: int, is_by_moderator: bool = False) -> Moved:
        """End the running game where it stands; its log and its last position stay."""
        timeline = self.timeline.fork()
        origin = self._origin(interaction)
        timeline.bar()
        timeline.append(seat, Ended(by, is_by_moderator), origin)
        ended: Ending = "moderated" if is_by_moderator else "agreed"
        table = replace(self.table, status="over", ended=ended, proposal=None, epoch=self.table.epoch + 1)
        return await self._advance(timeline, table, origin)

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
                timeline = self.timeline.fork()
                origin = self._origin(interaction)
                timeline.answer(Answer(seat, asked.id if decision is None else decision, keys), origin)
                return await self._advance(timeline, self.table, origin)
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
                timeline = self.timeline.fork()
                origin = self._origin(interaction)
                while asked is not None and (keys := choose(asked)) is not None:
                    timeline.answer(Answer(seat, asked.id, keys), origin)
                    asked = self._asked(timeline.pending, seat)
                if not timeline.parts:
                    raise NothingDecided
                return await self._advance(timeline, self.table, origin)
            except Refusal as refusal:
                return await self._unless_done(interaction, refusal)

    async def order(
        self, user: int, rule: str, keys: tuple[str, ...], interaction: int, *, epoch: int | None = None
    ) -> Moved:
        """Leave the standing order with that rule id. Raises the refusals of the rules."""
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            seat = self._seat(user)
            timeline = self.timeline.fork()
            origin = self._origin(interaction)
            timeline.order(seat, rule, keys, origin)
            return await self._advance(timeline, self.table, origin, is_told=False)

    # Undo

    async def undo(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Take back the answers of this user's last interaction, down to the last reveal.

        Raises `UndoClosed`, `NothingToUndo`. The table's epoch counts up, so that older controls no longer match.
        """
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            seat = self._seat(user)
            numbers = self.timeline.last_turn(seat)
            if not numbers:
                raise await self._why_closed(seat)
            timeline = self.timeline.fork()
            origin = self._origin(interaction)
            timeline.retract(numbers, origin)
            table = replace(self.table, epoch=self.table.epoch + 1)
            return await self._advance(timeline, table, origin, cut=numbers[0])

    async def propose_undo(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to take back this user's last answers with all that followed, to which all others must agree.

        Raises `NothingToUndo`, `UndoClosed`, `ProposalRefused`. `table.proposal` waits for `consent`; the next answer
        ends it. Alone there is nobody to agree, and what was revealed stays.
        """
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            seat = self._seat(user)
            if self.table.is_alone:
                raise await self._why_closed(seat)
            number = last_answers_of(seat, await self._context.store.entries(self.table.id, 1, self.number))
            return await self._propose(Proposal(number, (seat,), interaction))

    async def propose_end(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to end the running game where it stands, to which all others must agree.

        Raises `ProposalRefused`. The next answer ends the proposal; who plays alone ends the game at once.
        """
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            return await self._propose(Proposal(0, (self._seat(user),), interaction, "end"))

    async def _propose(self, proposal: Proposal) -> Moved:
        """Show a proposal to the others, who are pinged once. Raises `ProposalRefused`, `ProposalStands`."""
        if proposal.agreed[0] in self._refused:
            raise ProposalRefused
        if self.table.proposal is not None:
            raise ProposalStands
        return await self._agree(proposal, proposal.id, is_new=True)

    async def consent(
        self,
        user: int,
        interaction: int,
        agrees: bool = True,
        *,
        proposal: int | None = None,
        epoch: int | None = None,
    ) -> Moved:
        """Agree to what is proposed, or end the proposal. The last to agree carries it out.

        `proposal` is the id of the one that was shown. Raises `NoProposal`, or `StalePress` where it is another now.
        """
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            seat = self._seat(user)
            known = self.table.proposal
            if known is None:
                raise NoProposal
            if proposal not in (None, known.id):
                raise StalePress
            self._calls.pop(user, None)
            if not agrees:
                moved = await self._change(replace(self.table, proposal=None), interaction, is_shown_anew=False)
                self._refused.add(known.agreed[0])
                return moved
            agreed = (*known.agreed, seat) if seat not in known.agreed else known.agreed
            return await self._agree(replace(known, agreed=agreed), interaction, user)

    async def _agree(self, proposal: Proposal, interaction: int, by: int = 0, is_new: bool = False) -> Moved:
        """Keep the proposal, or carry it out once everyone agrees. Who must agree is pinged once, by a new one."""
        waiting = still_asked(self.table, proposal)
        if waiting:
            table = replace(self.table, proposal=proposal)
            users = tuple(sitter.user for sitter in waiting) if is_new else ()
            return await self._change(table, interaction, users, is_shown_anew=is_new)
        if proposal.kind == "end":
            return await self._end(proposal.agreed[0], by or self._user_at(proposal.agreed[0]), interaction)
        origin = self._origin(interaction)
        timeline, numbers = await self._gone_back(proposal.number)
        timeline.go_back(numbers, self.number, origin)
        table = replace(self.table, proposal=None, epoch=self.table.epoch + 1)
        return await self._advance(timeline, table, origin, cut=proposal.number)

    def _user_at(self, seat: Seat) -> int:
        return self.table.sitters[seat].user

    async def _gone_back(self, number: int) -> tuple[Timeline, tuple[int, ...]]:
        """A timeline that stands just before the entry `number`, and the entries that no longer count there."""
        store = self._context.store
        snapshot = await store.snapshot_before(self.table.id, number)
        assert snapshot is not None
        entries = await store.entries(self.table.id, snapshot.number + 1, self.number)
        timeline = Timeline(self.game, decode(self.game, snapshot.position), snapshot.number)
        try:
            timeline.replay([entry for entry in entries if entry.number < number])
        except Departed as departed:
            # Only under rules that are newer than the snapshot.
            raise UndoClosed("rules") from departed
        return timeline, fallen(entries, number)

    async def _why_closed(self, seat: Seat) -> Refusal:
        """Why the last answer cannot be taken back by `seat` alone."""
        answers = [
            entry
            for entry in counting(await self._context.store.newest_entries(self.table.id, 32))
            if isinstance(entry.action, Answered)
        ]
        if not answers:
            return NothingToUndo()
        return UndoClosed("revealed" if answers[-1].seat == seat else "other")

    # Leaving

    async def concede(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Leave the running game; an autopilot plays on for the seat. With one player left the game is over."""
        async with self._lock:
            if done := await self._done(interaction, epoch):
                return done
            seat = self._seat(user)
            timeline = self.timeline.fork()
            origin = self._origin(interaction)
            sitters = tuple(replace(sitter, has_left=sitter.has_left or sitter.seat == seat)
                            for sitter in self.table.sitters)  # fmt: skip
            table = replace(self.table, sitters=sitters, epoch=self.table.epoch + 1, proposal=None)
            stay = [sitter for sitter in sitters if not sitter.has_left]
            if len(stay) <= 1:
                table = replace(table, status="over", ended="conceded")
            elif table.owner == user:
                table = replace(table, owner=stay[0].user)
            timeline.bar()
            timeline.append(seat, Conceded(user), origin)
            return await self._advance(timeline, table, origin)

    async def _take_over(self, user: int, name: str, interaction: int) -> Moved:
        """Sit down where someone has left. Raises `AlreadySeated`, `NoFreeSeat`, `HeldAnotherSeat`."""
        if self.table.sitter_of(user):
            raise AlreadySeated
        left = [sitter for sitter in self.table.sitters if sitter.has_left]
        if not left:
            raise NoFreeSeat
        held = last_seat_of(user, await self._context.store.entries(self.table.id, 1, self.number))
        free = next((sitter for sitter in left if held in (None, sitter.seat)), None)
        if free is None:
            raise HeldAnotherSeat
        timeline = self.timeline.fork()
        origin = self._origin(interaction)
        sitters = list(self.table.sitters)
        sitters[free.seat] = replace(free, user=user, name=name, has_left=False)
        timeline.bar()
        timeline.append(free.seat, Reseated(user), origin)
        table = replace(self.table, sitters=tuple(sitters), epoch=self.table.epoch + 1, proposal=None)
        return await self._advance(timeline, table, origin)

    # What the shell around it needs

    async def lose_channel(self) -> None:
        """The channel is gone: a running game stands still until a seat moves it, a lobby is closed."""
        async with self._lock:
            table = self.table
            if table.status == "running":
                await self._write(Write(table.id, replace(table, status="suspended", reason="channel")))
            elif table.status == "lobby":
                await self._write(Write(table.id, replace(table, status="closed", ended="closed")))

    async def move_to(
        self,
        user: int,
        guild: int | None,
        channel: int,
        interaction: int,
        *,
        is_moderator: bool = False,
        is_stuck: bool = False,
    ) -> Moved:
        """Go on in another channel of the table's server; wakes a table that lost its channel.

        By its owner or a moderator, and by anyone who sits there where the channel is lost, or the table `is_stuck`
        because nothing can be posted. Raises `OtherServer`, `NotOwner`, `TableOver`, and `TableExists` where that
        channel has a table.
        """
        async with self._lock:
            if done := await self._done(interaction):
                return done
            if guild is None or guild != self.table.guild:
                raise OtherServer
            if not self.table.is_live:
                raise TableOver
            is_stuck = is_stuck or self.table.reason == "channel"
            if not (is_moderator or (is_stuck and self.table.sitter_of(user))):
                lobby.check_owner(self.table, user)
            there = await self._context.store.table_at(channel)
            if there is not None and there.is_live and there.id != self.table.id:
                raise TableExists(there.id)
            table = replace(self.table, channel=channel)
            if table.reason == "channel":
                table = replace(table, status="running", reason=None)
            left = self.table.channel
            moved = await self._change(table, interaction)
            # What waited for the old place, and the board, are posted in the new one now.
            self._context.outbox.wake(left)
            return moved

    async def post_board(self) -> None:
        """Ask for the board to be posted once more."""
        async with self._lock:
            await self._write(Write(self.table.id, posts=(self._post("board", turn_passed=True),)))

    # Who may

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
