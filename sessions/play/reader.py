"""What can be seen of one table without changing it."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from engine.kernel.codec import decode_facts
from engine.kernel.decision import Decision, Fact, Message, Seat
from engine.kernel.offering.in_a_row import InARow, in_a_row
from engine.kernel.offering.lookahead import Lookahead
from engine.kernel.offering.offers import offered
from engine.kernel.refusals import UnreadablePosition
from engine.kernel.rules import Placing, with_asked
from sessions.play.context import SessionContext
from sessions.play.holders import holders_at
from sessions.play.log_index import LogIndex
from sessions.play.log_lines import line_of
from sessions.play.ownership import seats_for
from sessions.play.replaying import asked_from, position_after, view_at_turn_end
from sessions.play.timeline import AnyGame, Departed, Timeline
from sessions.records.log import Answered, Conceded, Entry, LogLine, Reseated, Retracted, Snapshot, Started
from sessions.records.table import Table
from sessions.refusals import (
    NotSeated,
    NotStarted,
    NotYourTurn,
    PastUnreadable,
    SeatIsOpen,
    StalePress,
    TableOver,
    TableSuspended,
)

Found = TypeVar("Found")
Replay: TypeAlias = Callable[[AnyGame, Snapshot, Sequence[Entry]], Found]
"""Plays on from a snapshot through the entries after it. Raises `UnreadablePosition`, `Departed`."""

REMEMBERED_ENTRIES = 32
"""The newest entries that a session keeps at hand, so that a board tells them without reading them back: more than a
turn has, and some 20 kB."""
REPLAY_S = 5.0
"""So long at most a position of the past is played to again."""


def asked_of(seat: Seat, pending: Iterable[Decision]) -> Decision | None:
    """What `seat` is asked among what is asked now."""
    return next((decision for decision in pending if decision.seat == seat), None)


def not_seated(table: Table, user: int) -> NotSeated:
    """Why this user plays no seat here: their own is open, or they have none."""
    is_open = table.has_open_seat and any(each.user == user and each.has_left for each in table.sitters)
    return SeatIsOpen() if is_open else NotSeated()


class TableReader:
    """One table as it stands on disk, to be looked at. Its writer alone changes what it shows."""

    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None) -> None:
        self._context = context
        self._timeline = timeline
        self._recent: list[Entry] = []
        """The newest entries, each the next of the one before it, as they were committed."""
        self._index: LogIndex | None = None
        self._offered: tuple[Timeline, tuple[int, Decision], Decision] | None = None
        """The decision that was shown last, with where it was asked: a board looks at it more than once."""
        self._seat_changes: tuple[Entry, ...] | None = None
        """The entries where somebody left or took over a seat, oldest first; None as long as nobody asked for them."""
        self.table = table

    def begin(self, table: Table, timeline: Timeline | None) -> None:
        """Show what was read from disk just now."""
        self.table = table
        self._timeline = timeline
        self._recent.clear()
        self._seat_changes = self._index = None

    def adopt(self, table: Table | None, timeline: Timeline | None, entries: Sequence[Entry]) -> None:
        """Show what was put on disk just now: table and timeline where there are new ones, and the new entries."""
        if table is not None:
            self.table = table
        if timeline is not None:
            self._timeline = timeline
        self._recent = [*self._recent, *entries][-REMEMBERED_ENTRIES:]
        if self._index is not None:
            for entry in entries:
                self._index.add(entry, self._rounds_begun_by(entry))
        if self._seat_changes is not None:
            changes = (entry for entry in entries if isinstance(entry.action, Conceded | Reseated))
            self._seat_changes = (*self._seat_changes, *changes)

    @property
    def game(self) -> AnyGame:
        """The game that is played here."""
        return self._context.games[self.table.game]

    @property
    def timeline(self) -> Timeline:
        """The game's timeline. Raises `TableSuspended`, `NotStarted`."""
        if self._timeline is None:
            if self.table.status == "suspended":
                raise TableSuspended(self.table.reason or "damaged")
            raise NotStarted
        return self._timeline

    def check_begun(self) -> None:
        """Raise `NotStarted` for a game that has no past yet, `TableSuspended` for one that cannot be read."""
        if not self.timeline.number:
            raise NotStarted

    @property
    def number(self) -> int:
        """How many entries the log has; 0 in the lobby."""
        return self._timeline.number if self._timeline else 0

    @property
    def digest(self) -> str:
        """The digest of the position now. Raises `NotStarted`."""
        return self.timeline.digest()

    @property
    def pending(self) -> list[Decision]:
        """What is asked now: nothing in the lobby, and nothing when the table no longer plays."""
        return self.asked_at(self.table)

    def asked_at(self, table: Table, timeline: Timeline | None = None) -> list[Decision]:
        """What is asked where the table stands like this, its game as in `timeline`, or else as it is now."""
        game = timeline or self._timeline
        return game.pending if game and table.status == "running" else []

    @property
    def seats(self) -> int:
        """How many sit at the game, or may sit down in the lobby."""
        if self._timeline:
            return self._timeline.position.settings.seats
        return seats_for(self.table, self.game)

    def seat_of(self, user: int) -> Seat | None:
        """The seat of this user now, or None."""
        sitter = self.table.sitter_of(user)
        return sitter.seat if sitter else None

    def decision_of(self, user: int) -> Decision | None:
        """What this user is asked now."""
        seat = self.seat_of(user)
        return None if seat is None else asked_of(seat, self.pending)

    def offered(self, decision: Decision) -> Decision:
        """A decision that is asked now with the options that a person is shown: answers that belong together as one."""
        timeline = self.timeline
        known = self._offered
        if known is None or known[0] is not timeline or known[1] != (timeline.number, decision):
            self._offered = known = (
                timeline,
                (timeline.number, decision),
                offered(self.game, timeline.position, decision),
            )
        return known[2]

    def in_a_row(self, decision: Decision, keys: Sequence[str]) -> InARow:
        """What becomes of several options of a decision that is asked now, picked at once."""
        return in_a_row(self.game, self.timeline.position, decision, keys)

    def look_ahead(self, user: int) -> Lookahead:
        """A look ahead from where a chain of answers by this user begins.

        Raises `NotSeated`, `NotYourTurn`, `TableOver`, `TableSuspended`, `NotStarted`.
        """
        if self.table.status in ("over", "closed"):
            raise TableOver
        if self.table.status == "suspended":
            raise TableSuspended(self.table.reason or "damaged")
        timeline, seat = self.timeline, self.seat_of(user)
        if seat is None:
            raise not_seated(self.table, user)
        decision = self.decision_of(user)
        if decision is None:
            raise NotYourTurn(tuple(asked.seat for asked in timeline.pending))
        return Lookahead(self.game, timeline.position, seat, decision)

    def standing(self, user: int) -> list[Decision]:
        """The standing orders this user may leave now."""
        seat = self.seat_of(user)
        if seat is None or self._timeline is None or self.table.status != "running" or self._timeline.position.is_over:
            return []
        return self.game.orders.offer(self._timeline.position.state, seat)

    def view(self, seat: Seat | None) -> msgspec.Struct:
        """All that `seat` (None: a spectator) may see. Raises `NotStarted`, `TableSuspended`."""
        return with_asked(self.game.rules.look(self.timeline.position.state, seat), self.pending)

    def heard(self, facts: Iterable[Fact], seat: Seat | None) -> tuple[Fact, ...]:
        """What `seat` (None: everybody) hears of these facts."""
        heard = (self.game.rules.hear(fact, seat) for fact in facts)
        return tuple(fact for fact in heard if fact is not None)

    def describe(self, heard: Iterable[Fact]) -> list[Message]:
        """The lines of the log for the facts of one entry, as somebody heard them."""
        return self.game.narration.tell(tuple(heard))

    def round_begun(self, fact: Fact) -> int | None:
        """The round that begins with a heard fact; None for any other."""
        return self.game.narration.round_begun(fact)

    @property
    def round(self) -> int | None:
        """The round that is played; None before the first, and in games without rounds."""
        return self.game.narration.round_of(self._timeline.position.state) if self._timeline else None

    @property
    def is_in_turn(self) -> bool:
        """Whether what is asked now belongs to somebody's turn, as far as the game has such."""
        return self._timeline is None or self.game.narration.is_in_turn(self._timeline.position.state)

    def result(self) -> tuple[Placing, ...] | None:
        """The final places of a game played to its end."""
        if self._timeline is None or not self._timeline.position.is_over:
            return None
        return self.game.rules.result(self._timeline.position.state)

    def seed(self) -> bytes | None:
        """The seed, once the game is over and hides nothing any more."""
        return self._timeline.position.seed if self._timeline and self.table.status in ("over", "closed") else None

    async def log(self, listener: Seat | None, limit: int = 20, before: int | None = None) -> list[LogLine]:
        """The last `limit` entries (before the number `before`), oldest first, as `listener` hears them."""
        last = self.number if before is None else before - 1
        return await self.log_lines(listener, max(1, last - limit + 1), last)

    async def log_lines(self, listener: Seat | None, first: int, last: int) -> list[LogLine]:
        """The entries `first` to `last` as `listener` (None: everybody) hears them, without the standing orders.

        Facts of older rules may be unreadable: then none are heard.
        """
        entries = await self._entries(first, last)
        gone = await self._taken_back(entries)
        changes = await self.seat_changes()
        heard = ((entry, line_of(entry, self.heard(self._told_by(entry, gone), listener), gone)) for entry in entries)
        return [
            replace(line, names=holders_at(self.table, changes, entry.number), at=entry.at)
            for entry, line in heard
            if line is not None
        ]

    async def seat_changes(self) -> Sequence[Entry]:
        """The entries where somebody left or took over a seat, oldest first: read once, then kept up to date."""
        while self._seat_changes is None:
            number = self.number
            found = await self._context.store.log.seat_changes(self.table.id)
            if number == self.number:  # else some may have been committed after they were read
                self._seat_changes = tuple(found)
        return self._seat_changes

    async def log_index(self) -> LogIndex:
        """Rounds and what was taken back, of the whole log: read once, then kept up to date."""
        while self._index is None:
            number, index = self.number, LogIndex()
            for entry in await self._entries(1, number):
                index.add(entry, self._rounds_begun_by(entry))
            if number == self.number:  # else some may have been committed after they were read
                self._index = index
        return self._index

    def _rounds_begun_by(self, entry: Entry) -> list[int]:
        return [
            number for fact in self.facts_of(entry) if (number := self.game.narration.round_begun(fact)) is not None
        ]

    async def holders(self) -> list[str]:
        """Everyone who ever held a seat, by name: those who began in the order of their seats, then who took over."""
        changes = await self.seat_changes()
        names = list(holders_at(self.table, changes, 0).values())
        for change in changes:
            if isinstance(change.action, Reseated) and change.seat is not None:
                names.append(holders_at(self.table, changes, change.number)[change.seat])
        return list(dict.fromkeys(names))

    async def unseen_since(self, user: int) -> int:
        """The first entry that this user may not have seen: the one after their last answer.

        In the middle of their turn it is the one after the turn before. For who has not answered yet it is where they
        sat down, or the start; alone it is where the round began. Raises `NotSeated`, `NotStarted`, `TableSuspended`.
        """
        index, number = await self.log_index(), self.timeline.number
        seat = self.seat_of(user)
        if seat is None:
            raise NotSeated
        if not self.table.has_company:
            return index.begin_of_round() or 1
        changes = await self.seat_changes()
        own = (change for change in changes if change.seat == seat)
        sat_down = max((change.number for change in own if isinstance(change.action, Reseated)), default=1)
        is_in_turn = self.decision_of(user) is not None
        for last in range(number, sat_down - 1, -REMEMBERED_ENTRIES):
            for entry in reversed(await self._entries(max(sat_down, last - REMEMBERED_ENTRIES + 1), last)):
                if not isinstance(entry.action, Answered) or index.is_gone(entry.number):
                    continue
                if entry.seat != seat:
                    is_in_turn = False
                elif not is_in_turn and not entry.action.by_autopilot:
                    return entry.number + 1
        return sat_down

    async def asked_since(self, user: int) -> int:
        """Since when it is this user's turn, who is asked something, in milliseconds since 1970.

        Their clock says so. A turn that began before clocks kept it is played to again; where that cannot be, or they
        were asked ever since, it is when they answered last, or when the game began. Raises `NotSeated`, `NotStarted`,
        `TableSuspended`.
        """
        seat, decision = self.seat_of(user), self.decision_of(user)
        clock = None if seat is None else self._context.seat_clocks.of(self.table.id).get(seat)
        is_its = decision is not None and clock is not None and (clock.user, clock.decision) == (user, decision.id)
        if clock is not None and clock.asked_at is not None and is_its:
            return clock.asked_at
        before = max(1, await self.unseen_since(user) - 1)
        assert seat is not None, "else it was refused"
        since = await self._replayed(before, self.number, partial(asked_from, seat=seat))
        if since is None:
            (last,) = await self._entries(before, before)
            return last.at
        return since

    async def view_after(self, number: int) -> tuple[msgspec.Struct, dict[Seat, str]] | None:
        """What everybody could see after the entry `number`, and who held the seats then.

        None where the position cannot be had again, under rules that have changed since, or not in time.
        """
        timeline = await self._replayed(number, number, position_after)
        if timeline is None:
            return None
        names = holders_at(self.table, await self.seat_changes(), number)
        return with_asked(self.game.rules.look(timeline.position.state, None), timeline.pending), names

    async def view_at_turn_end(self, number: int) -> msgspec.Struct | None:
        """What everybody could see where the entry `number` had ended a turn, before the next one began.

        None where no turn began by it, at the end of a game, and where it cannot be played to again, or not in time.
        """
        if number < 2 or (self.table.ended == "finished" and number == self.number):
            return None
        return await self._replayed(number - 1, number, view_at_turn_end)

    async def was_in_turn(self, number: int) -> bool:
        """Whether what was asked after the entry `number` belonged to somebody's turn; taken to be so if unknown."""
        timeline = await self._replayed(number, number, position_after)
        return timeline is None or self.game.narration.is_in_turn(timeline.position.state)

    async def _replayed(self, first: int, last: int, replay: Replay[Found]) -> Found | None:
        """What `replay` finds from the newest snapshot not after the entry `first` up to `last`, in a thread.

        None where there is no snapshot, the rules have changed since, or it takes too long.
        """
        store, table = self._context.store, self.table.id
        snapshot = await store.log.snapshot_before(table, first + 1)
        if snapshot is None:
            return None
        entries = await store.log.entries(table, snapshot.number + 1, last)
        try:
            async with asyncio.timeout(REPLAY_S):
                return await asyncio.to_thread(replay, self.game, snapshot, entries)
        except (UnreadablePosition, Departed, TimeoutError):
            return None

    async def timeline_after(self, number: int) -> Timeline:
        """The game after the entry `number`, to be looked at: it has neither anchors nor entries to go on with.

        Raises `PastUnreadable`.
        """
        timeline = await self._replayed(number, number, position_after)
        if timeline is None:
            raise PastUnreadable
        return timeline

    async def _entries(self, first: int, last: int) -> list[Entry]:
        """The entries `first` to `last`: from memory what was just committed, older ones from disk."""
        if self._recent and self._recent[0].number <= first and last <= self.number:
            return [entry for entry in self._recent if first <= entry.number <= last]
        return await self._context.store.log.entries(self.table.id, first, last)

    async def _taken_back(self, entries: list[Entry]) -> dict[int, Entry]:
        """The entries that `entries` take back, by their numbers."""
        numbers = [
            number for entry in entries if isinstance(entry.action, Retracted) for number in entry.action.numbers
        ]
        first = min(numbers, default=self.number)
        if entries and first < entries[0].number:
            entries = [*await self._entries(first, entries[0].number - 1), *entries]
        return {entry.number: entry for entry in entries if entry.number in set(numbers)}

    def _told_by(self, entry: Entry, gone: Mapping[int, Entry]) -> Iterator[Fact]:
        """All that happened by an entry, or by the answers that it takes back."""
        numbers = entry.action.numbers if isinstance(entry.action, Retracted) else ()
        for each in [gone[number] for number in numbers if number in gone] or [entry]:
            yield from self.facts_of(each)

    def facts_of(self, entry: Entry) -> tuple[Fact, ...]:
        """All that happened by an entry; nothing where that cannot be read."""
        if isinstance(entry.action, Answered | Started):
            with suppress(UnreadablePosition):
                return decode_facts(self.game, entry.action.facts)
        return ()

    def can_undo(self, user: int) -> bool:
        """Whether this user may take back an answer without asking anyone."""
        seat = self.seat_of(user)
        return (
            seat is not None
            and self._timeline is not None
            and self.table.status == "running"
            and bool(self._timeline.last_turn(seat))
        )


def check_running(table: Table) -> None:
    """Raise `NotStarted`, `TableOver` or `TableSuspended` unless the game goes on."""
    match table.status:
        case "lobby":
            raise NotStarted
        case "over" | "closed":
            raise TableOver
        case "suspended":
            raise TableSuspended(table.reason or "damaged")


def seat_in_play(reader: TableReader, user: int) -> Seat:
    """Return this user's seat in a running game. Raises `NotSeated`, `NotStarted`, `TableOver`, `TableSuspended`."""
    check_running(reader.table)
    seat = reader.seat_of(user)
    if seat is None:
        raise not_seated(reader.table, user)
    return seat


def asked_now(reader: TableReader, seat: Seat, decision: int | None) -> Decision:
    """Return what `seat` is asked. Raises `NotYourTurn`, or `StalePress` if that is no longer `decision`."""
    asked = asked_of(seat, reader.pending)
    if asked is None:
        raise NotYourTurn(tuple(other.seat for other in reader.pending))
    if decision not in (None, asked.id):
        raise StalePress
    return asked
