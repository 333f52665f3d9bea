"""All seats' clocks and all tables' due work, cached in memory. Each change is stored together with the game."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from msgspec.structs import replace

from engine.kernel.decision import Decision, Seat
from sessions.clocks.own_time import Pace, after_turn, count_until, pace_of, with_due_time
from sessions.kept.choices import Schedules
from sessions.records.clock import COMPUTER, DAY_MS, HOUR_MS, Due, SeatClock
from sessions.records.log import Answered, Entry, undone_numbers
from sessions.records.table import Table
from sessions.store import ClockStore, Write

VOTE = "vote"
RESUME = "resume"
PAUSED = "paused"
ALONE = "alone"
"""Kinds of due work: end an undecided vote, resume a game that nobody objected to resuming, let anyone end a long
pause, or end a game whose last player hasn't decided."""
PUT_OFF_MS = 1_000 * 365 * DAY_MS
"""A lost server's deadlines are stored as this moment plus the time that was left, so none of them comes due."""
COMPUTER_MS = 3000
"""Computer players answer after this time or a multiple of it. Any other delay could reveal something about their
hands."""


def steady_ms() -> int:
    """Milliseconds of the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def unbroken_clock(clock: Callable[[], int], steady: Callable[[], int] = steady_ms) -> Callable[[], int]:
    """Return a clock that starts at `clock`'s time and then follows `steady`. All processes can compare such times."""
    ahead = clock() - steady()
    return lambda: steady() + ahead


