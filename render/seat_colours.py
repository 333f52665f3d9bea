"""The colour of each seat in the current picture or text: the default one, or the one chosen in the lobby. The
outermost call sets them with `use_colours`. Otherwise some sixty functions would have to pass the same four numbers
along."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

from engine.kernel.decision import Seat
from render.theme import SEATS

SEAT_COLOURS = tuple(SEATS)
"""All colours, in the default order of seats. Each also has its own shape."""

Colours: TypeAlias = tuple[int, ...]
"""For each seat, the index of its colour in `SEAT_COLOURS`. No index occurs twice."""
USUAL: Colours = tuple(range(len(SEAT_COLOURS)))

_chosen: ContextVar[Colours] = ContextVar("_chosen", default=USUAL)


class SeatColours:
    def __getitem__(self, seat: Seat) -> str:
        return SEAT_COLOURS[_chosen.get()[seat]]


COLOURS = SeatColours()


@contextmanager
def use_colours(colours: Colours) -> Iterator[None]:
    token = _chosen.set(colours)
    try:
        yield
    finally:
        _chosen.reset(token)
