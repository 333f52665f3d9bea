"""The application's emoji as the bot may use them now. Where Discord lacks one, words stand alone."""

import asyncio
from collections.abc import Iterator

from engine.kernel.decision import Message


class Emoji:
    """The emoji that Discord is known to have, by name."""

    def __init__(self) -> None:
        self._marked_up: dict[str, str] = {}
        self.is_doubted = asyncio.Event()
        """Set when Discord refuses a message with emoji: the list is then fetched again."""

    def keep(self, name: str, emoji_id: int) -> None:
        self._marked_up[name] = f"<:{name}:{emoji_id}>"

    def lose(self, name: str) -> None:
        self._marked_up.pop(name, None)

    def doubt(self) -> bool:
        """Stop using emoji until they have been looked up again. Return whether any were in use."""
        were_used = bool(self._marked_up)
        self._marked_up.clear()
        if were_used:
            self.is_doubted.set()
        return were_used

    def markup(self, name: str) -> str | None:
        return self._marked_up.get(name)

    def __len__(self) -> int:
        return len(self._marked_up)


def parts(message: Message) -> Iterator[Message]:
    """A message and all that fills its blanks, outermost first."""
    yield message
    for value in message.blanks.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from parts(part)
