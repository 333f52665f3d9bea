"""Keep finished pictures. A similar picture needs only the differences painted."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from PIL import Image

from render.png import Strip, pack, strips_of, write
from render.scene import Item, Scene, overlap

CANVASES_KEPT = 8
"""Each canvas takes 1.7 MB."""
MOST_REPAINTED = 0.8
"""If more than this share of a picture differs, all of it is repainted."""
MOST_REGIONS = 32

Region = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


class Canvas:
    """A finished picture in the palette of its file, and the scene it shows."""

    def __init__(self, scene: Scene, items: Sequence[Item], image: Image.Image) -> None:
        self.scene, self.items, self.image = scene, tuple(items), image
        self.known = frozenset(items)
        self._strips: dict[int, list[Strip | None]] = {}
        """Compressed rows by level. They are None if the rows have changed since."""

    def repaint(self, scene: Scene, items: Sequence[Item], parts: Iterable[tuple[Region, Image.Image]]) -> None:
        """Change the picture to another scene, which differs only in these parts."""
        self.scene, self.items, self.known = scene, tuple(items), frozenset(items)
        for region, part in parts:
            self.image.paste(part, region)
            for level, strips in self._strips.items():
                for number in strips_of(region[1], region[3], level):
                    strips[number] = None

    def png(self, level: int) -> bytes:
        """Return the file, compressed at this level. Only rows that have changed are compressed again."""
        before = self._strips.get(level) or [None] * len(strips_of(0, self.image.height, level))
        strips = [strip or pack(self.image, number, level) for number, strip in enumerate(before)]
        self._strips[level] = [*strips]
        return write(self.image, strips)


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

    def take(self, canvas: Canvas) -> Canvas:
        """Stop keeping a picture, and return it for repainting."""
        self._kept = [each for each in self._kept if each is not canvas]
        return canvas

    def keep(self, canvas: Canvas) -> None:
        """Keep a finished picture. Drop the oldest if there are too many."""
        self._kept = [*self._kept[-(CANVASES_KEPT - 1) :], canvas]


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
        # The rectangles only ever grow, so there is no need to look at the others.
        if sum((right - left) * (bottom - top) for left, top, right, bottom in found) > MOST_REPAINTED * width * height:
            return None
    return None if len(found) > MOST_REGIONS else found
