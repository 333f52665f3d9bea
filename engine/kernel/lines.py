"""Lines of the log, and the amounts that games add up where several things share a line."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from engine.kernel.decision import Argument, Message


class Line(Protocol):
    """A line of the log. Games whose lines join group their facts; the others use `PlainLine`."""

    @property
    def message(self) -> Message:
        """The words of the line."""

    def join(self, following: "Line") -> "Line | None":
        """Return one line that says this one and the next, or None if they stay apart. It may join more."""


class PlainLine(NamedTuple):
    """A line that never merges with another."""

    message: Message

    def join(self, following: Line) -> Line | None:
        """Return None: the two stay apart."""
        return None


def merge(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, each merged with those before it that it can join."""
    merged: list[Line] = []
    for line in lines:
        both = merged[-1].join(line) if merged else None
        merged[len(merged) - (both is not None) :] = [line if both is None else both]
    return merged


def changed(line: Message, /, **blanks: Argument) -> Message:
    """The line with these blanks filled otherwise."""
    return Message(line.id, {**line.blanks, **blanks})


def summed(amounts: Sequence[Message]) -> tuple[Message, ...]:
    """Amounts with those of one kind as one: equal but for what their blank `count` holds."""
    found: list[Message] = []
    for amount in amounts:
        like = next((place for place, each in enumerate(found) if _kind(each) == _kind(amount)), None)
        if like is None or "count" not in amount.blanks:
            found.append(amount)
        else:
            found[like] = changed(amount, count=counted(found[like]) + counted(amount))
    return tuple(found)


def counted(amount: Message) -> int:
    """Return the number in the blank `count` of an amount."""
    count = amount.blanks["count"]
    assert isinstance(count, int), amount
    return count


def _kind(amount: Message) -> Message:
    return Message(amount.id, {key: value for key, value in amount.blanks.items() if key != "count"})
