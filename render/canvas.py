"""Finished pictures, kept so that the next one like it repaints only where it differs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from render.scene import Item, Scene

CANVASES_KEPT = 8
"""How many tables may take turns: each canvas takes 1.7 MB."""
MOST_REPAINTED = 0.6
"""The share of a picture from which on all of it is painted."""
MOST_REGIONS = 16

Region = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A finished picture in the colours of its file, and what it shows."""

    scene: Scene
    items: tuple[Item, ...]
    known: frozenset[Item]
    image: Image.Image


class Canvases:
    """The pictures that were painted last."""

    def __init__(self) -> None:
        self._kept: list[Canvas] = []

    def nearest(self, scene: Scene, items: Sequence[Item]) -> tuple[Canvas, list[Item]] | None:
        """Returns the picture that differs least, and the items that one of the two has and the other has not.

        None where no kept picture has this background, or what both have is not painted in the same order.
        """
        wanted = frozenset(items)
        found = [each for each in self._kept if _is_alike(each.scene, scene)]
        if not found:
            return None
        best = min(found, key=lambda each: len(each.known ^ wanted))
        common = best.known & wanted
        if [item for item in best.items if item in common] != [item for item in items if item in common]:
            return None
        return best, list(best.known ^ wanted)

    def keep(self, scene: Scene, items: Sequence[Item], image: Image.Image, instead_of: Canvas | None = None) -> None:
        """Keep a finished picture; the one it grew out of, else the oldest, makes room."""
        kept = [each for each in self._kept if each is not instead_of]
        self._kept = [*kept[-(CANVASES_KEPT - 1) :], Canvas(scene, tuple(items), frozenset(items), image)]


def _is_alike(one: Scene, other: Scene) -> bool:
    """Whether two pictures have the same size and background."""
    first = (one.width, one.height, one.background_height, one.is_busy)
    second = (other.width, other.height, other.background_height, other.is_busy)
    return first == second and (one.background is other.background or one.background == other.background)


def regions(touched: Iterable[Region], width: int, height: int) -> list[Region] | None:
    """Returns rectangles apart from each other that hold all that is touched. None: that is most of the picture."""
    found: list[Region] = []
    for region in touched:
        left, top, right, bottom = region
        new = max(0, left), max(0, top), min(width, right), min(height, bottom)
        if new[0] >= new[2] or new[1] >= new[3]:
            continue
        while overlapping := [each for each in found if meets(each, new)]:
            found = [each for each in found if each not in overlapping]
            parts = [*overlapping, new]
            new = (
                min(part[0] for part in parts),
                min(part[1] for part in parts),
                max(part[2] for part in parts),
                max(part[3] for part in parts),
            )
        found.append(new)
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
    return None if len(found) > MOST_REGIONS or area > MOST_REPAINTED * width * height else found


def meets(one: Region, other: Region) -> bool:
    """Whether two rectangles have a pixel in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
