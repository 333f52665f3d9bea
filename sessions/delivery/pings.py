"""Limits pings: nobody is pinged again and again without having acted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

PINGS_AT_MOST = 3
PINGS_WITHIN_MS = 10 * 60 * 1000
"""The most pings within this time for someone who does nothing."""


class Pings:
    """The pings of one table to each person since they last acted there, in memory only."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._pinged: dict[int, list[int]] = {}

    def allowed(self, users: Iterable[int]) -> tuple[int, ...]:
        """Return those of `users` whom a message may ping now."""
        since = self._clock() - PINGS_WITHIN_MS
        return tuple(user for user in users if sum(at > since for at in self._pinged.get(user, ())) < PINGS_AT_MOST)

    @contextmanager
    def calling(self, users: Sequence[int]) -> Iterator[None]:
        """Count these pings while a message is sent, and take them back if that fails.

        The people may act before Discord confirms the message: then it no longer counts.
        """
        at = self._clock()
        for user in users:
            self._pinged.setdefault(user, []).append(at)
        try:
            yield
        except BaseException:
            for user in users:
                pinged = self._pinged.get(user, [])
                if at in pinged:
                    pinged.remove(at)
            raise

    def forget(self, user: int) -> None:
        """Forget the pings of a person who has acted here."""
        self._pinged.pop(user, None)
