"""Lines of the log. Lines about the same thing are merged, and amounts in a merged line are added up."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from engine.kernel.decision import Argument, Message


class Line(Protocol):
    """A line of the log. Games whose lines can be merged define their own class; others use `PlainLine`."""

    @property
    def message(self) -> Message:
        """Return the words of the line."""

    def join(self, following: "Line") -> "Line | None":
        """Merge this line with the next one, or return None if they can't be merged. The result may merge further."""

    def abridge(self, following: "Line") -> "Line | None":
        """Do the same as `join`. Also merge two lines if only the outcome of both matters."""


Merging: TypeAlias = Callable[[Line, Line], Line | None]


def join(line: Line, following: Line) -> Line | None:
    return line.join(following)


def abridge(line: Line, following: Line) -> Line | None:
    return line.abridge(following)


class PlainLine(NamedTuple):
    """A line that never merges with another."""

    message: Message

    def join(self, following: Line) -> Line | None:
        return None

    def abridge(self, following: Line) -> Line | None:
        return None


def merge(lines: Iterable[Line]) -> list[Line]:
    """Merge each line with the previous line if the two lines allow it."""
    merged: list[Line] = []
    for line in lines:
        both = merged[-1].join(line) if merged else None
        merged[len(merged) - (both is not None) :] = [line if both is None else both]
    return merged


def replace_blanks(line: Message, /, **blanks: Argument) -> Message:
    return Message(line.id, {**line.blanks, **blanks})


def add_up(amounts: Sequence[Message]) -> tuple[Message, ...]:
    """Merge amounts that differ only in `count` by adding their counts."""
    found: list[Message] = []
    for amount in amounts:
        like = next((place for place, each in enumerate(found) if _kind(each) == _kind(amount)), None)
        if like is None or "count" not in amount.blanks:
            found.append(amount)
        else:
            found[like] = replace_blanks(amount, count=count_of(found[like]) + count_of(amount))
    return tuple(found)


def count_of(amount: Message) -> int:
    count = amount.blanks["count"]
    assert isinstance(count, int), amount
    return count


def _kind(amount: Message) -> Message:
    return Message(amount.id, {key: value for key, value in amount.blanks.items() if key != "count"})
