"""Whom a table may ping: nobody is called again and again without having answered."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

PINGS_AT_MOST = 3
PINGS_WITHIN_MS = 10 * 60 * 1000
"""So often at most a table pings someone who does nothing within this time."""


class Pings:
    """When each person was pinged by one table since they last did something there; kept in memory alone."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._pinged: dict[int, list[int]] = {}

    def allowed(self, users: Iterable[int]) -> tuple[int, ...]:
        """Those of `users` whom a message may ping now."""
        since = self._clock() - PINGS_WITHIN_MS
        return tuple(user for user in users if sum(at > since for at in self._pinged.get(user, ())) < PINGS_AT_MOST)

    @contextmanager
    def calling(self, users: Sequence[int]) -> Iterator[None]:
        """A message that pings these is being sent; where that fails, it has not pinged them.

        They may do something before Discord has confirmed it: then it no longer counts.
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
        """This person has done something here."""
        self._pinged.pop(user, None)
