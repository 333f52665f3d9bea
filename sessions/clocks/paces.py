"""Paces: how much time a seat has in its bank, and how much each of its turns adds. Pure, in milliseconds."""

import re

import msgspec

from sessions.records.clock import HOUR_MS

NONE = "none"
LONGEST_H = 720
"""The largest bank that can be chosen, in hours: thirty days."""
DAY_MORE_MS = 24 * HOUR_MS
"""What *wait a day* adds to an empty bank."""
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
    """The pace that is kept under a name or as two numbers of hours (`48+6`); None for none."""
    if kept in NAMED:
        return NAMED[kept]
    match = _TYPED.fullmatch(kept or "")
    if match is None:
        return None
    bank, more = (int(part) * HOUR_MS for part in match.groups())
    return Pace(bank, more, 2 * bank)


def pace_typed(typed: str) -> str | None:
    """What is kept of two numbers of hours that somebody typed; None where they are none, or no pace to play at."""
    match = _TYPED.fullmatch(typed.strip().lower())
    if match is None:
        return None
    bank, more = map(int, match.groups())
    return f"{bank}+{more}" if 1 <= bank <= LONGEST_H and more <= bank else None


def after_turn(left: int, pace: Pace) -> int:
    """What is in a bank once its seat's turn has passed."""
    return min(pace.most, max(0, left) + pace.more)
