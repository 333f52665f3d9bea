"""The holders of seats when an entry was written: what somebody did there stays theirs after a take-over."""

from collections.abc import Sequence

from engine.kernel.decision import Seat
from sessions.records.log import Conceded, Entry, Reseated
from sessions.records.table import Table

UNKNOWN = "?"
"""The name of someone about whom nothing is stored any more."""


def holders_at(table: Table, changes: Sequence[Entry], number: int) -> dict[Seat, str]:
    """Return who held the seats at the entry `number`, by name. A take-over counts for the new holder.

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
    """Return the user who held `seat` at the entry `number`: whoever left it next, or has it still.

    `changes` are those of `holders_at`.
    """
    left = (change.action for change in changes if change.seat == seat and change.number >= number)
    return next((action.user for action in left if isinstance(action, Conceded)), table.sitters[seat].user)


def _mention(before: Sequence[Entry], seat: Seat) -> str:
    """Return a mention of whoever left the seat last: logs of older versions have only their id."""
    for change in reversed(before):
        if change.seat == seat and isinstance(change.action, Conceded) and change.action.user:
            return f"<@{change.action.user}>"
    return UNKNOWN
