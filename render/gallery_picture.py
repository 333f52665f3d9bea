"""The record of one picture of the gallery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.kernel.decision import Seat
from render.renderer import Say
from render.scene import Scene


@dataclass(frozen=True)
class GalleryPicture:
    """One picture of the gallery: the names at its table, and what draws and describes it."""

    names: Mapping[Seat, str]
    scene: Callable[[Say], Scene]
    alt: Callable[[Say], str]
