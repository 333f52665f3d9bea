"""Match people who wait for a game. The number of seats and the pace must suit all of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from sessions.records.person import ANY_PACE, Waiting

Company: TypeAlias = tuple[int, str | None, list[Waiting]]
"""A number of seats, a pace or `ANY_PACE`, and everyone who accepts both."""


class Meeting(msgspec.Struct, frozen=True):
    """A table that can open. `pace` is `ANY_PACE` if nobody there has chosen one."""

    seats: int
    pace: str | None
    others: tuple[Waiting, ...]


def _companies(waiting: Sequence[Waiting], sizes: Iterable[int]) -> Iterator[Company]:
    """For each number of seats, largest first, and each pace, yield the people who accept both, in the same order."""
    paces = dict.fromkeys(each.pace for each in waiting if each.pace != ANY_PACE) or {ANY_PACE: None}
    for seats in sorted((size for size in sizes if size > 1), reverse=True):
        for pace in paces:
            yield seats, pace, [each for each in waiting if each.takes(seats, pace)]


def meet(user: int, waiting: Sequence[Waiting], sizes: Iterable[int]) -> Meeting | None:
    """Return the largest table that this person can open with others, or None. Those who waited longest come first."""
    for seats, pace, people in _companies(waiting, sizes):
        others = [each for each in people if each.user != user][: seats - 1]
        own = next((each for each in people if each.user == user), None)
        if own is not None and len(others) == seats - 1:
            is_chosen = any(each.pace != ANY_PACE for each in (own, *others))
            return Meeting(seats, pace if is_chosen else ANY_PACE, tuple(others))
    return None


def count_missing(waiting: Sequence[Waiting], sizes: Iterable[int]) -> int:
    """Return how many more people the next table needs (at least one), if they accept any size and pace."""
    missing = (seats - len(people) for seats, _, people in _companies(waiting, sizes) if people)
    return max(1, min(missing, default=1))
