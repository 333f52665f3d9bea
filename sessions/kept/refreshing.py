"""Reloads cached data when other processes announce a change."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from sessions.refusals import StorageRefusal
from sessions.store import Sharing

log = logging.getLogger(__name__)

PAUSE_S = 0.5
"""Hints that arrive within this time are followed together."""
AGAIN_S = 600.0
"""Seconds after which everything is read again: a process may have ended before its hint."""

TABLE = "table"

Load = Callable[[], Awaitable[None]]


class Refreshing:
    """Follows hints of other processes. `loads` has a loader for each kind of hint."""

    def __init__(self, loads: Mapping[str, Load], of_table: Callable[[int], Awaitable[None]]) -> None:
        self._loads = loads
        self._of_table = of_table
        self._hinted: dict[tuple[str, int], None] = {}
        self._has_hints = asyncio.Event()
        self._job: asyncio.Task[None] | None = None

    def start(self, sharing: Sharing) -> None:
        sharing.listen(self.hear)
        self._job = asyncio.create_task(self._work(), name="hints of others")

    async def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            await asyncio.gather(self._job, return_exceptions=True)
            self._job = None

    def hear(self, kind: str, number: int = 0) -> None:
        if kind == "all":
            self._hinted |= dict.fromkeys((each, 0) for each in self._loads)
        elif kind == TABLE or kind in self._loads:
            self._hinted[kind, number] = None
        if self._hinted:
            self._has_hints.set()

    async def follow(self) -> None:
        """Reload what the hints name. If the store refuses, try again at the next hint or after ten minutes."""
        hinted, self._hinted = self._hinted, {}
        try:
            for kind, number in hinted:
                await (self._of_table(number) if kind == TABLE else self._loads[kind]())
        except StorageRefusal:
            self._hinted = hinted | self._hinted

    async def _work(self) -> None:
        while True:
            try:
                async with asyncio.timeout(AGAIN_S):
                    await self._has_hints.wait()
            except TimeoutError:
                self.hear("all")
            await asyncio.sleep(PAUSE_S)
            self._has_hints.clear()
            try:
                await self.follow()
            except Exception:  # the next hint is still followed
                log.exception("our mistake in following a hint")
