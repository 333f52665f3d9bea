"""The log of one table as each listener may read it, and the history of who held its seats."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from engine.kernel.codec import decode_facts
from engine.kernel.decision import Fact, Message, Seat
from engine.kernel.refusals import UnreadablePosition
from sessions.play.context import SessionContext
from sessions.play.state import TableState
from sessions.play.timeline import AnyGame
from sessions.records.log import (
    Answered,
    Conceded,
    Ended,
    Entry,
    LogLine,
    Ordered,
    Reseated,
    Retracted,
    Started,
    Upgraded,
    undone_numbers,
)
from sessions.records.table import Table
from sessions.refusals import NotStarted

REMEMBERED_ENTRIES = 32
"""Number of newest entries kept in memory (some 20 kB): more than a turn has, so boards needn't read them from disk."""
UNKNOWN = "?"
"""Shown in place of a name that is no longer stored."""


def facts_of(game: AnyGame, entry: Entry) -> tuple[Fact, ...]:
    """Return all facts of an entry, or none if they are unreadable because older rules wrote them."""
    if isinstance(entry.action, Answered | Started):
        with suppress(UnreadablePosition):
            return decode_facts(game, entry.action.facts)
    return ()


def line_of(entry: Entry, heard: tuple[Fact, ...], gone: Mapping[int, Entry]) -> LogLine | None:
    """Return an entry's log line, or None for an order. For an undo, `gone` has the undone entries, and `heard` their
    facts."""
    match entry.action:
        case Ordered():
            return None
        case Started():
            return LogLine(entry.number, "started", None, heard)
        case Answered():
            return LogLine(entry.number, "answered", entry.seat, heard)
        case Retracted(numbers):
            answers = _answers(numbers, gone)
            seats = tuple(dict.fromkeys(each.seat for each in answers.values() if each.seat is not None))
            seat = seats[0] if len(seats) == 1 else None
            taken = tuple(answers)
            return LogLine(entry.number, "retracted", seat, numbers=taken, seats=seats, undone=heard) if taken else None
        case Conceded(_, opened_by, plays, was_silent, agreed):
            line = LogLine(entry.number, "conceded", entry.seat, user=opened_by, plays=plays, was_silent=was_silent)
            return replace(line, seats=agreed)
        case Reseated(user, former, former_name):
            return LogLine(entry.number, "reseated", entry.seat, former=former_name if user != former else "")
        case Upgraded(old, new):
            return LogLine(entry.number, "upgraded", entry.seat, versions=(old, new))
        case Ended(user, is_by_moderator):
            if is_by_moderator:
                return LogLine(entry.number, "moderated", None, user=user)
            return LogLine(entry.number, "agreed", entry.seat)


def _answers(numbers: tuple[int, ...], gone: Mapping[int, Entry]) -> dict[int, Entry]:
    found = {number: gone[number] for number in numbers if number in gone}
    return {number: entry for number, entry in found.items() if not isinstance(entry.action, Ordered)}


class LogIndex:
    """The entries that began rounds, and undone entries. Add each entry once, in order."""

    def __init__(self) -> None:
        self._begun: list[tuple[int, int]] = []
        self._gone: set[int] = set()

    def add(self, entry: Entry, rounds: Iterable[int]) -> None:
        if isinstance(entry.action, Retracted):
            self._gone.update(entry.action.numbers)
            self._begun = [begun for begun in self._begun if begun[0] not in self._gone]
        self._begun += [(entry.number, number) for number in rounds]

    def is_gone(self, number: int) -> bool:
        return number in self._gone

    def round_before(self, number: int) -> int | None:
        place = bisect_left(self._begun, (number, 0))
        return self._begun[place - 1][1] if place else None

    def rounds_begun_at(self, number: int) -> list[int]:
        place = bisect_left(self._begun, (number, 0))
        return [begun for entry, begun in self._begun[place:] if entry == number]

    def begin_of_round(self) -> int | None:
        return self._begun[-1][0] if self._begun else None


