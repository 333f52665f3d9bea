"""Banks that run out together at many tables look like a fault of ours: they wait for the host."""

import logging
from collections.abc import Collection, Iterable
from typing import TypeAlias

from sessions.records.clock import SeatClock

log = logging.getLogger(__name__)

MANY_TABLES, MANY_OF_ALL = 5, 0.01
"""At this many tables, and more than this share of those with a pace, it is no coincidence."""

Bank: TypeAlias = tuple[int, int, int | None]
"""A table, a seat and the question it is asked."""


class HeldBanks:
    """The empty banks on which nobody votes before the host allows it.

    Only newly empty banks count: seats that are asked together wait for each other's votes.
    """

    def __init__(self) -> None:
        self._seen: set[Bank] = set()
        self._held: set[Bank] = set()

    def __bool__(self) -> bool:
        return bool(self._held)

    def look(self, empty: Iterable[SeatClock], voting: Collection[int], paced: int) -> None:
        """Check all empty banks of a pass. `voting` are the tables with a vote, `paced` counts those with a pace."""
        banks = {_bank(clock) for clock in empty}
        became = {bank for bank in banks - self._seen if bank[0] not in voting}
        tables = len({table for table, _, _ in became})
        self._seen = banks
        self._held &= banks
        if tables >= MANY_TABLES and tables > paced * MANY_OF_ALL:
            log.error("banks ran out at %s tables at once: they wait for `python -m db clocks resume`", tables)
            self._held |= became

    def holds(self, clock: SeatClock) -> bool:
        """Return whether this bank waits for the host."""
        return _bank(clock) in self._held

    def release(self) -> None:
        """Let all of them go on."""
        self._held.clear()


def _bank(clock: SeatClock) -> Bank:
    return clock.table, clock.seat, clock.decision
