"""Measures how late the event loop runs timers. Presses are delayed by the same time."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable

LOOK_S = 0.5


class LoopLag:
    """Calls `note` twice a second with the current lag in seconds."""

    def __init__(self, note: Callable[[float], object]) -> None:
        self._note = note
        self._recent: deque[float] = deque(maxlen=20)
        self._job: asyncio.Task[None] | None = None

    @property
    def worst_s(self) -> float:
        return max(self._recent, default=0.0)

    def start(self) -> None:
        self._job = asyncio.create_task(self._look(), name="loop lag")

    async def stop(self) -> None:
        assert self._job is not None
        self._job.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._job

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_S
            await asyncio.sleep(LOOK_S)
            late = max(0.0, loop.time() - due)
            self._note(late)
            self._recent.append(late)