class SeatClocks:
    def __init__(self, store: ClockStore, schedules: Schedules) -> None:
        self._store = store
        self._schedules = schedules
        self._clocks: dict[int, dict[Seat, SeatClock]] = {}
        self._users: dict[int, set[tuple[int, Seat]]] = {}
        self._due: dict[tuple[int, str], Due] = {}
        self._changed: list[set[int]] = []
        """For each read in progress, the tables that have changed since it began."""
        self.stopped_at: int | None = None
        """When the clocks stopped; None if they run, in this process or another."""
        self.hear_due: Callable[[Sequence[Due]], None] = lambda _: None
        """Called with new due work, of this process or another, once it is on disk."""
        self.hear_asked: Callable[[Sequence[SeatClock]], None] = lambda _: None
        """Called when a change of this process is on disk, with the clocks of the seats whose turn began with it."""

    async def load(self) -> None:
        with self._reading() as changed:
            clocks, due = await self._store.clocks(), await self._store.due()
        for table in self._clocks.keys() - changed:
            self._forget(table)
        for clock in clocks:
            if clock.table not in changed:
                self._put(clock)
        self._take_over([each for each in due if each.table not in changed], lambda table: table not in changed)
        for table in changed:
            await self.reload(table)

    async def reload(self, *tables: int) -> None:
        with self._reading() as changed:
            time = await self._store.at(*tables)
            while not changed.isdisjoint(tables):
                changed.clear()
                time = await self._store.at(*tables)
        for table in tables:
            self._forget(table)
        for clock in time.clocks:
            self._put(clock)
        self._take_over(time.due, lambda of: of in tables)
        self._schedules.adopt(time.schedules)

    def _take_over(self, read: Iterable[Due], is_of: Callable[[int], bool]) -> None:
        known = self._due
        self._due = {key: due for key, due in known.items() if not is_of(key[0])}
        self._due |= {(due.table, due.kind): _keep_retry(due, known.get((due.table, due.kind))) for due in read}
        if new := [due for key, due in self._due.items() if known.get(key) != due]:
            self.hear_due(new)

    @contextmanager
    def _reading(self) -> Iterator[set[int]]:
        """Collect tables that change while rows are being read, because their rows may be outdated."""
        changed: set[int] = set()
        self._changed.append(changed)
        try:
            yield changed
        finally:
            self._changed = [each for each in self._changed if each is not changed]

    def __iter__(self) -> Iterator[SeatClock]:
        return iter([clock for clocks in self._clocks.values() for clock in clocks.values()])

    def of(self, table: int) -> dict[Seat, SeatClock]:
        return dict(self._clocks.get(table, {}))

    def asking(self, user: int) -> list[SeatClock]:
        """Return the clocks of the seats where this person is asked something, longest wait first."""
        found = (clock for clock in self.of_user(user) if clock.decision is not None)
        return sorted(found, key=lambda clock: clock.since)

    def of_user(self, user: int) -> list[SeatClock]:
        return [self._clocks[table][seat] for table, seat in self._users.get(user, ())]

    @property
    def due(self) -> list[Due]:
        """All due work, soonest first."""
        return sorted(self._due.values(), key=lambda due: due.at)

    def count(self, clock: SeatClock, at: int) -> SeatClock:
        """Return the clock with its own time up to `at` added, but no time since the clocks stopped."""
        ran_until = at if self.stopped_at is None else min(at, self.stopped_at)
        return count_until(clock, self._schedules.get(clock.user), ran_until, self._runs_from(at))

    def _runs_from(self, at: int) -> int:
        """Return the first moment from `at` on that counts. If the host's clock is set back while the seats' clocks are
        stopped, they restart from where they stopped."""
        return at if self.stopped_at is None else max(at, self.stopped_at)

    def due_at(self, table: int, kind: str) -> int | None:
        due = self._due.get((table, kind))
        return due.at if due else None

    def next_at(self, after: int = -1) -> int | None:
        """Return the time of the next due work, which is in the past if an earlier attempt failed."""
        moments = chain((clock.due_at for clock in self), (due.at for due in self._due.values()))
        return min((at for at in moments if at is not None and at > after), default=None)

    def add_to(
        self, write: Write, table: Table, pending: Sequence[Decision], at: int, passed: Collection[Seat] = ()
    ) -> Write:
        """Add the changed clocks and due work to `write`. `passed` are the seats whose turn has ended."""
        asked = {decision.seat: decision.id for decision in pending} if table.status == "running" else {}
        known = self._clocks.get(table.id, {})
        effects = _Effects(write.entries, at, passed)
        changed: list[SeatClock] = []
        stopped = []
        for seat in sorted(asked.keys() | known.keys()):
            clock, decision = known.get(seat), asked.get(seat)
            sitter = table.sitters[seat]
            if clock is not None and clock.user != sitter.user:
                clock = None
            if table.status not in ("running", "suspended") or sitter.has_left or sitter.is_computer:
                next_one = None
            elif table.status == "suspended":
                next_one = self._stop(clock, table, at)
            else:
                next_one = self._next(clock, table, seat, decision, effects)
            if next_one is None and seat in known:
                stopped.append((table.id, seat))
            elif next_one is not None and next_one != known.get(seat):
                changed.append(next_one)
        mine = {(clock.table, clock.seat) for clock in write.clocks}
        computers = {sitter.seat for sitter in table.computers}
        is_asked = not computers.isdisjoint(asked)
        undone = tuple(
            key
            for key in self._due
            if key[0] == table.id and not (is_asked if key[1] == COMPUTER else _is_still_due(key[1], table))
        )
        due = (self._answers(table, computers.isdisjoint(effects.answered), at),) if is_asked else ()
        return replace(
            write,
            clocks=(*(clock for clock in changed if (clock.table, clock.seat) not in mine), *write.clocks),
            stopped=(*write.stopped, *stopped),
            undone=(*write.undone, *undone),
            due=(*write.due, *due),
        )

    def _stop(self, clock: SeatClock | None, table: Table, at: int) -> SeatClock | None:
        """Return the seat's clock while the table is on hold, with the remaining bank. If the bank was empty, and the
        table is paused, the person has come back: pauses need everyone's consent. They get time in advance."""
        if clock is None or clock.left is None:
            return None
        if clock.decision is None:
            return clock
        left = self.count(clock, at).left
        still = SeatClock(clock.table, clock.seat, clock.user, None, since=at, counted_at=at, left=left)
        still = replace(still, missed=clock.missed, added_by=clock.added_by, is_ahead=clock.is_ahead)
        pace = pace_of(table.pace) if clock.is_out and table.is_paused else None
        return still if pace is None else _in_advance(still, pace)

    def _without_bank(self, clock: SeatClock, at: int) -> SeatClock:
        return with_due_time(replace(self.count(clock, at), left=None, is_out=False), self._schedules.get(clock.user))

    def _answers(self, table: Table, is_still: bool, at: int) -> Due:
        known = self._due.get((table.id, COMPUTER)) if is_still else None
        return known or Due(table.id, COMPUTER, at + COMPUTER_MS)

    def _next(
        self, clock: SeatClock | None, table: Table, seat: Seat, decision: int | None, effects: "_Effects"
    ) -> SeatClock | None:
        """Return the clock of a seat that is now asked `decision`, or None if it needs no clock. A turn adds to the
        bank once. A person who plays alone has no bank, because nobody waits for them, and nobody could vote."""
        pace, user, at = None if table.is_alone else pace_of(table.pace), table.sitters[seat].user, effects.at
        counted_at = self._runs_from(at)
        if decision is None and pace is None:
            return None
        is_same = clock is not None and decision is not None and clock.decision == decision
        if clock is not None and clock.left is not None and is_same and pace is None:  # the last other player has left
            return self._without_bank(clock, at)
        if clock is None or clock.left is None or pace is None:
            if is_same:
                return clock
            left = None if pace is None else pace.bank
            asked_at = at if clock is None or clock.decision is None else clock.asked_at
            begun = SeatClock(table.id, seat, user, decision, since=at, counted_at=counted_at, left=left)
            return with_due_time(replace(begun, asked_at=asked_at), self._schedules.get(user))
        if clock.added_by in effects.undone:
            clock = replace(clock, added_by=0, is_ahead=True)
        if is_same or (decision is None and clock.decision is None):
            return clock
        has_passed, answer = decision is None or seat in effects.passed, effects.answered.get(seat)
        begun = replace(clock, decision=decision, since=at, counted_at=counted_at, own=0, reminded=0, nudged_at=0)
        begun = replace(begun, is_warned=False, is_asleep=False, is_gone=False, is_out=False)
        begun = replace(begun, asked_at=at if clock.decision is None else clock.asked_at)
        if clock.decision is not None:
            begun = replace(begun, left=self.count(clock, at).left or 0)
            if has_passed and not effects.undone:
                begun = _after_turn(begun, pace, effects.first)
            elif answer is not None and not answer.by_autopilot and not begun.left and not begun.is_ahead:
                begun = _in_advance(begun, pace)
        if answer is not None:
            is_played = answer.by_autopilot and has_passed
            begun = replace(begun, missed=clock.missed + 1 if is_played else clock.missed * answer.by_autopilot)
        return with_due_time(begun, self._schedules.get(user))

    def adopt(self, write: Write) -> None:
        """Update memory from a write that was committed."""
        for changed in self._changed:
            changed.update(table for table, _ in (*write.stopped, *write.undone))
            changed.update(clock.table for clock in write.clocks)
            changed.update(clock.table for clock, _ in write.moved)
            changed.update(due.table for due in write.due)
        for known, moved in write.moved:
            if self.are_still([known]):
                self._put(moved)
        asked = [clock for clock in write.clocks if self._begins_turn(clock)]
        for table, seat in write.stopped:
            self._drop(table, seat)
        for clock in write.clocks:
            self._put(clock)
        for key in write.undone:
            self._due.pop(key, None)
        self._due |= {(due.table, due.kind): due for due in write.due}
        self._schedules.adopt(write.schedules)
        if write.due:
            self.hear_due(write.due)
        if asked:
            self.hear_asked(asked)

    def _begins_turn(self, clock: SeatClock) -> bool:
        known = self._clocks.get(clock.table, {}).get(clock.seat)
        is_asked_already = known is not None and known.decision is not None and known.user == clock.user
        return clock.decision is not None and not is_asked_already

    def are_still(self, clocks: Iterable[SeatClock]) -> bool:
        return all(self._clocks.get(clock.table, {}).get(clock.seat) == clock for clock in clocks)

    def _put(self, clock: SeatClock) -> None:
        self._drop(clock.table, clock.seat)
        self._clocks.setdefault(clock.table, {})[clock.seat] = clock
        self._users.setdefault(clock.user, set()).add((clock.table, clock.seat))

    def _forget(self, table: int) -> None:
        for seat in list(self._clocks.get(table, {})):
            self._drop(table, seat)

    def _drop(self, table: int, seat: Seat) -> None:
        clocks = self._clocks.get(table, {})
        clock = clocks.pop(seat, None)
        if clock is None:
            return
        if not clocks:
            del self._clocks[table]
        seats = self._users[clock.user]
        seats.discard((table, seat))
        if not seats:
            del self._users[clock.user]


