"""Keep finished pictures, so that only the differences have to be painted for a similar one."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from operator import attrgetter

from PIL import Image

from render.palette import palette
from render.png import Strip, pack, rows_of, strips_of, write
from render.scene import Item, Scene, overlap

CANVASES_KEPT = 8
"""Each canvas takes 1.7 MB."""
MOST_REPAINTED = 0.8
"""If more than this share of a picture differs, all of it is repainted."""
MOST_REGIONS = 32

Region = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


_PALETTE = palette()
_PACKERS = ThreadPoolExecutor(min(2, os.cpu_count() or 1), "packer")
"""Threads that reduce pictures to the palette and compress them. Meanwhile the next plate is painted."""


def flatten(image: Image.Image) -> Image.Image:
    """Return an image in the palette of all pictures."""
    return image.quantize(palette=_PALETTE, dither=Image.Dither.NONE)


flatten(Image.new("RGB", (1, 1)))  # makes Pillow's table of nearest colours, which two threads mustn't do together


class Canvas:
    """A picture and the scene it shows. Use it in one thread, and don't repaint it before its file is finished."""

    def __init__(self, scene: Scene, items: Sequence[Item], image: Image.Image) -> None:
        self.repaint(scene, items, [((0, 0, *image.size), image)])
        self._sheet = Image.new("P", (image.width + 1, image.height))
        """The picture in the palette of its file. The first column, left of the picture, has the filter type of each
        row."""
        self._sheet.putpalette(_PALETTE.getpalette() or [])
        self._strips: dict[int, list[Strip | None]] = {}
        """Strips of compressed rows, by level. A strip is None if its rows still have to be compressed."""

    @property
    def image(self) -> Image.Image:
        """The finished picture."""
        self._flatten()
        return self._sheet.crop((1, 0, *self._sheet.size))

    def repaint(self, scene: Scene, items: Sequence[Item], parts: Iterable[tuple[Region, Image.Image]]) -> None:
        """Change the picture to another scene, which differs only in these parts. They are in full colour."""
        self.scene, self.items, self.known = scene, tuple(items), frozenset(items)
        self._parts = list(parts)

    def begin(self, level: int) -> Callable[[], bytes]:
        """Start making the file in other threads, compressed at this level. Return a function that waits for the file.
        Only rows that have changed are compressed again."""
        begun = _PACKERS.submit(self._begin, level)

        def finish() -> bytes:
            for half in begun.result():
                half.result()
            return write(self._sheet, [strip for strip in self._strips[level] if strip is not None])

        return finish

    def _begin(self, level: int) -> "list[Future[None]]":
        """Reduce the new parts to the palette, then begin to compress the changed rows, half of them in each thread."""
        self._flatten()
        strips = self._strips.setdefault(level, [None] * len(strips_of(0, self._sheet.height, level)))
        changed = [number for number, strip in enumerate(strips) if strip is None]
        return [_PACKERS.submit(self._pack, changed[half::2], level) for half in (0, 1)]

    def _pack(self, numbers: Sequence[int], level: int) -> None:
        for number in numbers:
            self._strips[level][number] = pack(rows_of(self._sheet, number, level), level)

    def _flatten(self) -> None:
        for (left, top, right, bottom), part in self._parts:
            self._sheet.paste(flatten(part), (left + 1, top, right + 1, bottom))
            for level, strips in self._strips.items():
                for number in strips_of(top, bottom, level):
                    strips[number] = None
        self._parts = []


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
    """Return disjoint rectangles that cover all the touched ones. Return None if there are too many, or if they
    cover most of the picture."""
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
        # The rectangles only ever grow, so there is no need to look at the rest.
        if sum((right - left) * (bottom - top) for left, top, right, bottom in found) > MOST_REPAINTED * width * height:
            return None
    return None if len(found) > MOST_REGIONS else found
