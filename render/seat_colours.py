"""Which colour each seat has in what is drawn and said now.

Seats have the colours in their order unless people chose others in the lobby. Every drawing and every text asks
`COLOURS` for the seat's, and whoever has one drawn says at the outermost call what the table chose (`chosen`): some
sixty shapes, signs and words of three games would otherwise hand the same four numbers from one to the next.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

from engine.kernel.decision import Seat
from render.theme import SEATS

SEAT_COLOURS = tuple(SEATS)
"""All colours, that of the first seat first; each has a shape of its own in the pictures."""

Colours: TypeAlias = tuple[int, ...]
"""The place in `SEAT_COLOURS` of each seat's colour: each place once."""
USUAL: Colours = tuple(range(len(SEAT_COLOURS)))
"""The colours of a table where nobody chose."""

_chosen: ContextVar[Colours] = ContextVar("_chosen", default=USUAL)


class SeatColours:
    """The colours of the seats at the table that is being drawn, by seat."""

    def __getitem__(self, seat: Seat) -> str:
        return SEAT_COLOURS[_chosen.get()[seat]]


COLOURS = SeatColours()


@contextmanager
def chosen(colours: Colours) -> Iterator[None]:
    """Draws and says all that is made within it in these colours."""
    token = _chosen.set(colours)
    try:
        yield
    finally:
        _chosen.reset(token)
