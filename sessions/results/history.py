"""The history of a table: its steps, the views after each, and the export. In a running game, listeners see only what
their seat may know. Undone answers and standing orders aren't steps, and leave no gap in the numbers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Decision, Fact, Seat
from engine.kernel.play import places_of
from engine.kernel.proof.exported import encode_export, without_facts
from engine.kernel.rules import with_pending
from sessions.play.context import SessionContext
from sessions.play.reader import TableReader
from sessions.play.state import asked_of
from sessions.play.table_log import facts_of
from sessions.play.timeline import AnyGame
from sessions.records.log import Answered, Entry, LogLine, Started, undone_numbers
from sessions.records.table import Sitter
from sessions.refusals import PastUnreadable, StorageUnavailable
from sessions.results.exporting import KINDS, finished_game, running_game

READ_S = 10.0
"""Longest wait for the database or a replay, in seconds."""
READ_AT_ONCE = 500
"""Maximum number of entries read in one query."""

T = TypeVar("T")

Unit: TypeAlias = Literal["answer", "turn", "round"]


class Step(msgspec.Struct, frozen=True):
    """An entry that was not undone. `round` is None before the first round, and in games without rounds."""

    entry: int
    seat: Seat | None
    at: int
    round: int | None
    is_answer: bool
    begins_turn: bool = False
    """True for the first answer of a turn, if the game reports where turns begin. Someone may have several turns in a
    row."""


class Stop(msgspec.Struct, frozen=True):
    """The steps `first` to `last`, counted from 1, shown together."""

    first: int
    last: int


class Steps(msgspec.Struct, frozen=True):
    """The steps so far, and the `number` of the last log entry."""

    number: int
    steps: tuple[Step, ...]

    def stops(self, unit: Unit) -> tuple[Stop, ...]:
        if unit == "answer":
            return tuple(Stop(place, place) for place in range(1, len(self.steps) + 1))
        parts = [
            place for place, (old, new) in enumerate(pairwise(self.steps), start=1) if _starts_stop(old, new, unit)
        ]
        return tuple(Stop(first + 1, last) for first, last in pairwise([0, *parts, len(self.steps)]))

    def rounds(self) -> tuple[Stop, ...]:
        return tuple(stop for stop in self.stops("round") if self.steps[stop.last - 1].round is not None)


def _starts_stop(old: Step, new: Step, unit: Unit) -> bool:
    if old.round != new.round:
        return True
    return unit == "turn" and new.is_answer and (new.begins_turn or old.seat != new.seat or not old.is_answer)


class Seen(msgspec.Struct, frozen=True):
    """A table after a step: one listener's view, the views of all seats once the game is over, and the names."""

    view: msgspec.Struct
    hands: dict[Seat, msgspec.Struct]
    names: dict[Seat, str]


class Given(msgspec.Struct, frozen=True):
    decision: Decision
    keys: tuple[str, ...]


