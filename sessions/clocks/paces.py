"""Paces: the time in a seat's bank, and what each turn adds, in milliseconds."""

import re

import msgspec

from sessions.records.clock import HOUR_MS

NONE = "none"
LONGEST_H = 720
"""The largest bank, in hours: 30 days."""
DAY_MORE_MS = 24 * HOUR_MS
"""Added to an empty bank by the choice to wait a day."""
_TYPED = re.compile(r"(\d{1,3})\s*h?\s*\+\s*(\d{1,3})\s*h?", re.ASCII)


class Pace(msgspec.Struct, frozen=True):
    """A seat begins with `bank`; each of its turns adds `more`, up to `most`."""

    bank: int
    more: int
    most: int

    @property
    def hours(self) -> tuple[int, int, int]:
        """The bank, what a turn adds and the most, in hours."""
        return self.bank // HOUR_MS, self.more // HOUR_MS, self.most // HOUR_MS


NAMED = {
    "relaxed": Pace(72 * HOUR_MS, 24 * HOUR_MS, 120 * HOUR_MS),
    "daily": Pace(36 * HOUR_MS, 12 * HOUR_MS, 72 * HOUR_MS),
    "brisk": Pace(8 * HOUR_MS, 2 * HOUR_MS, 12 * HOUR_MS),
}


def pace_of(kept: str | None) -> Pace | None:
    """The pace stored as a name or as two numbers of hours (`48+6`); None for no pace."""
    if kept in NAMED:
        return NAMED[kept]
    match = _TYPED.fullmatch(kept or "")
    if match is None:
        return None
    bank, more = (int(part) * HOUR_MS for part in match.groups())
    return Pace(bank, more, 2 * bank)


def pace_typed(typed: str) -> str | None:
    """The stored form of two typed numbers of hours; None if they are no valid pace."""
    match = _TYPED.fullmatch(typed.strip().lower())
    if match is None:
        return None
    bank, more = map(int, match.groups())
    return f"{bank}+{more}" if 1 <= bank <= LONGEST_H and more <= bank else None


def after_turn(left: int, pace: Pace) -> int:
    """The bank after its seat's turn."""
    return min(pace.most, max(0, left) + pace.more)
