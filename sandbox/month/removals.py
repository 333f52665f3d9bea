"""Servers that remove the bot and invite it again: when nobody there could be answered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sandbox.month.almanac import FOREVER
from sandbox.month.waits import TableStory, Wait

GRACE_MS = 10_000
"""An entry and a removal may cross within this time."""


@dataclass(slots=True)
class Removal:
    guild: int
    begin: int
    end: int = FOREVER


@dataclass(slots=True)
class Removals:
    known: list[Removal] = field(default_factory=list)

    def remove(self, guild: int, at: int) -> None:
        self.known.append(Removal(guild, at))

    def invite(self, guild: int, at: int) -> None:
        for removal in self.known:
            if removal.guild == guild and removal.end == FOREVER:
                removal.end = at

    def is_out(self, guild: int | None) -> bool:
        return any(removal.guild == guild and removal.end == FOREVER for removal in self.known)

    def interrupt(self, story: TableStory, guild: int | None) -> TableStory:
        """The story of a table, with its questions interrupted while its server was without the bot."""
        waits = story.waits
        for removal in self.known:
            if removal.guild == guild:
                waits = [part for wait in waits for part in _parts(wait, removal)]
        return replace(story, waits=sorted(waits, key=lambda wait: (wait.begin, wait.seat)))

    def played_on(self, story: TableStory, guild: int | None) -> Iterator[str]:
        """A line for each removal during which a table was played."""
        for removal in self.known:
            inside = [at for at in story.moments if removal.begin + GRACE_MS < at < removal.end]
            if removal.guild == guild and inside:
                yield f"table {story.table}: {len(inside)} entries while its server was without the bot"


def _parts(wait: Wait, removal: Removal) -> Sequence[Wait]:
    end = FOREVER if wait.end is None else wait.end
    if end <= removal.begin or wait.begin >= removal.end:
        return (wait,)
    before = [replace(wait, end=removal.begin, passes=False)] if wait.begin < removal.begin else []
    after = [replace(wait, begin=removal.end)] if end > removal.end else []
    return (*before, *after)
