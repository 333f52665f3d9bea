"""Read from the log how long computer players' turns took. Each takes a multiple of the beat (`COMPUTER_MS`), which
hides the thinking time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from engine.games import GAMES
from engine.kernel.decision import Decision
from sandbox.simulation.log import stored_tables
from sandbox.simulation.notes import Life
from sessions.clocks.seat_clocks import COMPUTER_MS
from sessions.play.replaying import walk_log
from sessions.records.log import Answered, Entry
from sessions.records.table import Table

LATE_MS = COMPUTER_MS // 3
"""Lateness that is allowed on a busy machine. If turns ignored the beat, two in three would be later than this."""


@dataclass(frozen=True, slots=True)
class Delay:
    """A computer player's turn: its last entry in the log, and the time from the question to that entry."""

    table: int
    entry: int
    ms: int

    @property
    def late_ms(self) -> int:
        """Return the time since the last whole beat, or a negative time before the first beat."""
        return self.ms - max(1, self.ms // COMPUTER_MS) * COMPUTER_MS

    @property
    def is_off(self) -> bool:
        return not 0 <= self.late_ms <= LATE_MS


def delays(database: Path, lives: Sequence[Life]) -> list[Delay]:
    """Return computer players' turns, except during a restart of the bot, which changes when turns are due."""
    return [
        Delay(table.id, last.number, last.at - asked_at)
        for table, entries in stored_tables(database)
        for asked_at, last in _turns(table, entries)
        if any(life.begun_ms <= asked_at and last.at <= life.ended_ms for life in lives)
    ]


def _turns(table: Table, entries: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    asked_at: int | None = None
    steps = [(entry, timeline.pending) for entry, timeline in walk_log(GAMES[table.game], entries)]
    for _, group in groupby(steps, lambda step: step[0].interaction):
        change = list(group)
        last, pending = change[-1]
        answered = (entry.seat for entry, _ in change if isinstance(entry.action, Answered))
        has_answered = any(seat is not None and table.sitters[seat].is_computer for seat in answered)
        if has_answered and asked_at is not None:
            yield asked_at, last
        if not _is_asked(table, pending):
            asked_at = None
        elif has_answered or asked_at is None:
            asked_at = last.at


def _is_asked(table: Table, pending: Iterable[Decision]) -> bool:
    return any(table.sitters[decision.seat].is_computer for decision in pending)
