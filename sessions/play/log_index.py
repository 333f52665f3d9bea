"""An index of a long log: its rounds, and what was taken back."""

from bisect import bisect_left
from collections.abc import Iterable

from sessions.records.log import Entry, Retracted


class LogIndex:
    """The entries by which rounds began, and those that no longer count. Entries are added in order, each once."""

    def __init__(self) -> None:
        self._begun: list[tuple[int, int]] = []
        self._gone: set[int] = set()

    def add(self, entry: Entry, rounds: Iterable[int]) -> None:
        """Add the next entry, and the rounds that begin by it."""
        if isinstance(entry.action, Retracted):
            self._gone.update(entry.action.numbers)
            self._begun = [begun for begun in self._begun if begun[0] not in self._gone]
        self._begun += [(entry.number, number) for number in rounds]

    def is_gone(self, number: int) -> bool:
        """Return whether the entry was taken back."""
        return number in self._gone

    def round_before(self, number: int) -> int | None:
        """Return the round just before the entry; None before the first, and in games without rounds."""
        place = bisect_left(self._begun, (number, 0))
        return self._begun[place - 1][1] if place else None

    def begun_by(self, number: int) -> list[int]:
        """Return the rounds that begin by this entry."""
        place = bisect_left(self._begun, (number, 0))
        return [begun for entry, begun in self._begun[place:] if entry == number]

    def begin_of_round(self) -> int | None:
        """Return the entry by which the current round began, if any."""
        return self._begun[-1][0] if self._begun else None
