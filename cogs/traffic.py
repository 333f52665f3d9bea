"""Interactions under way, which pictures and the end of the process wait for."""

import asyncio
import contextlib
from collections.abc import Iterator


class Traffic:
    """Counts the interactions under way, for what waits until there are none."""

    def __init__(self) -> None:
        self._under_way = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextlib.contextmanager
    def interaction(self) -> Iterator[None]:
        """One interaction, for as long as it counts."""
        self._under_way += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._calm.set()

    async def calm(self, longest_s: float) -> None:
        """Wait until no interaction is under way, or for `longest_s`."""
        if not self._calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(longest_s):
                    await self._calm.wait()
