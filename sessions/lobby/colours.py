"""Seat colours, numbered 0 to 3. A seat without a chosen colour gets the first free one."""

from collections.abc import Sequence

from sessions.records.table import Sitter, Table
from sessions.refusals import ColourTaken

COLOURS = 4
UNCHOSEN = -1


def colours_of(table: Table) -> tuple[int, ...]:
    """The colour of every seat, including empty seats. No two seats share a colour."""
    chosen = _choices(table)
    free = iter([colour for colour in range(COLOURS) if colour not in chosen])
    return tuple(next(free) if colour == UNCHOSEN else colour for colour in chosen)


def chosen_by(table: Table, sitter: Sitter) -> int:
    return _choices(table)[sitter.seat]


def pick(table: Table, sitter: Sitter, colour: int) -> tuple[int, ...]:
    """Return all colour choices after this person picks `colour`. Raises `ColourTaken`."""
    chosen = list(_choices(table))
    holder = next((other for other in table.sitters if chosen[other.seat] == colour), sitter)
    if holder.seat != sitter.seat:
        raise ColourTaken(holder.name)
    chosen[sitter.seat] = colour
    return _pack(chosen)


def move(table: Table, sitters: Sequence[Sitter]) -> tuple[int, ...]:
    """Return the colour choices after these people were seated in this order."""
    chosen = _choices(table)
    return _pack([chosen[sitter.seat] for sitter in sitters])


def _choices(table: Table) -> tuple[int, ...]:
    chosen = table.seating.colours
    return (*chosen, *(UNCHOSEN for _ in range(COLOURS - len(chosen))))


def _pack(chosen: Sequence[int]) -> tuple[int, ...]:
    """Drop empty choices at the end. A table without any choice then stores nothing."""
    last = max((seat for seat, colour in enumerate(chosen) if colour != UNCHOSEN), default=UNCHOSEN)
    return tuple(chosen[: last + 1])
