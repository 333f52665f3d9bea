"""Deletes expired rows once a day, because a bot may run for months."""

from collections.abc import Callable
from dataclasses import dataclass

from sessions.records.clock import DAY_MS
from sessions.store import StartStore


@dataclass(eq=False)
class Tidying:
    """Deletes old rows once a day. If the store refuses, it tries again a day later. `steady` is a monotonic clock, in
    ms."""

    _store: StartStore
    _steady: Callable[[], int]

    def __post_init__(self) -> None:
        self._tidied_at = self._steady()

    async def tend(self, now: int) -> None:
        if self._steady() - self._tidied_at >= DAY_MS:
            self._tidied_at = self._steady()
            await self._store.forget_old(now)
