"""What is kept in memory beside its rows can be read anew at any time: what this process changes meanwhile is newer."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Changes:
    """Counts what this process changes of something that it keeps at hand."""

    def __init__(self) -> None:
        self._count = 0

    def note(self) -> None:
        """Note that something was changed, on disk and at hand."""
        self._count += 1

    async def all_seen_by(self, read: Callable[[], Awaitable[T]]) -> T:
        """Returns what `read` finds; it reads once more where something was changed meanwhile."""
        while True:
            before = self._count
            found = await read()
            if self._count == before:
                return found
