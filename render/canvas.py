"""Keep finished pictures, so that a similar one can be made by repainting only the differences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from PIL import Image

from render.scene import Item, Scene, overlap

CANVASES_KEPT = 8
"""Each canvas takes 1.7 MB."""
MOST_REPAINTED = 0.6
"""If more than this share of a picture differs, all of it is repainted."""
MOST_REGIONS = 16

Region = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A finished picture in the palette of its file, and the scene it shows."""

    scene: Scene
    items: tuple[Item, ...]
    known: frozenset[Item]
    image: Image.Image


class Canvases:
    def __init__(self) -> None:
        self._kept: list[Canvas] = []

    def nearest(self, scene: Scene, items: Sequence[Item]) -> tuple[Canvas, list[Item]] | None:
        """Return the most similar kept picture, and the items that are in only one of the two scenes. Return None if no
        kept picture has this background, or if the shared items are painted in another order."""
        wanted = frozenset(items)
        found = [each for each in self._kept if _GROUND(each.scene) == _GROUND(scene)]
        if not found:
            return None
        best = min(found, key=lambda each: len(each.known ^ wanted))
        common = best.known & wanted
        if [item for item in best.items if item in common] != [item for item in items if item in common]:
            return None
        return best, list(best.known ^ wanted)

    def keep(self, scene: Scene, items: Sequence[Item], image: Image.Image, instead_of: Canvas | None = None) -> None:
        """Keep a finished picture. Drop `instead_of` or, if there are too many, the oldest picture."""
        kept = [each for each in self._kept if each is not instead_of]
        self._kept = [*kept[-(CANVASES_KEPT - 1) :], Canvas(scene, tuple(items), frozenset(items), image)]


_GROUND = attrgetter("width", "height", "background_height", "is_busy", "background")
"""Everything behind the items of a scene."""


def regions(touched: Iterable[Region], width: int, height: int) -> list[Region] | None:
    """Return disjoint rectangles that cover all the touched ones. Return None if they cover most of the picture."""
    found: list[Region] = []
    for region in touched:
        left, top, right, bottom = region
        new = max(0, left), max(0, top), min(width, right), min(height, bottom)
        if new[0] >= new[2] or new[1] >= new[3]:
            continue
        while overlapping := [each for each in found if overlap(each, new)]:
            found = [each for each in found if each not in overlapping]
            lefts, tops, rights, bottoms = zip(*overlapping, new, strict=True)
            new = min(lefts), min(tops), max(rights), max(bottoms)
        found.append(new)
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
    return None if len(found) > MOST_REGIONS or area > MOST_REPAINTED * width * height else found