def _keep_retry(read: Due, known: Due | None) -> Due:
    """Return the due work as read, unless memory has a later retry of the same computer players. Retries aren't
    stored."""
    has_passed = known is not None and read.kind == COMPUTER and known.at > read.at
    return known if known is not None and has_passed and (known.at - read.at) % COMPUTER_MS == 0 else read


def _is_still_due(kind: str, table: Table) -> bool:
    if kind == VOTE:
        return table.status == "running" and table.vote is not None
    if kind == RESUME:
        return table.is_paused and table.proposal is not None
    if kind == PAUSED:
        return table.is_paused
    if kind == ALONE:
        return table.is_left_alone
    return table.is_live


class _Effects:
    def __init__(self, entries: Sequence[Entry], at: int, passed: Collection[Seat] = ()) -> None:
        self.at = at
        self.passed = passed
        self.answered = {entry.seat: entry.action for entry in entries if isinstance(entry.action, Answered)}
        self.first = next((entry.number for entry in entries if isinstance(entry.action, Answered)), 0)
        """The first entry that is an answer; 0 if there is none."""
        self.undone = undone_numbers(entries)


def _in_advance(clock: SeatClock, pace: Pace) -> SeatClock:
    """Return the clock of a person who came back to an empty bank. The bank gets what this turn will add, but at least
    an hour. Otherwise each further question of the turn, or the end of a pause, would begin another vote."""
    return replace(clock, left=max(HOUR_MS, after_turn(0, pace)), is_ahead=True)


def _after_turn(clock: SeatClock, pace: Pace, number: int) -> SeatClock:
    assert clock.left is not None
    left = clock.left if clock.is_ahead else after_turn(clock.left, pace)
    return replace(clock, left=left, added_by=number, is_ahead=False)
