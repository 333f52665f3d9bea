"""Find words and signs on a plate that can't be read because they are covered, touched by an icon, or cut."""

from collections.abc import Collection
from functools import lru_cache

from msgspec.structs import replace
from PIL import Image, ImageChops

from render.paint import Easel, bounds
from render.scene import Clip, Icon, Item, Rectangle, Scene, Text, enlarge


def find_covered(scene: Scene) -> list[str]:
    """Return the words that are hidden by an item painted later, and the needed icons hidden by a later layer."""
    found: list[str] = []
    later: list[tuple[int, Item, Rectangle]] = []
    for depth, layer in reversed(list(enumerate((scene.background, *scene.layers)))):
        for item in reversed(layer.items):
            if isinstance(item, Clip):
                continue
            here = bounds(item)
            is_word = isinstance(item, Text)
            if is_word or (isinstance(item, Icon) and layer.is_needed):
                left, top, right, bottom = here
                over = (
                    each
                    for above, each, (x, y, far, low) in later
                    if left < far and x < right and top < low and y < bottom and (is_word or above > depth)
                )
                if hidden_share(item, *over) > (HIDDEN_WORD if is_word else HIDDEN_ICON):
                    found.append(f"{label(item)} in {layer.name} is covered")
            later.append((depth, item, here))
    return found


HIDDEN_WORD, HIDDEN_ICON = 0.05, 0.35
"""Largest hidden share that is allowed: of a word, and of an icon that the question needs."""


@lru_cache(32768)
def hidden_share(item: Item, *over: Item) -> float:
    """Return the share of an item's pixels that are hidden by the items in `over`."""
    if not over or not (pixels := _count(own := _mask(item))):
        return 0.0
    (left, top), above = bounds(item)[:2], Image.new("L", own.size)
    for each in over:
        above.paste(255, (bounds(each)[0] - left, bounds(each)[1] - top), _mask(each))
    return _count(ImageChops.multiply(own, above)) / pixels


def find_entangled(scene: Scene) -> list[str]:
    """Return the words that run into the icons below them.

    Ignore words inside an icon, and words on a box that covers the icon.
    """
    found: list[str] = []
    below: list[tuple[Item, Rectangle]] = []
    for layer in (scene.background, *scene.layers):
        for item in layer.items:
            if isinstance(item, Clip):
                continue
            here = bounds(item)
            if isinstance(item, Text):
                # Most of these millions of pairs don't overlap, so no function is called for them.
                left, top, right, bottom = here
                under = [
                    each for each, (x, y, far, low) in below if left < far and x < right and top < low and y < bottom
                ]
                for place, each in enumerate(under):
                    if isinstance(each, Icon) and INTO[0] < share_over(item, each, *under[place + 1 :]) < INTO[1]:
                        found.append(f"{label(item)} in {layer.name} runs into {label(each)}")
            below.append((item, here))
    return found


INTO = 0.05, 0.7
"""A word runs into an icon if the share of its pixels above the icon is between these two numbers."""


@lru_cache(32768)
def share_over(word: Item, icon: Item, *between: Item) -> float:
    """Return the share of a word's pixels that are directly above the icon.

    Pixels of the icon that an item in `between` hides don't count.
    """
    own, (left, top) = _mask(word), bounds(word)[:2]
    below = Image.new("L", own.size)
    for each in (icon, *between):
        below.paste(255 if each is icon else 0, (bounds(each)[0] - left, bounds(each)[1] - top), _mask(each))
    return _count(ImageChops.multiply(own, below)) / max(1, _count(own))


def _count(mask: Image.Image) -> int:
    return mask.histogram()[255]


@lru_cache(32768)
def _mask(item: Item) -> Image.Image:
    """Return a mask in which the pixels of the item are white."""
    left, top, right, bottom = bounds(item)
    tile = Image.new("RGBA", (right - left, bottom - top))
    Easel(tile, 1).draw(*enlarge((replace(item, halo=None) if isinstance(item, Text) else item,), 1, left, top))
    return tile.getchannel("A").convert("1", dither=Image.Dither.NONE).convert("L")


def find_cut(scene: Scene, names: Collection[str]) -> list[str]:
    """Return the words of needed layers that are cut with "…". Names of people may be cut."""
    return [
        f"{item.text!r} in {layer.name} is cut"
        for layer in scene.layers
        if layer.is_needed
        for item in layer.items
        if isinstance(item, Text) and CUT in _nameless(item.text, names)
    ]


CUT = "…"


def _nameless(text: str, names: Collection[str]) -> str:
    """Return the text without people's names, whether they are complete or cut with "…"."""
    for name in names:
        text = text.replace(name, "")
    begun, _, rest = text.partition(CUT)
    is_name = any(name.startswith(begun.strip()) for name in names)
    return rest if is_name and len(begun.strip()) >= LEAST_OF_NAME else text


LEAST_OF_NAME = 4
"""A cut name must keep at least this many letters to be recognised as a name."""


def label(item: Item) -> str:
    """Return the words of a text or the name of an icon."""
    return repr(item.text) if isinstance(item, Text) else f"Icon {getattr(item, 'name', '')}"
