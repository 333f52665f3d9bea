"""What the games share where they tell two lines of the log as one."""

from collections.abc import Sequence

from engine.kernel.decision import Argument, Message


def changed(line: Message, /, **blanks: Argument) -> Message:
    """The line with these blanks filled otherwise."""
    return Message(line.id, {**line.blanks, **blanks})


def listed(value: Argument) -> tuple[Message, ...]:
    """What fills a blank that holds one message or a list of them."""
    if isinstance(value, Message):
        return (value,)
    assert isinstance(value, tuple), value
    return value


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
    """What the blank `count` of an amount holds."""
    count = amount.blanks["count"]
    assert isinstance(count, int), amount
    return count


def _kind(amount: Message) -> Message:
    return Message(amount.id, {key: value for key, value in amount.blanks.items() if key != "count"})
