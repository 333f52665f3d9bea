"""The record of one position of the gallery."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Seat
from render.plate import Plate
from render.renderer import Say


@dataclass(frozen=True)
class GalleryPicture:
    """One position of the gallery: the names at its table, and what draws it with these names or others.

    What draws a board gives its plates; what draws a seat, a hand or a card gives one plate.
    """

    names: Mapping[Seat, str]
    draw: Callable[[Mapping[Seat, str], Say], Sequence[Plate]]
