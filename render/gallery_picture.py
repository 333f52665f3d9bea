"""One picture of the gallery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.kernel.decision import Seat
from render.renderer import Say
from render.scene import Scene


@dataclass(frozen=True)
class GalleryPicture:
    """What draws it and what tells it, given words; and who sits at its table."""

    names: Mapping[Seat, str]
    scene: Callable[[Say], Scene]
    alt: Callable[[Say], str]