class TableLog:
    """The log of one table. Entries read from disk are cached, and the cache is kept up to date."""

    def __init__(self, context: SessionContext, state: TableState) -> None:
        self._context = context
        self._state = state
        self._recent: list[Entry] = []
        """The newest entries, without a gap."""
        self._index: LogIndex | None = None
        self._seat_changes: tuple[Entry, ...] | None = None

    def clear(self) -> None:
        self._recent.clear()
        self._seat_changes = self._index = None

    def add(self, entries: Sequence[Entry]) -> None:
        self._recent = [*self._recent, *entries][-REMEMBERED_ENTRIES:]
        if self._index is not None:
            try:
                for entry in entries:
                    self._index.add(entry, self._rounds_in(entry))
            except Exception:  # these entries are stored, so a game that fails must not stop what follows
                self._index = None
        if self._seat_changes is not None:
            changes = (entry for entry in entries if isinstance(entry.action, Conceded | Reseated))
            self._seat_changes = (*self._seat_changes, *changes)

    def check_begun(self) -> None:
        """Raise `NotStarted` before the game begins, or `TableSuspended` if it is unreadable."""
        if not self._state.timeline.number:
            raise NotStarted

    def hear(self, facts: Iterable[Fact], seat: Seat | None) -> tuple[Fact, ...]:
        """Return these facts as `seat` (None: everybody) may hear them."""
        heard = (self._state.game.rules.hear(fact, seat) for fact in facts)
        return tuple(fact for fact in heard if fact is not None)

    def describe(self, heard: Iterable[Fact]) -> list[Message]:
        return self._state.game.narration.tell(tuple(heard))

    def round_begun(self, fact: Fact) -> int | None:
        return self._state.game.narration.round_begun(fact)

    async def lines(self, listener: Seat | None, first: int, last: int) -> list[LogLine]:
        """Return the entries `first` to `last` as `listener` (None: everybody) may read them. Omits standing orders."""
        entries = await self.entries(first, last)
        gone = await self._undone_entries(entries)
        changes = await self.seat_changes()
        heard = ((entry, line_of(entry, self.hear(self._facts_in(entry, gone), listener), gone)) for entry in entries)
        return [
            replace(line, names=holders_at(self._state.table, changes, entry.number), at=entry.at)
            for entry, line in heard
            if line is not None
        ]

    async def entries(self, first: int, last: int) -> list[Entry]:
        if self._recent and self._recent[0].number <= first and last <= self._state.number:
            return [entry for entry in self._recent if first <= entry.number <= last]
        return await self._context.store.log.entries(self._state.table.id, first, last)

    async def first_of_last_answer(self, first: int, last: int) -> int | None:
        """Return the first entry with the same interaction as the entry `last`. None if `last` has no interaction."""
        entries = await self.entries(first, last)
        asked = entries[-1].interaction if entries else 0
        return next((entry.number for entry in entries if entry.interaction == asked), None) if asked else None

    async def seat_changes(self) -> Sequence[Entry]:
        while self._seat_changes is None:
            number = self._state.number
            found = await self._context.store.log.seat_changes(self._state.table.id)
            if number == self._state.number:  # otherwise newer entries may be missing
                self._seat_changes = tuple(found)
        return self._seat_changes

    async def index(self) -> LogIndex:
        while self._index is None:
            number, index = self._state.number, LogIndex()
            for entry in await self.entries(1, number):
                index.add(entry, self._rounds_in(entry))
            if number == self._state.number:  # otherwise newer entries may be missing
                self._index = index
        return self._index

    async def round_now(self) -> int | None:
        table, number = self._state.table, self._state.number
        if table.status not in ("running", "suspended") or not number:
            return None
        return (await self.index()).round_before(number + 1)

    async def holders(self) -> list[str]:
        """Return the names of everyone who ever held a seat: first holders by seat, then later ones."""
        changes = await self.seat_changes()
        names = list(holders_at(self._state.table, changes, 0).values())
        for change in changes:
            if isinstance(change.action, Reseated) and change.seat is not None:
                names.append(holders_at(self._state.table, changes, change.number)[change.seat])
        return list(dict.fromkeys(names))

    def _rounds_in(self, entry: Entry) -> list[int]:
        return [number for fact in facts_of(self._state.game, entry) if (number := self.round_begun(fact)) is not None]

    async def _undone_entries(self, entries: list[Entry]) -> dict[int, Entry]:
        numbers = undone_numbers(entries)
        first = min(numbers, default=self._state.number)
        if entries and first < entries[0].number:
            entries = [*await self.entries(first, entries[0].number - 1), *entries]
        return {entry.number: entry for entry in entries if entry.number in numbers}

    def _facts_in(self, entry: Entry, gone: Mapping[int, Entry]) -> Iterator[Fact]:
        numbers = entry.action.numbers if isinstance(entry.action, Retracted) else ()
        for each in [gone[number] for number in numbers if number in gone] or [entry]:
            yield from facts_of(self._state.game, each)


def holders_at(table: Table, changes: Sequence[Entry], number: int) -> dict[Seat, str]:
    """Return the names of the seats' holders at the entry `number`. `changes` comes from `TableLog.seat_changes`."""
    names = {sitter.seat: sitter.name for sitter in table.sitters}
    for index in reversed(range(len(changes))):
        change = changes[index]
        if change.number <= number:
            break
        if isinstance(change.action, Reseated) and change.seat is not None:
            names[change.seat] = change.action.former_name or _mention(changes[:index], change.seat)
    return names


def holder_of(table: Table, changes: Sequence[Entry], seat: Seat, number: int) -> int:
    """Return the user who held `seat` at the entry `number`. `changes` comes from `TableLog.seat_changes`."""
    left = (change.action for change in changes if change.seat == seat and change.number >= number)
    return next((action.user for action in left if isinstance(action, Conceded)), table.sitters[seat].user)


def _mention(before: Sequence[Entry], seat: Seat) -> str:
    # Logs of older versions have only the user id of the person who left.
    for change in reversed(before):
        if change.seat == seat and isinstance(change.action, Conceded) and change.action.user > 0:
            return f"<@{change.action.user}>"
    return UNKNOWN
