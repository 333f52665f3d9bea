"""Enlarge a part of a plate to a whole one."""

from render.paint import bounds
from render.plate import HEIGHT, WIDTH
from render.scene import BARE, Item, Layer, Scene, Text, enlarge


def zoom(scene: Scene, left: float, top: float, width: float, background: Layer = BARE) -> Scene:
    """Enlarge a part of a scene that is `width` pixels wide and has the shape of a plate. `background` is already
    enlarged. Leave out everything outside the part, and words that cross the part's edge."""
    layers = (
        Layer(layer.name, tuple(filter(_is_visible, enlarge(layer.items, WIDTH / width, left, top))), layer.is_needed)
        for layer in scene.layers
    )
    return Scene(WIDTH, HEIGHT, background, HEIGHT, tuple(layers), scene.is_busy)


def _is_visible(item: Item) -> bool:
    left, top, right, bottom = bounds(item)
    if isinstance(item, Text):
        return left >= 0 and top >= 0 and right <= WIDTH and bottom <= HEIGHT
    return right > 0 and bottom > 0 and left < WIDTH and top < HEIGHT
