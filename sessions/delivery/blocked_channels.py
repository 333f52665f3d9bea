"""The channels where the bot may not post at the moment."""

from collections.abc import Iterator, MutableSet

from sessions.store import Sharing

SHUT, OPEN = "shut", "open"


class BlockedChannels(MutableSet[int]):
    """The channels where the bot lacks a permission, or which are locked, known to all processes.

    The process with the server's shard learns of a permission given back and gets the presses there; another may have
    been refused. A lost hint is found out again, as after a start.
    """

    def __init__(self, sharing: Sharing | None = None) -> None:
        self._channels: set[int] = set()
        self._sharing = sharing
        if sharing is not None:
            sharing.listen(self._hear)

    def __contains__(self, channel: object) -> bool:
        return channel in self._channels

    def __iter__(self) -> Iterator[int]:
        return iter(self._channels)

    def __len__(self) -> int:
        return len(self._channels)

    def add(self, channel: int) -> None:
        """Note that nothing can be posted there."""
        if channel not in self._channels:
            self._channels.add(channel)
            self._tell(SHUT, channel)

    def discard(self, channel: int) -> None:
        """Note that posting works there again, or is no longer needed."""
        if channel in self._channels:
            self._channels.discard(channel)
            self._tell(OPEN, channel)

    def _tell(self, kind: str, channel: int) -> None:
        if self._sharing is not None:
            self._sharing.hint(kind, channel)

    def _hear(self, kind: str, channel: int) -> None:
        if kind == SHUT:
            self._channels.add(channel)
        elif kind == OPEN:
            self._channels.discard(channel)
