"""Our signs as emoji: small square pictures in messages and on buttons."""

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from render import theme
from render.paint import Easel
from render.scene import Box, Icon, Item

SIDE = 100
"""Side of an emoji, in pixels and in the units of its drawing."""
_FINE = 4


def on_paper(icon: str, style: str = "") -> tuple[Item, ...]:
    """Return a drawing on a light tile, since Discord's background may be dark."""
    return Box(0, 0, SIDE, SIDE, theme.CREAM, 20), Icon(icon, SIDE / 2, SIDE / 2, 86, style)


def rasterise(items: Iterable[Item]) -> bytes:
    image = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE), theme.CREAM + "00")
    easel = Easel(image, _FINE)
    for item in items:
        easel.draw(item)
    file = BytesIO()
    image.reduce(_FINE).save(file, "PNG", optimize=True)
    return file.getvalue()
