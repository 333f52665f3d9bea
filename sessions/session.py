"""One table in play: a reader, a writer and a timeline, and every change on disk before it is shown.

Who presses a control hands in the `epoch` it was made in: one that has moved on since is refused as `StalePress`, under
the lock, so that two presses of one Undo never count twice. Commands hand in none.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.refusals import Refusal
from engine.kernel.rules import OptionValue, Placing
from sessions import lobby
from sessions.change import Change, new_post
from sessions.context import SessionContext
from sessions.hinting import Hinting
from sessions.history import History
from sessions.lobby import TellApart
from sessions.lobby_seats import LobbySeats, as_given
from sessions.proposals import agree, end_alone, end_early, go_back, propose
from sessions.reader import TableReader, asked_of, not_seated
from sessions.records import (
    Answered,
    Left,
    Moved,
    Proposal,
    Table,
)
from sessions.refusals import (
    EndNeedsConsent,
    NoProposal,
    NothingDecided,
    NothingToUndo,
    NotStarted,
    NotYourTurn,
    OtherServer,
    StalePress,
    StillThere,
    TableExists,
    TableOver,
    TableSuspended,
    UndoClosed,
)
from sessions.seats import SILENT_MS, leave_seat, take_over
from sessions.starting import lay_out
from sessions.store import Write
from sessions.timeline import Timeline
from sessions.undo import check_computers, counting, last_answers_of
from sessions.waiting import Waiting
from sessions.writer import TableWriter

Choose: TypeAlias = Callable[[Decision], tuple[str, ...] | None]


class Session(LobbySeats, Waiting, Hinting):
    """The session of one table. Mutating calls wait for the lock, are on disk when they return, and count once per
    interaction.

    `reader` has all there is to see of it, `history` what there was; what is asked for most stands here as well.
    """

    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None, snapshot_number: int) -> None:
        self._context = context
        self.reader = TableReader(context, table, timeline)
        self.history = History(context, self.reader)
        self.writer = TableWriter(context, self.reader, snapshot_number)

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

    # Lobby

    async def join(
        self,
        user: int,
        name: str,
        interaction: int,
        *,
        epoch: int | None = None,
        tell_apart: TellApart = as_given,
        roles: Set[int] = frozenset(),
    ) -> Moved:
        """Sit down in the lobby, or on a seat that was left in a game under way. Raises `TableFull`, `NoFreeSeat`, …

        `roles` are those that this person has in the server. `tell_apart` makes the name unlike those of the others, as
        they are once it is this person's turn to sit down.
        """

        async def decide(change: Change) -> None:
            table = change.table
            told_apart = tell_apart(name, {sitter.name for sitter in table.sitters if sitter.user != user})
            if table.is_under_way:
                await take_over(change, user, told_apart, roles)
            else:
                change.put(lobby.seated(table, self.reader.game, user, told_apart, roles))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def ready(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Be ready to begin, or no longer; the last one begins the game where it starts itself.

        Raises `NotSeated`, `ComputersUnavailable`.
        """

        def decide(change: Change) -> None:
            table = lobby.made_ready(change.table, user)
            if lobby.begins_itself(table, self.reader.game):
                lay_out(change, table)
            else:
                change.put(table, is_shown_anew=False)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def choose_colour(self, user: int, colour: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose the colour of one's seat, in the lobby. Raises `NotSeated`, `ColourTaken`."""

        def decide(change: Change) -> None:
            change.put(lobby.coloured(change.table, user, colour), is_shown_anew=False)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def configure(
        self,
        by: int,
        interaction: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        seats_wanted: int | None = None,
        language: str | None = None,
        starts_itself: bool | None = None,
        left: Left | None = None,
        practice: bool | None = None,
        hints: bool | None = None,
        epoch: int | None = None,
    ) -> Moved:
        """Choose other options; those not named stay. Raises `NotOwner`, `UnplayableSettings`."""

        def decide(change: Change) -> None:
            table, game = change.table, self.reader.game
            chosen = lobby.configured(
                table, game, by, options or {}, seats_wanted, language, starts_itself, left, practice, hints
            )
            change.put(chosen)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def start(self, by: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Lay out the game. Raises `NotOwner`, `TooFewSeated`, `ComputersUnavailable`, …"""

        def decide(change: Change) -> None:
            lobby.check_start(change.table, self.reader.game, by)
            lay_out(change, change.table)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def close(self, by: int, interaction: int, *, is_moderator: bool = False, epoch: int | None = None) -> Moved:
        """End the table: a lobby, or one that stands still, by its owner or a moderator.

        A game under way, or paused, is ended by a moderator, or by who plays it alone; its log says so. Raises
        `NotOwner`, `EndNeedsConsent`.
        """

        def decide(change: Change) -> None:
            table, seat = change.table, self.seat_of(by)
            if not table.is_live:
                raise TableOver
            if table.is_left_alone and seat is not None:
                end_alone(change, by)
            elif not table.is_under_way:
                if not is_moderator:
                    lobby.check_owner(table, by)
                change.put(replace(table, status="closed", ended="closed", proposal=None))
            elif seat is not None and table.is_alone:
                end_early(change, seat, by)
            elif is_moderator:
                end_early(change, None, by, is_by_moderator=True)
            else:
                raise EndNeedsConsent

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def choose_pace(self, by: int, pace: str, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose how much time each seat has, in the lobby. Raises `NotOwner`, `AlreadyStarted`."""

        def decide(change: Change) -> None:
            change.put(lobby.paced(change.table, self.reader.game, by, pace))

        return await self.writer.change(interaction, decide, epoch=epoch)

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
        """Answer what this user is asked, as `TableReader.offered` offers it.

        `epoch` and `decision` are those of the control that was pressed.

        Raises `StalePress` where they have moved on, `NotYourTurn`, `NotSeated`, and the refusals of the rules.
        """

        def decide(change: Change) -> None:
            seat = self._seat(user)
            if epoch is not None and epoch != change.table.epoch:
                raise StalePress
            asked = self._must_be_asked(seat, decision)
            timeline = change.fork()
            timeline.answer_as_offered(Answer(seat, asked.id, keys), change.origin)
            change.advance(timeline)

        return await self.writer.answer(interaction, decide)

    async def answer_chain(self, user: int, choose: Choose, interaction: int) -> Moved:
        """Answer decision after decision of this user as `choose` says, until it says None or nothing is asked.

        All answers are one change; a refusal refuses them all. Raises `NothingDecided` if there was none.
        """

        def decide(change: Change) -> None:
            seat = self._seat(user)
            asked: Decision | None = self._must_be_asked(seat, None)
            timeline = change.fork()
            while asked is not None and (keys := choose(asked)) is not None:
                timeline.answer(Answer(seat, asked.id, keys), change.origin)
                asked = asked_of(seat, timeline.pending)
            if not timeline.parts:
                raise NothingDecided
            timeline.answer_unasked(seat, change.origin)
            change.advance(timeline)

        return await self.writer.answer(interaction, decide)

    async def order(
        self, user: int, rule: str, keys: tuple[str, ...], interaction: int, *, epoch: int | None = None
    ) -> Moved:
        """Leave the standing order with that rule id. Raises the refusals of the rules."""

        def decide(change: Change) -> None:
            seat = self._seat(user)
            timeline = change.fork()
            timeline.order(seat, rule, keys, change.origin)
            change.advance(timeline, is_shown=False)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def answer_for_computers(self, since: Timeline, answers: Iterable[Answer]) -> Moved:
        """Give the answers of computers, thought of since the game stood as in `since`: one change, none of a person's.

        What is proposed stays so: persons may take longer over it. Raises `StalePress` where the game has moved on.
        """

        def decide(change: Change) -> None:
            if change.reader.timeline is not since:
                raise StalePress
            timeline = change.fork()
            for each in answers:
                timeline.answer(each, change.origin)
            change.advance(timeline, keeps_proposal=True)

        return await self.writer.answer(self._context.outbox.next_id(), decide)

    # Undo

    async def undo(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Take back the answers of this user's last interaction, down to the last reveal.

        Where all others are programs, what they answered since falls with them. Raises `UndoClosed`, `NothingToUndo`.
        The table's epoch counts up, so that older controls no longer match.
        """

        async def decide(change: Change) -> None:
            seat = self._seat(user)
            numbers = self.timeline.last_turn(seat)
            table = change.table
            if numbers:
                timeline = change.fork()
                timeline.retract(numbers, change.origin)
                change.advance(timeline, replace(table, epoch=table.epoch + 1), cut=numbers[0])
            elif table.is_against_programs:
                await go_back(change, await self._last_of(seat))
            else:
                raise await self._why_closed(seat)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def propose_undo(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to take back this user's last answers with all that followed, to which all others must agree.

        Computers agree or refuse at once. Raises `NothingToUndo`, `UndoClosed`, `ProposalRefused`. `table.proposal`
        waits for `consent`; the next answer of a person ends it. Alone there is nobody to agree, and what was revealed
        stays.
        """

        async def decide(change: Change) -> None:
            seat = self._seat(user)
            if change.table.is_alone:
                raise await self._why_closed(seat)
            number = await self._last_of(seat)
            since = await self._context.store.entries(change.table.id, number, self.number)
            check_computers(change.table, since, number)
            await propose(change, Proposal(number, (seat,), interaction), self.writer.refused)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def propose_end(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to end the running game where it stands, to which all others must agree.

        Raises `ProposalRefused`. The next answer ends the proposal; who plays alone ends the game at once.
        """

        async def decide(change: Change) -> None:
            await propose(change, Proposal(0, (self._seat(user),), interaction, "end"), self.writer.refused)

        return await self.writer.change(interaction, decide, epoch=epoch)

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

        `proposal` is the id of the one that was shown. Raises `NoProposal`, or `StalePress` where it is another now;
        `NotSeated`, and `ComputersUnavailable` or `UndoClosed` where it cannot be carried out.
        """

        async def decide(change: Change) -> None:
            is_lobby = change.table.status == "lobby" and change.table.proposal is not None
            seat = self.seat_of(user) if is_lobby or change.table.is_paused else self._seat(user)
            if seat is None:
                raise not_seated(change.table, user)
            known = change.table.proposal
            if known is None:
                raise NoProposal
            if proposal not in (None, known.id):
                raise StalePress
            self.writer.pings.forget(user)
            if known.kind == "rematch" and not agrees:
                change.put(lobby.unseated(change.table, user))
            elif agrees:
                agreed = (*known.agreed, seat) if seat not in known.agreed else known.agreed
                await agree(change, replace(known, agreed=agreed), user)
            else:
                change.put(replace(change.table, proposal=None), is_shown_anew=False)
                change.afterwards.append(lambda: self.writer.refused.add(known.agreed[0]))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def _last_of(self, seat: Seat) -> int:
        """The number of the entry where this seat's last answers begin. Raises `NothingToUndo`, `UndoClosed`."""
        return last_answers_of(seat, await self._context.store.entries(self.table.id, 1, self.number))

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

    async def concede(
        self, user: int, interaction: int, *, plays: Left | None = None, epoch: int | None = None
    ) -> Moved:
        """Leave the running game; on the seat plays what is chosen, or what the table wants.

        With one person left the game stands still until that one has said whether to play on.
        """

        async def decide(change: Change) -> None:
            await leave_seat(change, self._seat(user), plays=plays)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def open_seat(
        self, by: int, user: int, interaction: int, *, is_gone: bool = False, epoch: int | None = None
    ) -> Moved:
        """Open the seat of a user who is gone for somebody else: at once by the owner, else by more than half.

        Gone is who has left the server (`is_gone`), or was asked a week ago and has not answered. Raises `NotSeated`,
        `StillThere`, `ProposalStands`, `ProposalRefused`.
        """
        is_gone = is_gone or await self._is_silent(user)

        async def decide(change: Change) -> None:
            seat, gone = self._seat(by), self._seat(user)
            if not is_gone or seat == gone:
                raise StillThere(user)
            if change.table.owner == by:
                await leave_seat(change, gone, by)
            else:
                await propose(change, Proposal(gone, (seat,), interaction, "open"), self.writer.refused)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def _is_silent(self, user: int) -> bool:
        """Whether this user was asked too long ago to be still there."""
        if self.decision_of(user) is None:
            return False
        return self._context.clock() - await self.reader.asked_since(user) >= SILENT_MS

    # What the shell around it needs

    async def lose_channel(self) -> None:
        """The channel is gone: a running game stands still until a seat moves it, a lobby is closed."""
        async with self.writer.lock:
            table = self.table
            if table.status == "running":
                lost = replace(table, status="suspended", reason="channel", vote=None)
                await self.writer.commit(Write(table.id, lost))
            elif table.status == "lobby":
                await self.writer.commit(Write(table.id, replace(table, status="closed", ended="closed")))

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

        async def decide(change: Change) -> None:
            table, left = change.table, change.table.channel
            if guild is None or guild != table.guild:
                raise OtherServer
            if not table.is_live:
                raise TableOver
            is_held_up = is_stuck or table.reason == "channel"
            if not (is_moderator or (is_held_up and table.sitter_of(user))):
                lobby.check_owner(table, user)
            there = await self._context.store.table_at(channel)
            if there is not None and there.is_live and there.id != table.id:
                raise TableExists(there.id)
            table = replace(table, channel=channel)
            if table.reason == "channel":
                table = replace(table, status="running", reason=None)
            change.put(table)
            # What waited for the old place, and the board, are posted in the new one now.
            change.afterwards.append(lambda: self._context.outbox.wake(left))

        return await self.writer.change(interaction, decide)

    async def post_board(self) -> None:
        """Ask for the board to be posted once more."""
        async with self.writer.lock:
            post = new_post(self._context, self.table, "board", turn_passed=True)
            await self.writer.commit(Write(self.table.id, posts=(post,)))

    async def post_hand(self, user: int) -> None:
        """Ask for the hand of who has it sent to be brought up to date."""
        if self.table.status == "running" and self.seat_of(user) is not None and self._context.wants_hand(user):
            async with self.writer.lock:
                post = new_post(self._context, self.table, "hand", users=(user,))
                await self.writer.commit(Write(self.table.id, posts=(post,)))

    # Who may

    def check_running(self) -> None:
        """Raises `NotStarted`, `TableOver` or `TableSuspended` unless the game goes on."""
        match self.table.status:
            case "lobby":
                raise NotStarted
            case "over" | "closed":
                raise TableOver
            case "suspended":
                raise TableSuspended(self.table.reason or "damaged")

    def _seat(self, user: int) -> Seat:
        """The seat of this user in a running game. Raises `NotSeated`, `NotStarted`, `TableOver`, `TableSuspended`."""
        self.check_running()
        seat = self.seat_of(user)
        if seat is None:
            raise not_seated(self.table, user)
        return seat

    def _must_be_asked(self, seat: Seat, decision: int | None) -> Decision:
        """What `seat` is asked. Raises `NotYourTurn`, or `StalePress` if that is no longer `decision`."""
        asked = asked_of(seat, self.pending)
        if asked is None:
            raise NotYourTurn(tuple(other.seat for other in self.pending))
        if decision not in (None, asked.id):
            raise StalePress
        return asked