class History:
    def __init__(self, context: SessionContext, reader: TableReader) -> None:
        self._context = context
        self._reader = reader

    @property
    def is_open(self) -> bool:
        return self._reader.table.status in ("over", "closed")

    async def export(self, seat: Seat | None, longest: int, called: Callable[[Sitter], str]) -> bytes | None:
        """Return the game as a file; None if it exceeds `longest` bytes. The file of a running game has only what
        `seat` heard."""
        self._reader.log.check_begun()
        reader, is_open = self._reader, self.is_open
        game, table = reader.game, reader.table
        # `verify` compares these places with the rules' places, which ignore leaving.
        places = places_of(game, reader.timeline.position, table.ended or "")
        names = tuple(map(called, table.sitters))
        entries = await _in_time(self._all_entries())

        def make() -> bytes | None:
            if is_open:
                whole = finished_game(game, table, entries, places, names)
                files = (encode_export(each) for each in (whole, without_facts(whole)))
                return next((file for file in files if len(file) <= longest), None)
            file = encode_export(running_game(game, table, entries, seat, names))
            return file if len(file) <= longest else None

        return await _in_time(asyncio.to_thread(make))

    async def steps(self) -> Steps:
        """Return the steps so far. Raises `NotStarted`, `TableSuspended`, `StorageUnavailable`."""
        self._reader.log.check_begun()
        game = self._reader.game
        entries = await _in_time(self._all_entries())
        return await _in_time(asyncio.to_thread(steps_of, game, entries))

    async def views_by_round(self, most: int) -> list[msgspec.Struct]:
        """Return the public view after each round, or [] for more than `most` rounds. Raises the errors of `steps`."""
        log, views = await self.steps(), list[msgspec.Struct]()
        rounds = log.rounds()
        for stop in rounds if len(rounds) <= most else ():
            seen = await self._reader.past.view_after(log.steps[stop.last - 1].entry)
            if seen is None:
                return []
            views.append(seen[0])
        return views

    async def look(self, entry: int, seat: Seat | None) -> Seen:
        """Return the view of `seat` (None: everybody) after an entry. Raises `PastUnreadable`, `StorageUnavailable`."""
        timeline = await _in_time(self._reader.past.timeline_after(entry))
        (line,) = await _in_time(self._reader.log.lines(None, entry, entry))
        look, state, pending = self._reader.game.rules.look, timeline.position.state, timeline.pending
        seats = range(timeline.position.settings.seats) if self.is_open else () if seat is None else (seat,)
        return Seen(
            with_pending(look(state, None if self.is_open else seat), pending),
            {each: look(state, each) for each in seats},
            line.names,
        )

    async def lines(self, steps: Sequence[Step], seat: Seat | None) -> list[LogLine]:
        """Return the log lines of these steps: in full if the game is over, otherwise as `seat` (None: everybody) heard
        them."""
        if not steps:
            return []
        first, last = steps[0].entry, steps[-1].entry
        wanted = {step.entry for step in steps}
        lines = await _in_time(self._reader.log.lines(seat, first, last))
        if self.is_open:
            entries = await _in_time(self._context.store.log.entries(self._reader.table.id, first, last))
            facts = {entry.number: facts_of(self._reader.game, entry) for entry in entries}
            lines = [replace(line, facts=facts[line.number]) for line in lines]
        return [line for line in lines if line.number in wanted]

    async def question_of(self, line: LogLine, seat: Seat | None) -> Given | None:
        """Return the question that a line answers, if `seat` (None: everybody) may know it."""
        if line.action != "answered" or line.seat is None:
            return None
        try:
            timeline = await _in_time(self._reader.past.timeline_after(line.number - 1))
        except PastUnreadable:
            return None
        asked = asked_of(line.seat, timeline.pending)
        if asked is None or (asked.private and asked.seat != seat and not self.is_open):
            return None
        (entry,) = await _in_time(self._context.store.log.entries(self._reader.table.id, line.number, line.number))
        return Given(asked, entry.action.keys) if isinstance(entry.action, Answered) else None

    async def _all_entries(self) -> list[Entry]:
        table, number = self._reader.table.id, self._reader.number
        found: list[Entry] = []
        for first in range(1, number + 1, READ_AT_ONCE):
            found += await self._context.store.log.entries(table, first, min(first + READ_AT_ONCE - 1, number))
        if not found or not isinstance(found[0].action, Started):
            raise PastUnreadable
        return found


async def _in_time(work: Awaitable[T]) -> T:
    """Return the result. Raises `StorageUnavailable` if it takes too long."""
    try:
        async with asyncio.timeout(READ_S):
            return await work
    except TimeoutError as error:
        raise StorageUnavailable from error


def steps_of(game: AnyGame, entries: Sequence[Entry]) -> Steps:
    gone = undone_numbers(entries)
    steps: list[Step] = []
    playing: int | None = None
    has_begun = False
    for entry in entries:
        if type(entry.action) not in KINDS or entry.number in gone:
            continue
        facts = facts_of(game, entry)
        after, begun = _round_after(game, facts, playing), _turns_begun(game, facts)
        is_answer = isinstance(entry.action, Answered)
        begins_turn = is_answer and (has_begun or begun[:1] == [0])
        steps.append(Step(entry.number, entry.seat, entry.at, playing if is_answer else after, is_answer, begins_turn))
        playing = after
        has_begun = begun[-1] > 0 if begun else has_begun and not is_answer
    return Steps(entries[-1].number, tuple(steps))


def _round_after(game: AnyGame, facts: Iterable[Fact], before: int | None) -> int | None:
    begun = [number for fact in facts if (number := game.narration.round_begun(fact)) is not None]
    return begun[-1] if begun else before


def _turns_begun(game: AnyGame, facts: Iterable[Fact]) -> list[int]:
    """Return the indexes of the facts that begin a turn. At index 0, the turn begins with this answer, otherwise with
    the next one."""
    return [place for place, fact in enumerate(facts) if game.narration.turn_begun(fact) is not None]
