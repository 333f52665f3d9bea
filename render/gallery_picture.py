"""One position of the gallery."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.decision import Seat
from render.plate import Plate
from render.renderer import Say


@dataclass(frozen=True)
class GalleryPicture:
    """One position of the gallery: the names at its table, and the function that draws it with these or other names.

    A board gives its plates; a seat, a hand or a card gives one plate.
    """

    names: Mapping[Seat, str]
    draw: Callable[[Mapping[Seat, str], Say], Sequence[Plate]]
