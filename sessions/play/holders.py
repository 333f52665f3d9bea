"""Who held each seat when an entry was written: what somebody did there stays theirs after a take-over."""

from collections.abc import Sequence

from engine.kernel.decision import Seat
from sessions.records.log import Conceded, Entry, Reseated
from sessions.records.table import Table

UNKNOWN = "?"
"""The name of someone of whom nothing is stored any more."""


def holders_at(table: Table, changes: Sequence[Entry], number: int) -> dict[Seat, str]:
    """The names of who held the seats at the entry `number`, which a take-over itself gives to the new one.

    `changes` are the table's entries where somebody left or took over a seat, oldest first.
    """
    names = {sitter.seat: sitter.name for sitter in table.sitters}
    for index in reversed(range(len(changes))):
        change = changes[index]
        if change.number <= number:
            break
        if isinstance(change.action, Reseated) and change.seat is not None:
            names[change.seat] = change.action.former_name or _mention(changes[:index], change.seat)
    return names


def holder_of(table: Table, changes: Sequence[Entry], seat: Seat, number: int) -> int:
    """The user whose answer the entry `number` is, if a person gave it: whoever left the seat next, or has it still.

    `changes` are those of `holders_at`.
    """
    left = (change.action for change in changes if change.seat == seat and change.number >= number)
    return next((action.user for action in left if isinstance(action, Conceded)), table.sitters[seat].user)


def _mention(before: Sequence[Entry], seat: Seat) -> str:
    """Who left the seat last, as Discord shows a user: logs of older versions keep their id alone."""
    for change in reversed(before):
        if change.seat == seat and isinstance(change.action, Conceded) and change.action.user:
            return f"<@{change.action.user}>"
    return UNKNOWN
