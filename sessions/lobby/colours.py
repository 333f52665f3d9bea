"""Who has which colour at a table: what people chose in the lobby, and for all others the first that is free.

A colour is a number from 0 to 3 here; how it looks is for pictures to say. The order of play has nothing to do with it.
"""

from collections.abc import Sequence

from sessions.records.table import Sitter, Table
from sessions.refusals import ColourTaken

COLOURS = 4
"""How many colours there are, in every game."""
UNCHOSEN = -1


def colours_of(table: Table) -> tuple[int, ...]:
    """The colour of each seat, and of the seats that nobody sits on: each colour once."""
    chosen = _chosen(table)
    free = iter([colour for colour in range(COLOURS) if colour not in chosen])
    return tuple(next(free) if colour == UNCHOSEN else colour for colour in chosen)


def chosen_by(table: Table, sitter: Sitter) -> int:
    """The colour that somebody chose, or `UNCHOSEN`."""
    return _chosen(table)[sitter.seat]


def picked(table: Table, sitter: Sitter, colour: int) -> tuple[int, ...]:
    """What people have chosen once this one has chosen `colour`. Raises `ColourTaken`."""
    chosen = list(_chosen(table))
    holder = next((other for other in table.sitters if chosen[other.seat] == colour), sitter)
    if holder.seat != sitter.seat:
        raise ColourTaken(holder.name)
    chosen[sitter.seat] = colour
    return _packed(chosen)


def moved(table: Table, sitters: Sequence[Sitter]) -> tuple[int, ...]:
    """What these people of a table had chosen, by the seats that they have in this order."""
    chosen = _chosen(table)
    return _packed([chosen[sitter.seat] for sitter in sitters])


def _chosen(table: Table) -> tuple[int, ...]:
    chosen = table.seating.colours
    return (*chosen, *(UNCHOSEN for _ in range(COLOURS - len(chosen))))


def _packed(chosen: Sequence[int]) -> tuple[int, ...]:
    """The same without those behind the last who chose, so that a table where nobody did is stored as ever."""
    last = max((seat for seat, colour in enumerate(chosen) if colour != UNCHOSEN), default=UNCHOSEN)
    return tuple(chosen[: last + 1])
